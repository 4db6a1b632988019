import { Worker } from 'node:worker_threads';
import { bundledService } from '../../../src/client/bundled.ts';
import { isThorough } from '../../runs.ts';
import { overLoopback, type Reached } from './loopback.ts';
import { stores } from './stores.ts';
import { openTestService } from './testService.ts';

/** A service under test, and how to reach it. */
export interface Subject extends Reached {
  /** Whether this is the target on which random requests are sent in numbers; each other one gets a handful. */
  isMain: boolean;
}

/** A way to reach a service and a store for it to keep things in. `open` begins with an empty one. */
export interface Target {
  name: string;
  open(): Promise<Subject>;
}

const reaches: Record<string, (address: string) => Promise<Reached>> = {
  'the handler itself': async (address) => {
    const { service, store } = await openTestService(address);
    return { transport: service, close: () => store.close() };
  },
  'HTTP on loopback': async (address) => {
    const { service, store } = await openTestService(address);
    return overLoopback(service, () => store.close());
  },
  'a worker thread': (address) => {
    const { transport, stop } = bundledService(() =>
      Promise.resolve(new Worker(new URL('testWorker.ts', import.meta.url), { workerData: address })),
    );
    return Promise.resolve({ transport, close: stop });
  },
};

const [mainWay] = Object.keys(reaches);
const [mainStore] = Object.keys(stores);

/** Every way with every store or, in `npm test`, each way on the first store, and each store by the first way. */
export const targets: Target[] = Object.entries(reaches).flatMap(([way, reach]) =>
  Object.entries(stores)
    .filter(([store]) => isThorough || way === mainWay || store === mainStore)
    .map(([store, addressOf]) => ({
      name: `${way}, ${store}`,
      open: async () => {
        const { transport, close } = await reach(await addressOf());
        return { transport, isMain: way === mainWay && store === mainStore, close };
      },
    })),
);
