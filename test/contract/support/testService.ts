import { digestOfKey } from '../../../src/service/apiKey.ts';
import { createService } from '../../../src/service/createService.ts';
import type { Service } from '../../../src/service/service.ts';
import { openSqliteStore } from '../../../src/service/store/sqlite.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { fakeDetect } from './fakeDetect.ts';

export const baseUrl = 'http://inkling.test';
export const maxContentBytes = 1024 * 1024;
/** Keys of two accounts. */
export const apiKey = `ink_${'a'.repeat(43)}`;
export const otherKey = `ink_${'b'.repeat(43)}`;

/** The service over a new SQLite file, or `:memory:`, with two accounts. */
export async function openTestService(databasePath: string): Promise<{ service: Service; store: Store }> {
  const store = openSqliteStore(databasePath);
  for (const key of [apiKey, otherKey]) {
    const account = await store.ensureAccount(`account of ${key}`, crypto.randomUUID());
    if ((await store.accountOfKey(digestOfKey(key))) === null) await store.addKey(account, digestOfKey(key));
  }
  const service = createService({
    store,
    detect: fakeDetect,
    baseUrl,
    now: Date.now,
    limits: { maxContentBytes },
    log: () => undefined,
  });
  return { service, store };
}
