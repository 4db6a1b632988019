import { digestOfKey, newApiKey } from './apiKey.ts';
import { idMaker } from '../api/ids.ts';
import type { Store } from '../store/store.ts';

/** The id of the one account that the service on this machine has, which is made when it is missing. */
export async function localAccountId(store: Store): Promise<string> {
  await store.createAccount({ id: idMaker(Date.now)(), name: 'local', passwordHash: null });
  const account = (await store.accountNamed('local'))?.id;
  if (account === undefined) throw new Error('The local account was deleted as it was opened.');
  return account;
}

/**
 * A key of the local account.
 * @param saved the key that the editor still has; kept if it is the account's.
 */
export async function localApiKey(store: Store, saved: string | null): Promise<string> {
  const account = await localAccountId(store);
  if (saved !== null && (await store.accountOfKey(digestOfKey(saved))) === account) return saved;
  const key = newApiKey();
  await store.addKey(account, { id: idMaker(Date.now)(), name: 'local', digest: digestOfKey(key) });
  return key;
}
