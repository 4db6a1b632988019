import { createHash, randomBytes } from 'node:crypto';
import type { AccountStore } from '../store/store.ts';

/** A new key: a prefix that secret scanners can recognise, and 256 random bits. */
export function newApiKey(): string {
  return `ink_${randomBytes(32).toString('base64url')}`;
}

/** What is stored of a key. It has 256 random bits, so one round of a fast hash can't be guessed back. */
export function digestOfKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** Makes every key of the account useless. @returns how many there were. */
export async function revokeAllKeys(
  store: Pick<AccountStore, 'listKeys' | 'revokeKey'>,
  account: string,
): Promise<number> {
  const keys = await store.listKeys(account);
  for (const { id } of keys) await store.revokeKey(account, id);
  return keys.length;
}
