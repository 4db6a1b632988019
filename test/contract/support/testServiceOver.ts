import { digestOfKey } from '../../../src/service/account/apiKey.ts';
import { createService } from '../../../src/service/createService.ts';
import type { Service, ServiceParts } from '../../../src/service/service.ts';
import { idMaker } from '../../../src/service/api/ids.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { cheapCost } from './cheapCost.ts';
import { fakeDetect, fakeModels } from './fakeDetect.ts';

export const baseUrl = 'http://inkling.test';
export const maxContentBytes = 1024 * 1024;
/** Keys of two accounts. */
export const apiKey = `ink_${'a'.repeat(43)}`;
export const otherKey = `ink_${'b'.repeat(43)}`;

/**
 * The service over a store, with two accounts. It runs in a browser too.
 * @param log is told what the service could not do.
 */
export async function testServiceOver(
  store: Store,
  log: ServiceParts['log'] = () => undefined,
): Promise<Service> {
  const newId = idMaker(Date.now);
  for (const key of [apiKey, otherKey]) {
    const id = newId();
    // A thread that died and is started again finds the accounts there.
    if (await store.createAccount({ id, name: `account of ${key}`, passwordHash: null })) {
      await store.addKey(id, { id: newId(), name: 'for tests', digest: digestOfKey(key) });
    }
  }
  return createService({
    store,
    detect: fakeDetect,
    models: fakeModels,
    baseUrl,
    now: Date.now,
    maxContentBytes,
    passwordCost: cheapCost,
    log,
  });
}
