import assert from 'node:assert/strict';
import { minSpeed, Pace, type Direction } from '../../../../src/service/http/pace.ts';

describe('the least speed of a client', () => {
  /** After how many seconds a client is too slow that moves so many bytes in each; `null` when it isn't in ten minutes. */
  function cutOffAfter(direction: Direction, bytesIn: (second: number) => number, isWaiting = true) {
    const pace = new Pace(direction, 0, 0);
    let bytes = 0;
    for (let second = 1; second <= 600; second++) {
      bytes += bytesIn(second);
      if (pace.isTooSlow(second * 1000, bytes, isWaiting)) return second;
    }
    return null;
  }

  for (const direction of ['sending', 'reading'] as const) {
    it(`cuts off who holds a connection by a byte a second when ${direction}, after ten seconds`, () => {
      assert.equal(
        cutOffAfter(direction, () => 1),
        11,
      );
      assert.equal(
        cutOffAfter(direction, () => minSpeed / 2),
        21,
      );
    });

    it(`lets a slow line go on when ${direction}`, () => {
      assert.equal(
        cutOffAfter(direction, () => minSpeed),
        null,
      );
      assert.equal(
        cutOffAfter(direction, (second) => (second % 8 === 0 ? 8 * minSpeed : 0)),
        null,
      );
    });
  }

  it('accepts a reader at 64 KB/s whose buffers pass on a megabyte and a half at a time', () => {
    const lump = 24 * 64 * 1024;
    assert.equal(
      cutOffAfter('reading', (second) => (second % 24 === 1 ? lump : 0)),
      null,
    );
  });

  it('gives no more than a minute for what a reader took at once', () => {
    assert.equal(
      cutOffAfter('reading', (second) => (second === 1 ? 1e9 : 1)),
      62,
    );
    assert.equal(
      cutOffAfter('sending', (second) => (second === 1 ? 1e9 : 1)),
      12,
    );
  });

  it('does not count the time in which the server has nothing to wait for', () => {
    assert.equal(
      cutOffAfter('reading', () => 0, false),
      null,
    );
  });
});
