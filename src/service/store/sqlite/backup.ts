import { existsSync, openSync, closeSync, fsyncSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { requireSound } from './compact.ts';
import { clearHidden } from './delete.ts';
import { isSummaryAsWritten, areDetailsAsWritten, reportColumns, type Row } from '../rows.ts';
import { asDamaged, damagedError, requireSqlite } from './errors.ts';
import { StoreError } from '../store.ts';

/**
 * Copies the SQLite database, as it is at one moment, to a new file that only its owner can read; others may go on
 * reading and writing meanwhile. Row by row: a copy of the pages would hold what earlier versions deleted.
 * @throws StoreError when there is no such database, the file exists, or it can't be written, or the
 * database is damaged. Then no file is left.
 */
export function backUpSqlite(database: string, file: string): void {
  requireSqlite();
  if (!existsSync(database)) throw new StoreError(`${database}: no such database. Set it with --database.`);
  if (existsSync(file)) throw new StoreError(`${file} already exists. Choose another name.`);
  const unfinished = `${file}.unfinished`;
  try {
    closeSync(openSync(unfinished, 'w', 0o600));
    const source = new DatabaseSync(database, { readOnly: true, timeout: 10_000 });
    try {
      requireSound(source, database); // the copy's indexes are made anew
      source.prepare('VACUUM INTO ?').run(unfinished);
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
    throw new StoreError(`Can’t copy the database ${database} to ${file}: ${reason.replace(/\.?$/, '.')}`, {
      cause,
    });
  }
}

/**
 * Reads the copy and each report in it, after clearing what is being deleted.
 * @throws StoreDamagedError that names the database.
 */
function requireWhole(copy: string, database: string): void {
  const opened = new DatabaseSync(copy);
  try {
    clearHidden(opened);
    requireSound(opened, database);
    const reports = opened.prepare(`SELECT ${reportColumns} FROM reports`);
    for (const row of reports.iterate()) if (!isIntact(row)) throw damagedError(database);
  } catch (error) {
    throw asDamaged(error, database);
  } finally {
    opened.close();
  }
}

function isIntact(row: Row): boolean {
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
