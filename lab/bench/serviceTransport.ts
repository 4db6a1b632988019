import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { WorkerStart } from '../../src/api/local.ts';
import { bundledService, serviceWorkerLimits } from '../../src/client/bundled.ts';
import type { Transport } from '../../src/client/calls.ts';
import { createService } from '../../src/service/createService.ts';
import { openSqliteStore } from '../../src/service/store/sqlite/sqlite.ts';
import { root } from '../../test/rig/paths.ts';
import type { Call } from './serviceServer.ts';

const rounds = 2000;
const baseUrl = 'http://inkling.invalid';

interface Comparison {
  handlerMs: number;
  transportMs: number;
  overMs: number;
}

/**
 * Compares requests over the bundled transport, to the built worker as the editor starts it, with direct calls of the
 * service: medians in milliseconds, one request at a time, alternating.
 */
export async function compareTransports(
  database: string,
  apiKey: string,
  calls: Record<string, Call>,
): Promise<Record<string, Comparison>> {
  const workerData: WorkerStart = {
    databasePath: database,
    modelPath: join(root, 'media/inkling-en.inkmodel'),
    apiKey,
    baseUrl,
    maxContentBytes: 1024 * 1024,
  };
  const bundled = bundledService(() =>
    Promise.resolve(
      new Worker(join(root, 'dist/service-worker.js'), { workerData, resourceLimits: serviceWorkerLimits }),
    ),
  );
  const store = openSqliteStore(database);
  const service = createService({
    store,
    detect: () => Promise.reject(new Error('Nothing is analysed here.')),
    models: () => [],
    baseUrl,
    now: Date.now,
    maxContentBytes: 1024 * 1024,
    log: (_requestId, error) => {
      throw error;
    },
  });
  const headers = { Authorization: `Bearer ${apiKey}` };
  try {
    const compared: Record<string, Comparison> = {};
    for (const [name, { path }] of Object.entries(calls)) {
      const time = async (transport: Transport): Promise<number> => {
        const started = performance.now();
        const response = await transport(new Request(baseUrl + path, { headers }));
        await response.text();
        if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
        return performance.now() - started;
      };
      const handler: number[] = [];
      const transport: number[] = [];
      for (let round = -rounds / 2; round < rounds; round++) {
        const times = [await time((request) => service(request)), await time(bundled.transport)] as const;
        if (round < 0) continue; // warms up
        handler.push(times[0]);
        transport.push(times[1]);
      }
      const [handlerMs, transportMs] = [median(handler), median(transport)];
      compared[name] = { handlerMs, transportMs, overMs: transportMs - handlerMs };
    }
    return compared;
  } finally {
    await bundled.stop();
    await store.close();
  }
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
