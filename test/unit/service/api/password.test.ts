import assert from 'node:assert/strict';
import { hashQueued } from '../../../../src/service/api/password.ts';

describe('the hash of a report page’s password', () => {
  it('does not wait for another account’s many hashes, and is skipped if the client has left', async () => {
    const controller = new AbortController();
    const ended: string[] = [];
    const hash = async (account: string) => {
      const { signal } = controller;
      await hashQueued(account, 'a password', signal).then(
        (hashed) => ended.push(`${account} ${hashed.slice(0, 6)}`),
        () => ended.push(`${account} given up`),
      );
    };
    // Node's four threads and one more.
    const flood = ['A', 'A', 'A', 'A', 'A'].map(hash);
    await hash('B');
    controller.abort();
    await Promise.all(flood);
    assert.ok(ended.indexOf('B scrypt') <= 1, ended.join());
    assert.ok(ended.filter((end) => end === 'A given up').length >= 3, ended.join());
  });
});
