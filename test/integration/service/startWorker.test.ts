import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PortReady, PortRequest, PortResponse } from '../../../src/api/local.ts';
import type { ServicePort } from '../../../src/service/servePort.ts';
import { startWorker } from '../../../src/service/startWorker.ts';
import { StartError } from '../../../src/service/service.ts';
import { openSqliteStore } from '../../../src/service/store/sqlite/sqlite.ts';
import type { FromThread, ToThread } from '../../../src/threads/thread.ts';
import { detectionOf, endless, fakeDetect, fakeModels } from '../../contract/support/fakeDetect.ts';
import { temporaryFolder } from '../../rig/temporaryFolder.ts';

const detector = {
  detect: fakeDetect,
  models: fakeModels,
  detectEdited: (_document: string, text: string) => Promise.resolve(detectionOf(text)),
};

type FromWorker = FromThread<PortResponse, PortReady>;
type ToWorker = ToThread<PortRequest>;

class TestPort implements ServicePort {
  readonly said: FromWorker[] = [];
  #listeners: ((message: ToWorker) => void)[] = [];
  #heard: () => void = () => undefined;

  postMessage(message: FromWorker): void {
    this.said.push(message);
    this.#heard();
  }

  on(_event: 'message', listener: (message: ToWorker) => void): void {
    this.#listeners.push(listener);
  }

  tell(message: ToWorker): void {
    for (const listener of this.#listeners) listener(message);
  }

  /** The next thing that is said. */
  async next(): Promise<FromWorker | undefined> {
    await new Promise<void>((resolve) => (this.#heard = resolve));
    return this.said.at(-1);
  }
}

describe('the worker', () => {
  let folder: string;
  let databasePath: string;
  beforeEach(() => {
    folder = temporaryFolder('worker');
    databasePath = join(folder, 'reports.db');
  });

  async function start(apiKey: string | null = null, loadDetector = () => detector): Promise<TestPort> {
    const port = new TestPort();
    const paths = { databasePath, modelPath: '/models/m.inkmodel' };
    const rest = { apiKey, baseUrl: 'http://inkling.test', maxContentBytes: 1000 };
    await startWorker(port, { ...paths, ...rest }, loadDetector);
    return port;
  }

  function request(id: number, apiKey: string, content?: string): ToWorker {
    const asked = {
      method: content === undefined ? 'GET' : 'POST',
      url: 'http://inkling.test/api/v1/reports',
      headers: [
        ['Authorization', `Bearer ${apiKey}`],
        ['Content-Type', 'application/x-www-form-urlencoded'],
      ],
      body: content === undefined ? null : new TextEncoder().encode(`content=${content}`).buffer,
    } satisfies PortRequest;
    return { kind: 'ask', id, question: asked };
  }

  async function keyFrom(port: TestPort): Promise<string> {
    const [message] = port.said;
    assert.equal(message?.kind, 'ready');
    return Promise.resolve(message.ready.apiKey);
  }

  it('says its key when it is ready, and the same one again on the next start', async () => {
    const key = await keyFrom(await start());
    assert.match(key, /^ink_/);
    assert.equal(await keyFrom(await start(key)), key);
    assert.notEqual(await keyFrom(await start('ink_lost')), key);
  });

  it('answers each request under its own id', async () => {
    const port = await start();
    const key = await keyFrom(port);
    port.tell(request(7, key));
    const answer = await port.next();
    assert.ok(answer?.kind === 'answer');
    assert.deepEqual([answer.id, answer.answer.status], [7, 200]);
  });

  it('stops an aborted scan, and continues the others', async () => {
    const port = await start();
    const key = await keyFrom(port);
    port.tell(request(1, key, endless));
    await new Promise((resolve) => setImmediate(resolve));
    port.tell({ kind: 'abort', id: 1 });
    port.tell({ kind: 'abort', id: 99 });
    port.tell(request(2, key));
    const ends = [await port.next(), await port.next()].map(
      (end) => end && 'id' in end && [end.id, end.kind],
    );
    assert.deepEqual(ends.sort(), [
      [1, 'threw'],
      [2, 'answer'],
    ]);
  });

  it('says which model file is missing or damaged, and leaves no database behind', async () => {
    const started = start(null, () => {
      throw new StartError('The model file /models/m.inkmodel is missing.');
    });
    await assert.rejects(started, /can’t start\. The model file \/models\/m\.inkmodel is missing/);
    assert.throws(() => {
      rmSync(databasePath);
    });
  });

  it('says which database is damaged, and leaves it as it is', async () => {
    writeFileSync(databasePath, 'This was a database once. '.repeat(100));
    await assert.rejects(
      start(),
      ({ message }: Error) => message.includes(databasePath) && message.includes('damaged'),
    );
  });

  it('says which folder can’t be written to', async () => {
    databasePath = join(folder, 'missing', 'reports.db');
    await assert.rejects(start(), ({ message }: Error) => message.includes(databasePath));
  });

  it('keeps what is stored over a restart', async () => {
    const first = await start();
    const key = await keyFrom(first);
    first.tell(request(1, key, 'some+words'));
    await first.next();
    const second = await start(key);
    second.tell(request(1, key));
    const answer = await second.next();
    assert.ok(answer?.kind === 'answer');
    assert.match(new TextDecoder().decode(answer.answer.body), /"total":1/);
    await openSqliteStore(databasePath).close();
  });
});
