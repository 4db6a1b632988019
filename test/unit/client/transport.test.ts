import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { endingWhenIdle, raceAbort } from '../../../src/client/transport.ts';

describe('waiting until it is aborted', () => {
  it('comes to what the work comes to, and leaves nothing on a signal that lives on', async () => {
    const { signal } = new AbortController();
    assert.equal(await raceAbort(signal, () => Promise.resolve(7)), 7);
    await assert.rejects(
      raceAbort(signal, () => Promise.reject(new Error('failed'))),
      { message: 'failed' },
    );
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
  });

  it('does not begin what was aborted before', async () => {
    const reason = new Error('closed');
    let began = false;
    const work = () => {
      began = true;
      return Promise.resolve();
    };
    await assert.rejects(raceAbort(AbortSignal.abort(reason), work), reason);
    assert.equal(began, false);
  });
});

describe('ending what is idle', () => {
  it('waits from the end of the last use, whether that failed or not, and anew after each', async () => {
    const waits: number[] = [];
    let ended = 0;
    const timers = new Set<() => void>();
    const used = endingWhenIdle(
      () => ended++,
      (action, milliseconds) => {
        waits.push(milliseconds);
        timers.add(action);
        return () => timers.delete(action);
      },
    );
    const [one, two] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
    const uses = [used(() => one.promise), used(() => two.promise)];
    one.resolve(1);
    assert.equal(await uses[0], 1);
    assert.equal(timers.size, 0, 'the other use goes on');
    two.reject(new Error('failed'));
    await assert.rejects(uses[1]!, { message: 'failed' });
    assert.equal(timers.size, 1);
    await used(() => Promise.resolve());
    assert.equal(waits.length, 2);
    for (const end of timers) end();
    assert.equal(ended, 1);
  });
});
