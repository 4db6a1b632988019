import assert from 'node:assert/strict';
import { openSqliteStore } from '../../../../src/service/store/sqlite/sqlite.ts';
import { detectionOf, analysisOf } from '../../../contract/support/fakeDetect.ts';
import { openSite, password, type Answer, type TestSite, type Visitor } from './visitor.ts';

const hour = 3600 * 1000;

describe('a report’s page', () => {
  let site: TestSite;
  let owner: Visitor;
  let other: Visitor;
  let stranger: Visitor;
  beforeEach(async () => {
    site = openSite();
    owner = site.visitor();
    other = site.visitor('192.0.2.2');
    stranger = site.visitor('192.0.2.3');
    await owner.enter('Owner');
    await other.enter('Other');
  });
  afterEach(() => site.store.close());

  const shape = ({ status, headers, markup }: Answer, id: string) => ({
    status,
    headers: [...headers].filter(([name]) => name !== 'x-request-id'),
    markup: markup.replaceAll(id, 'ID'),
  });

  it('shows a public report to anyone', async () => {
    const id = await owner.scan({ privacy: '0', title: 'open letter' });
    const { status, text } = await stranger.get(`/reports/${id}`);
    assert.equal(status, 200);
    assert.match(text, /open letter/);
    assert.match(text, /This text is too short to judge/);
    assert.match(text, /Some words to analyse/);
    assert.doesNotMatch(text, /change who can read it/);
  });

  it('is in the language that the reader’s browser prefers, or in English', async () => {
    const id = await owner.scan({ privacy: '0' });
    const inLanguage = (wanted: string) => stranger.get(`/reports/${id}`, { 'Accept-Language': wanted });
    const german = await inLanguage('fr;q=0.9,de-AT,en;q=0.5');
    assert.match(german.text, /Dieser Text ist zu kurz für ein Urteil/);
    assert.match(german.text, /Speichern als\s+HTML,\s+Markdown\s+oder\s+JSON/);
    assert.match(german.markup, /^<!doctype html>\s*<html lang="de">/);
    assert.match(german.headers.get('Vary') ?? '', /Accept-Language/);
    for (const wanted of ['fr', 'de;q=0, en', '', ';;,,q=', 'x'.repeat(4000)])
      assert.match((await inLanguage(wanted)).markup, /<html lang="en">/, wanted);
  });

  it('asks for its password in the reader’s language, and reports a wrong one', async () => {
    const id = await owner.scanLocked();
    const german = { 'Accept-Language': 'de' };
    assert.match((await stranger.get(`/reports/${id}`, german)).text, /Dieser Bericht ist passwortgeschützt/);
    const refused = await stranger.post(
      `/reports/${id}`,
      { password: 'wrong' },
      {
        ...german,
        'Sec-Fetch-Site': 'same-origin',
      },
    );
    assert.match(refused.text, /Falsches Passwort für diesen Bericht/);
    assert.match((await stranger.get('/reports/none', german)).text, /Bericht nicht gefunden/);
  });

  it('shows a private report to its owner, and a way to change that', async () => {
    const id = await owner.scan({ title: 'diary' });
    const { status, text, markup } = await owner.get(`/reports/${id}`);
    assert.equal(status, 200);
    assert.match(text, /diary/);
    assert.ok(markup.includes(`href="/account/reports/${id}"`));
  });

  it('of a private report looks, to anybody else, exactly like that of none', async () => {
    const id = await owner.scan({ title: 'diary' });
    const none = '019aa5b2-7c00-7000-8000-000000000001';
    for (const visitor of [other, stranger])
      for (const suffix of ['', '.html', '.md', '.json']) {
        const hidden = shape(await visitor.get(`/reports/${id}${suffix}`), id);
        assert.deepEqual(hidden, shape(await visitor.get(`/reports/${none}${suffix}`), none));
        assert.equal(hidden.status, 404);
        const sent = shape(await visitor.submit(`/reports/${id}${suffix}`, { password: 'x' }), id);
        assert.deepEqual(
          sent,
          shape(await visitor.submit(`/reports/${none}${suffix}`, { password: 'x' }), none),
        );
        assert.equal(sent.status, 404);
      }
  });

  it('with a password asks for it, opens to the right one for an hour, and on that report alone', async () => {
    const id = await owner.scanLocked({ title: 'minutes' });
    const another = await owner.scanLocked();
    const asked = await stranger.get(`/reports/${id}`);
    assert.equal(asked.status, 200);
    assert.doesNotMatch(asked.text, /minutes|Some words/);
    assert.equal((await stranger.submit(`/reports/${id}`, { password: 'wrong' })).status, 403);
    assert.doesNotMatch((await stranger.get(`/reports/${id}`)).text, /minutes/);
    const opened = await stranger.submit(`/reports/${id}`, { password });
    assert.equal(opened.status, 303);
    assert.equal(opened.headers.get('Location'), `/reports/${id}`);
    for (const suffix of ['', '.html', '.md', '.json'])
      assert.match((await stranger.get(`/reports/${id}${suffix}`)).text, /minutes/, suffix);
    assert.doesNotMatch((await stranger.get(`/reports/${another}`)).text, /Some words/);
    assert.doesNotMatch((await other.get(`/reports/${id}`)).text, /minutes/);
    site.pass(hour - 1);
    assert.match((await stranger.get(`/reports/${id}`)).text, /minutes/);
    site.pass(1);
    assert.doesNotMatch((await stranger.get(`/reports/${id}`)).text, /minutes/);
  });

  it('opened by a password can’t be carried to another report or made to last', async () => {
    const id = await owner.scanLocked();
    const another = await owner.scanLocked();
    await stranger.submit(`/reports/${id}`, { password });
    const token = stranger.cookies.get(`/reports/${id}`)?.get('inkling-report') ?? '';
    const [expires = '', signature = ''] = token.split('.');
    stranger.cookies.set(`/reports/${another}`, new Map([['inkling-report', token]]));
    assert.doesNotMatch((await stranger.get(`/reports/${another}`)).text, /Some words/);
    stranger.cookies.set(
      `/reports/${id}`,
      new Map([['inkling-report', `${Number(expires) + hour}.${signature}`]]),
    );
    assert.doesNotMatch((await stranger.get(`/reports/${id}`)).text, /Some words/);
  });

  it('is only for its owner if it needs a password but has none', async () => {
    const id = await owner.scanLocked();
    const found = await site.store.findReport(id);
    await site.store.setPrivacy(found?.account ?? '', id, 2, null);
    assert.equal((await stranger.get(`/reports/${id}`)).status, 404);
    assert.match((await owner.get(`/reports/${id}`)).text, /Some words/);
  });

  it('closes to readers with an old password', async () => {
    const id = await owner.scanLocked();
    await stranger.submit(`/reports/${id}`, { password });
    await owner.get(`/account/reports/${id}`);
    await owner.submit(`/account/reports/${id}/privacy`, { privacy: '2', password: 'sesame' });
    assert.doesNotMatch((await stranger.get(`/reports/${id}`)).text, /Some words/);
  });

  it('needs no password from its owner, and gives its files to nobody without it', async () => {
    const id = await owner.scanLocked();
    assert.match((await owner.get(`/reports/${id}`)).text, /Some words/);
    for (const suffix of ['.html', '.md', '.json']) {
      const { status, text } = await stranger.get(`/reports/${id}${suffix}`);
      assert.equal(status, 403);
      assert.doesNotMatch(text, /Some words/);
    }
  });

  it('sets a cookie for its own addresses, which over https goes over nothing else', async () => {
    const secure = openSite({ baseUrl: 'https://inkling.test' });
    const holder = secure.visitor();
    await holder.enter('Holder');
    const id = await holder.scanLocked();
    const cookies = (await secure.visitor().submit(`/reports/${id}`, { password })).headers.getSetCookie();
    assert.deepEqual(
      cookies.map((cookie) => cookie.replace(/=[^;]+/, '')),
      ['', '.html', '.md', '.json'].map(
        (suffix) =>
          `__Secure-inkling-report; Max-Age=3600; Path=/reports/${id}${suffix}; HttpOnly; Secure; SameSite=Lax`,
      ),
    );
    await secure.store.close();
  });

  it('slows down guesses at its password, and keeps no other reader out', async () => {
    const id = await owner.scanLocked();
    const guesser = site.visitor('198.51.100.1');
    for (let i = 0; i < 5; i++) await guesser.submit(`/reports/${id}`, { password: 'wrong' });
    const slowed = await guesser.submit(`/reports/${id}`, { password });
    assert.equal(slowed.status, 429);
    assert.equal(slowed.headers.get('Retry-After'), '1');
    assert.match((await owner.get(`/reports/${id}`)).text, /Some words/);
    assert.equal((await stranger.submit(`/reports/${id}`, { password })).status, 303);
    site.pass(1000);
    assert.equal((await guesser.submit(`/reports/${id}`, { password })).status, 303);
  });

  it('accepts the password only from its own form', async () => {
    const id = await owner.scanLocked();
    const { status } = await stranger.post(`/reports/${id}`, { password }, { Origin: 'http://evil.example' });
    assert.equal(status, 403);
  });

  it('stays out of search engines, caches, frames and scripts, whatever it answers', async () => {
    const id = await owner.scan({ privacy: '0' });
    const asked: [Visitor, string][] = [
      [stranger, `/reports/${id}`],
      [stranger, `/reports/${id}.html`],
      [stranger, '/reports/none'],
      [stranger, '/account/sign-in'],
      [stranger, '/account'],
      [owner, '/account'],
      [owner, '/account/nothing'],
    ];
    for (const [visitor, url] of asked) {
      const { headers } = await visitor.get(url);
      const policy = headers.get('Content-Security-Policy') ?? '';
      assert.match(
        // Ours, on pages of the account area alone.
        url.startsWith('/account') ? policy.replace(/; script-src 'self'$/, '') : policy,
        /^default-src 'none'; style-src 'sha256-[^ ]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      );
      assert.equal(headers.get('X-Robots-Tag'), 'noindex');
      const isReport = url.startsWith(`/reports/${id}`);
      assert.equal(headers.get('Cache-Control'), isReport ? 'public, no-cache' : 'no-store');
      assert.equal(headers.get('X-Content-Type-Options'), 'nosniff');
      assert.equal(headers.get('Referrer-Policy'), 'same-origin');
    }
  });

  describe('of a long text', () => {
    const paragraphs = Array.from({ length: 4500 }, (_, i) => `Line ${i}.`);
    /** Every line is a sentence, and there is a verdict. */
    const detect = (text: string) => {
      const detection = detectionOf(text);
      const lines = [...text.matchAll(/.+/g)];
      const segments = lines.map(({ index, 0: line }) => ({
        start: index,
        end: index + line.length,
        score: 1,
      }));
      const result = { ...detection.result, verdict: 'ai', reasons: [], segments } as const;
      return Promise.resolve(analysisOf({ ...detection, result: { ...result, reasons: [] } }, text));
    };
    let long: TestSite;
    let id: string;
    beforeEach(async () => {
      long = openSite({ detect, maxContentBytes: 1_000_000 });
      const writer = long.visitor();
      await writer.enter('Writer');
      id = await writer.scan({ privacy: '0', content: paragraphs.join('\n\n') });
    });
    afterEach(() => long.store.close());

    it('is shown in parts that together contain all of it, with links between them', async () => {
      const shown: string[] = [];
      for (const part of [1, 2, 3]) {
        const { markup, text } = await long.visitor().get(`/reports/${id}?part=${part}`);
        shown.push(
          ...[...markup.matchAll(/<span class="s [^>]*>(Line \d+\.)</g)].map(([, line = '']) => line),
        );
        assert.match(text, new RegExp(`Part ${part} of 3`));
        assert.equal(markup.includes(`href="?part=${part - 1}#text"`), part > 1);
        assert.equal(markup.includes(`href="?part=${part + 1}#text"`), part < 3);
      }
      assert.deepEqual(shown, paragraphs);
      const { markup } = await long.visitor().get(`/reports/${id}?part=2`);
      assert.ok(markup.includes('href="?part=1#s0"'), 'a sentence elsewhere is out of reach');
      for (const part of ['0', '4', '-1', 'x', '1e9', ''])
        assert.equal((await long.visitor().get(`/reports/${id}?part=${part}`)).status, 404, part);
    });

    it('is whole as a file', async () => {
      for (const format of ['html', 'md', 'json'])
        assert.match((await long.visitor().get(`/reports/${id}.${format}`)).markup, /Line 4499/);
    });
  });

  it('is not sent again to a client that has it, until its owner changes who may read it', async () => {
    const id = await owner.scan({ privacy: '0' });
    for (const suffix of ['', '.html', '.md', '.json']) {
      const etag = (await stranger.get(`/reports/${id}${suffix}`)).headers.get('ETag') ?? '';
      const asked = await stranger.get(`/reports/${id}${suffix}`, { 'If-None-Match': etag });
      assert.deepEqual([asked.status, asked.markup], [304, ''], suffix);
    }
    const known = { 'If-None-Match': (await stranger.get(`/reports/${id}`)).headers.get('ETag') ?? '' };
    assert.equal((await stranger.get(`/reports/${id}`, { ...known, 'Accept-Language': 'de' })).status, 200);
    const own = await owner.get(`/reports/${id}`, known);
    assert.deepEqual([own.status, own.headers.get('Cache-Control')], [200, 'private, no-cache']);
    await owner.get(`/account/reports/${id}`);
    await owner.submit(`/account/reports/${id}/privacy`, { privacy: '1' });
    assert.equal((await stranger.get(`/reports/${id}`, known)).status, 404);
    assert.match((await owner.get(`/reports/${id}`, known)).text, /Private: change who can read it/);
  });

  /** A site that counts how often a report is loaded. */
  async function countingSite() {
    const store = openSqliteStore(':memory:');
    const getReport = store.getReport.bind(store);
    let loaded = 0;
    store.getReport = (account, id) => {
      loaded++;
      return getReport(account, id);
    };
    const counted = openSite({ store });
    const holder = counted.visitor();
    await holder.enter('Holder');
    return { counted, loads: () => loaded, holder };
  }

  it('is loaded and rendered once, however often it is asked for, and for nobody who may not read it', async () => {
    const { counted, loads, holder } = await countingSite();
    const ids = [await holder.scan(), await holder.scanLocked()];
    for (const id of ids)
      for (const suffix of ['', '.html', '.md', '.json']) {
        await counted.visitor().get(`/reports/${id}${suffix}`);
        await counted.visitor().submit(`/reports/${id}${suffix}`, { password: 'wrong' });
      }
    assert.equal(loads(), 0);
    await Promise.all(Array.from({ length: 5 }, () => holder.get(`/reports/${ids[0]}`)));
    await holder.get(`/reports/${ids[0]}`);
    assert.equal(loads(), 1);
    await counted.store.close();
  });

  it('is not loaded for parts that it does not have', async () => {
    const { counted, loads, holder } = await countingSite();
    const id = await holder.scan({ privacy: '0' });
    for (let part = 2; part < 30; part++)
      assert.equal((await counted.visitor(`192.0.2.${part}`).get(`/reports/${id}?part=${part}`)).status, 404);
    assert.equal(loads(), 0);
    for (const part of ['1', '2', '999999'])
      assert.equal((await counted.visitor().get(`/reports/${id}.md?part=${part}`)).status, 200);
    assert.equal(loads(), 1, 'a file has no parts');
    await counted.store.close();
  });

  it('is the same JSON in every language, made and kept once', async () => {
    const id = await owner.scan({ privacy: '0' });
    const tagOf = async (suffix: string, language: string) =>
      (await stranger.get(`/reports/${id}${suffix}`, { 'Accept-Language': language })).headers.get('ETag');
    assert.equal(await tagOf('.json', 'de'), await tagOf('.json', 'en'));
    assert.notEqual(await tagOf('.md', 'de'), await tagOf('.md', 'en'));
  });

  it('is shown so often a minute to an address, which is told how long to wait', async () => {
    const limited = openSite({ rateLimit: 3 });
    const path = '/reports/019aa5b2-7c00-7000-8000-000000000001';
    for (let i = 0; i < 3; i++) assert.equal((await limited.visitor().get(path)).status, 404);
    const refused = await limited.visitor().get(path);
    assert.equal(refused.status, 429);
    assert.match(refused.headers.get('Retry-After') ?? '', /^\d+$/);
    assert.equal((await limited.visitor('198.51.100.9').get(path)).status, 404);
    assert.equal(
      (await limited.visitor().get('/account/sign-in')).status,
      429,
      'the account area counts too',
    );
    await limited.store.close();
  });

  it('gives the report as files named after the text', async () => {
    const title = 'Übung "1"\r\n/../x.md';
    const id = await owner.scan({ privacy: '0', title });
    const types = { html: 'text/html', md: 'text/markdown', json: 'application/json' };
    for (const [suffix, type] of Object.entries(types)) {
      const { status, headers, markup } = await stranger.get(`/reports/${id}.${suffix}`);
      assert.equal(status, 200);
      assert.ok(headers.get('Content-Type')?.toLowerCase().startsWith(`${type}; charset=utf-8`));
      assert.equal(
        headers.get('Content-Disposition'),
        `attachment; filename="inkling-report.${suffix}"; filename*=UTF-8''%C3%9Cbung-1-..-x.md-inkling.${suffix}`,
      );
      if (suffix === 'json') assert.equal((JSON.parse(markup) as { title: string }).title, title);
    }
  });

  const strange = ['x', '..%2F..%2Fetc', '%00', "'--", '019aa5b2-7c00-7000-8000-00000000000G', '.html'];
  for (const name of strange)
    it(`is not there for the name ${name}`, async () => {
      assert.equal((await stranger.get(`/reports/${name}`)).status, 404);
    });

  it('is not there under any other ending', async () => {
    const id = await owner.scan({ privacy: '0' });
    for (const path of [`${id}.pdf`, `${id}.html.md`, `${id}.`, id.toUpperCase()])
      assert.equal((await stranger.get(`/reports/${path}`)).status, 404, path);
  });

  it('keeps what came with a text as text', async () => {
    const hostile = `"><script>alert(1)</script><img src=x onerror=alert(2)>`;
    const visitor = site.visitor();
    await visitor.enter(hostile.slice(0, 60));
    const id = await visitor.scan({ privacy: '0', content: hostile, title: hostile, project: hostile });
    const pages = [
      `/reports/${id}`,
      `/reports/${id}.html`,
      `/account/reports/${id}`,
      '/account',
      `/account?project=${encodeURIComponent(hostile)}`,
      '/account/projects',
      `/account/projects?search=${encodeURIComponent(hostile)}`,
      '/account/keys',
      `/account?sort_by=${encodeURIComponent(hostile)}`,
    ];
    for (const path of pages) {
      const { markup } = await visitor.get(path);
      const own = path.startsWith('/account') ? '<script src="/account/script.js" defer></script>' : '';
      assert.doesNotMatch(markup.replace(own, ''), /<script|<img/i, path);
    }
    const failed = await site.visitor().submit('/account/sign-in', { name: hostile, password: 'x' });
    assert.doesNotMatch(failed.markup, /<script|<img/i);
  });
});
