import { maxTextBytes } from '../api/limits.ts';
import { createClient, type Client } from '../client/client.ts';
import { analyseInSteps, runInSteps } from '../service/detection/analysis.ts';
import { createService } from '../service/createService.ts';
import { localApiKey } from '../service/account/localAccount.ts';
import { openSqliteStore } from '../service/store/sqlite/sqlite.ts';
import type { Store } from '../service/store/store.ts';
import { readShippedModel } from './model.ts';

/** A name that can't resolve: nothing of this reaches a network. */
const baseUrl = 'http://inkling.invalid';

/**
 * The client over a service in this process that forgets everything at its end.
 * @throws StartError when the model file is missing or damaged.
 */
export async function createLocalClient(): Promise<Client> {
  const store = openSqliteStore(':memory:');
  return clientOver(store, await localApiKey(store, null));
}

/**
 * The client over a service in this process, as the account that the key names.
 * @throws StartError when the model file is missing or damaged.
 */
export function clientOver(store: Store, key: string): Client {
  const model = readShippedModel();
  const service = createService({
    store,
    detect: (text, signal) => runInSteps(analyseInSteps(text, model), signal),
    baseUrl,
    now: Date.now,
    limits: { maxContentBytes: maxTextBytes },
    log: (_requestId, error) => {
      throw error;
    },
  });
  return createClient({ transport: service, baseUrl, apiKey: () => Promise.resolve(key) });
}
