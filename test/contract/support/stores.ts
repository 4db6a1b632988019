import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../../src/service/store/store.ts';
import { postgres } from './postgres.ts';

/** A store under test, with an account that owns nothing yet, and the clock that the store reads. */
export interface StoreSubject {
  store: Store;
  account: string;
  /** Milliseconds since 1970. */
  clock: { now: number };
}

/** A place for a store: its address, as `openStore` takes it, and how to be rid of it. */
interface Place {
  address: string;
  remove: () => void;
}

/** Every kind of store; each call makes a place for an empty one. */
export const stores: Record<string, () => Promise<Place>> = {
  'SQLite in memory': () => Promise.resolve({ address: ':memory:', remove: () => undefined }),
  'SQLite in a file': () => {
    const folder = mkdtempSync(join(tmpdir(), 'inkling-contract-'));
    const remove = () => {
      rmSync(folder, { recursive: true });
    };
    return Promise.resolve({ address: join(folder, 'reports.db'), remove });
  },
  PostgreSQL: async () => ({ address: await (await postgres()).createDatabase(), remove: () => undefined }),
};
