import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { Rendered, RenderJob } from '../../../../src/service/pages/renderReport.ts';
import { RenderThreads } from '../../../../src/service/pages/renderThread.ts';
import type { ToThread } from '../../../../src/threads/thread.ts';
import { FakePort } from '../../threads/fakePort.ts';

const jobOf = (content: string) => ({ content }) as RenderJob;
const renderedOf = (content: string) => ({
  gzipped: new Uint8Array(gzipSync(content)),
  length: content.length,
});

/** A thread that renders a job as its content. */
class Renderer extends FakePort<RenderJob, Rendered> {
  override postMessage(message: ToThread<RenderJob>): void {
    if (message.kind !== 'ask') return;
    const answer = renderedOf(message.question.content);
    setImmediate(() => {
      this.say({ kind: 'answer', id: message.id, answer });
    });
  }
}

describe('the threads that render reports', () => {
  it('never let a short report wait for long ones, from any number of addresses', async () => {
    const threads = new RenderThreads(() => new Renderer());
    const never = new Promise<RenderJob>(() => undefined);
    const long = Array.from({ length: 16 }, (_, i) =>
      threads.render({ address: `198.51.100.${i}`, length: 1_000_000 }, () => never),
    );
    const ends = Promise.allSettled(long);
    const short = { address: '192.0.2.1', length: 1000 };
    const rendered = await threads.render(short, () => Promise.resolve(jobOf('short')));
    assert.deepEqual(rendered, renderedOf('short'));
    await threads.close();
    void ends;
    const late = threads.render(short, () => Promise.resolve(jobOf('late')));
    await assert.rejects(late, { status: 503, headers: { 'Retry-After': '3' } });
  });
});
