import { DatabaseError } from 'pg';
import { StoreError, StoreUnavailableError, StoreUnwritableError } from '../store.ts';

/** The address as messages may show it: without the password and without parameters, which can hold others. */
export function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return 'postgres://...';
  const { protocol, username, host, pathname } = new URL(address);
  return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`;
}

/** Why a database can't be opened, as a StoreError that says what to do; any other error as it is. */
export function explained(error: unknown, where: string): unknown {
  const remedy = remedyFor(error, where);
  return remedy === undefined ? error : new StoreError(remedy, { cause: error });
}

function remedyFor(error: unknown, where: string): string | undefined {
  if (error instanceof StoreError || !(error instanceof Error)) return undefined;
  if (error instanceof DatabaseError) return remedyForRefusal(error, where);
  if ('code' in error && error.code === 'ERR_INVALID_URL') {
    return 'The address of the database is not a URL. Write it as postgres://user:password@host:port/database, with other characters than letters and digits percent-encoded.';
  }
  return `The database ${where} can't be reached (${error.message}). Check that PostgreSQL runs there and that the address is right.`;
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
function remedyForRefusal({ code, message }: DatabaseError, where: string): string {
  switch (code) {
    case '28000':
    case '28P01':
      return `The database ${where} refused the user or the password (${message}). Check both in the address.`;
    case '3D000':
      return `There is no database ${where}. Create it with createdb, in UTF-8.`;
    case '42501':
      return `The user may not do what is needed in the database ${where} (${message}). Let it create a schema there, or create the schema "inkling" and make the user its owner.`;
    case '53300':
      return `The database ${where} takes no more connections. Raise its max_connections, or run fewer processes.`;
    case '57P03':
      return `The database ${where} is starting or stopping. Try again in a moment.`;
    case '57014':
      return `The database ${where} is being changed by another process. Try again when that has ended.`;
    case undefined:
    default:
      return `The database ${where} can't be used (${message}; SQLSTATE ${code ?? 'unknown'}). Check its address and its settings.`;
  }
}

/**
 * Refusals that pass, or that the server's administrator can end: a broken connection (08), no resources (53), stopping
 * or cancelled by a time limit (57), a transaction ended for waiting (25P03), a standby that takes no writes (25006).
 */
const passing = /^(08|53|57|25P03|25006)/;

/** What a call of the driver ended with: a StoreUnavailableError when another try may go well, else the error as it is. */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TypeError) return error;
  // What the server did not say itself is about the way to it.
  if (error instanceof DatabaseError && !passing.test(error.code ?? '')) return error;
  if (error instanceof DatabaseError && error.code === '53100')
    return new StoreUnwritableError(`The disk of the database is full: ${error.message}.`, { cause: error });
  return new StoreUnavailableError(`The database can't be used at the moment: ${error.message}. Try again.`, {
    cause: error,
  });
}
