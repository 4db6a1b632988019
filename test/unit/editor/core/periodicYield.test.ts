import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { yieldTurn, yieldIfDue } from '../../../../src/editor/core/periodicYield.ts';

describe('a turn of one’s own', () => {
  it('comes to each that waits for one, in their order, with a key press between them', async () => {
    const done: string[] = [];
    const waiting = ['marks', 'ruler', 'panel'].map((name) => yieldTurn().then(() => done.push(name)));
    const seen: string[] = [];
    while (done.length < 3) {
      await setImmediate();
      seen.push(done.join());
    }
    await Promise.all(waiting);
    assert.deepEqual([...new Set(seen)].slice(-3), ['marks', 'marks,ruler', 'marks,ruler,panel']);
  });

  it('comes although what another did in its turn failed', async () => {
    const failing = yieldTurn().then(() => {
      throw new Error('painting failed');
    });
    const next = yieldTurn();
    await assert.rejects(failing);
    await next;
  });
});

describe('a loop that yields', () => {
  const now = performance.now.bind(performance);
  let clock = 0;
  beforeEach(() => {
    performance.now = () => clock;
  });
  afterEach(() => {
    performance.now = now;
  });

  it('gives way to a key press after some milliseconds, also where another loop came before it in the same turn', async () => {
    for (let i = 0; i < 3; i++) await setImmediate(); // what other tests began
    assert.equal(yieldIfDue(), undefined, 'the first step of one loop');
    clock += 3;
    assert.equal(yieldIfDue(), undefined, 'the first step of another');
    clock += 3;
    const yielding = yieldIfDue();
    assert.ok(yielding);
    await yielding;
    assert.equal(yieldIfDue(), undefined, 'the next turn is as long as any');
  });
});
