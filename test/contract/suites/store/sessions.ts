import assert from 'node:assert/strict';
import type { Store } from '../../../../src/service/store/store.ts';
import { accountWith, newAccount, newId } from '../../support/samples.ts';
import type { StoreSubject } from '../../support/stores.ts';

export function sessionsSuite(subject: () => StoreSubject): void {
  let store: Store;
  let account: string;
  let clock: StoreSubject['clock'];
  beforeEach(() => {
    ({ store, account, clock } = subject());
  });

  async function signIn(to = account, expiresAt = clock.now + 1000): Promise<string> {
    const id = newId();
    await store.addSession(to, { id, expiresAt });
    return id;
  }

  it('show whose they are, each until it is ended', async () => {
    const [one, other] = [await signIn(), await signIn()];
    assert.deepEqual(await store.accountOfSession(account, one), await accountWith(store, account));
    await store.endSession(account, one);
    await store.endSession(account, one);
    assert.equal(await store.accountOfSession(account, one), null);
    assert.equal((await store.accountOfSession(account, other))?.id, account);
  });

  it('can neither be used nor ended through another account', async () => {
    const session = await signIn();
    const other = await newAccount(store);
    assert.equal(await store.accountOfSession(other, session), null);
    await store.endSession(other, session);
    assert.equal((await store.accountOfSession(account, session))?.id, account);
    for (const strange of ['', 'none', 'null\0']) {
      assert.equal(await store.accountOfSession(account, strange), null);
      assert.equal(await store.accountOfSession(strange, session), null);
    }
  });

  it('are forgotten once they have expired and somebody signs in again', async () => {
    const [first, longer] = [await signIn(account, clock.now + 10), await signIn(account, clock.now + 11)];
    clock.now += 10;
    await signIn();
    assert.equal(await store.accountOfSession(account, first), null);
    assert.equal((await store.accountOfSession(account, longer))?.id, account);
  });

  it('end with their account', async () => {
    const session = await signIn();
    await store.deleteAccount(account);
    assert.equal(await store.accountOfSession(account, session), null);
    await assert.rejects(signIn());
  });
}
