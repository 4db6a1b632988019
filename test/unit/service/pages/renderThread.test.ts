import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { gzipSync } from 'node:zlib';
import type { RenderJob } from '../../../../src/service/pages/renderReport.ts';
import {
  RenderThread,
  RenderThreads,
  type RendererThread,
} from '../../../../src/service/pages/renderThread.ts';

const jobOf = (content: string) => ({ content }) as RenderJob;
const renderedOf = (content: string) => ({
  members: [new Uint8Array(gzipSync(content))],
  length: content.length,
  parts: 1,
});
/** A short text's. */
const from = (address: string) => ({ address, length: 1000 });

/** A thread that renders a job as its content when it is told to, and dies of another. */
class FakeThread extends EventEmitter implements RendererThread {
  postMessage({ content }: RenderJob): void {
    setImmediate(() => {
      if (content === 'deadly') this.emit('exit');
      else this.emit('message', { kind: 'rendered', rendered: renderedOf(content) });
    });
  }

  terminate(): Promise<unknown> {
    this.emit('exit');
    return Promise.resolve();
  }
}

describe('the thread that renders reports', () => {
  it('takes the addresses in turn, so that one that floods it delays only itself', async () => {
    const { render } = new RenderThread(() => new FakeThread());
    const order: string[] = [];
    const ask = async (address: string) => {
      await render(from(address), () => Promise.resolve(jobOf(address)));
      order.push(address);
    };
    await Promise.all([...Array.from({ length: 10 }, () => ask('192.0.2.1')), ask('192.0.2.2')]);
    assert.ok(order.indexOf('192.0.2.2') <= 2, order.join(' '));
  });

  it('refuses what too much of the same address waits before, and loads nothing for it', async () => {
    const { render } = new RenderThread(() => new FakeThread());
    let loaded = 0;
    const asked = Array.from({ length: 40 }, () =>
      render(from('192.0.2.1'), () => {
        loaded++;
        return Promise.resolve(jobOf('x'));
      }),
    );
    const refused = (await Promise.allSettled(asked)).filter(({ status }) => status === 'rejected');
    assert.deepEqual([loaded, refused.length], [17, 23]);
    await assert.rejects(asked[39]!, { status: 503, headers: { 'Retry-After': '3' } });
  });

  it('fails what it died of, and goes on with the rest', async () => {
    let started = 0;
    const { render } = new RenderThread(() => {
      started++;
      return new FakeThread();
    });
    const [dead, failed, next] = await Promise.allSettled([
      render(from('192.0.2.1'), () => Promise.resolve(jobOf('deadly'))),
      render(from('192.0.2.1'), () => Promise.reject(new Error('not there any more'))),
      render(from('192.0.2.1'), () => Promise.resolve(jobOf('rendered'))),
    ]);
    assert.deepEqual(
      [dead.status, failed.status, next.status, started],
      ['rejected', 'rejected', 'fulfilled', 2],
    );
  });

  it('tells nobody what became of another’s report, where it dies while that is still loaded', async () => {
    const thread = new FakeThread();
    const { render } = new RenderThread(() => thread);
    await render(from('192.0.2.1'), () => Promise.resolve(jobOf('first')));
    const gone = Promise.withResolvers<RenderJob>();
    const mine = Promise.withResolvers<RenderJob>();
    const asked = Promise.allSettled([
      render(from('192.0.2.1'), () => gone.promise),
      render(from('192.0.2.2'), () => mine.promise),
    ]);
    thread.emit('exit');
    gone.reject(new Error('no report of another’s'));
    await new Promise(setImmediate);
    mine.resolve(jobOf('mine'));
    const [, rendered] = await asked;
    assert.deepEqual(rendered, { status: 'fulfilled', value: renderedOf('mine') });
  });

  it('is ended once it is idle, so that what it took is given back, and another is started for the next', async () => {
    let [started, ended] = [0, 0];
    const thread = new RenderThread(() => {
      started++;
      const fake = new FakeThread();
      fake.on('exit', () => ended++);
      return fake;
    }, 1);
    for (let i = 1; i <= 3; i++) {
      await thread.render(from('192.0.2.1'), () => Promise.resolve(jobOf('x')));
      for (let tries = 0; tries < 1000 && ended < i; tries++)
        await new Promise((resolve) => setTimeout(resolve, 1));
      assert.deepEqual([started, ended], [i, i]);
    }
    await thread.close();
  });

  it('lets no short report wait for the long ones of any number of addresses', async () => {
    const threads = new RenderThreads(() => new FakeThread());
    const never = new Promise<RenderJob>(() => undefined);
    const long = Array.from({ length: 16 }, (_, i) =>
      threads.render({ address: `198.51.100.${i}`, length: 1_000_000 }, () => never),
    );
    const ends = Promise.allSettled(long);
    const short = await threads.render(from('192.0.2.1'), () => Promise.resolve(jobOf('short')));
    assert.deepEqual(short, renderedOf('short'));
    await threads.close();
    void ends;
  });

  it('lets nobody wait once it is closed', async () => {
    const thread = new RenderThread(() => new FakeThread());
    const asked = [1, 2].map(() => thread.render(from('192.0.2.1'), () => Promise.resolve(jobOf('x'))));
    const ends = Promise.allSettled(asked);
    await thread.close();
    assert.deepEqual((await ends).map(({ status }) => status).at(-1), 'rejected');
    await assert.rejects(
      thread.render(from('192.0.2.1'), () => Promise.resolve(jobOf('x'))),
      { status: 503 },
    );
  });
});
