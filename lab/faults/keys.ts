import { digestOfKey, newApiKey } from '../../src/service/account/apiKey.ts';
import { idMaker } from '../../src/service/api/ids.ts';
import { openStore } from '../../src/service/store/openStore.ts';

/**
 * Creates accounts in a database, which is created if missing.
 * @returns a key for each.
 */
export async function keysOfNewAccounts(database: string, count: number): Promise<string[]> {
  const store = await openStore(database);
  const newId = idMaker(Date.now);
  const keys: string[] = [];
  try {
    for (let made = 0; made < count; made++) {
      const [id, key] = [newId(), newApiKey()];
      await store.createAccount({ id, name: id, passwordHash: null });
      await store.addKey(id, { id: newId(), name: 'faults', digest: digestOfKey(key) });
      keys.push(key);
    }
  } finally {
    await store.close();
  }
  return keys;
}
