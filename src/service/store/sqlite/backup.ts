import { existsSync, openSync, closeSync, fsyncSync, renameSync, rmSync } from 'node:fs';
// As a whole: an older Node that lacks `backup` could not even load a module that names it.
import * as sqlite from 'node:sqlite';
import { isSummaryAsWritten, areDetailsAsWritten, reportColumns, type Row } from '../rows.ts';
import { asDamaged, damagedError, requireSqlite } from './errors.ts';
import { StoreError } from '../store.ts';

/** More pages than a database can have (SQLite, Implementation Limits): all in one step. */
const allPages = 2 ** 31 - 1;

/**
 * Copies the SQLite database, as it is at one moment, to a new file that only its owner can read; others may go on
 * reading and writing meanwhile. One step: between several, each write of another process would start it afresh.
 * @throws StoreError when there is no such database, the file exists, or it can't be written, or the
 * database is damaged. Then no file is left.
 */
export async function backUpSqlite(database: string, file: string): Promise<void> {
  requireSqlite();
  if (!existsSync(database))
    throw new StoreError(`There is no database ${database}. Name it with --database.`);
  if (existsSync(file)) throw new StoreError(`The file ${file} exists already. Choose a new name.`);
  const unfinished = `${file}.unfinished`;
  try {
    closeSync(openSync(unfinished, 'w', 0o600));
    const source = new sqlite.DatabaseSync(database, { readOnly: true, timeout: 10_000 });
    try {
      await sqlite.backup(source, unfinished, { rate: allPages });
    } finally {
      source.close();
    }
    requireWhole(unfinished, database);
    sync(unfinished);
    renameSync(unfinished, file);
  } catch (cause) {
    rmSync(unfinished, { force: true });
    const why = asDamaged(cause, database);
    const reason = why instanceof Error ? why.message : String(why);
    throw new StoreError(
      `The database ${database} can't be copied to ${file}: ${reason.replace(/\.?$/, '.')}`,
      {
        cause,
      },
    );
  }
}

/**
 * Reads the whole copy: where a page is damaged that nothing has asked for since, this is where it is found, while
 * there are older backups to go back to.
 * @throws StoreDamagedError that names the database.
 */
function requireWhole(copy: string, database: string): void {
  const opened = new sqlite.DatabaseSync(copy);
  try {
    const checked = opened.prepare('PRAGMA integrity_check(1)').get();
    if (checked?.['integrity_check'] !== 'ok') throw damagedError(database);
    const reports = opened.prepare(`SELECT ${reportColumns} FROM reports`);
    for (const row of reports.iterate()) if (!isAsWritten(row)) throw damagedError(database);
  } catch (error) {
    throw asDamaged(error, database);
  } finally {
    opened.close();
  }
}

function isAsWritten(row: Row): boolean {
  return areDetailsAsWritten(row) && isSummaryAsWritten(row);
}

function sync(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
