import assert from 'node:assert/strict';
import { RateLimiter } from '../../../../src/service/api/rateLimit.ts';

describe('the rate limit', () => {
  let now: number;
  /** A limiter of which only the seconds to wait are looked at, 0 for none. */
  const limiter = (max: number) => {
    const limit = new RateLimiter(max, () => now);
    return {
      take: (account: string) => {
        const { isAllowed, seconds } = limit.take(account);
        return isAllowed ? 0 : seconds;
      },
    };
  };

  beforeEach(() => {
    now = 5;
  });

  it('allows as many requests of an account in any minute as it says, and no more', () => {
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

  it('gives a wait after which the next request is allowed', () => {
    const limit = limiter(1);
    limit.take('a');
    now += 1234;
    const seconds = limit.take('a');
    now += seconds * 1000;
    assert.equal(limit.take('a'), 0);
  });

  it('does not make one account wait for another', () => {
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

  it('starts an account afresh after a minute without it', () => {
    const limit = limiter(2);
    limit.take('a');
    limit.take('a');
    now += 200_000;
    assert.equal(limit.take('a'), 0);
    assert.equal(limit.take('a'), 0);
    assert.equal(limit.take('a'), 60);
  });

  it('never gives a wait of more than a minute, for any fractions of the clock', () => {
    now = 5537.1;
    assert.ok(now + 60_000 - now > 60_000);
    assert.equal(new RateLimiter(2, () => now).take('a').seconds, 60);
  });

  it('says how many more requests are allowed, and in which time', () => {
    const limit = new RateLimiter(2, () => now);
    now = 0;
    assert.deepEqual(limit.take('a'), { isAllowed: true, remaining: 1, seconds: 60 });
    now = 20_500;
    assert.deepEqual(limit.take('a'), { isAllowed: true, remaining: 0, seconds: 40 });
    now = 59_999;
    assert.deepEqual(limit.take('a'), { isAllowed: false, remaining: 0, seconds: 1 });
    now = 60_000;
    assert.deepEqual(limit.take('a'), { isAllowed: true, remaining: 0, seconds: 21 });
  });
});
