import { digestOfKey, newApiKey } from './apiKey.ts';
import { idMaker } from './ids.ts';
import type { Store } from './store/store.ts';

/**
 * A key of the one account that the editor's own service has, which is made when it is missing.
 * @param saved the key that the editor still has; kept if it is the account's.
 */
export async function localApiKey(store: Store, saved: string | null): Promise<string> {
  const newId = idMaker(Date.now);
  await store.createAccount({ id: newId(), name: 'local', passwordHash: null });
  const account = (await store.accountNamed('local'))?.id;
  if (account === undefined) throw new Error('The local account was deleted as it was opened.');
  if (saved !== null && (await store.accountOfKey(digestOfKey(saved))) === account) return saved;
  const key = newApiKey();
  await store.addKey(account, { id: newId(), name: 'local', digest: digestOfKey(key) });
  return key;
}
