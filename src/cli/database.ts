import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { Option } from 'commander';
import { StartError } from '../service/startError.ts';
import { openStore } from '../service/store/openStore.ts';
import type { Store } from '../service/store/store.ts';
import { quotasOf, type QuotaSettings } from './quotas.ts';

/** Where things are kept: a file's path, or a PostgreSQL address. */
export interface DatabaseSetting {
  database: string;
}

/** `--database`, as every command of the service takes it. */
export function databaseOption(): Option {
  return new Option('--database <file|address>', 'a SQLite file, made when missing, or postgres://…')
    .env('INKLING_DATABASE')
    .default(defaultDatabase(process.platform, process.env, homedir()));
}

/** The file in the place where the platform keeps a user's data. */
export function defaultDatabase(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
  home: string,
): string {
  const { XDG_DATA_HOME: data = '', LOCALAPPDATA: local = '' } = environment;
  if (platform === 'win32') {
    return join(local || join(home, 'AppData', 'Local'), 'Inkling', 'inkling.sqlite');
  }
  if (platform === 'darwin') {
    return join(home, 'Library', 'Application Support', 'Inkling', 'inkling.sqlite');
  }
  // XDG Base Directory Specification: a relative path is to be ignored.
  return join(isAbsolute(data) ? data : join(home, '.local', 'share'), 'inkling', 'inkling.sqlite');
}

export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:\/\//i.test(database);
}

/**
 * Opens the store; its folder is made when it is missing. Nobody but the user may read what this process makes.
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
    throw new StartError(`The folder ${folder} can't be made. Choose another place with --database.`, {
      cause,
    });
  }
}
