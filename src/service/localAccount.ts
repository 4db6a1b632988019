import { randomUUID } from 'node:crypto';
import { digestOfKey, newApiKey } from './apiKey.ts';
import type { Store } from './store/store.ts';

/**
 * A key of the one account that the editor's own service has, which is made when it is missing.
 * @param saved the key that the editor still has; kept if it is the account's.
 */
export async function localApiKey(store: Store, saved: string | null): Promise<string> {
  const account = await store.ensureAccount('local', randomUUID());
  if (saved !== null && (await store.accountOfKey(digestOfKey(saved))) === account) return saved;
  const key = newApiKey();
  await store.addKey(account, digestOfKey(key));
  return key;
}
