import assert from 'node:assert/strict';
import { QuotaError } from '../../../../src/service/store/quotas.ts';
import { StoreUnavailableError } from '../../../../src/service/store/store.ts';
import { createService } from '../../../../src/service/createService.ts';
import { fakeDetect, fakeModels } from '../../../contract/support/fakeDetect.ts';
import { openSite, password, type TestSite, type Visitor } from '../pages/visitor.ts';
import { accountPages } from '../../../../src/service/account/accountPages.ts';
import { accountWith } from '../../../contract/support/samples.ts';

describe('the account area', () => {
  let site: TestSite;
  let ann: Visitor;
  let bob: Visitor;
  beforeEach(async () => {
    site = openSite();
    ann = site.visitor();
    bob = site.visitor('192.0.2.2');
    await ann.enter('Ann');
    await bob.enter('Bob');
  });
  afterEach(() => site.store.close());

  const call = (key: string, path = '/api/v1/reports') =>
    site.service(new Request(`http://inkling.test${path}`, { headers: { Authorization: `Bearer ${key}` } }));

  describe('signing up', () => {
    it('answers the same whether there is an account of that name or not', async () => {
      const made = [];
      for (const name of ['Ann', 'Cat']) {
        const visitor = site.visitor();
        const { status, headers } = await visitor.submit('/account/sign-up', { name, password });
        const { text } = await visitor.get('/account');
        const whole = new RegExp(`You sign in here as (${name}-[2-9b-z]{6})\\.`).exec(text)?.[1] ?? '';
        assert.ok(await site.store.accountNamed(whole), text);
        made.push([status, headers.get('Location'), text.replaceAll(whole, '')]);
      }
      assert.deepEqual(made[0], made[1]);
    });

    it('adds the suffix that the form showed to the name, even if the script added it already', async () => {
      for (const shown of [false, true]) {
        const visitor = site.visitor();
        const { markup, text } = await visitor.get('/account/sign-up');
        const ending = /-[2-9b-z]{6}/.exec(text)?.[0] ?? '';
        const signedEnding = /name="ending" value="([^"]*)"/.exec(markup)?.[1] ?? '';
        const fields = { name: shown ? `Cat${ending}` : 'Cat', password, ending: signedEnding };
        assert.equal((await visitor.submit('/account/sign-up', fields)).status, 303);
        assert.ok(await site.store.accountNamed(`Cat${ending}`));
        const again = await site.visitor().submit('/account/sign-up', fields);
        assert.equal(again.status, 409);
        assert.match(again.text, /already created the account .+/);
      }
    });

    it('lets nobody choose the ending, so that no name can be tried out', async () => {
      await site.addAccount('Bob-k7m2qd');
      for (const ending of ['k7m2qd', 'k7m2qd.', `k7m2qd.${'A'.repeat(43)}`]) {
        const { status } = await site.visitor().submit('/account/sign-up', { name: 'Bob', password, ending });
        assert.equal(status, 303);
      }
    });

    it('keeps name and ending where something else was wrong', async () => {
      const visitor = site.visitor();
      const signedEnding = /name="ending" value="([^"]*)"/.exec(
        (await visitor.get('/account/sign-up')).markup,
      )?.[1];
      const fields = { name: 'Cat', password: 'short', ending: signedEnding ?? '' };
      const { markup } = await visitor.submit('/account/sign-up', fields);
      assert.match(markup, /name="name"[^>]*value="Cat"/);
      assert.ok(signedEnding !== undefined && markup.includes(signedEnding));
    });

    const refused: [what: string, fields: Record<string, string>, message: RegExp][] = [
      ['a short password', { name: 'Cat', password: 'short' }, /at least 10 characters/],
      ['a row of digits', { name: 'Cat', password: '1234567890' }, /easy to guess/],
      ['ten blanks', { name: 'Cat', password: ' '.repeat(10) }, /easy to guess/],
      ['a password of the name again and again', { name: 'Zed', password: 'Zedzedzedzed' }, /easy to guess/],
      ['a common password that is dressed up', { name: 'Cat', password: 'P@ssw0rd2026' }, /easy to guess/],
      ['the name over again', { name: 'Cat Ballou', password: 'cat ballou 1' }, /easy to guess/],
      ['a blank name', { name: ' ', password }, /Enter a name for the account/],
      ['a name that looks like another', { name: 'An\u200Bn', password }, /invisible/],
      ['a very long name', { name: 'x'.repeat(65), password }, /at most 64/],
      ['a form without fields', {}, /Fill in every field/],
    ];
    for (const [what, fields, message] of refused)
      it(`refuses ${what}, says why and makes nothing`, async () => {
        const { status, text } = await site.visitor().submit('/account/sign-up', fields);
        assert.equal(status, 422);
        assert.match(text, message);
        assert.equal((await site.store.listAccounts()).length, 2);
      });

    it('is refused while registration is closed', async () => {
      const closed = openSite({
        pages: accountPages({ registration: 'closed', secret: new Uint8Array(32) }),
      });
      const visitor = closed.visitor();
      assert.equal((await visitor.get('/account/sign-up')).status, 403);
      assert.equal((await visitor.submit('/account/sign-up', { name: 'Cat', password })).status, 403);
      assert.deepEqual(await closed.store.listAccounts(), []);
      assert.doesNotMatch((await visitor.get('/account/sign-in')).markup, /sign-up/);
      await closed.store.close();
    });

    it('is slowed down where an address was busy before', async () => {
      const visitor = site.visitor('192.0.2.50');
      for (let i = 0; i < 20; i++) {
        await site.addAccount(`name ${i}`);
        await visitor.submit('/account/sign-in', { name: `name ${i}`, password: 'x' });
      }
      assert.equal((await visitor.submit('/account/sign-up', { name: 'Cat', password })).status, 429);
      assert.equal(await site.store.accountNamed('Cat'), null);
    });

    it('stores passwords at full cost, of accounts and of reports, unless a test asks for less', async () => {
      const full = openSite({ passwordCost: undefined });
      const visitor = full.visitor();
      await visitor.submit('/account/sign-up', { name: 'Cat', password });
      const id = await visitor.scan({ privacy: '2', password: 'sesame' });
      const report = await full.store.findReport(id);
      const account = await accountWith(full.store, report?.account ?? '');
      for (const hash of [account?.passwordHash, report?.passwordHash])
        assert.match(hash ?? '', /^scrypt\$32768\$8\$3\$/);
      await full.store.close();
    });

    it('signs in, and again later with the password given', async () => {
      const visitor = site.visitor();
      const answer = await visitor.submit('/account/sign-up', { name: 'Cat', password });
      assert.equal(answer.status, 303);
      assert.equal((await visitor.get('/account')).status, 200);
      const [name = ''] = /Cat-\w{6}/.exec((await visitor.get('/account')).text) ?? [];
      const later = await site.visitor().submit('/account/sign-in', { name: name.toUpperCase(), password });
      assert.equal(later.status, 303);
    });
  });

  describe('signing in', () => {
    it('accepts the name in any case and shows the reports', async () => {
      const visitor = site.visitor();
      const { status, headers } = await visitor.submit('/account/sign-in', { name: 'ANN', password });
      assert.equal(status, 303);
      assert.equal(headers.get('Location'), '/account');
    });

    it('says the same of a wrong password and of a name that there is not', async () => {
      const wrong = await site.visitor().submit('/account/sign-in', { name: 'Ann', password: 'x' });
      const unknown = await site.visitor().submit('/account/sign-in', { name: 'Eve', password: 'x' });
      assert.equal(wrong.status, 403);
      assert.equal(unknown.status, 403);
      assert.equal(unknown.markup, wrong.markup.replace('value="Ann"', 'value="Eve"'));
      assert.deepEqual(wrong.headers.getSetCookie(), []);
    });

    it('keeps the typed name, and shows none if none was typed', async () => {
      const wrong = await site.visitor().submit('/account/sign-in', { name: 'Ann', password: 'x' });
      assert.match(wrong.markup, /name="name"[^>]*value="Ann"/);
      for (const path of ['/account/sign-in', '/account/sign-up']) {
        const { status, markup } = await site.visitor().submit(path, {});
        assert.equal(status, 422);
        assert.match(markup, /name="name"[^>]*value=""/, path);
      }
    });

    it('rejects a name that is longer than any account’s', async () => {
      const name = 'x'.repeat(256);
      const refused = await site.visitor().submit('/account/sign-in', { name, password });
      assert.equal(refused.status, 422);
      assert.match(refused.text, /at most 255 characters/);
    });

    it('is refused for an account without a password, for any input', async () => {
      await site.store.createAccount({ id: crypto.randomUUID(), name: 'robot', passwordHash: null });
      for (const given of ['', 'null', password]) {
        const { status } = await site
          .visitor()
          .submit('/account/sign-in', { name: 'robot', password: given });
        assert.equal(status, 403);
      }
    });

    it('is slowed down by name and network, with the time to wait, and works again after it', async () => {
      const visitor = site.visitor('198.51.100.9');
      for (let i = 0; i < 5; i++) await visitor.submit('/account/sign-in', { name: 'Ann', password: 'x' });
      const slowed = await visitor.submit('/account/sign-in', { name: 'aNn', password });
      assert.equal(slowed.status, 429);
      assert.equal(slowed.headers.get('Retry-After'), '1');
      assert.match(slowed.text, /Wait 1 second/);
      site.pass(1000);
      assert.equal((await visitor.submit('/account/sign-in', { name: 'Ann', password })).status, 303);
    });

    it('keeps no owner out where strangers guess, nor from a new password or from deleting the account', async () => {
      for (let i = 0; i < 30; i++)
        for (const address of ['198.51.100.1', '198.51.100.2', '192.0.2.1'])
          await site.visitor(address).submit('/account/sign-in', { name: 'Ann', password: 'x' });
      const elsewhere = site.visitor('203.0.113.1');
      assert.equal((await elsewhere.submit('/account/sign-in', { name: 'Ann', password })).status, 303);
      const changed = { current: password, password: 'another long one' };
      assert.equal((await ann.submit('/account/password', changed)).status, 303);
      await ann.submit('/account/sign-out');
      const wrong = await site.visitor().submit('/account/sign-in', { name: 'Ann', password: 'x' });
      assert.equal(wrong.status, 429, 'strangers on the owner’s own network wait');
      const back = await ann.submit('/account/sign-in', { name: 'Ann', password: changed.password });
      assert.equal(back.status, 303, 'the browser that was signed in does not');
      await ann.get('/account/settings');
      assert.equal((await ann.submit('/account/delete', { password: changed.password })).status, 200);
    });

    it('makes a browser wait whose own guesses are wrong, signed in or not', async () => {
      const guess = { current: 'x', password: 'another long one' };
      for (let i = 0; i < 5; i++) assert.equal((await ann.submit('/account/password', guess)).status, 403);
      assert.equal((await ann.submit('/account/password', guess)).status, 429);
      await ann.submit('/account/sign-out');
      for (let i = 0; i < 5; i++) await ann.submit('/account/sign-in', { name: 'Ann', password: 'x' });
      assert.equal((await ann.submit('/account/sign-in', { name: 'Ann', password })).status, 429);
    });

    it('knows no browser by a cookie of another account’s, or one that was changed', async () => {
      const bob = site.visitor('198.51.100.7');
      await bob.enter('Bob');
      await bob.submit('/account/sign-out');
      for (let i = 0; i < 5; i++) await bob.submit('/account/sign-in', { name: 'Ann', password: 'x' });
      assert.equal((await bob.submit('/account/sign-in', { name: 'Ann', password })).status, 429);
    });

    it('is slowed down by address, over all names', async () => {
      const visitor = site.visitor('198.51.100.1');
      for (let i = 0; i < 20; i++) {
        await site.addAccount(`name ${i}`);
        await visitor.submit('/account/sign-in', { name: `name ${i}`, password: 'x' });
      }
      assert.equal((await visitor.submit('/account/sign-in', { name: 'Ann', password })).status, 429);
      assert.equal((await site.visitor().submit('/account/sign-in', { name: 'Ann', password })).status, 303);
    });

    it('goes back to the report that one came for, and to nowhere else', async () => {
      const id = await ann.scan();
      const visitor = site.visitor();
      const there = { name: 'Ann', password, report: id };
      const back = await visitor.submit('/account/sign-in', there);
      assert.equal(back.headers.get('Location'), `/reports/${id}`);
      for (const report of [
        '//evil.example',
        'https://evil.example',
        `${id}@evil.example`,
        '../../x',
        `${id}\r\nX: y`,
      ]) {
        const answer = await site.visitor().submit('/account/sign-in', { ...there, report });
        assert.equal(answer.headers.get('Location'), '/account', report);
      }
    });
  });

  describe('forms', () => {
    const forms = (id: string): [path: string, fields: Record<string, string>][] => [
      ['/account/sign-out', {}],
      ['/account/keys', { name: 'k' }],
      ['/account/keys/k/revoke', {}],
      ['/account/password', { current: password, password: 'another long one' }],
      ['/account/delete', { password }],
      [`/account/reports/${id}/privacy`, { privacy: '0' }],
    ];

    it('are taken from this site’s own pages alone', async () => {
      const id = await ann.scan();
      const csrf = /name="csrf" value="([^"]*)"/.exec((await ann.get('/account/keys')).markup)?.[1] ?? '';
      const foreign: Record<string, string>[] = [
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site' },
        { 'Sec-Fetch-Site': 'none' },
        { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://inkling.test' },
        { Origin: 'http://evil.example' },
        { Origin: 'https://inkling.test' },
        { Origin: 'null' },
        {},
      ];
      const all = [
        ...forms(id),
        ['/account/sign-in', { name: 'Ann', password }],
        ['/account/sign-up', { name: 'New', password }],
      ] as const;
      for (const [path, fields] of all)
        for (const headers of foreign) {
          const { status } = await ann.post(path, { csrf, ...fields }, headers);
          assert.equal(status, 403, `${path} ${JSON.stringify(headers)}`);
        }
      assert.equal((await ann.get(`/account/reports/${id}`)).status, 200);
    });

    it('are taken where the browser sends the origin alone, as over plain http in a local network', async () => {
      const csrf = /name="csrf" value="([^"]*)"/.exec((await ann.get('/account/keys')).markup)?.[1] ?? '';
      const { status } = await ann.post(
        '/account/keys',
        { csrf, name: 'k' },
        { Origin: 'http://inkling.test' },
      );
      assert.equal(status, 201);
    });

    it('at another address of the service say at which one they work', async () => {
      const headers = { Origin: 'http://192.0.2.7:4655', Host: '192.0.2.7:4655' };
      const { status, text } = await ann.post('/account/keys', { name: 'k' }, headers);
      assert.equal(status, 403);
      assert.match(text, /accepts forms only at http:\/\/inkling\.test/);
    });

    it('are taken as browsers send forms alone, so that no other body gets past the check of their origin', async () => {
      const csrf = /name="csrf" value="([^"]*)"/.exec((await ann.get('/account/keys')).markup)?.[1] ?? '';
      const types = {
        'application/json': 415,
        'multipart/form-data; boundary=b': 403,
        'text/plain': 403,
        '': 403,
      };
      for (const [type, status] of Object.entries(types)) {
        const body = JSON.stringify({ csrf, name: 'Ann', password });
        for (const path of ['/account/keys', '/account/sign-in']) {
          const headers = { 'Content-Type': type, 'Sec-Fetch-Site': 'cross-site' };
          assert.equal((await ann.send(path, body, headers)).status, status, `${path} ${type}`);
        }
      }
      assert.match((await ann.get('/account/keys')).text, /No keys yet/);
    });

    it('need the token of their own session', async () => {
      const id = await ann.scan();
      const other = /name="csrf" value="([^"]*)"/.exec((await bob.get('/account/keys')).markup)?.[1] ?? '';
      const own = { 'Sec-Fetch-Site': 'same-origin' };
      for (const [path, fields] of forms(id)) {
        assert.equal((await ann.post(path, { ...fields, csrf: other }, own)).status, 403, path);
        assert.equal((await ann.post(path, fields, own)).status, 403, path);
      }
      assert.equal((await site.visitor().get(`/reports/${id}`)).status, 404);
      assert.equal((await ann.get('/account')).status, 200);
    });

    it('are refused when they are larger than any of ours', async () => {
      const { status } = await site
        .visitor()
        .submit('/account/sign-in', { name: 'x'.repeat(20_000), password });
      assert.equal(status, 413);
    });

    it('lead to the sign-in page without a session', async () => {
      const id = await ann.scan();
      const visitor = site.visitor();
      for (const [path, fields] of forms(id)) {
        const { status, headers } = await visitor.submit(path, fields);
        assert.equal(status, 303, path);
        assert.equal(headers.get('Location'), '/account/sign-in');
      }
    });
  });

  describe('keys', () => {
    it('are shown once, work, show when they were used, and stop working when they are revoked', async () => {
      await ann.get('/account/keys');
      const { status, markup } = await ann.submit('/account/keys', { name: 'laptop' });
      assert.equal(status, 201);
      const key = /<code>(ink_[\w-]+)<\/code>/.exec(markup)?.[1] ?? '';
      assert.match(markup, /never used/);
      assert.equal((await call(key)).status, 200);
      for (let turns = 0; turns < 10; turns++) await new Promise(setImmediate); // the use is noted beside the call
      const listed = await ann.get('/account/keys');
      assert.match(listed.text, /laptop/);
      assert.match(listed.text, /last used/);
      assert.ok(!listed.markup.includes(key));
      const revoke = /action="([^"]*\/revoke)"/.exec(listed.markup)?.[1] ?? '';
      const revoked = await ann.submit(revoke);
      assert.deepEqual([revoked.status, revoked.headers.get('Location')], [303, '/account/keys']);
      assert.equal((await call(key)).status, 401);
    });

    it('say when in UTC, for the script to turn into local time', async () => {
      await ann.key();
      const { markup } = await ann.get('/account/keys');
      assert.match(markup, /created <time datetime="\d{4}-\d\d-\d\dT[\d:.]+Z">[^<]+ UTC<\/time>/);
    });

    it('of another account can neither be seen nor revoked', async () => {
      const key = await ann.key();
      const revoke = /action="([^"]*\/revoke)"/.exec((await ann.get('/account/keys')).markup)?.[1] ?? '';
      assert.doesNotMatch((await bob.get('/account/keys')).text, /for a test/);
      assert.equal((await bob.submit(revoke)).status, 404);
      assert.equal((await call(key)).status, 200);
    });

    it('need a name', async () => {
      await ann.get('/account/keys');
      const { status, text } = await ann.submit('/account/keys', { name: ' ' });
      assert.equal(status, 422);
      assert.match(text, /Enter a name for the key/);
      assert.match(text, /Create key/, 'the form is still there');
    });

    it('are limited in number, and the page says so and what to do', async () => {
      const full = openSite({
        store: { ...site.store, addKey: () => Promise.reject(new QuotaError('keys', 1)) },
      });
      const visitor = full.visitor();
      await visitor.submit('/account/sign-in', { name: 'Ann', password });
      await visitor.get('/account/keys');
      const { status, text } = await visitor.submit('/account/keys', { name: 'one more' });
      assert.equal(status, 403);
      assert.match(text, /API key limit reached \(1\)\. Revoke an unused one, or ask/);
      assert.match(text, /Create key/, 'the form is still there');
      await full.store.close();
    });
  });

  describe('the lists', () => {
    it('show one’s own reports and projects, and nothing of others', async () => {
      await ann.scan({ title: 'Ann’s diary', project: 'diaries' });
      assert.match((await ann.get('/account')).text, /Ann’s diary/);
      assert.match((await ann.get('/account/projects')).text, /diaries\s+1 report/);
      for (const path of [
        '/account',
        '/account?project=diaries',
        '/account/projects',
        '/account/projects?search=diar',
      ])
        assert.doesNotMatch((await bob.get(path)).text, /Ann’s diary|\b1 report\b/, path);
    });

    it('show the reports of one verdict, or a message if there is none', async () => {
      await ann.scan({ title: 'mine', project: 'diaries' });
      const listed = await ann.get('/account?project=diaries&verdict=uncertain&sort_by=id');
      assert.match(listed.text, /mine/);
      assert.match(listed.markup, /<option value="uncertain"\s+selected>/);
      const none = await ann.get('/account?project=diaries&verdict=ai');
      assert.doesNotMatch(none.text, /mine/);
      assert.match(none.text, /No reports in this project with the verdict/);
      assert.match(none.markup, /href="\/account\?project=diaries">Show all/);
      assert.match(none.markup, /<option value="ai"\s+selected>/, 'the filter can be changed there');
      // What the form sends for “Any”.
      assert.match((await ann.get('/account?verdict=&sort_by=id&sort=desc&per_page=10')).text, /mine/);
      assert.equal((await ann.get('/account?verdict=guilty')).status, 422);
    });

    it('lead to a report whose title is blank, too', async () => {
      const id = await ann.scan({ title: ' ' });
      const { markup } = await ann.get('/account');
      assert.match(markup, new RegExp(`href="/reports/${id}"><bdi>Untitled text</bdi>`));
      assert.match((await ann.get(`/reports/${id}`)).text, /Untitled text/);
    });

    it('can be paged in both directions, with the same filters', async () => {
      const key = await ann.key();
      for (let i = 10; i < 22; i++)
        await site.service(
          new Request('http://inkling.test/api/v1/reports', {
            method: 'POST',
            headers: { Authorization: `Bearer ${key}` },
            body: new URLSearchParams({ content: 'Some words.', title: `text ${i}`, project: 'p' }),
          }),
        );
      const titles = ({ text }: { text: string }) =>
        [...text.matchAll(/text (\d+)/g)].map(([, n]) => Number(n));
      const link = ({ markup }: { markup: string }, name: string) =>
        (new RegExp(`<a href="([^"]*)">${name}</a>`).exec(markup)?.[1] ?? '').replaceAll('&amp;', '&');
      const first = await ann.get('/account?project=p&sort_by=generated_at&sort=asc&per_page=10');
      assert.deepEqual(titles(first), [10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
      const second = await ann.get(link(first, 'Next'));
      assert.deepEqual(titles(second), [20, 21]);
      assert.match(second.markup, /<option value="asc"\s+selected>/);
      assert.deepEqual(titles(await ann.get(link(second, 'Previous'))), titles(first));
      assert.equal((await bob.get(link(first, 'Next'))).status, 422);
    });

    it('refuse what they do not know, and name it', async () => {
      const { status, text } = await ann.get('/account?per_page=11');
      assert.equal(status, 422);
      assert.match(text, /per_page/);
    });
  });

  describe('privacy', () => {
    it('can be seen and changed by the owner alone', async () => {
      const id = await ann.scan({ title: 'secret' });
      assert.equal((await bob.get(`/account/reports/${id}`)).status, 404);
      assert.equal((await bob.submit(`/account/reports/${id}/privacy`, { privacy: '0' })).status, 404);
      assert.match((await ann.get(`/account/reports/${id}`)).markup, /value="1"\s+checked/);
      assert.equal((await ann.submit(`/account/reports/${id}/privacy`, { privacy: '0' })).status, 303);
      assert.equal((await site.visitor().get(`/reports/${id}`)).status, 200);
    });

    it('2 needs a password, which opens the page', async () => {
      const id = await ann.scan();
      await ann.get(`/account/reports/${id}`);
      const change = (fields: Record<string, string>) => ann.submit(`/account/reports/${id}/privacy`, fields);
      const refused = await change({ privacy: '2' });
      assert.equal(refused.status, 422);
      assert.match(refused.markup, /value="2"\s+checked/, 'what was chosen is chosen still');
      assert.equal((await change({ privacy: '3' })).status, 422);
      assert.equal((await site.visitor().get(`/reports/${id}`)).status, 404);
      await ann.get(`/account/reports/${id}`);
      for (const short of ['x', 'sesam', ' '.repeat(8)]) {
        const { status, text } = await change({ privacy: '2', password: short });
        assert.equal(status, 422);
        assert.match(text, /at least 6 characters, not only spaces/);
      }
      await ann.get(`/account/reports/${id}`);
      assert.equal((await change({ privacy: '2', password: 'sesame' })).status, 303);
      assert.equal((await site.visitor().submit(`/reports/${id}`, { password: 'sesame' })).status, 303);
    });
  });

  describe('the password', () => {
    it('can be changed only with the old one', async () => {
      await ann.get('/account/settings');
      const { status, text } = await ann.submit('/account/password', {
        current: 'x',
        password: 'another long one',
      });
      assert.equal(status, 403);
      assert.match(text, /Wrong password/);
      assert.match(text, /Delete account/, 'the page is still there');
      assert.equal((await site.visitor().submit('/account/sign-in', { name: 'Ann', password })).status, 303);
    });

    it('is the only valid one after it was changed', async () => {
      await ann.get('/account/settings');
      const { headers } = await ann.submit('/account/password', {
        current: password,
        password: 'another long one',
      });
      assert.equal(headers.get('Location'), '/account/settings/changed');
      const signIn = async (given: string) =>
        (await site.visitor().submit('/account/sign-in', { name: 'Ann', password: given })).status;
      assert.equal(await signIn(password), 403);
      assert.equal(await signIn('another long one'), 303);
      assert.match((await ann.get('/account/settings/changed')).text, /Password changed/);
      const settings = await ann.get('/account/settings');
      assert.deepEqual([settings.status, settings.text.includes('Change password')], [200, true]);
      assert.doesNotMatch(settings.text, /Password changed/);
    });
  });

  describe('changing the password', () => {
    const change = (fields: Record<string, string> = {}) =>
      ann.submit('/account/password', { current: password, password: 'another long one', ...fields });

    it('refuses one that is easy to guess', async () => {
      await ann.get('/account/settings');
      const { status, text } = await change({ password: 'qwertyuiop' });
      assert.equal(status, 422);
      assert.match(text, /easy to guess/);
      assert.equal((await site.visitor().submit('/account/sign-in', { name: 'Ann', password })).status, 303);
    });

    it('asks whether to revoke the keys, and keeps them by default', async () => {
      assert.doesNotMatch((await ann.get('/account/settings')).text, /revoke/);
      const keys = [await ann.key(), await ann.key()];
      const { markup, text } = await ann.get('/account/settings');
      assert.match(text, /Also revoke all 2 API keys/);
      assert.doesNotMatch(markup, /name="revoke_keys"[^>]*checked/);
      await change();
      assert.match((await ann.get('/account/settings/changed')).text, /Your 2 API keys still work/);
      for (const key of keys) assert.equal((await call(key)).status, 200);
    });

    it('revokes every key where it was asked for, and no other account’s', async () => {
      const keys = [await ann.key(), await ann.key()];
      const other = await bob.key();
      await ann.get('/account/settings');
      await change({ revoke_keys: 'yes' });
      assert.match((await ann.get('/account/settings/changed')).text, /There are no API keys/);
      for (const key of keys) assert.equal((await call(key)).status, 401);
      assert.equal((await call(other)).status, 200);
    });
  });

  describe('deleting the account', () => {
    it('asks for the password', async () => {
      await ann.get('/account/settings');
      assert.equal((await ann.submit('/account/delete', { password: 'x' })).status, 403);
      assert.equal((await site.store.listAccounts()).length, 2);
    });

    it('deletes all of its data, and no other account’s', async () => {
      const key = await ann.key();
      const id = await ann.scan({ privacy: '0' });
      const other = await bob.scan({ privacy: '0' });
      await ann.get('/account/settings');
      assert.match((await ann.submit('/account/delete', { password })).text, /Account deleted/);
      assert.equal((await call(key)).status, 401);
      const visitor = site.visitor();
      assert.equal((await visitor.get(`/reports/${id}`)).status, 404);
      assert.equal((await visitor.get(`/reports/${other}`)).status, 200);
      assert.equal((await ann.get('/account')).status, 303);
      assert.equal((await visitor.submit('/account/sign-in', { name: 'Ann', password })).status, 403);
    });
  });

  it('is where the bare address of the service leads', async () => {
    const { status, headers } = await site.visitor().get('/');
    assert.deepEqual([status, headers.get('Location')], [303, '/account']);
  });

  it('shows a page for an unknown address', async () => {
    const { status, headers } = await ann.get('/account/nothing');
    assert.equal(status, 404);
    assert.match(headers.get('Content-Type') ?? '', /^text\/html/);
  });

  it('shows a page with the request’s id after an internal error, and logs the error', async () => {
    const logged: [string, unknown][] = [];
    const failing = openSite({ log: (...entry) => logged.push(entry) });
    await failing.store.close();
    const { status, text } = await failing.visitor().submit('/account/sign-in', { name: 'Ann', password });
    assert.equal(status, 500);
    assert.equal(logged.length, 1);
    assert.ok(text.includes(logged[0]?.[0] ?? '?'));
  });

  it('reveals nothing about an internal error after a form, and logs it', async () => {
    const logged: unknown[] = [];
    const fail = () => Promise.reject(new Error('a secret of the store'));
    const store = {
      ...site.store,
      addKey: fail,
      setPasswordHash: fail,
      deleteAccount: fail,
      createAccount: fail,
    };
    const failing = openSite({ store, log: (_id, error) => logged.push(error) });
    const visitor = failing.visitor();
    await visitor.submit('/account/sign-in', { name: 'Ann', password });
    await visitor.get('/account/settings');
    const forms: [path: string, fields: Record<string, string>][] = [
      ['/account/keys', { name: 'k' }],
      ['/account/password', { current: password, password: 'another long one' }],
      ['/account/delete', { password }],
      ['/account/sign-up', { name: 'Cat', password }],
    ];
    for (const [path, fields] of forms) {
      const { status, markup } = await visitor.submit(path, fields);
      assert.equal(status, 500, path);
      assert.doesNotMatch(markup, /secret/, path);
    }
    assert.equal(logged.length, forms.length);
    await failing.store.close();
  });

  it('leads to the sign-in page after signing out', async () => {
    const { status, headers } = await ann.submit('/account/sign-out');
    assert.deepEqual([status, headers.get('Location')], [303, '/account/sign-in']);
  });

  it('answers with a page that says to try again, while its database can’t be reached', async () => {
    const logged: unknown[] = [];
    const failure = new StoreUnavailableError('The disk of secret.db is full.');
    const failing = openSite({
      store: { ...site.store, accountNamed: () => Promise.reject(failure) },
      log: (_id, error) => logged.push(error),
    });
    const { status, headers, text } = await failing
      .visitor()
      .submit('/account/sign-in', { name: 'Ann', password });
    assert.deepEqual([status, headers.get('Retry-After')], [503, '5']);
    assert.match(text, /Try again soon/);
    assert.doesNotMatch(text, /secret/);
    assert.deepEqual(logged, [failure]);
    await failing.store.close();
  });

  it('is not there in a service without pages', async () => {
    const parts = {
      store: site.store,
      detect: fakeDetect,
      models: fakeModels,
      baseUrl: 'http://inkling.test',
      now: Date.now,
    };
    const bare = createService({ ...parts, maxContentBytes: 1, log: () => undefined });
    for (const path of ['/account', '/account/sign-in', '/reports/019aa5b2-7c00-7000-8000-000000000001'])
      assert.equal((await bare(new Request(`http://inkling.test${path}`))).status, 404);
  });
});
