import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { mock } from 'node:test';
import {
  serveThread,
  Thread,
  type FromThread,
  type OwnerPort,
  type ThreadParts,
  type ToThread,
} from '../../../src/threads/thread.ts';
import { FakePort, turn } from './fakePort.ts';

type Port = FakePort<string, number, string>;

describe('a thread', () => {
  let ports: Port[];
  let logged: Error[];
  beforeEach(() => {
    [ports, logged] = [[], []];
  });

  function open(parts: Partial<ThreadParts<string, number, string>> = {}): Thread<string, number, string> {
    return new Thread({
      start: () => {
        ports.push(new FakePort());
        return ports.at(-1)!;
      },
      died: (cause, wasReady) => new Error(wasReady ? 'died' : 'could not start', { cause }),
      log: (error) => logged.push(error),
      isInterruptible: true,
      ...parts,
    });
  }

  /** One that says that it is ready. */
  async function openReady(parts: Partial<ThreadParts<string, number, string>> = {}) {
    const thread = open(parts);
    const ready = thread.ready();
    await turn();
    ports[0]!.say({ kind: 'ready', ready: 'k' });
    assert.equal(await ready, 'k');
    return { thread, port: ports[0]! };
  }

  it('starts no worker before it is needed, and one only', async () => {
    const thread = open();
    await turn();
    assert.equal(ports.length, 0);
    const all = [thread.ask('a'), thread.ask('b')];
    const ready = thread.ready();
    await turn();
    assert.equal(ports.length, 1);
    ports[0]!.say({ kind: 'ready', ready: 'k' });
    ports[0]!.answer(1, 2);
    ports[0]!.answer(0, 1);
    assert.deepEqual([await Promise.all(all), await ready], [[1, 2], 'k']);
  });

  it('hands a question over without a copy, and hands on what the worker throws', async () => {
    const thread = open();
    const buffer = new ArrayBuffer(1);
    const asked = thread.ask('a', { transfer: [buffer] });
    await turn();
    assert.deepEqual(ports[0]!.handedOver, [[buffer]]);
    ports[0]!.say({ kind: 'threw', id: ports[0]!.asked[0]!.id, error: new Error('no') });
    await assert.rejects(asked, { message: 'no' });
  });

  it('tells the worker which answer is no longer needed, and rejects at once, or when the worker noticed', async () => {
    const { thread, port } = await openReady();
    const controller = new AbortController();
    const { signal } = controller;
    const asked = thread.ask('a', { signal });
    let isSettled = false;
    const settled = thread.run('b', { signal }).finally(() => (isSettled = true));
    await turn();
    const reason = new Error('closed');
    controller.abort(reason);
    await assert.rejects(asked, reason);
    const [a, b] = port.asked;
    assert.deepEqual(port.heard.slice(2), [{ kind: 'abort', id: a!.id }, { kind: 'abort', id: b!.id }]); // prettier-ignore
    await turn();
    assert.equal(isSettled, false);
    port.say({ kind: 'threw', id: b!.id, error: reason });
    await assert.rejects(settled, reason);
  });

  it('says nothing more of what is answered, and asks nothing that was given up while it started', async () => {
    const { thread, port } = await openReady();
    const [answered, early] = [new AbortController(), new AbortController()];
    const asked = thread.ask('a', { signal: answered.signal });
    await turn();
    port.answer(0, 1);
    await asked;
    answered.abort();
    const late = thread.ask('b', { signal: early.signal });
    early.abort();
    await assert.rejects(late, { name: 'AbortError' });
    await turn();
    assert.equal(port.heard.length, 1);
  });

  it('fails what a worker owed that died, says why, and starts another with the next question', async () => {
    const { thread, port } = await openReady();
    const cause = new Error('out of memory');
    const asked = [thread.ask('a'), thread.ask('b')];
    await turn();
    port.emit('error', cause);
    for (const each of asked) await assert.rejects(each, { message: 'died', cause });
    const next = thread.ask('c');
    await turn();
    port.emit('exit');
    assert.equal(ports.length, 2, 'the end of the first worker does not forget the second');
    ports[1]!.answer(0, 3);
    assert.equal(await next, 3);
    assert.equal(logged.length, 1);
  });

  it('says that it can’t start, and tries again when it is asked again', async () => {
    let tries = 0;
    const thread = open({
      start: () => {
        if (++tries === 1) throw new Error('no key');
        ports.push(new FakePort());
        return Promise.resolve(ports.at(-1)!);
      },
    });
    await assert.rejects(thread.ready(), { message: 'no key' });
    const ready = thread.ready();
    await turn();
    ports[0]!.emit('exit');
    await assert.rejects(ready, { message: 'could not start' });
    const asked = thread.ask('a');
    await turn();
    ports[1]!.answer(0, 1);
    assert.equal(await asked, 1);
  });

  it('does not end the process if it can’t start after the caller has left', async () => {
    const controller = new AbortController();
    const asked = open().ask('a', { signal: controller.signal });
    await turn();
    controller.abort();
    await assert.rejects(asked, { name: 'AbortError' });
    ports[0]!.emit('exit');
    await turn();
  });

  it('fails what is under way when it is ended, which is no crash, and starts another when it is used again', async () => {
    const { thread } = await openReady();
    const asked = thread.ask('a');
    await turn();
    await Promise.all([thread.end(), assert.rejects(asked, { message: 'died' })]);
    assert.deepEqual(logged, []);
    await thread.end();
    thread.ask('b').catch(() => undefined);
    await turn();
    assert.equal(ports.length, 2);
  });

  describe('with an idle time', () => {
    const idleTime = 1000;
    beforeEach(() => {
      mock.timers.enable({ apis: ['setTimeout'] });
    });
    afterEach(() => {
      mock.timers.reset();
    });

    it('is ended after it, also if it was only started, and starts again', async () => {
      const { thread, port } = await openReady({ idleTime });
      let hasEnded = false;
      port.on('exit', () => (hasEnded = true));
      mock.timers.tick(idleTime - 1);
      await turn();
      assert.equal(hasEnded, false);
      mock.timers.tick(1);
      await turn();
      assert.ok(hasEnded);
      thread.ask('a').catch(() => undefined);
      await turn();
      assert.equal(ports.length, 2);
    });

    it('is not ended during a question, but after the last one', async () => {
      const { thread, port } = await openReady({ idleTime });
      const asked = [thread.ask('a'), thread.ask('b')];
      await turn();
      port.answer(0, 1);
      await asked[0];
      let hasEnded = false;
      port.on('exit', () => (hasEnded = true));
      mock.timers.tick(10 * idleTime);
      await turn();
      assert.equal(hasEnded, false, 'the other goes on');
      port.say({ kind: 'threw', id: port.asked[1]!.id, error: new Error('no') });
      await assert.rejects(asked[1]!);
      mock.timers.tick(idleTime);
      await turn();
      assert.ok(hasEnded);
    });

    it('is not ended if it is kept running', async () => {
      const { thread, port } = await openReady({ idleTime });
      port.on('exit', () => assert.fail('ended'));
      thread.keepRunning();
      await thread.ready();
      mock.timers.tick(10 * idleTime);
      await turn();
    });
  });

  describe('that can’t be interrupted', () => {
    const parts = { isInterruptible: false };

    it('is asked one thing at a time, and says when each begins', async () => {
      const { thread, port } = await openReady(parts);
      const begun: string[] = [];
      const ask = (name: string) => thread.ask(name, { onStart: () => begun.push(name) });
      const all = [ask('a'), ask('b')];
      await turn();
      assert.deepEqual([begun, port.asked.length], [['a'], 1]);
      port.answer(0, 1);
      await turn();
      assert.deepEqual(begun, ['a', 'b']);
      port.answer(1, 2);
      assert.deepEqual(await Promise.all(all), [1, 2]);
    });

    it('is ended to abort a question, and starts again for the next', async () => {
      const { thread } = await openReady(parts);
      const controller = new AbortController();
      const asked = thread.ask('a', { signal: controller.signal });
      const next = thread.ask('b');
      await turn();
      controller.abort();
      await assert.rejects(asked, { name: 'AbortError' });
      await turn();
      ports[1]!.answer(0, 2);
      assert.equal(await next, 2);
      assert.deepEqual(logged, []);
    });

    it('is ended if a question takes too long', async () => {
      const limit = { milliseconds: 1, error: () => new Error('too long') };
      const { thread, port } = await openReady({ ...parts, limit });
      let hasEnded = false;
      port.on('exit', () => (hasEnded = true));
      await assert.rejects(thread.ask('a'), { message: 'too long' });
      await turn();
      assert.ok(hasEnded);
    });
  });
});

