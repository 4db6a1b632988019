import { fromBase64, isSame, scrypt, toBase64Url } from '#platform';

/** The cost of one guess at a password, as scrypt's parameters (RFC 7914). */
export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

/** 32 MiB and three passes, as OWASP's Password Storage Cheat Sheet recommends. */
const fullCost: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };

/**
 * The stored form of a password: `scrypt$N$r$p$salt$hash`, with hash and salt in base64url. The password is
 * normalised to NFC first, because keyboards encode the same letter in different ways.
 */
export async function hashPassword(password: string, cost = fullCost): Promise<string> {
  const { N, r, p } = cost;
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const hash = await hashOf(password, salt, cost);
  return ['scrypt', N, r, p, toBase64Url(salt), toBase64Url(hash)].join('$');
}

/**
 * Whether the password matches the stored one. If none is stored, it is rejected after the same work, so that the
 * response time does not reveal which names exist.
 * @throws Error when `hashPassword` did not create the stored value.
 */
export async function isCorrectPassword(
  password: string,
  stored: string | null,
  costIfNone = fullCost,
): Promise<boolean> {
  if (stored === null) {
    await hashOf(password, new Uint8Array(16), costIfNone);
    return false;
  }
  const [scheme, ...rest] = stored.split('$');
  const [salt, hash] = rest.slice(3).map((part) => fromBase64(part));
  if (scheme !== 'scrypt' || !salt || hash?.length !== 32) throw new Error('A stored password is damaged.');
  const cost = { N: Number(rest[0]), r: Number(rest[1]), p: Number(rest[2]) };
  return isSame(await hashOf(password, salt, cost), hash);
}

function hashOf(password: string, salt: Uint8Array, cost: PasswordCost): Promise<Uint8Array> {
  return scrypt(password.normalize('NFC'), salt, cost);
}

/** For each account, the last pending hash. */
const lastOf = new Map<string, Promise<unknown>>();

/**
 * Hashes the password of a report page, one at a time per account. Node hashes on four threads, a third of a second
 * each, so an account with many requests at once would delay everyone else's sign-in.
 * @throws the signal's reason if it is aborted before the password's turn; nothing is hashed then.
 */
export async function hashQueued(
  account: string,
  password: string,
  signal: AbortSignal,
  cost?: PasswordCost,
): Promise<string> {
  const queuedHash = (lastOf.get(account) ?? Promise.resolve()).then(() => {
    signal.throwIfAborted();
    return hashPassword(password, cost);
  });
  const ended = queuedHash.catch(() => undefined);
  lastOf.set(account, ended);
  try {
    return await queuedHash;
  } finally {
    if (lastOf.get(account) === ended) lastOf.delete(account);
  }
}
