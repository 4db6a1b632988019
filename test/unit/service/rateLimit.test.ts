import assert from 'node:assert/strict';
import { RateLimiter } from '../../../src/service/rateLimit.ts';

describe('the rate limit', () => {
  let now: number;
  const limiter = (most: number) => new RateLimiter(most, () => now);

  beforeEach(() => {
    now = 5;
  });

  it('lets as many requests of a key through in any minute as it says, and no more', () => {
    const limit = limiter(3);
    for (const at of [0, 20_000, 40_000]) {
      now = at;
      assert.equal(limit.take('a'), 0);
    }
    now = 50_000;
    assert.equal(limit.take('a'), 10);
    now = 59_999;
    assert.equal(limit.take('a'), 1);
    now = 60_000;
    assert.equal(limit.take('a'), 0, 'the first one is a minute ago');
    assert.equal(limit.take('a'), 20, 'the second one is not');
  });

  it('names a wait after which the next request is let through', () => {
    const limit = limiter(1);
    limit.take('a');
    now += 1234;
    const seconds = limit.take('a');
    now += seconds * 1000;
    assert.equal(limit.take('a'), 0);
  });

  it('does not make one key wait for another', () => {
    const limit = limiter(1);
    limit.take('a');
    assert.equal(limit.take('b'), 0);
  });

  it('does not count what it refused, so that a client that hammers gets through again', () => {
    const limit = limiter(2);
    limit.take('a');
    limit.take('a');
    for (now = 1000; now < 60_000; now += 1000) assert.ok(limit.take('a') > 0);
    now = 60_005;
    assert.equal(limit.take('a'), 0);
  });

  it('starts a key afresh after a minute without it', () => {
    const limit = limiter(2);
    limit.take('a');
    limit.take('a');
    now += 200_000;
    assert.equal(limit.take('a'), 0);
    assert.equal(limit.take('a'), 0);
    assert.equal(limit.take('a'), 60);
  });
});