describe('the side of the worker', () => {
  class FakeOwner extends EventEmitter implements OwnerPort<string, Uint8Array<ArrayBuffer>, string> {
    readonly said: FromThread<Uint8Array<ArrayBuffer>, string>[] = [];
    readonly handedOver: ArrayBuffer[] = [];

    postMessage(message: FromThread<Uint8Array<ArrayBuffer>, string>, transfer: ArrayBuffer[] = []): void {
      this.said.push(message);
      this.handedOver.push(...transfer);
    }

    tell(message: ToThread<string>): void {
      this.emit('message', message);
    }
  }

  it('says that it is ready, answers each question under its id, and stops what is aborted', async () => {
    const port = new FakeOwner();
    const answer = new Uint8Array([1]);
    serveThread<string, Uint8Array<ArrayBuffer>, string>(
      port,
      async (question, signal) => {
        if (question === 'bad') throw new Error('no');
        if (question === 'endless') await new Promise((resolve) => (signal.onabort = resolve));
        signal.throwIfAborted();
        return answer;
      },
      'k',
      ({ buffer }) => [buffer],
    );
    port.tell({ kind: 'ask', id: 1, question: 'endless' });
    port.tell({ kind: 'ask', id: 2, question: 'bad' });
    port.tell({ kind: 'ask', id: 3, question: 'good' });
    await turn();
    port.tell({ kind: 'abort', id: 99 });
    port.tell({ kind: 'abort', id: 1 });
    await turn();
    const [ready, ...rest] = port.said;
    assert.deepEqual(ready, { kind: 'ready', ready: 'k' });
    assert.deepEqual(
      rest.map((message) => ('id' in message ? [message.id, message.kind] : [])),
      [
        [2, 'threw'],
        [3, 'answer'],
        [1, 'threw'],
      ],
    );
    assert.deepEqual(port.handedOver, [answer.buffer]);
  });
});
