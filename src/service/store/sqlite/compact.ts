import { existsSync, statSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../store.ts';
import { asDamaged, damagedError, explained } from './errors.ts';
import { emptyLog } from './queries.ts';

/**
 * Versions before format 10 deleted without overwriting: what they deleted lies in free pages, in gaps of the pages in
 * use, and behind the end of texts. Only `VACUUM` reaches all of it. The mark says that it was not done yet.
 */
const mark = "SELECT 1 FROM chores WHERE name = 'compact'";

/** Bytes of the largest file that is compacted as it is opened: it takes two seconds, and writes in others wait for it. */
const maxAtOpen = 256 * 1024 * 1024;

/** Milliseconds that the command waits for other processes. */
const lockTimeout = 10_000;

/** Bytes that stay free on the disk. */
const reserve = 64 * 1024 * 1024;

/**
 * Compacts a database that an earlier version wrote, where that is quick. Where it is not, where another process writes
 * or the disk has too little room, the mark stays for the next time; so it does for a damaged file, of which what was
 * deleted may be what can still be saved.
 */
export function compactAtOpen(database: DatabaseSync, path: string): void {
  try {
    if (database.prepare(mark).get() !== undefined && statSync(path).size <= maxAtOpen)
      compact(database, path, 0);
  } catch {
    // `inkling compact` gives the reason.
  }
}

/** Whether what earlier versions deleted may still lie in the file. */
export function mustCompact(path: string): boolean {
  const database = new DatabaseSync(path, { readOnly: true, timeout: lockTimeout });
  try {
    return database.prepare(mark).get() !== undefined;
  } finally {
    database.close();
  }
}

/**
 * Rewrites the database without what was deleted. Others may read meanwhile; their writes wait. All of it is one
 * transaction: where it ends early, the database is as it was.
 * @param open opens the file.
 * @throws StoreError when there is no such database, it is damaged or in use, or the disk has too little room.
 */
export function compactSqlite(path: string, open: (path: string) => DatabaseSync): void {
  if (!existsSync(path)) throw new StoreError(`There is no database ${path}. Name it with --database.`);
  const database = open(path);
  try {
    database.exec(`PRAGMA busy_timeout = ${lockTimeout}`);
    compact(database, path, lockTimeout);
  } catch (error) {
    throw explained(error, path);
  } finally {
    database.close();
  }
}

/**
 * @param patience milliseconds to wait for those who still read the old pages.
 * @throws what SQLite does; StoreError where there is too little room.
 */
function compact(database: DatabaseSync, path: string, patience: number): void {
  requireRoom(path);
  requireSound(database, path);
  // Beside the database, whose disk is meant for these texts; SQLite deletes the file's name as soon as it is open.
  database.exec(`PRAGMA temp_store_directory = ${quoted(dirname(resolve(path)))}`);
  try {
    database.exec('VACUUM');
  } finally {
    database.exec("PRAGMA temp_store_directory = ''");
  }
  // Until then the old pages are still in the file.
  const deadline = performance.now() + patience;
  while (!emptyLog(database)) {
    if (performance.now() >= deadline)
      throw new StoreError(`The database ${path} is being read by another program. Close it and try again.`);
    pause(50);
  }
  database.exec("DELETE FROM chores WHERE name = 'compact'");
}

/** The copy and the write-ahead log take as much as the file, each. */
function requireRoom(path: string): void {
  const needed = 2 * statSync(path).size + reserve;
  const { bavail, bsize } = statfsSync(dirname(resolve(path)));
  if (bavail * bsize >= needed) return;
  const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024);
  throw new StoreError(
    `Compacting ${path} needs ${megabytes(needed)} MiB of free disk, and there are ${megabytes(bavail * bsize)}. Make room and try again.`,
  );
}

/**
 * Reads all of it: where a page is damaged that nothing has asked for since, this is where it is found.
 * @throws StoreDamagedError that names the database.
 */
export function requireSound(opened: DatabaseSync, path: string): void {
  let checked: unknown;
  try {
    checked = opened.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
  } catch (error) {
    throw asDamaged(error, path);
  }
  if (checked !== 'ok') throw damagedError(path);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Holds the thread for so many milliseconds. */
export function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
