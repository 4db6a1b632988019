import { StoreDamagedError, StoreError, StoreUnavailableError, StoreUnwritableError } from '../store.ts';

/** Primary result codes of SQLite: https://www.sqlite.org/rescode.html */
const codes = { BUSY: 5, READONLY: 8, IOERR: 10, CORRUPT: 11, FULL: 13, CANTOPEN: 14, NOTADB: 26 };

/** Errors that a retry, or a repair of the machine, may solve. */
const passing: unknown[] = [codes.BUSY, codes.READONLY, codes.IOERR, codes.FULL, codes.CANTOPEN];

/** Converts an error to a StoreUnavailableError if a retry may succeed; returns any other error unchanged. */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || !passing.includes(codeOf(error))) return error;
  const options = { cause: error };
  return isUnwritable(error)
    ? new StoreUnwritableError(
        `The database can’t be written right now: ${error.message}. Free disk space.`,
        options,
      )
    : new StoreUnavailableError(`The database is unavailable: ${error.message}. Try again.`, options);
}

/** Extended result codes of errors that affect only writing: of `write`, `fsync`, `truncate` and the log's index. */
const writeErrors: unknown[] = [3, 4, 5, 6, 19].map((detail) => codes.IOERR | (detail << 8));

/** Whether the disk is full or read-only. A limit on file sizes counts as read-only. */
function isUnwritable(error: Error): boolean {
  return codeOf(error) === codes.FULL || writeErrors.includes(extendedCodeOf(error));
}

/** Whether another process holds a lock that the call needs. */
export function isBusy(error: unknown): boolean {
  return codeOf(error) === codes.BUSY;
}

/** Converts an error that prevents opening the file to a StoreError with a remedy; returns any other unchanged. */
export function withRemedy(error: unknown, path: string): unknown {
  const remedy = remedyFor(codeOf(error), path);
  return remedy === undefined ? toDamagedError(error, path) : new StoreError(remedy, { cause: error });
}

function remedyFor(code: number | undefined, path: string): string | undefined {
  switch (code) {
    case codes.BUSY:
      return `The database ${path} is in use by another program. Close it and try again.`;
    case codes.FULL:
      return `The disk of the database ${path} is full. Free space and try again.`;
    case codes.READONLY:
    case codes.CANTOPEN:
    case codes.IOERR:
      return `The database ${path} can’t be opened for reading and writing. Check its folder, permissions and disk.`;
    case undefined:
    default:
      return undefined;
  }
}

/** Converts an error about a damaged file to one with a remedy; returns any other error unchanged. */
export function toDamagedError(error: unknown, path: string): unknown {
  const code = codeOf(error);
  return code === codes.CORRUPT || code === codes.NOTADB ? damagedError(path, error) : error;
}

/** @param cause the error that revealed the damage. */
export function damagedError(path: string, cause?: unknown): StoreDamagedError {
  return new StoreDamagedError(
    `The database ${path} is damaged. Close every editor and service that uses it. Move it away with ${path}-wal and ${path}-shm. Then restore a backup, or start with an empty database.`,
    { cause },
  );
}

function codeOf(error: unknown): number | undefined {
  const code = extendedCodeOf(error);
  return code === undefined ? undefined : code & 0xff;
}

/** SQLite's extended result code: `errcode` of node:sqlite, `resultCode` of SQLite's WebAssembly. */
function extendedCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'errcode' in error ? error.errcode : 'resultCode' in error && error.resultCode;
  return typeof code === 'number' ? code : undefined;
}
