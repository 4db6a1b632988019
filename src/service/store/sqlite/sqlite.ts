import { noQuotas, type Quotas } from '../quotas.ts';
import { type Store, StoreError, StoreUnavailableError } from '../store.ts';
import { DatabaseSync } from 'node:sqlite';
import { migrate, requireOurs } from './migrations.ts';
import { explained, isBusy } from './errors.ts';
import { settings, sqliteStore } from './sqliteStore.ts';
import { accessSync, constants, existsSync, statSync } from 'node:fs';

/** Milliseconds that opening a file waits for other processes. */
const lockTimeout = 10_000;

/**
 * A store in one SQLite file, which several processes may have open at once; `:memory:` for one that is gone with
 * the process. Calls read at once, on the calling thread, and never wait there: for another
 * process's lock, or for a large deletion, they wait beside it.
 * @param now milliseconds since 1970.
 * @throws StoreError when the file can't be opened, is damaged, another program's, or of a format that
 * this program doesn't read.
 */
export function openSqliteStore(
  path: string,
  now: () => number = Date.now,
  quotas: Quotas = noQuotas,
): Store {
  const database = openDatabase(path);
  const requireSameFile = sameFileCheck(path);
  return sqliteStore(database, { path, requireSameFile, now, quotas });
}

/**
 * Node says from 22.16 on whether a transaction is open, without which none that failed is rolled back.
 * @throws StoreError on an older Node, where what needs no database works.
 */
export function requireSqlite(): void {
  // Node gives it to the databases themselves, not to what they have in common.
  if ('isTransaction' in new DatabaseSync(':memory:', { open: false })) return;
  throw new StoreError(
    `An SQLite database needs Node 22.16 or newer, but this is ${process.versions.node}. Get a newer version from https://nodejs.org.`,
  );
}

/**
 * Opens the file in the newest format.
 * @throws StoreError when it can't be opened or may only be read, is damaged, another program's, or of a format that
 * this program doesn't read; then it is left as it is.
 */
export function openDatabase(path: string): DatabaseSync {
  requireSqlite();
  requireWritable(path);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: lockTimeout });
    requireOurs(database, path);
    database.exec(settings);
    enterWal(database);
    migrate(database, path);
    // From here on nothing waits on the thread that answers: see SqliteQueries.
    database.exec('PRAGMA busy_timeout = 0');
    return database;
  } catch (error) {
    if (database?.isOpen) database.close();
    throw explained(error, path);
  }
}

/**
 * Two that make a new file at once each hold a lock that the other waits for: SQLite then gives up at once, whatever its
 * busy timeout (https://www.sqlite.org/c3ref/busy_handler.html), and a moment later it works.
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

/** Holds the thread for so many milliseconds. */
export function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/**
 * A check that the path still leads to the file that it leads to now. On Unix an open file can be deleted or replaced:
 * SQLite goes on with it and notices nothing, and what it acknowledges is gone with the process.
 * @param path of a database that was just opened.
 * @returns throws StoreUnavailableError when the path leads elsewhere.
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
 * Fails before SQLite touches a database that may only be read: it would leave files beside it that nobody may write
 * to either, and that would be in the way once the database may be written to.
 * @throws StoreError that names the file.
 */
function requireWritable(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    if (!existsSync(file)) continue;
    try {
      accessSync(file, constants.R_OK | constants.W_OK);
    } catch (cause) {
      throw new StoreError(
        `${file}: can’t be read and written. Check its permissions, and that its disk is not read-only.`,
        { cause },
      );
    }
  }
}
