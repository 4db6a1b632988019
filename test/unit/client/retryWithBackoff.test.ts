import assert from 'node:assert/strict';
import { ApiError } from '../../../src/client/errors.ts';
import { patiently, retryWithBackoff } from '../../../src/client/retryWithBackoff.ts';
import { madeUpClock } from './support.ts';

const gone = new ApiError('offline', 'gone');

describe('waiting for a service that is gone', () => {
  /** Tries against a service that fails in these ways and then answers. @returns the seconds waited. */
  async function waits(failures: readonly unknown[]): Promise<number[]> {
    const seconds: number[] = [];
    const left = [...failures];
    await retryWithBackoff(
      () => (left.length > 0 ? Promise.reject(left.shift() as Error) : Promise.resolve()),
      {
        signal: new AbortController().signal,
        policy: patiently,
        onWait: (wait) => {
          if (wait) seconds.push(wait.milliseconds / 1000);
        },
        clock: madeUpClock(),
      },
    );
    return seconds;
  }

  it('presses a service that starts again less and less', async () => {
    const down = (status: number) => new ApiError('server', 'down', { status });
    const failures = [gone, down(502), down(503), new ApiError('timeout', 'slow'), gone, gone];
    assert.deepEqual(await waits(failures), [2, 4, 8, 16, 30, 30]);
  });

  it('waits as long as the service asks', async () => {
    assert.deepEqual(await waits([new ApiError('rateLimited', 'busy', { retryAfter: 45 })]), [45]);
  });

  it('gives up after two minutes, with what the service failed of, and at once when it asks for more', async () => {
    const clock = madeUpClock();
    const { signal } = new AbortController();
    const asked = { signal, policy: patiently, clock };
    await assert.rejects(
      retryWithBackoff(() => Promise.reject(gone), asked),
      gone,
    );
    assert.equal(clock.now(), 120_000);
    const closed = new ApiError('rateLimited', 'busy', { retryAfter: 3600 });
    await assert.rejects(
      retryWithBackoff(() => Promise.reject(closed), asked),
      closed,
    );
    assert.equal(clock.now(), 120_000);
  });

  it('does not wait for what no waiting mends', async () => {
    for (const error of [
      new ApiError('unauthorised', 'no'),
      new ApiError('server', 'bug', { status: 500 }),
      new ApiError('certificate', 'no'),
      new TypeError('bug'),
    ])
      await assert.rejects(waits([error]), error);
  });

  it('stops at once when the user cancels the wait', async () => {
    const controller = new AbortController();
    const waiting = retryWithBackoff(() => Promise.reject(gone), {
      signal: controller.signal,
      policy: patiently,
      onWait: () => {
        setImmediate(() => {
          controller.abort();
        });
      },
    });
    await assert.rejects(waiting, { name: 'AbortError' });
  });
});
