import { StoreDamagedError, StoreError, StoreUnavailableError, StoreUnwritableError } from '../store.ts';

/** Primary result codes of SQLite: https://www.sqlite.org/rescode.html */
const sqliteCodes = { BUSY: 5, READONLY: 8, IOERR: 10, CORRUPT: 11, FULL: 13, CANTOPEN: 14, NOTADB: 26 };

/** Errors that a retry may solve, or a repair of the machine. */
const passing: (number | undefined)[] = [
  sqliteCodes.BUSY,
  sqliteCodes.READONLY,
  sqliteCodes.IOERR,
  sqliteCodes.FULL,
  sqliteCodes.CANTOPEN,
];

/** Converts an error to a StoreUnavailableError if a retry may succeed; returns any other error unchanged. */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || !passing.includes(codeOf(error))) return error;
  if (isUnwritable(error)) {
    return new StoreUnwritableError(
      `The database can’t be written right now: ${error.message}. Free disk space.`,
      {
        cause: error,
      },
    );
  }
  return new StoreUnavailableError(`The database is unavailable: ${error.message}. Try again.`, {
    cause: error,
  });
}

/** Extended result codes of errors that affect only writing: of `write`, `fsync`, `truncate` and the log's index. */
const writeErrors = [3, 4, 5, 6, 19].map((detail) => sqliteCodes.IOERR | (detail << 8));

/** Whether the disk is full or read-only. A limit on file sizes counts as read-only. */
function isUnwritable(error: Error): boolean {
  return (
    codeOf(error) === sqliteCodes.FULL || ('errcode' in error && writeErrors.includes(Number(error.errcode)))
  );
}

/** Whether another process holds a lock that the call needs. */
export function isBusy(error: unknown): boolean {
  return codeOf(error) === sqliteCodes.BUSY;
}

/**
 * Converts an error that prevents opening the file to a StoreError with a remedy; returns any other error
 * unchanged.
 */
export function withRemedy(error: unknown, path: string): unknown {
  const options = { cause: error };
  switch (codeOf(error)) {
    case sqliteCodes.NOTADB:
    case sqliteCodes.CORRUPT:
      return damagedError(path, error);
    case sqliteCodes.BUSY:
      return new StoreError(
        `The database ${path} is in use by another program. Close it and try again.`,
        options,
      );
    case sqliteCodes.FULL:
      return new StoreError(`The disk of the database ${path} is full. Free space and try again.`, options);
    case sqliteCodes.READONLY:
    case sqliteCodes.CANTOPEN:
    case sqliteCodes.IOERR:
      return new StoreError(
        `The database ${path} can’t be opened for reading and writing. Check its folder, permissions and disk.`,
        options,
      );
    case undefined:
    default:
      return error;
  }
}

/** Converts an error about a damaged file to one with a remedy; returns any other error unchanged. */
export function toDamagedError(error: unknown, path: string): unknown {
  const code = codeOf(error);
  return code === sqliteCodes.CORRUPT || code === sqliteCodes.NOTADB ? damagedError(path, error) : error;
}

/** @param cause the error that revealed the damage. */
export function damagedError(path: string, cause?: unknown): StoreDamagedError {
  return new StoreDamagedError(
    `The database ${path} is damaged. Close every Inkling that uses it. Move it away with ${path}-wal and ${path}-shm. Then restore a backup, or start with an empty database.`,
    { cause },
  );
}

function codeOf(error: unknown): number | undefined {
  const isSqlite = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
  return isSqlite ? Number(error.errcode) & 0xff : undefined;
}
