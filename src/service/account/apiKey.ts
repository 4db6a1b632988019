import { sha256, toBase64Url } from '#platform';
import type { AccountStore, Store } from '../store/store.ts';
import { idMaker } from '../api/ids.ts';

/** A new key: a prefix for secret scanners, and 256 random bits. */
export function newApiKey(): string {
  return `ink_${toBase64Url(crypto.getRandomValues(new Uint8Array(32)))}`;
}

const isApiKey = (text: string): boolean => /^ink_[\w-]{43}$/.test(text);

/** The stored form of a key. With 256 random bits, one round of a fast hash is safe against guessing. */
export function digestOfKey(key: string): string {
  return sha256(key);
}

/** Revokes all keys of the account. Returns their number. */
export async function revokeAllKeys(
  store: Pick<AccountStore, 'listKeys' | 'revokeKey'>,
  account: string,
): Promise<number> {
  const keys = await store.listKeys(account);
  for (const { id } of keys) await store.revokeKey(account, id);
  return keys.length;
}

/** The id of the local service's only account. Creates the account if missing. */
export async function localAccountId(store: Store): Promise<string> {
  await store.createAccount({ id: idMaker(Date.now)(), name: 'local', passwordHash: null });
  const account = (await store.accountNamed('local'))?.id;
  if (account === undefined) throw new Error('The local account was deleted while it was being opened.');
  return account;
}

/**
 * A key of the local account: the one that the editor saved, otherwise a new one. A saved key that belongs to no
 * account is added, because the workspaces of a browser share their secrets but not the store.
 */
export async function localApiKey(store: Store, saved: string | null): Promise<string> {
  const account = await localAccountId(store);
  const owner = saved === null ? undefined : await store.accountOfKey(digestOfKey(saved));
  if (saved !== null && owner === account) return saved;
  const key = saved !== null && owner === null && isApiKey(saved) ? saved : newApiKey();
  await store.addKey(account, { id: idMaker(Date.now)(), name: 'local', digest: digestOfKey(key) });
  return key;
}
