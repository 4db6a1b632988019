import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../service/startError.ts';
import { openStore } from '../service/store/openStore.ts';
import { noQuotas, type Quotas } from '../service/store/quotas.ts';
import { backUpSqlite } from '../service/store/sqlite/backup.ts';
import type { Store } from '../service/store/store.ts';
import type { Output, DatabaseSetting, QuotaSettings } from './settings.ts';

export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:\/\//i.test(database);
}

/**
 * Opens the store; its folder is made when it is missing. Only the user may read what this process makes.
 * @throws StartError or StoreError that names what is wrong.
 */
export async function openDatabaseOf({
  database,
  ...quotas
}: DatabaseSetting & QuotaSettings): Promise<Store> {
  process.umask(0o077);
  if (!isPostgres(database) && database !== ':memory:') makeFolder(dirname(database));
  return openStore(database, quotasOf(quotas));
}

/** Opens the store for one piece of work. */
export async function withStore<Result>(
  setting: DatabaseSetting & QuotaSettings,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openDatabaseOf(setting);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new StartError(`The folder ${folder} can't be created. Choose another place with --database.`, {
      cause,
    });
  }
}

/**
 * Copies the database to a new file, while it is served or not.
 * @throws StartError for PostgreSQL, which has its own tool; StoreError when it can't be done.
 */
export function backUp({ database }: DatabaseSetting, file: string, output: Output): void {
  if (isPostgres(database)) {
    throw new StartError(
      `Back up PostgreSQL with its own tool: pg_dump --format=custom --file=${file} followed by the address.`,
    );
  }
  backUpSqlite(database, file);
  output.stdout.write(`Copied ${database} to ${file}.\n`);
}

function quotasOf({ maxKeys = 0, maxReports = 0, maxBytes = 0 }: QuotaSettings): Quotas {
  return {
    keys: maxKeys === 0 ? noQuotas.keys : maxKeys,
    reports: maxReports === 0 ? noQuotas.reports : maxReports,
    bytes: maxBytes === 0 ? noQuotas.bytes : maxBytes,
  };
}
