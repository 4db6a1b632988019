import { hmacSha256, sha256 } from '#platform';
import { invalid, Problem } from './problem.ts';
import {
  idempotencyLifetime,
  RepeatedKeyError,
  type Idempotency,
  type Store,
  type StoredReport,
} from '../store/store.ts';

/**
 * The stored form of a request's `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): digests of the key
 * and of the body. The body's digest is keyed with the key, because the body may contain the password of a report
 * page.
 * @param header as sent; `undefined` if missing.
 * @param content part of the body's digest; may be long.
 * @param others the other values in the body's digest.
 * @returns `null` for a request without a key.
 * @throws Problem 422 for an invalid key.
 */
export function idempotencyOf(
  header: string | undefined,
  content: string,
  others: object,
): Idempotency | null {
  if (header === undefined) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(header)) {
    throw invalid({ 'Idempotency-Key': ['Send 1 to 255 visible ASCII characters.'] });
  }
  return {
    key: sha256(header),
    body: hmacSha256(header, [JSON.stringify(others), content]),
  };
}

/**
 * Returns a function that creates one report per key: a repeated request gets the first report. `create` analyses and
 * stores the text with this idempotency. The function throws Problem 409 while the first request is being answered,
 * and 422 when the bodies of the two requests differ.
 */
export function createOnceIn(store: Store, now: () => number) {
  /** For each account and key, the digest of the body, for the requests that this process is answering. */
  const inProgress = new Map<string, string>();

  async function findEarlier(account: string, { key, body }: Idempotency): Promise<StoredReport | null> {
    const earlier = await store.findRepeated(account, key, now() - idempotencyLifetime);
    if (earlier === null) return null;
    if (earlier.body !== body) throw differentBody();
    return earlier.report;
  }

  return async (
    account: string,
    idempotency: Idempotency | null,
    create: () => Promise<StoredReport>,
  ): Promise<StoredReport> => {
    if (idempotency === null) return create();
    const place = `${account} ${idempotency.key}`;
    const body = inProgress.get(place);
    if (body !== undefined) throw body === idempotency.body ? requestInProgress() : differentBody();
    inProgress.set(place, idempotency.body);
    try {
      return (await findEarlier(account, idempotency)) ?? (await create());
    } catch (error) {
      if (!(error instanceof RepeatedKeyError)) throw error;
      // Another process answered the same request meanwhile; this analysis was not stored.
      const earlier = await findEarlier(account, idempotency);
      if (earlier === null) throw error;
      return earlier;
    } finally {
      inProgress.delete(place);
    }
  };
}

/** 409 for a repeated request that arrives before the first is answered. */
export function requestInProgress(): Problem {
  return new Problem(
    409,
    'The first request with this Idempotency-Key is still in progress. Try again in a second.',
    { headers: { 'Retry-After': '1' }, code: 'idempotency_key_in_use' },
  );
}

function differentBody(): Problem {
  return invalid(
    { 'Idempotency-Key': ['This key was used with a different body. Use a new key for each request.'] },
    'idempotency_key_reused',
  );
}
