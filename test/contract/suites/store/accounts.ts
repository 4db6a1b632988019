import assert from 'node:assert/strict';
import type { Store } from '../../../../src/service/store/store.ts';
import {
  accountWith,
  byCodePoint,
  firstTen,
  newAccount,
  newId,
  sampleReport,
} from '../../support/samples.ts';
import type { StoreSubject } from '../../support/stores.ts';

export function accountsSuite(subject: () => StoreSubject): void {
  let store: Store;
  let account: string;
  beforeEach(() => {
    ({ store, account } = subject());
  });

  const listAll = () => store.listReports(account, { ...firstTen, sortBy: 'id', project: null });
  const projectsBy = (search: string | null) =>
    store.listProjects(account, { ...firstTen, sortBy: 'project', limit: 100, search });

  it('are found by id and by name in any case, with their password’s hash', async () => {
    const id = newId();
    subject().clock.now = 5_000_000;
    assert.ok(await store.createAccount({ id, name: `Ärzte ${id}`, passwordHash: 'hash' }));
    const expected = { id, name: `Ärzte ${id}`, createdAt: 5_000_000, passwordHash: 'hash' };
    assert.deepEqual(await accountWith(store, id), expected);
    assert.deepEqual(await store.accountNamed(`äRZTE ${id}`), expected);
  });

  it('are not made twice under one name, whatever its case', async () => {
    const id = newId();
    assert.equal(await store.createAccount({ id, name: `Straße ${id}`, passwordHash: null }), true);
    const other = newId();
    const taken = { id: other, name: `STRASSE ${id}`, passwordHash: 'other' };
    assert.equal(await store.createAccount(taken), false);
    assert.equal(await accountWith(store, other), null);
    assert.equal((await store.accountNamed(`strasse ${id}`))?.id, id);
  });

  it('that race for one name: one wins, and the others are told', async () => {
    const name = `wanted ${newId()}`;
    const ids = Array.from({ length: 6 }, newId);
    const made = await Promise.all(ids.map((id) => store.createAccount({ id, name, passwordHash: null })));
    assert.equal(made.filter(Boolean).length, 1);
    assert.equal((await store.accountNamed(name))?.id, ids[made.indexOf(true)]);
  });

  it('unknown are none', async () => {
    for (const strange of ['', 'nobody', 'null\0']) {
      assert.equal(await accountWith(store, strange), null);
      assert.equal(await store.accountNamed(strange), null);
      assert.equal(await store.deleteAccount(strange), false);
    }
  });

  it('are listed by name, as a reader looks them up', async () => {
    const names = ['b', 'A', 'é', 'ß', '\u{10400}', '\uFB03'].map((start) => `${start} ${account}`);
    for (const each of names) await store.createAccount({ id: newId(), name: each, passwordHash: null });
    const listed = (await store.listAccounts()).map(({ name }) => name);
    assert.deepEqual(
      listed.filter((each) => names.includes(each)),
      names.toSorted(byCodePoint),
    );
  });

  it('take another password', async () => {
    await store.setPasswordHash(account, 'second');
    assert.equal((await accountWith(store, account))?.passwordHash, 'second');
  });

  it('are deleted with all they own, and nothing of the others', async () => {
    const other = await newAccount(store);
    const owned = sampleReport({ project: 'p' });
    const others = sampleReport({ project: 'p' });
    await store.addReport(account, owned);
    await store.addReport(other, others);
    await store.addKey(account, { id: newId(), name: 'k', digest: `digest of ${account}` });
    await store.addKey(other, { id: newId(), name: 'k', digest: `digest of ${other}` });
    const name = (await accountWith(store, account))?.name ?? '';

    assert.equal(await store.deleteAccount(account), true);
    assert.equal(await store.deleteAccount(account), false);
    assert.equal(await accountWith(store, account), null);
    assert.equal(await store.accountNamed(name), null);
    assert.equal(await store.accountOfKey(`digest of ${account}`), null);
    assert.deepEqual(await store.listKeys(account), []);
    assert.equal(await store.getReport(account, owned.id), null);
    assert.equal(await store.findReport(owned.id), null);
    assert.equal((await listAll()).total, 0);
    assert.equal((await projectsBy(null)).total, 0);

    assert.equal(await store.accountOfKey(`digest of ${other}`), other);
    assert.equal((await store.findReport(others.id))?.account, other);
    assert.equal(await store.createAccount({ id: newId(), name, passwordHash: null }), true);
  });

  it('that were deleted take no more reports and keys', async () => {
    await store.deleteAccount(account);
    await assert.rejects(store.addReport(account, sampleReport({ project: 'p' })));
    await assert.rejects(store.addKey(account, { id: newId(), name: 'k', digest: newId() }));
  });
}
