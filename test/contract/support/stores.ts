import { join } from 'node:path';
import type { Store } from '../../../src/service/store/store.ts';
import { postgres } from './postgres.ts';
import { temporaryFolder } from '../../rig/temporaryFolder.ts';

/** A store under test, with an account that owns nothing yet, and the clock that the store reads. */
export interface StoreSubject {
  store: Store;
  account: string;
  /** Milliseconds since 1970. */
  clock: { now: number };
}

/** Every kind of store; each call gives the address of an empty one, as `openStore` takes it. */
export const stores: Record<string, () => Promise<string>> = {
  'SQLite in memory': () => Promise.resolve(':memory:'),
  'SQLite in a file': () => Promise.resolve(join(temporaryFolder('contract'), 'reports.db')),
  PostgreSQL: async () => (await postgres()).createDatabase(),
};
