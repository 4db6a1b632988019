import assert from 'node:assert/strict';
import { networkOf } from '../../../../src/service/api/environment.ts';
import { Backoff, LoginThrottle } from '../../../../src/service/pages/loginThrottle.ts';
import { Problem } from '../../../../src/service/api/problem.ts';

const second = 1000;
const hour = 3600 * second;

describe('backoff', () => {
  let now: number;
  beforeEach(() => {
    now = 1e12;
  });

  function newBackoff() {
    return new Backoff({ free: 3, maxWait: 10 * second, now: () => now });
  }

  function countTimes(backoff: Backoff, times: number): void {
    for (let i = 0; i < times; i++) backoff.count('k');
  }

  it('allows a few mistakes', () => {
    const backoff = newBackoff();
    countTimes(backoff, 2);
    assert.equal(backoff.wait('k'), 0);
  });

  it('doubles the wait with each attempt, up to the longest', () => {
    const backoff = newBackoff();
    countTimes(backoff, 2);
    const waits = [1, 2, 3, 4, 5, 6].map(() => {
      backoff.count('k');
      return backoff.wait('k') / second;
    });
    assert.deepEqual(waits, [1, 2, 4, 8, 10, 10]);
  });

  it('ends the wait when its time is over, and not before', () => {
    const backoff = newBackoff();
    countTimes(backoff, 3);
    now += second - 1;
    assert.equal(backoff.wait('k'), 1);
    now += 1;
    assert.equal(backoff.wait('k'), 0);
  });

  it('counts each key for itself', () => {
    const backoff = newBackoff();
    countTimes(backoff, 5);
    assert.equal(backoff.wait('other'), 0);
  });

  it('forgets after an hour of quiet', () => {
    const backoff = newBackoff();
    countTimes(backoff, 9);
    now += hour;
    backoff.count('k');
    assert.equal(backoff.wait('k'), 0);
  });

  it('locks nobody out when the clock is set back', () => {
    const backoff = newBackoff();
    countTimes(backoff, 4);
    now -= 5 * hour;
    assert.equal(backoff.wait('k'), 2 * second);
    now += 2 * second;
    assert.equal(backoff.wait('k'), 0);
    backoff.count('k');
    assert.equal(backoff.wait('k'), 4 * second, 'what was counted before still counts');
  });

  it('keeps a bounded number of keys, and drops the one counted longest ago', () => {
    const backoff = newBackoff();
    countTimes(backoff, 5);
    for (let i = 0; i < 49_999; i++) backoff.count(`key ${i}`);
    assert.notEqual(backoff.wait('k'), 0);
    backoff.count('one more');
    assert.equal(backoff.wait('k'), 0);
  });
});

