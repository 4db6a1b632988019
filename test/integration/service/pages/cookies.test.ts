import assert from 'node:assert/strict';
import { isSignature, signatureOf } from '../../../../src/service/pages/signedCookies.ts';
import { openSite, password, type TestSite, type Visitor } from './visitor.ts';
import { accountPages } from '../../../../src/service/account/accountPages.ts';

const day = 24 * 3600 * 1000;
const secret = new Uint8Array(32).fill(1);

describe('signatures', () => {
  it('are valid only for their purpose', () => {
    const signature = signatureOf(secret, 'session', 'a', 'b');
    assert.ok(isSignature(signature, signatureOf(secret, 'session', 'a', 'b')));
    const others = [
      signatureOf(secret, 'report', 'a', 'b'),
      signatureOf(secret, 'session', 'ab'),
      signatureOf(secret, 'session', 'a,b'),
      signatureOf(secret, 'session', 'a', 'b', ''),
      signatureOf(secret, 'session', 'a', null),
      signatureOf(new Uint8Array(32).fill(2), 'session', 'a', 'b'),
      '',
      signature.slice(1),
    ];
    for (const other of others) assert.equal(isSignature(other, signature), false, other);
  });
});

describe('sessions', () => {
  let site: TestSite;
  let ann: Visitor;
  beforeEach(async () => {
    site = openSite();
    ann = site.visitor();
    await ann.enter('Ann');
  });
  afterEach(() => site.store.close());

  const token = (visitor: Visitor): string => visitor.cookies.get('/')?.get('inkling') ?? '';
  const setToken = (visitor: Visitor, value: string): void => {
    visitor.cookies.set('/', new Map([['inkling', value]]));
  };
  const isSignedIn = async (visitor: Visitor): Promise<boolean> =>
    (await visitor.get('/account')).status === 200;

  it('end by themselves after a week', async () => {
    site.pass(7 * day - 1);
    assert.equal(await isSignedIn(ann), true);
    site.pass(1);
    assert.equal(await isSignedIn(ann), false);
  });

  it('can’t be made longer, or somebody else’s', async () => {
    const bob = site.visitor();
    await bob.enter('Bob');
    const [account = '', id = '', expires = '', signature = ''] = token(ann).split('.');
    const [other = '', others = ''] = token(bob).split('.');
    const forged = [
      `${account}.${id}.${Number(expires) + day}.${signature}`,
      `${other}.${others}.${expires}.${signature}`,
      `${other}.${id}.${expires}.${signature}`,
      `${account}.${others}.${expires}.${signature}`,
      `${account}.${id}.${expires}.`,
      `${account}.${id}.${expires}`,
      `${account}.${id}.Infinity.${signature}`,
      `${account}.${id}.${expires}.${'A'.repeat(signature.length)}`,
      '..',
      'nonsense',
    ];
    for (const value of forged) {
      setToken(ann, value);
      assert.equal(await isSignedIn(ann), false, value);
    }
    setToken(ann, `${account}.${id}.${expires}.${signature}`);
    assert.equal(await isSignedIn(ann), true);
  });

  it('end with the password they began with, but the one that changed it goes on', async () => {
    const elsewhere = site.visitor();
    await elsewhere.submit('/account/sign-in', { name: 'ann', password });
    assert.equal(await isSignedIn(elsewhere), true);
    const before = token(ann);
    await ann.get('/account/settings');
    const changed = await ann.submit('/account/password', {
      current: password,
      password: 'another long one',
    });
    assert.equal(changed.status, 303);
    assert.equal(await isSignedIn(ann), true);
    assert.equal(await isSignedIn(elsewhere), false);
    setToken(elsewhere, before);
    assert.equal(await isSignedIn(elsewhere), false, 'a copy of the cookie that it began with');
  });

  it('are over in the browser that signs out', async () => {
    await ann.submit('/account/sign-out');
    assert.equal(token(ann), '');
    assert.equal(await isSignedIn(ann), false);
  });

  it('that were signed out of are over for a copied cookie too, and the others go on', async () => {
    const elsewhere = site.visitor();
    await elsewhere.submit('/account/sign-in', { name: 'Ann', password });
    const thief = site.visitor('192.0.2.66');
    setToken(thief, token(ann));
    assert.equal(await isSignedIn(thief), true);
    await ann.submit('/account/sign-out');
    assert.equal(await isSignedIn(thief), false);
    assert.equal(await isSignedIn(elsewhere), true);
  });

  it('of every browser end when the account is deleted', async () => {
    const elsewhere = site.visitor();
    await elsewhere.submit('/account/sign-in', { name: 'Ann', password });
    const copied = token(ann);
    await ann.get('/account/settings');
    await ann.submit('/account/delete', { password });
    setToken(ann, copied);
    for (const visitor of [ann, elsewhere]) assert.equal(await isSignedIn(visitor), false);
  });

  it('are in a cookie that no script reads and no other site’s form sends', async () => {
    const signedIn = await ann.submit('/account/sign-in', { name: 'Ann', password });
    const [cookie = ''] = signedIn.headers.getSetCookie();
    assert.match(cookie, /^inkling=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('over https are in a cookie of this host alone, sent over https alone', async () => {
    const secure = openSite({ baseUrl: 'https://inkling.test' });
    const visitor = secure.visitor();
    const answer = await visitor.submit('/account/sign-up', { name: 'Ann', password });
    const [cookie = ''] = answer.headers.getSetCookie();
    assert.match(cookie, /^__Host-inkling=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    assert.equal(await isSignedIn(visitor), true);
    await visitor.submit('/account/sign-out');
    assert.equal(await isSignedIn(visitor), false);
    await secure.store.close();
  });

  it('need a secret that can’t be guessed', () => {
    assert.throws(
      () =>
        openSite({
          pages: accountPages({ registration: 'open', secret: new Uint8Array(31) }),
        }),
      /32 bytes/,
    );
  });
});
