import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { WorkerStart } from '../../src/api/local.ts';
import { modelPath } from '../../src/cli/assets.ts';
import { bundledService, serviceWorkerLimits, type BundledService } from '../../src/client/bundled.ts';
import { createClient, type Client } from '../../src/client/client.ts';
import { ApiError } from '../../src/client/errors.ts';
import type { Fault } from './fault.ts';
import { requireSound } from './kept.ts';

const baseUrl = 'http://inkling.invalid';
const scansEach = 10;
const text = 'Two of us wrote in the book that night, and neither read what the other had put. '.repeat(300);

export const twoEditors: Fault = {
  name: 'two-editors',
  title: 'two editors on one database, whose services are killed during scans, lose nothing and go on',
  isQuick: true,
  async play({ folder, random }) {
    const databasePath = join(folder, 'inkling.db');
    const editors = [openEditor(databasePath), openEditor(databasePath)];
    const acknowledged: string[] = [];
    let died = 0;
    const write = async ({ client, kill }: Editor): Promise<void> => {
      for (let number = 0; number < scansEach; number++) {
        const scan = client.scan({ content: text, project: `p${number % 3}` });
        const ended = scan.then(
          ({ id }) => acknowledged.push(id),
          (error: unknown) => {
            assert.ok(error instanceof ApiError && isDeath(error), String(error));
            died += 1;
          },
        );
        if (random.whole(0, 2) === 0) {
          await delay(random.whole(0, 100));
          await kill();
        }
        await ended;
      }
    };
    try {
      await Promise.all(editors.map(write));
      for (const { client } of editors) {
        for (const id of acknowledged) assert.equal((await client.getReport(id)).id, id);
      }
    } finally {
      for (const { service } of editors) await service.stop();
    }
    const held = requireSound(databasePath);
    const most = acknowledged.length + died;
    assert.ok(held >= acknowledged.length && held <= most, `${acknowledged.length} <= ${held} <= ${most}`);
    return `${died} scans failed with their service, ${acknowledged.length} reports kept`;
  },
};

/** `unavailable` if it was killed before it was ready. */
function isDeath({ code }: ApiError): boolean {
  return code === 'workerDied' || code === 'unavailable';
}

interface Editor {
  service: BundledService;
  client: Client;
  /** Ends the service's thread, as a crash would. */
  kill: () => Promise<unknown>;
}

/** The parts of the editor below its views. The key survives a restart, as in its secret storage. */
function openEditor(databasePath: string): Editor {
  let thread: Worker | undefined;
  let savedKey: string | null = null;
  const service = bundledService(() => {
    const workerData: WorkerStart = {
      databasePath,
      modelPath: modelPath(),
      apiKey: savedKey,
      baseUrl,
      maxContentBytes: 1024 * 1024,
    };
    thread = new Worker(new URL('../../src/service/worker.ts', import.meta.url), {
      workerData,
      resourceLimits: serviceWorkerLimits,
    });
    return Promise.resolve(thread);
  });
  const apiKey = async () => (savedKey = await service.apiKey());
  const client = createClient({ transport: service.transport, baseUrl, apiKey });
  return { service, client, kill: async () => thread?.terminate() };
}
