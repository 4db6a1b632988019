import type { Quotas } from '../quotas.ts';
import { type Store, StoreError, StoreUnavailableError } from '../store.ts';
import { DatabaseSync } from 'node:sqlite';
import { migrate, requireInklingDatabase } from './migrations.ts';
import { withRemedy, isBusy } from './errors.ts';
import { lockTimeout } from './queries.ts';
import { settings, sqliteStore } from './sqliteStore.ts';
import { accessSync, constants, existsSync, statSync } from 'node:fs';

/**
 * A store in one SQLite file, which several processes may open at the same time; with `:memory:`, it is lost with
 * the process. Reads run synchronously on the calling thread. Waiting for another process's lock or for a large
 * deletion does not block the thread.
 * @param now milliseconds since 1970.
 * @throws StoreError like `openDatabase`.
 */
export function openSqliteStore(path: string, now: () => number = Date.now, quotas: Quotas = {}): Store {
  const database = openDatabase(path);
  const requireSameFile = sameFileCheck(path);
  return sqliteStore(database, { path, requireSameFile, now, quotas });
}

/**
 * Since 22.16, Node can report whether a transaction is open, which is needed to roll back a failed one.
 * @throws StoreError on an older Node, on which features without a database still work.
 */
export function requireSqlite(): void {
  // Node defines `isTransaction` on each database, not on the prototype.
  if ('isTransaction' in new DatabaseSync(':memory:', { open: false })) return;
  throw new StoreError(
    `An SQLite database needs Node 22.16 or newer, but this is ${process.versions.node}. Get a newer version from https://nodejs.org.`,
  );
}

/**
 * Opens the file and migrates it to the newest format.
 * @throws StoreError, without changing the file, when it is read-only, damaged, another program's or of an unsupported
 *   format.
 */
export function openDatabase(path: string): DatabaseSync {
  requireSqlite();
  requireWritable(path);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: lockTimeout });
    requireInklingDatabase(database, path);
    database.exec(settings);
    enterWal(database);
    migrate(database, path);
    // From here on nothing blocks the thread: see SqliteQueries.
    database.exec('PRAGMA busy_timeout = 0');
    return database;
  } catch (error) {
    if (database?.isOpen) database.close();
    throw withRemedy(error, path);
  }
}

/**
 * If two processes create the file at the same time, each has a lock that the other waits for. SQLite then fails at
 * once, whatever its busy timeout (https://www.sqlite.org/c3ref/busy_handler.html), and a retry succeeds.
 */
function enterWal(database: DatabaseSync): void {
  const deadline = performance.now() + lockTimeout;
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      pause(5 + Math.random() * 20);
    }
  }
}

/** Blocks the thread. */
export function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/**
 * Checks that the path still leads to the opened file. On Unix an open file can be deleted or replaced; SQLite
 * would continue to use it, and what it stores would be lost with the process.
 * @param path of a database that was just opened.
 * @returns a check that throws StoreUnavailableError when the path leads elsewhere.
 */
function sameFileCheck(path: string): () => void {
  if (path === ':memory:') return () => undefined;
  const opened = identityOf(path);
  return () => {
    if (identityOf(path) === opened) return;
    throw new StoreUnavailableError(
      `The database ${path} was moved or deleted while open. Restore it or choose another, then restart.`,
    );
  };
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

/**
 * Rejects a read-only database before SQLite opens it. SQLite would create read-only files beside it, which would
 * prevent writing even after the database becomes writable.
 * @throws StoreError that names the file.
 */
function requireWritable(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      accessSync(file, constants.R_OK | constants.W_OK);
    } catch (cause) {
      // Checked last, because another process may delete the files beside the database at any moment.
      if (!existsSync(file)) continue;
      throw new StoreError(
        `${file}: can’t be read and written. Check its permissions, and that its disk is not read-only.`,
        { cause },
      );
    }
  }
}
