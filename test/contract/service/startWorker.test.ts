import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FromWorker, ToWorker } from '../../../src/api/local.ts';
import { type ServicePort, startWorker } from '../../../src/service/startWorker.ts';
import { StartError } from '../../../src/service/startError.ts';
import { openSqliteStore } from '../../../src/service/store/sqlite/sqlite.ts';
import { detectionOf, endless, fakeDetect } from '../support/fakeDetect.ts';
import { temporaryFolder } from '../../rig/temporaryFolder.ts';

const detector = {
  detect: fakeDetect,
  detectEdited: (_document: string, text: string) => Promise.resolve(detectionOf(text)),
};

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

  get isServed(): boolean {
    return this.#listeners.length > 0;
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
    return {
      kind: 'request',
      id,
      method: content === undefined ? 'GET' : 'POST',
      url: 'http://inkling.test/api/v1/reports',
      headers: [
        ['Authorization', `Bearer ${apiKey}`],
        ['Content-Type', 'application/x-www-form-urlencoded'],
      ],
      body: content === undefined ? null : [new TextEncoder().encode(`content=${content}`).buffer],
    };
  }

  async function keyFrom(port: TestPort): Promise<string> {
    const [message] = port.said;
    assert.equal(message?.kind, 'ready');
    return Promise.resolve(message.apiKey);
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
    assert.ok(answer?.kind === 'response');
    assert.deepEqual([answer.id, answer.status], [7, 200]);
  });

  it('stops a scan that is aborted, without a word, and goes on with the others', async () => {
    const port = await start();
    const key = await keyFrom(port);
    port.tell(request(1, key, endless));
    await new Promise((resolve) => setImmediate(resolve));
    port.tell({ kind: 'abort', id: 1 });
    port.tell({ kind: 'abort', id: 99 });
    port.tell(request(2, key));
    const answer = await port.next();
    assert.ok(answer?.kind === 'response' && answer.id === 2);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(port.said.length, 2);
  });

  async function failureOf(port: TestPort): Promise<string> {
    assert.ok(!port.isServed, 'it must not answer');
    assert.equal(port.said.length, 1);
    const [message] = port.said;
    assert.equal(message?.kind, 'failed');
    return Promise.resolve(message.message);
  }

  it('says which model file is missing or damaged, and leaves no database behind', async () => {
    const port = await start(null, () => {
      throw new StartError('The model file /models/m.inkmodel is missing.');
    });
    assert.match(await failureOf(port), /\/models\/m\.inkmodel is missing/);
    assert.throws(() => {
      rmSync(databasePath);
    });
  });

  it('says which database is damaged, and leaves it as it is', async () => {
    writeFileSync(databasePath, 'This was a database once. '.repeat(100));
    const message = await failureOf(await start());
    assert.ok(message.includes(databasePath));
    assert.match(message, /damaged/);
  });

  it('says which folder can’t be written to', async () => {
    databasePath = join(folder, 'missing', 'reports.db');
    assert.ok((await failureOf(await start())).includes(databasePath));
  });

  it('keeps what is stored over a restart', async () => {
    const first = await start();
    const key = await keyFrom(first);
    first.tell(request(1, key, 'some+words'));
    await first.next();
    const second = await start(key);
    second.tell(request(1, key));
    const answer = await second.next();
    assert.ok(answer?.kind === 'response');
    assert.match(new TextDecoder().decode(answer.body), /"total":1/);
    await openSqliteStore(databasePath).close();
  });
});
