import { DatabaseError } from 'pg';
import { StoreError, StoreUnavailableError, StoreUnwritableError } from '../store.ts';

/** The address for messages, without its password and without its parameters, which can also contain passwords. */
export function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return 'postgres://...';
  const { protocol, username, host, pathname } = new URL(address);
  return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`;
}

/** Converts an error that prevents opening a database to a StoreError with a remedy. */
export function withRemedy(error: unknown, where: string): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error;
  return new StoreError(remedyFor(error, where), { cause: error });
}

function remedyFor(error: Error, where: string): string {
  if (error instanceof DatabaseError) return remedyForRefusal(error, where);
  if ('code' in error && error.code === 'ERR_INVALID_URL') {
    return 'The database address is not a URL. Use postgres://user:password@host:port/database and percent-encode special characters.';
  }
  return `The database ${where} can't be reached (${error.message}). Check the address and that PostgreSQL is running.`;
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
function remedyForRefusal({ code, message }: DatabaseError, where: string): string {
  switch (code) {
    case '28000':
    case '28P01':
      return `The database ${where} refused the user or the password (${message}). Check both in the address.`;
    case '3D000':
      return `The database ${where} does not exist. Create it with createdb, in UTF-8.`;
    case '42501':
      return `Permission denied in the database ${where} (${message}). Allow the user to create schemas, or create the schema "inkling" with the user as its owner.`;
    case '53300':
      return `The database ${where} has too many connections. Raise max_connections or run fewer processes.`;
    case '57P03':
      return `The database ${where} is starting or stopping. Try again in a moment.`;
    case '57014':
      return `The database ${where} is being migrated by another process. Try again when it is done.`;
    case undefined:
    default:
      return `The database ${where} can't be used (${message}; SQLSTATE ${code ?? 'unknown'}). Check its address and its settings.`;
  }
}

/**
 * Errors that are temporary, or that the server's administrator can fix: a broken connection (08), no resources (53),
 * a shutdown or a time limit (57), an idle transaction that was ended (25P03), a read-only standby (25006).
 */
const passing = /^(08|53|57|25P03|25006)/;

/** Converts a driver's error to a StoreUnavailableError if a retry may succeed; returns any other error unchanged. */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TypeError) return error;
  // Errors that the server did not send are about the connection.
  if (error instanceof DatabaseError && !passing.test(error.code ?? '')) return error;
  if (error instanceof DatabaseError && error.code === '53100')
    return new StoreUnwritableError(`The database’s disk is full: ${error.message}.`, { cause: error });
  return new StoreUnavailableError(`The database is unavailable: ${error.message}. Try again.`, {
    cause: error,
  });
}
