import { existsSync, openSync, closeSync, fsyncSync, renameSync, rmSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { StoreError } from './store.ts';

/** More pages than a database can have (SQLite, Implementation Limits): all in one step. */
const allPages = 2 ** 31 - 1;

/**
 * Copies the SQLite database, as it is at one moment, to a new file that only its owner can read; others may go on
 * reading and writing meanwhile. One step: between several, each write of another process would start it afresh.
 * @throws StoreError when there is no such database, the file exists, or it can't be written. Then no file is left.
 */
export async function backUpSqlite(database: string, file: string): Promise<void> {
  if (!existsSync(database))
    throw new StoreError(`There is no database ${database}. Name it with --database.`);
  if (existsSync(file)) throw new StoreError(`The file ${file} exists already. Choose a new name.`);
  const unfinished = `${file}.unfinished`;
  try {
    closeSync(openSync(unfinished, 'w', 0o600));
    const source = new DatabaseSync(database, { readOnly: true, timeout: 10_000 });
    try {
      await backup(source, unfinished, { rate: allPages });
    } finally {
      source.close();
    }
    sync(unfinished);
    renameSync(unfinished, file);
  } catch (cause) {
    rmSync(unfinished, { force: true });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StoreError(`The database ${database} can't be copied to ${file}: ${reason}.`, { cause });
  }
}

function sync(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
