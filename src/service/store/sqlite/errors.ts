import { StoreDamagedError, StoreError, StoreUnavailableError, StoreUnwritableError } from '../store.ts';

/** Primary result codes of SQLite: https://www.sqlite.org/rescode.html */
const sqliteCodes = { BUSY: 5, READONLY: 8, IOERR: 10, CORRUPT: 11, FULL: 13, CANTOPEN: 14, NOTADB: 26 };

/** Those that another try may not meet, or not once the machine is repaired. */
const passing: (number | undefined)[] = [
  sqliteCodes.BUSY,
  sqliteCodes.READONLY,
  sqliteCodes.IOERR,
  sqliteCodes.FULL,
  sqliteCodes.CANTOPEN,
];

/** Why a call failed: a StoreUnavailableError when another try may go well, else the error as it is. */
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

/** Extended result codes of errors that writing alone meets: of `write`, `fsync`, `truncate` and the log's index. */
const writeErrors = [3, 4, 5, 6, 19].map((detail) => sqliteCodes.IOERR | (detail << 8));

/** Whether the disk is full or takes no writes. A limit on the size of files is met as the second. */
function isUnwritable(error: Error): boolean {
  return (
    codeOf(error) === sqliteCodes.FULL || ('errcode' in error && writeErrors.includes(Number(error.errcode)))
  );
}

/** Whether another process holds a lock that the call needs. */
export function isBusy(error: unknown): boolean {
  return codeOf(error) === sqliteCodes.BUSY;
}

/** Why the file can't be opened, as a StoreError that says what to do; any other error as it is. */
export function explained(error: unknown, path: string): unknown {
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

/** A file that is found damaged while it is used, as an error that says what to do; any other error as it is. */
export function asDamaged(error: unknown, path: string): unknown {
  const code = codeOf(error);
  return code === sqliteCodes.CORRUPT || code === sqliteCodes.NOTADB ? damagedError(path, error) : error;
}

/** @param cause what was found. */
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
