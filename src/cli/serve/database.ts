import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../../service/service.ts';
import { isPostgres, openStore } from '../../service/store/openStore.ts';
import type { Quotas } from '../../service/store/quotas.ts';
import { backUpSqlite, compactSqlite } from '../../service/store/sqlite/maintenance.ts';
import type { Store } from '../../service/store/store.ts';
import type { DatabaseSetting, QuotaSettings } from '../settings.ts';
import { printMessage, type OutputStreams } from '../streams.ts';

/**
 * Rejects an unknown scheme, because a mistyped address would create a database file of that name.
 * @throws StartError that names only the scheme, because the rest may contain a password.
 */
function requireKnownScheme(database: string): void {
  const scheme = /^([a-z][a-z\d+.-]+):\//i.exec(database)?.[1];
  if (scheme === undefined || isPostgres(database)) return;
  throw new StartError(
    `--database: unknown scheme "${scheme}". Use postgres://… or the path of an SQLite file.`,
  );
}

/**
 * Opens the store and creates its folder if missing. Files that this process creates are readable only by the user.
 * @param onNewDatabase called with the path of an SQLite file that was missing or empty, because a disk may not be
 *   mounted.
 * @throws StartError or StoreError that names the problem.
 */
export async function openDatabase(
  { database, ...quotas }: DatabaseSetting & QuotaSettings,
  onNewDatabase: (path: string) => void,
): Promise<Store> {
  requireKnownScheme(database);
  process.umask(0o077);
  const isFile = !isPostgres(database) && database !== ':memory:';
  const isNew = isFile && !statSync(database, { throwIfNoEntry: false })?.size;
  if (isFile) makeFolder(dirname(database));
  const store = await openStore(database, quotasOf(quotas));
  if (isNew) onNewDatabase(database);
  return store;
}

/** Opens the store for one operation. */
export async function withStore<Result>(
  setting: DatabaseSetting & QuotaSettings,
  work: (store: Store) => Promise<Result>,
  streams: Pick<OutputStreams, 'stderr'>,
): Promise<Result> {
  const store = await openDatabase(setting, (path) => {
    printMessage(streams, `created a new, empty database: ${path}`);
  });
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
    const message = `The folder ${folder} can't be created. Choose another path with --database.`;
    throw new StartError(message, { cause });
  }
}

/** Copies the database to a new file, even while it is in use. @throws StartError or StoreError with the reason. */
export function backUp({ database }: DatabaseSetting, file: string, { stdout }: OutputStreams): void {
  requireSqlite(database, `use pg_dump --format=custom --file=${file} with the address.`);
  backUpSqlite(database, file);
  stdout.write(`Copied ${database} to ${file}.\n`);
}

/**
 * Rewrites the database without deleted data, even while it is in use. @throws StartError or StoreError with the
 * reason.
 */
export function compact({ database }: DatabaseSetting, { stdout }: OutputStreams): void {
  requireSqlite(database, 'run: VACUUM FULL inkling.reports.');
  process.umask(0o077);
  compactSqlite(database);
  stdout.write(`Compacted ${database}: it no longer contains deleted texts.\n`);
}

/** Rejects PostgreSQL, which has its own commands for this. */
function requireSqlite(database: string, advice: string): void {
  requireKnownScheme(database);
  if (isPostgres(database)) throw new StartError(`For PostgreSQL, ${advice}`);
}

function quotasOf({ maxKeys, maxProjects, maxReports, maxBytes }: QuotaSettings): Quotas {
  const limit = (max = 0) => (max === 0 ? undefined : max);
  return {
    keys: limit(maxKeys),
    projects: limit(maxProjects),
    reports: limit(maxReports),
    bytes: limit(maxBytes),
  };
}
