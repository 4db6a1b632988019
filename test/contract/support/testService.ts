import type { Service, ServiceParts } from '../../../src/service/service.ts';
import { openStore } from '../../../src/service/store/openStore.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { testServiceOver } from './testServiceOver.ts';

export { apiKey, baseUrl, maxContentBytes, otherKey } from './testServiceOver.ts';

/**
 * The service over a new store at this address, with two accounts.
 * @param log is told what the service could not do.
 */
export async function openTestService(
  address: string,
  log?: ServiceParts['log'],
): Promise<{ service: Service; store: Store }> {
  const store = await openStore(address);
  return { service: await testServiceOver(store, log), store };
}
