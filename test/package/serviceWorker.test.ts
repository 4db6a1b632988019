import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { WorkerStart } from '../../src/api/local.ts';
import { bundledService } from '../../src/client/bundled.ts';
import { createClient, type Client } from '../../src/client/client.ts';
import { root } from '../rig/paths.ts';
import { temporaryFolder } from '../rig/temporaryFolder.ts';

const modelPath = join(root, 'media/inkling-en.inkmodel');

describe('the bundled service worker, with the model that ships', () => {
  let folder: string;
  const stops: (() => Promise<void>)[] = [];

  before(() => {
    folder = temporaryFolder('worker');
  });
  after(async () => {
    for (const stop of stops) await stop();
  });

  function clientWith(changes: Partial<WorkerStart>): Client {
    const workerData: WorkerStart = {
      databasePath: join(folder, 'inkling.db'),
      modelPath,
      apiKey: null,
      baseUrl: 'http://inkling.invalid',
      maxContentBytes: 5 * 1024 * 1024,
      ...changes,
    };
    const bundled = bundledService(() =>
      Promise.resolve(new Worker(join(root, 'dist/service-worker.js'), { workerData, stderr: true })),
    );
    stops.push(() => bundled.stop());
    return createClient({ ...bundled, baseUrl: workerData.baseUrl });
  }

  it('analyses a text and keeps its report', async () => {
    const client = clientWith({});
    const { id, result } = await client.scan({ content: 'It rained on the pier. Nobody minded much.' });
    assert.equal(result?.verdict, 'uncertain', 'eight words are too few');
    assert.equal(result.segments.length, 2);
    assert.equal((await client.getReport(id)).content, 'It rained on the pier. Nobody minded much.');
  });

  it('names the model file that is missing', async () => {
    const gone = join(folder, 'gone.inkmodel');
    await assert.rejects(clientWith({ modelPath: gone }).listReports(), {
      code: 'unavailable',
      message: `The service on this machine can’t start. The model file ${gone} is missing or can't be read. Install Inkling again.`,
    });
  });

  const damages: [what: string, damage: (model: Buffer) => Uint8Array][] = [
    ['empty', () => new Uint8Array()],
    ['cut short', (model) => model.subarray(0, model.length >> 1)],
    ['of another kind', () => Buffer.from('Just some words that are no model at all.')],
    [
      'damaged in one byte',
      (model) => {
        const damaged = Buffer.from(model);
        damaged[damaged.length >> 1]! ^= 1;
        return damaged;
      },
    ],
  ];
  for (const [what, damage] of damages) {
    it(`names the model file that is ${what}, and stays alive`, async () => {
      const path = join(folder, `${what.replaceAll(' ', '-')}.inkmodel`);
      writeFileSync(path, damage(readFileSync(modelPath)));
      await assert.rejects(clientWith({ modelPath: path }).listReports(), ({ code, message }) => {
        assert.equal(code, 'unavailable');
        assert.ok(String(message).includes(path), String(message));
        assert.match(String(message), /is not usable: .+\. Install Inkling again\.$/);
        return true;
      });
    });
  }
});
