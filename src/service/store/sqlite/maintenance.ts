import { appendFileSync, existsSync, renameSync, rmSync, statSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { reportColumns, toStoredReport } from '../rows.ts';
import { StoreDamagedError, StoreError } from '../store.ts';
import { deleteHiddenRows } from './delete.ts';
import { toDamagedError, damagedError, withRemedy } from './errors.ts';
import { requireInklingDatabase } from './migrations.ts';
import { emptyLog, lockTimeout } from './queries.ts';
import { openDatabase, pause, requireSqlite } from './sqlite.ts';

/** Bytes that must stay free on the disk. */
const reserve = 64 * 1024 * 1024;

/**
 * Copies a snapshot of the SQLite database to a new file that only its owner can read, while others read and write.
 * It copies rows, because a copy of pages would include deleted data in free pages.
 * @throws StoreError when there is no such database, it is damaged, or the file exists or can't be written. No file
 *   is left then.
 */
export function backUpSqlite(database: string, file: string): void {
  requireSqlite();
  if (!existsSync(database)) throw new StoreError(`${database}: no such database. Set it with --database.`);
  if (existsSync(file)) throw new StoreError(`${file} already exists. Choose another name.`);
  const unfinished = `${file}.unfinished`;
  try {
    writeFileSync(unfinished, '', { mode: 0o600 });
    const source = new DatabaseSync(database, { readOnly: true, timeout: lockTimeout });
    try {
      requireInklingDatabase(source, database);
      requireIntactFile(source, database); // the copy's indexes are rebuilt
      source.prepare('VACUUM INTO ?').run(unfinished);
    } finally {
      source.close();
    }
    requireIntactCopy(unfinished, database);
    appendFileSync(unfinished, '', { flush: true }); // only flushes
    renameSync(unfinished, file);
  } catch (cause) {
    rmSync(unfinished, { force: true });
    const why = toDamagedError(cause, database);
    const reason = why instanceof Error ? why.message : String(why);
    throw new StoreError(`Can’t copy the database ${database} to ${file}: ${reason.replace(/\.?$/, '.')}`, {
      cause,
    });
  }
}

/**
 * Rewrites the database without deleted data. Others can read meanwhile, but their writes wait. It is a single
 * transaction, so an interruption changes nothing.
 * @throws StoreError when there is no such database, it is damaged or in use, or the disk has too little room.
 */
export function compactSqlite(path: string): void {
  if (!existsSync(path)) throw new StoreError(`There is no database ${path}. Set its path with --database.`);
  const database = openDatabase(path);
  try {
    database.exec(`PRAGMA busy_timeout = ${lockTimeout}`);
    requireDiskSpace(path);
    requireIntactFile(database, path);
    // The temporary copy is created beside the database, because that disk was chosen for these texts. SQLite
    // unlinks it as soon as it is open.
    const folder = dirname(resolve(path)).replaceAll("'", "''");
    database.exec(`PRAGMA temp_store_directory = '${folder}'; VACUUM`);
    // The old pages remain in the file until the log is emptied.
    const deadline = performance.now() + lockTimeout;
    while (!emptyLog(database)) {
      if (performance.now() >= deadline)
        throw new StoreError(
          `The database ${path} is being read by another program. Close it and try again.`,
        );
      pause(50);
    }
  } catch (error) {
    throw withRemedy(error, path);
  } finally {
    database.exec("PRAGMA temp_store_directory = ''"); // the setting applies to the whole process
    database.close();
  }
}

/** The copy and the write-ahead log each need as much room as the file. */
function requireDiskSpace(path: string): void {
  const needed = 2 * statSync(path).size + reserve;
  const { bavail, bsize } = statfsSync(dirname(resolve(path)));
  if (bavail * bsize >= needed) return;
  const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024);
  throw new StoreError(
    `Compacting ${path} needs ${megabytes(needed)} MiB of free disk space; ${megabytes(bavail * bsize)} MiB are free. Free space and try again.`,
  );
}

/** Checks every page, to find damage that no query has reached yet. @throws StoreDamagedError; SQLite's error. */
function requireIntactFile(opened: DatabaseSync, path: string): void {
  const checked = opened.prepare('PRAGMA integrity_check(1)').get();
  if (checked?.['integrity_check'] !== 'ok') throw damagedError(path);
}

/**
 * Clears pending deletions in the copy, and checks the copy and each report in it.
 * @throws StoreDamagedError that names the database.
 */
function requireIntactCopy(copy: string, database: string): void {
  const opened = new DatabaseSync(copy);
  try {
    deleteHiddenRows(opened);
    requireIntactFile(opened, database);
    for (const row of opened.prepare(`SELECT ${reportColumns} FROM reports`).iterate()) toStoredReport(row);
  } catch (error) {
    throw error instanceof StoreDamagedError
      ? damagedError(database, error)
      : toDamagedError(error, database);
  } finally {
    opened.close();
  }
}
