import { DatabaseSync } from 'node:sqlite';
import { migrate } from './migrations.ts';
import { StoreError } from './store.ts';

/**
 * Opens the file in the newest shape.
 * @throws StoreError when it can't be opened, is damaged, another program's, or newer than this program.
 */
export function openDatabase(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    // FULL: an acknowledged report survives a power loss. In WAL that costs one sync for each write.
    database.exec(`
      PRAGMA busy_timeout = 10000;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
    `);
    migrate(database, path);
    return database;
  } catch (error) {
    if (database?.isOpen) database.close();
    throw asStoreError(error, path);
  }
}

/** Primary result codes of SQLite: https://www.sqlite.org/rescode.html */
const sqliteCodes = { BUSY: 5, READONLY: 8, IOERR: 10, CORRUPT: 11, FULL: 13, CANTOPEN: 14, NOTADB: 26 };

function asStoreError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error;
  const options = { cause: error };
  switch (error.errcode & 0xff) {
    case sqliteCodes.NOTADB:
    case sqliteCodes.CORRUPT:
      return new StoreError(
        `The database ${path} is damaged. Move it away to start with an empty one, or put a copy of it back.`,
        options,
      );
    case sqliteCodes.BUSY:
      return new StoreError(
        `The database ${path} is in use by another program. Close it and try again.`,
        options,
      );
    case sqliteCodes.FULL:
      return new StoreError(
        `The disk that holds the database ${path} is full. Make room and try again.`,
        options,
      );
    case sqliteCodes.READONLY:
    case sqliteCodes.CANTOPEN:
    case sqliteCodes.IOERR:
      return new StoreError(
        `The database ${path} can't be opened for reading and writing. Check that its folder exists and that you may write there.`,
        options,
      );
    default:
      return error;
  }
}
