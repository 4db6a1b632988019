import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FromWorker, ToWorker } from '../../../src/api/local.ts';
import { bundledService, type WorkerPort } from '../../../src/client/bundled.ts';
import { createClient } from '../../../src/client/client.ts';
import { killing } from '../support/fakeDetect.ts';
import { baseUrl } from '../support/testService.ts';

/** A worker that does what the test says. */
class TestPort
  extends EventEmitter<{ message: [FromWorker]; error: [Error]; exit: [] }>
  implements WorkerPort
{
  readonly heard: ToWorker[] = [];
  /** What came with each message, to be handed over rather than copied. */
  readonly handedOver: ArrayBuffer[][] = [];

  postMessage(message: ToWorker, transfer: ArrayBuffer[]): void {
    this.heard.push(message);
    this.handedOver.push(transfer);
  }

  terminate(): Promise<void> {
    this.emit('exit');
    return Promise.resolve();
  }

  say(message: FromWorker): void {
    this.emit('message', message);
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const request = (init?: RequestInit) => new Request('http://inkling.test/api/v1/reports', init);
const empty = new ArrayBuffer(0);

describe('the bundled transport', () => {
  let ports: TestPort[];
  const start = () => {
    const port = new TestPort();
    ports.push(port);
    return Promise.resolve(port);
  };
  beforeEach(() => {
    ports = [];
  });

  async function sendToReadyWorker() {
    const { transport } = bundledService(start);
    const controller = new AbortController();
    const answer = transport(request({ method: 'POST', body: 'x', signal: controller.signal }));
    await turn();
    ports[0]?.say({ kind: 'ready', apiKey: 'k' });
    await turn();
    return { transport, answer, controller };
  }

  it('starts no worker before it is needed, and one only', async () => {
    const { transport, apiKey } = bundledService(start);
    await turn();
    assert.equal(ports.length, 0);
    const answers = [transport(request()), transport(request()), apiKey()];
    await turn();
    assert.equal(ports.length, 1);
    for (const port of ports) port.say({ kind: 'ready', apiKey: 'k' });
    await turn();
    for (const port of ports) {
      const statuses = [200, 404].values();
      for (const { id } of port.heard) {
        const status = statuses.next().value ?? 0;
        port.say({ kind: 'response', id, status, headers: [['X-Request-Id', 'r']], body: empty });
      }
    }
    const [first, second, key] = await Promise.all(answers);
    assert.ok(first instanceof Response && second instanceof Response);
    assert.deepEqual([first.status, second.status, key], [200, 404, 'k']);
    assert.equal(first.headers.get('X-Request-Id'), 'r');
  });

  it('asks the worker nothing before it is ready', async () => {
    const { transport } = bundledService(start);
    void transport(request()).catch(() => undefined);
    await turn();
    const before = ports.map(({ heard }) => heard.length);
    ports[0]?.say({ kind: 'ready', apiKey: 'k' });
    await turn();
    assert.deepEqual([...before, ports[0]?.heard.length], [0, 1]);
  });

  it('tells the worker what is no longer wanted, and rejects at once with the reason', async () => {
    const { answer, controller } = await sendToReadyWorker();
    const reason = new Error('closed');
    controller.abort(reason);
    await assert.rejects(answer, reason);
    const [asked, aborted] = ports[0]?.heard ?? [];
    assert.deepEqual(aborted, { kind: 'abort', id: asked?.id });
    assert.deepEqual(ports[0]?.handedOver[1], []);
    ports[0].say({ kind: 'response', id: asked?.id ?? 0, status: 201, headers: [], body: empty });
    await turn();
  });

  it('hands a text over without a copy, and says nothing more of it once it is answered', async () => {
    const { answer, controller } = await sendToReadyWorker();
    const [asked] = ports[0]?.heard ?? [];
    assert.ok(asked?.kind === 'request' && asked.body !== null);
    assert.deepEqual(ports[0]?.handedOver, [asked.body]);
    ports[0].say({ kind: 'response', id: asked.id, status: 201, headers: [], body: empty });
    assert.equal((await answer).status, 201);
    controller.abort();
    assert.equal(ports[0].heard.length, 1);
  });

  it('rejects at once when it is cancelled while the worker still starts', async () => {
    const { transport } = bundledService(start);
    const controller = new AbortController();
    const answer = transport(request({ signal: controller.signal }));
    await turn();
    controller.abort();
    await assert.rejects(answer, { name: 'AbortError' });
    ports[0]?.say({ kind: 'ready', apiKey: 'k' });
    await turn();
    assert.deepEqual(ports[0]?.heard, []);
  });

  it('says why the service can’t start, and tries again when it is asked again', async () => {
    const { transport, apiKey } = bundledService(start);
    const answers = [transport(request()), apiKey()];
    await turn();
    ports[0]?.say({ kind: 'failed', message: 'The model file m is missing.' });
    for (const answer of answers) {
      await assert.rejects(answer, { code: 'unavailable', message: 'The model file m is missing.' });
    }
    const key = apiKey();
    await turn();
    assert.equal(ports.length, 2);
    ports[0]?.emit('exit');
    ports[1]?.say({ kind: 'ready', apiKey: 'k2' });
    assert.equal(await key, 'k2');
    assert.equal(await apiKey(), 'k2');
    assert.equal(ports.length, 2, 'the end of the first worker does not forget the second');
  });

  it('says that it can’t start when the worker ends without a word', async () => {
    const { apiKey } = bundledService(start);
    const key = apiKey();
    await turn();
    const cause = new Error('no such file');
    ports[0]?.emit('error', cause);
    ports[0]?.emit('exit');
    const message = 'The service on this machine can’t start. See the log.';
    await assert.rejects(key, { code: 'unavailable', message, cause });
  });

  it('hands on status, headers and body, and an answer that has no body', async () => {
    const { answer, transport } = await sendToReadyWorker();
    const answers = [answer, transport(request())];
    await turn();
    const body = new TextEncoder().encode('text').buffer;
    const [one, two] = ports[0]?.heard ?? [];
    ports[0]?.say({
      kind: 'response',
      id: one?.id ?? 0,
      status: 422,
      headers: [['X-Request-Id', 'r']],
      body,
    });
    ports[0]?.say({ kind: 'response', id: two?.id ?? 0, status: 204, headers: [], body: empty });
    const [whole, bare] = await Promise.all(answers);
    assert.deepEqual(
      [whole?.status, whole?.headers.get('X-Request-Id'), await whole?.text()],
      [422, 'r', 'text'],
    );
    assert.deepEqual([bare?.status, bare?.body], [204, null]);
  });

  it('says that what was under way may be lost and what was stored is not, when the worker dies', async () => {
    const { answer } = await sendToReadyWorker();
    const cause = new Error('out of memory');
    ports[0]?.emit('error', cause);
    ports[0]?.emit('exit');
    await assert.rejects(answer, {
      code: 'workerDied',
      message: 'The service on this machine stopped unexpectedly. Stored reports are not lost. Try again.',
      cause,
    });
  });

  it('ends nobody’s process when the worker can’t start and whoever asked has left', async () => {
    const { transport } = bundledService(start);
    const controller = new AbortController();
    const answer = transport(request({ signal: controller.signal }));
    await turn();
    controller.abort();
    await assert.rejects(answer, { name: 'AbortError' });
    ports[0]?.emit('exit');
    await turn();
  });

  it('tries again when making a worker failed', async () => {
    let tries = 0;
    const { apiKey } = bundledService(() => (++tries === 1 ? Promise.reject(new Error('not now')) : start()));
    await assert.rejects(apiKey(), { message: 'not now' });
    const key = apiKey();
    await turn();
    ports[0]?.say({ kind: 'ready', apiKey: 'k' });
    assert.equal(await key, 'k');
  });

  it('stops the worker, and starts another when it is used again', async () => {
    const { transport, stop } = bundledService(start);
    await stop();
    const answer = transport(request());
    await turn();
    ports[0]?.say({ kind: 'ready', apiKey: 'k' });
    await turn();
    await Promise.all([stop(), assert.rejects(answer, { code: 'workerDied' })]);
    void transport(request()).catch(() => undefined);
    await turn();
    assert.equal(ports.length, 2);
  });

  describe('that nobody uses', () => {
    let timers: (() => void)[];
    const startTimer = (action: () => void): (() => void) => {
      timers.push(action);
      return () => (timers = timers.filter((each) => each !== action));
    };
    const pass = (): void => {
      for (const end of timers.splice(0)) end();
    };
    beforeEach(() => {
      timers = [];
    });

    it('ends its worker after a while, but not under a request, and starts another with the next', async () => {
      const { transport } = bundledService(start, startTimer);
      const answer = transport(request());
      await turn();
      ports[0]?.say({ kind: 'ready', apiKey: 'k' });
      await turn();
      assert.equal(timers.length, 0);
      const [asked] = ports[0]?.heard ?? [];
      ports[0]?.say({ kind: 'response', id: asked?.id ?? 0, status: 200, headers: [], body: empty });
      await answer;
      let hasEnded = false;
      ports[0]?.on('exit', () => (hasEnded = true));
      pass();
      await turn();
      assert.ok(hasEnded);
      void transport(request()).catch(() => undefined);
      await turn();
      assert.equal(ports.length, 2);
    });

    it('ends also where it was only started, ahead of a scan that never came', async () => {
      const { apiKey } = bundledService(start, startTimer);
      const key = apiKey();
      await turn();
      ports[0]?.say({ kind: 'ready', apiKey: 'k' });
      await key;
      assert.equal(timers.length, 1);
    });

    it('lives on where a browser may ask it for pages', async () => {
      const { apiKey, keep } = bundledService(start, startTimer);
      const key = apiKey();
      await turn();
      ports[0]?.say({ kind: 'ready', apiKey: 'k' });
      await key;
      keep();
      assert.equal(timers.length, 0);
      await apiKey();
      assert.equal(timers.length, 0);
    });
  });

  it('survives a request that kills the real worker: it fails, the next one is answered', async () => {
    const { transport, apiKey, stop } = bundledService(() => {
      const entry = new URL('../../contract/support/testWorker.ts', import.meta.url);
      return Promise.resolve(new Worker(entry, { workerData: ':memory:' }));
    });
    const client = createClient({ transport, baseUrl, apiKey });
    assert.equal((await client.listReports()).total, 0);
    await assert.rejects(client.scan({ content: killing }), { name: 'ApiError', code: 'workerDied' });
    assert.equal((await client.listReports()).total, 0);
    await stop();
  });
});
