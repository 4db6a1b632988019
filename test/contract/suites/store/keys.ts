import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from '../../../../src/service/store/store.ts';
import { newAccount, newId } from '../../support/samples.ts';
import type { StoreSubject } from '../../support/stores.ts';

export function keysSuite(subject: () => StoreSubject): void {
  let store: Store;
  let account: string;
  beforeEach(() => {
    ({ store, account } = subject());
  });

  it('name their account until they are revoked, by it alone', async () => {
    const other = await newAccount(store);
    const [first, second] = [newId(), newId()];
    for (const id of [first, second]) {
      await store.addKey(account, { id, name: `key ${id}`, digest: `digest of ${id}` });
    }
    assert.equal(await store.accountOfKey(`digest of ${first}`), account);
    assert.equal(await store.revokeKey(other, first), false);
    assert.equal(await store.revokeKey(account, first), true);
    assert.equal(await store.revokeKey(account, first), false);
    assert.equal(await store.accountOfKey(`digest of ${first}`), null);
    assert.equal(await store.accountOfKey(`digest of ${second}`), account);
    assert.deepEqual(
      (await store.listKeys(account)).map(({ id, name }) => ({ id, name })),
      [{ id: second, name: `key ${second}` }],
    );
    assert.deepEqual(await store.listKeys(other), []);
  });

  it('that are asked for at the same moment are each found, or not, for themselves', async () => {
    const other = await newAccount(store);
    for (const [owner, digest] of [
      [account, `a ${account}`],
      [other, `b ${account}`],
    ] as const) {
      await store.addKey(owner, { id: newId(), name: 'k', digest });
    }
    const asked = [`a ${account}`, 'none', `b ${account}`, 'null\0', `a ${account}`];
    assert.deepEqual(await Promise.all(asked.map((digest) => store.accountOfKey(digest))), [
      account,
      null,
      other,
      null,
      account,
    ]);
  });

  it('say when they were last used, noted once a minute', async () => {
    const digest = `digest of ${account}`;
    subject().clock.now = 10_000_000;
    await store.addKey(account, { id: newId(), name: 'k', digest });
    const used = async () =>
      (await store.listKeys(account)).map(({ createdAt, lastUsedAt }) => [createdAt, lastUsedAt]);
    assert.deepEqual(await used(), [[10_000_000, null]]);
    for (const [time, noted] of [
      [20_000_000, 20_000_000],
      [20_059_999, 20_000_000],
      [20_060_000, 20_060_000],
      [15_000_000, 15_000_000], // the clock was set back: what was noted ahead is corrected
    ] as const) {
      subject().clock.now = time;
      assert.equal(await store.accountOfKey(digest), account);
      // Noted beside the call, which does not wait for it.
      for (let tries = 0; tries < 2000 && (await used())[0]?.[1] !== noted; tries++) await delay(10);
      assert.deepEqual(await used(), [[10_000_000, noted]]);
    }
  });

  it('unknown name none', async () => {
    for (const digest of ['', 'none', 'null\0']) assert.equal(await store.accountOfKey(digest), null);
  });

  it('are never of two accounts', async () => {
    const digest = `digest of ${account}`;
    await store.addKey(account, { id: newId(), name: 'k', digest });
    const other = await newAccount(store);
    await assert.rejects(store.addKey(other, { id: newId(), name: 'k', digest }));
    assert.equal(await store.accountOfKey(digest), account);
    assert.deepEqual(await store.listKeys(other), []);
  });
}
