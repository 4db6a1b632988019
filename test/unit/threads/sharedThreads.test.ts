import assert from 'node:assert/strict';
import { SharedThreads, type SharedParts } from '../../../src/threads/sharedThreads.ts';
import { Thread, type ToThread } from '../../../src/threads/thread.ts';
import { FakePort, turn } from './fakePort.ts';

/** A worker that answers a question with itself, and dies of another. */
class Echo extends FakePort<string, string> {
  override postMessage(message: ToThread<string>): void {
    super.postMessage(message, []);
    setImmediate(() => {
      const { id } = message;
      if (message.kind === 'abort') this.say({ kind: 'threw', id, error: new Error('aborted') });
      else if (message.question === 'deadly') this.emit('exit');
      else if (message.question !== 'endless') this.say({ kind: 'answer', id, answer: message.question });
    });
  }
}

describe('threads that accounts share', () => {
  let started: number;
  beforeEach(() => {
    started = 0;
  });

  function open(size = 1, limits: Partial<SharedParts> = {}): SharedThreads<string, string> {
    const start = (): Echo => {
      started++;
      return new Echo();
    };
    const died = (): Error => new Error('died');
    const threads = Array.from(
      { length: size },
      () => new Thread<string, string>({ start, died, isInterruptible: true }),
    );
    return new SharedThreads(threads, {
      ...{ maxWaiting: 100, maxWaitingPerAccount: 16 },
      refusal: () => new Error('too many'),
      ...limits,
    });
  }

  it('serve accounts in turn, so that an account that floods them delays only itself', async () => {
    const shared = open();
    const order: string[] = [];
    const ask = async (account: string): Promise<void> => {
      await shared.ask({ account, cost: 1 }, () => account);
      order.push(account);
    };
    await Promise.all([...Array.from({ length: 10 }, () => ask('A')), ask('B')]);
    assert.ok(order.indexOf('B') <= 2, order.join(' '));
  });

  it('refuses what too much of the same account waits before, and loads nothing for it', async () => {
    const shared = open();
    let loaded = 0;
    const asked = Array.from({ length: 40 }, () =>
      shared.ask({ account: 'A', cost: 1 }, () => `${loaded++}`),
    );
    const refused = (await Promise.allSettled(asked)).filter(({ status }) => status === 'rejected');
    assert.deepEqual([loaded, refused.length], [17, 23]);
    await assert.rejects(asked[39]!, { message: 'too many' });
  });

  it('makes room in a full queue at the cost of the account that fills it', async () => {
    const shared = open(1, { maxWaiting: 2 });
    const ask = (account: string): Promise<string> => shared.ask({ account, cost: 1 }, () => account);
    const all = await Promise.allSettled([ask('A'), ask('A'), ask('A'), ask('B')]);
    assert.deepEqual(
      all.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    );
  });

  it('reject a question whose thread died or that could not be loaded, and continue with the rest', async () => {
    const shared = open();
    const all = await Promise.allSettled([
      shared.ask({ account: 'A', cost: 1 }, () => 'deadly'),
      shared.ask({ account: 'A', cost: 1 }, () => Promise.reject(new Error('not there any more'))),
      shared.ask({ account: 'A', cost: 1 }, () => 'next'),
    ]);
    assert.deepEqual([...all.map(({ status }) => status), started], ['rejected', 'rejected', 'fulfilled', 2]);
  });

  it('leave a thread to others while one question runs until it is aborted and the worker notices', async () => {
    const shared = open(2);
    const [slow, waiting] = [new AbortController(), new AbortController()];
    const endless = ['A', 'A'].map((account) =>
      assert.rejects(
        shared.ask({ account, cost: 1, signal: slow.signal }, () => 'endless'),
        {
          name: 'AbortError',
        },
      ),
    );
    const given = shared.ask({ account: 'A', cost: 1, signal: waiting.signal }, () => 'given up');
    await turn();
    assert.deepEqual(shared.load(), { waiting: 1, working: 2 });
    waiting.abort();
    await assert.rejects(given, { name: 'AbortError' });
    assert.deepEqual(shared.load(), { waiting: 0, working: 2 });
    slow.abort();
    await Promise.all(endless);
    assert.equal(shared.load().working, 2, 'the threads have not noticed');
    assert.equal(await shared.ask({ account: 'B', cost: 1 }, () => 'next'), 'next');
  });

  it('reject every question after closing, and start no thread again', async () => {
    const shared = open();
    const all = Promise.allSettled(
      ['endless', 'waits'].map((question) => shared.ask({ account: 'A', cost: 1 }, () => question)),
    );
    await turn();
    await shared.close();
    assert.deepEqual(
      (await all).map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    await assert.rejects(
      shared.ask({ account: 'A', cost: 1 }, () => 'late'),
      { message: 'too many' },
    );
    assert.equal(started, 1);
  });
});
