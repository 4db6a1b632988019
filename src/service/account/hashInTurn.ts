import { hashPassword } from './password.ts';

/** The last hash that each account waits for. */
const lastOf = new Map<string, Promise<unknown>>();

/**
 * Hashes the password of a report page: an account's one after the other. Node makes hashes on four threads, each a
 * third of a second of work; an account that asked for many at once would keep everyone from signing in meanwhile.
 * @throws the signal's reason, without hashing, when it is aborted before its turn.
 */
export async function hashInTurn(account: string, password: string, signal: AbortSignal): Promise<string> {
  const turn = (lastOf.get(account) ?? Promise.resolve()).then(() => {
    signal.throwIfAborted();
    return hashPassword(password);
  });
  const ended = turn.catch(() => undefined);
  lastOf.set(account, ended);
  try {
    return await turn;
  } finally {
    if (lastOf.get(account) === ended) lastOf.delete(account);
  }
}
