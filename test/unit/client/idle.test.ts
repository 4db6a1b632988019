import assert from 'node:assert/strict';
import { endingWhenIdle } from '../../../src/client/idle.ts';

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
