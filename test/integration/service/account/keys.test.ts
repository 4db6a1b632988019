import assert from 'node:assert/strict';
import { digestOfKey, newApiKey, localApiKey } from '../../../../src/service/account/apiKey.ts';
import { hashPassword, isCorrectPassword } from '../../../../src/service/api/password.ts';
import { openSqliteStore } from '../../../../src/service/store/sqlite/sqlite.ts';

describe('API keys', () => {
  it('are recognisable, contain 256 bits and never repeat', () => {
    const [one, two] = [newApiKey(), newApiKey()];
    assert.match(one, /^ink_[\w-]{43}$/);
    assert.notEqual(one, two);
  });

  it('are stored only as a digest', () => {
    const key = newApiKey();
    assert.equal(digestOfKey(key), digestOfKey(key));
    assert.ok(!digestOfKey(key).includes(key.slice(4)));
  });
});

describe('the local account', () => {
  it('is created once and keeps its key', async () => {
    const store = openSqliteStore(':memory:');
    const key = await localApiKey(store, null);
    const account = await store.accountOfKey(digestOfKey(key));
    assert.ok(account);
    assert.equal(await localApiKey(store, key), key);
    await store.close();
  });

  it('gets another key, without losing its reports, when the editor lost the first', async () => {
    const store = openSqliteStore(':memory:');
    const first = await localApiKey(store, null);
    for (const lost of [null, '', 'ink_tooshort']) {
      const next = await localApiKey(store, lost);
      assert.notEqual(next, first);
      assert.equal(await store.accountOfKey(digestOfKey(next)), await store.accountOfKey(digestOfKey(first)));
    }
    await store.close();
  });

  it('accepts the key that another workspace of the browser saved, so that the two don’t replace each other’s', async () => {
    const store = openSqliteStore(':memory:');
    await localApiKey(store, null);
    const saved = newApiKey();
    assert.equal(await localApiKey(store, saved), saved);
    await store.close();
  });

  it('rejects the key of another account', async () => {
    const store = openSqliteStore(':memory:');
    const key = newApiKey();
    await store.createAccount({ id: 'account-a', name: 'somebody', passwordHash: null });
    await store.addKey('account-a', { id: 'key-a', name: 'a key', digest: digestOfKey(key) });
    assert.notEqual(await localApiKey(store, key), key);
    await store.close();
  });
});

describe('passwords', () => {
  it('are stored hashed, each with its own salt and the cost beside', async () => {
    const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    assert.match(one, /^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    assert.notEqual(one, two);
  });

  it('are accepted only if right, in either form of their letters', async () => {
    const stored = await hashPassword('un mot de passé');
    assert.equal(await isCorrectPassword('un mot de passé'.normalize('NFD'), stored), true);
    for (const wrong of ['un mot de passe', 'un mot de passé ', '', stored])
      assert.equal(await isCorrectPassword(wrong, stored), false, wrong);
  });

  it('are rejected if none is stored', async () => {
    for (const password of ['', 'null']) assert.equal(await isCorrectPassword(password, null), false);
  });

  it('that are stored damaged are an error, and open nothing', async () => {
    const stored = await hashPassword('correct horse');
    for (const damaged of [
      '',
      'plain',
      stored.replace('scrypt', 'md5'),
      stored.slice(0, -5),
      'scrypt$16$8$1$AA$',
    ])
      await assert.rejects(isCorrectPassword('correct horse', damaged), /damaged/);
  });
});
