import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { bundledService } from '../../../src/client/bundled.ts';
import type { Transport } from '../../../src/client/transport.ts';
import { overLoopback } from './loopback.ts';
import { openTestService } from './testService.ts';

/** A service under test, and how to reach it. */
export interface Subject {
  transport: Transport;
  close: () => Promise<void>;
}

/** A way to reach a service and a store for it to keep things in. `open` begins with an empty one. */
export interface Target {
  name: string;
  open(): Promise<Subject>;
}

type Reach = (databasePath: string) => Promise<Subject>;

const direct: Reach = async (databasePath) => {
  const { service, store } = await openTestService(databasePath);
  return { transport: service, close: () => store.close() };
};

const worker: Reach = (databasePath) => {
  const { transport, stop } = bundledService(() =>
    Promise.resolve(new Worker(new URL('testWorker.ts', import.meta.url), { workerData: databasePath })),
  );
  return Promise.resolve({ transport, close: stop });
};

const http: Reach = async (databasePath) => {
  const { service, store } = await openTestService(databasePath);
  return overLoopback(service, () => store.close());
};

const inMemory = (reach: Reach) => () => reach(':memory:');

const inFile = (reach: Reach) => async () => {
  const folder = mkdtempSync(join(tmpdir(), 'inkling-contract-'));
  const { transport, close } = await reach(join(folder, 'reports.db'));
  return {
    transport,
    close: async () => {
      await close();
      rmSync(folder, { recursive: true });
    },
  };
};

export const targets: Target[] = [
  { name: 'the handler itself, SQLite in memory', open: inMemory(direct) },
  { name: 'the handler itself, SQLite in a file', open: inFile(direct) },
  { name: 'HTTP on loopback, SQLite in memory', open: inMemory(http) },
  { name: 'HTTP on loopback, SQLite in a file', open: inFile(http) },
  { name: 'a worker thread, SQLite in memory', open: inMemory(worker) },
  { name: 'a worker thread, SQLite in a file', open: inFile(worker) },
];