describe('the login throttle', () => {
  let now: number;
  let throttle: LoginThrottle;
  const wrong = () => Promise.resolve(false);
  const right = () => Promise.resolve(true);
  const isSlowed = (error: unknown) => error instanceof Problem && error.status === 429;

  beforeEach(() => {
    now = 1e12;
    throttle = new LoginThrottle(() => now);
  });

  it('makes guesses wait after five wrong ones from one network', async () => {
    for (let i = 0; i < 5; i++) await throttle.check('ann', { address: '192.0.2.9' }, wrong);
    await assert.rejects(throttle.check('ann', { address: '192.0.2.9' }, right), (error: unknown) => {
      assert.ok(error instanceof Problem);
      assert.equal(error.status, 429);
      assert.deepEqual(error.headers, { 'Retry-After': '1' });
      return true;
    });
    now += second;
    assert.equal(await throttle.check('ann', { address: '192.0.2.9' }, right), true);
  });

  it('locks nobody out of an account at which others guess, from two networks or two hundred', async () => {
    for (let i = 0; i < 800; i++)
      await throttle.check('ann', { address: `198.51.100.${i % 200}` }, wrong).catch(() => undefined);
    assert.equal(await throttle.check('ann', { address: '192.0.2.9' }, right), true);
  });

  it('lets the owner’s device and session sign in even if guesses come from the owner’s own network', async () => {
    for (let i = 0; i < 30; i++)
      await throttle.check('ann', { address: '192.0.2.1' }, wrong).catch(() => undefined);
    await assert.rejects(throttle.check('ann', { address: '192.0.2.1' }, right), isSlowed);
    assert.equal(await throttle.check('ann', { address: '192.0.2.1', device: 'd' }, right), true);
  });

  it('makes a device wait that guesses itself', async () => {
    for (let i = 0; i < 5; i++) await throttle.check('ann', { address: `192.0.2.${i}`, device: 'd' }, wrong);
    await assert.rejects(throttle.check('ann', { address: '192.0.2.9', device: 'd' }, right), isSlowed);
    assert.equal(await throttle.check('ann', { address: '192.0.2.9', device: 'e' }, right), true);
  });

  it('makes strangers wait after a thousand guesses from everywhere, except those who signed in recently', async () => {
    assert.equal(await throttle.check('ann', { address: '192.0.2.9' }, right), true);
    for (let i = 0; i < 1000; i++)
      await throttle.check('ann', { address: `10.0.${i >> 8}.${i & 255}` }, wrong);
    await assert.rejects(throttle.check('ann', { address: '192.0.2.8' }, right), isSlowed);
    assert.equal(await throttle.check('ann', { address: '192.0.2.9' }, right), true);
    await assert.rejects(throttle.check('ann', { address: '192.0.2.8' }, right), isSlowed);
  });

  it('says how long to wait, in seconds, and how many', async () => {
    for (let i = 0; i < 6; i++) {
      await throttle.check('ann', { address: '192.0.2.9' }, wrong);
      if (i > 3) {
        const words = i === 4 ? 'Wait 1 second and' : 'Wait 2 seconds and';
        await assert.rejects(throttle.check('ann', { address: '192.0.2.9' }, right), {
          message: `Too many attempts. ${words} try again.`,
        });
      }
      now += 2 * second;
      if (i < 5) continue;
      assert.equal(await throttle.check('ann', { address: '192.0.2.9' }, right), true);
    }
  });

  it('makes guesses wait after twenty wrong ones from one address, for any accounts', async () => {
    for (let i = 0; i < 20; i++) await throttle.check(`name ${i}`, { address: '192.0.2.1' }, wrong);
    await assert.rejects(throttle.check('another', { address: '192.0.2.1' }, right), isSlowed);
    assert.equal(await throttle.check('another', { address: '192.0.2.2' }, right), true);
  });

  it('gains nothing for guesses that are made all at once', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 50 }, () => throttle.check('ann', { address: '192.0.2.1' }, wrong)),
    );
    assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 5);
  });

  it('checks no guess while it has to wait', async () => {
    for (let i = 0; i < 5; i++) await throttle.check('ann', { address: '192.0.2.1' }, wrong);
    let checked = false;
    const check = () => {
      checked = true;
      return right();
    };
    await assert.rejects(throttle.check('ann', { address: '192.0.2.1' }, check), isSlowed);
    assert.equal(checked, false);
  });

  it('does not start again for others when one signs in to one’s own account in between', async () => {
    for (let i = 0; i < 20; i++) {
      await throttle.check(`name ${i}`, { address: '192.0.2.1' }, wrong);
      if (i < 19) await throttle.check('mine', { address: '192.0.2.1' }, right);
    }
    await assert.rejects(throttle.check('another', { address: '192.0.2.1' }, wrong), isSlowed);
  });

  it('never slows down a person whose passwords are right', async () => {
    for (let i = 0; i < 100; i++)
      assert.equal(await throttle.check('ann', { address: '192.0.2.1' }, right), true);
  });

  const networks: [address: string, network: string][] = [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0db8:0001:2::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['unknown', 'unknown'],
  ];
  for (const [address, network] of networks)
    it(`counts ${address} with its network, so that new addresses in it gain nothing`, () => {
      assert.equal(networkOf(address), network);
    });
});
