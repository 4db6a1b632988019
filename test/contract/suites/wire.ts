import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { ErrorCode } from '../../../src/api/errorBody.ts';
import { failing } from '../support/fakeDetect.ts';
import {
  call,
  expectInvalid,
  expectRefused,
  expectStatus,
  listProjects,
  listReports,
  reportIn,
  scan,
} from '../support/http.ts';
import type { Subject } from '../support/targets.ts';
import { apiKey, baseUrl, otherKey } from '../support/testService.ts';

const path = '/api/v1/reports';
const content = 'Some words to analyse.';
const form = 'application/x-www-form-urlencoded';

/** What goes over the wire beside the bodies: headers, encodings, addresses. */
export function wireSuite(subject: () => Subject): void {
  describe('every answer', () => {
    const answers: [name: string, ask: () => ReturnType<typeof call>][] = [
      ['200', () => call(subject(), path)],
      ['201', () => call(subject(), path, { form: { content } })],
      ['401', () => call(subject(), path, { key: null })],
      ['404', () => call(subject(), `${path}/0`)],
      ['404 outside the API', () => call(subject(), '/nothing')],
      ['405', () => call(subject(), path, { method: 'PUT' })],
      ['413', () => call(subject(), path, { form: { content: 'x'.repeat(2 ** 20 + 1) } })],
      ['415', () => call(subject(), path, { body: 'x' })],
      ['422', () => call(subject(), `${path}?page=0`)],
      ['500', () => call(subject(), path, { form: { content: failing } })],
      ['the document', () => call(subject(), '/api/v1/openapi.json', { key: null })],
      ['the reference', () => call(subject(), '/docs', { key: null })],
    ];
    for (const [name, ask] of answers) {
      it(`can be neither sniffed, framed, kept nor run by a browser: ${name}`, async () => {
        const { status, headers } = await ask();
        assert.ok(!/^\d/.test(name) || status === Number.parseInt(name, 10), `${status}`);
        assert.equal(headers.get('X-Content-Type-Options'), 'nosniff');
        assert.equal(headers.get('Referrer-Policy'), 'no-referrer');
        assert.equal(headers.get('Cache-Control'), 'no-store');
        const policy = headers.get('Content-Security-Policy') ?? '';
        assert.match(policy, /^default-src 'none'; frame-ancestors 'none'/);
        assert.doesNotMatch(policy, /unsafe|script-src/);
        assert.equal(headers.get('Access-Control-Allow-Origin'), null);
        assert.equal(headers.get('Set-Cookie'), null);
        assert.match(headers.get('X-Request-Id') ?? '', /^[\w=-]+$/);
      });
    }
  });

  describe('an error', () => {
    const errors: [code: ErrorCode, status: number, ask: () => ReturnType<typeof call>][] = [
      ['unauthorized', 401, () => call(subject(), path, { key: null })],
      ['not_found', 404, () => call(subject(), `${path}/0`)],
      ['not_found', 404, () => call(subject(), '/nothing')],
      ['method_not_allowed', 405, () => call(subject(), path, { method: 'PUT' })],
      ['content_too_large', 413, () => call(subject(), path, { form: { content: 'x'.repeat(2 ** 20 + 1) } })],
      ['unsupported_media_type', 415, () => call(subject(), path, { body: 'x' })],
      ['internal_error', 500, () => call(subject(), path, { form: { content: failing } })],
    ];
    for (const [code, status, ask] of errors) {
      it(`says ${code} to a program`, async () => {
        expectRefused(await ask(), status, code);
      });
    }

    it('says invalid_parameters to a program', async () => {
      const answer = await call(subject(), `${path}?page=0`);
      assert.equal((JSON.parse(answer.text) as { code: unknown }).code, 'invalid_parameters');
    });
  });

  it('lets no script of another site in: a preflight is allowed nothing', async () => {
    const headers = { Origin: 'https://evil.test', 'Access-Control-Request-Method': 'DELETE' };
    const answer = await call(subject(), `${path}/0`, { method: 'OPTIONS', headers, key: null });
    expectRefused(answer, 401);
    assert.equal(
      [...answer.headers.keys()].some((name) => name.startsWith('access-control-')),
      false,
    );
  });

  for (const id of ['a b', 'x'.repeat(256), '<script>', 'a;b', 'é'.normalize('NFC')]) {
    it(`does not take “${id.slice(0, 10)}” for a request id`, async () => {
      const { headers } = await call(subject(), path, { headers: { 'X-Request-Id': id } });
      assert.match(headers.get('X-Request-Id') ?? '', /^[\da-f-]{36}$/);
    });
  }

  it('puts nothing that was sent into a header', async () => {
    const hostile = 'a\r\nX-Injected: 1\r\n\r\n<script>';
    const created = await call(subject(), path, { form: { content: hostile, title: hostile } });
    assert.equal(reportIn(created).title, hostile);
    const answers = [
      created,
      await call(subject(), `${path}?project=${encodeURIComponent(hostile)}`),
      await call(subject(), `${path}/${encodeURIComponent(hostile)}`),
      await call(subject(), `/api/v1/projects/${encodeURIComponent(hostile)}`, { method: 'DELETE' }),
    ];
    for (const { headers } of answers) {
      assert.equal(headers.get('X-Injected'), null);
      assert.doesNotMatch([...headers.values()].join(' '), /Injected|script>/);
    }
  });

  describe('a key', () => {
    for (const name of ['key', 'api_key', 'apikey', 'access_token', 'token', 'authorization']) {
      it(`in the address as ${name} counts for nothing`, async () => {
        expectRefused(await call(subject(), `${path}?${name}=${apiKey}`, { key: null }), 401);
      });
    }

    it('in a cookie, a body or another header counts for nothing', async () => {
      const headers = {
        'X-Api-Key': apiKey,
        'Proxy-Authorization': `Bearer ${apiKey}`,
        Cookie: `key=${apiKey}`,
      };
      expectRefused(await call(subject(), path, { headers, key: null }), 401);
      const answer = await call(subject(), path, { form: { content, access_token: apiKey }, key: null });
      expectRefused(answer, 401);
    });

    it('as a user’s name in the address counts for nothing', async () => {
      const headers = { Authorization: `Basic ${btoa(`${apiKey}:`)}` };
      expectRefused(await call(subject(), path, { headers, key: null }), 401);
    });

    it('before a body is read: what a stranger sends is not even looked at', async () => {
      const answer = await call(subject(), path, { body: 'x'.repeat(9 * 2 ** 20), key: null });
      expectRefused(answer, 401);
    });
  });

  describe('the address that a request was sent to', () => {
    const elsewhere = 'http://evil.test';

    it('never gets into a report’s address or a list’s links', async () => {
      const headers = { Host: 'evil.test', 'X-Forwarded-Host': 'evil.test', Forwarded: 'host=evil.test' };
      for (let i = 0; i < 11; i++) await scan(subject(), { project: 'hosts' });
      const made = await call(subject(), elsewhere + path, { form: { content }, headers });
      assert.ok(reportIn(made).url.startsWith(`${baseUrl}/`));
      assert.match(made.headers.get('Location') ?? '', /^\/api\//);
      const list = await call(subject(), `${elsewhere}${path}?project=hosts`, { headers });
      assert.doesNotMatch(expectStatus(list, 200).text, /evil/);
      assert.match(list.text, /"next":"http:\/\/inkling\.test\/api\/v1\/reports\?/);
    });
  });

  describe('a body', () => {
    it('as curl -F sends it is kept to the letter, line ends and byte order mark too', async () => {
      const text = '\uFEFFone\ntwo\r\nthree\rfour é e\u0301';
      const body = `--b\r\nContent-Disposition: form-data; name="content"\r\n\r\n${text}\r\n--b--\r\n`;
      const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
      assert.equal(reportIn(await call(subject(), path, { body, headers })).content, text);
    });

    it('whose bytes are no UTF-8 is refused, rather than stored with others in their place', async () => {
      const bytes = Buffer.concat([Buffer.from('content=a'), Buffer.from([0xff, 0xc3]), Buffer.from('b%E9')]);
      const answer = await call(subject(), path, { body: bytes, headers: { 'Content-Type': form } });
      expectInvalid(answer, 'body');
      assert.match(answer.text, /"code":"invalid_encoding"/);
    });

    it('that names a field of JSON twice is refused, rather than read in one of two ways', async () => {
      const body = '{"content":"one","content":"two"}';
      const answer = await call(subject(), path, { body, headers: { 'Content-Type': 'application/json' } });
      expectInvalid(answer, 'content');
    });

    for (const coding of ['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip']) {
      it(`in ${coding} is refused, and never unpacked`, async () => {
        const body = gzipSync(Buffer.from(`content=${'x'.repeat(2 ** 20)}`));
        const headers = { 'Content-Type': form, 'Content-Encoding': coding };
        const answer = expectRefused(await call(subject(), path, { body, headers }), 415);
        assert.equal(answer.headers.get('Accept-Encoding'), 'identity');
      });
    }

    for (const charset of ['iso-8859-1', 'UTF-16', 'windows-1252']) {
      it(`in ${charset} is refused, rather than stored as something else`, async () => {
        const headers = { 'Content-Type': `${form}; charset="${charset}"` };
        expectRefused(await call(subject(), path, { body: 'content=caf%E9', headers }), 415);
      });
    }

    for (const charset of ['utf-8', 'UTF8', '"utf-8"', 'us-ascii']) {
      it(`in ${charset} is taken`, async () => {
        const headers = { 'Content-Type': `application/json; charset=${charset}` };
        const body = JSON.stringify({ content });
        expectStatus(await call(subject(), path, { body, headers }), 201);
      });
    }

    it('nested without end is refused like any other', async () => {
      const body = `{"content":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
      const headers = { 'Content-Type': 'application/json' };
      expectInvalid(await call(subject(), path, { body, headers }), 'body');
    });

    it('cannot change what objects inherit', async () => {
      const body =
        '{"content":"text","__proto__":{"project":"polluted"},"constructor":{"prototype":{"title":"x"}}}';
      const headers = { 'Content-Type': 'application/json' };
      const { title, project } = reportIn(await call(subject(), path, { body, headers }));
      assert.deepEqual({ title, project }, { title: null, project: null });
    });
  });

  describe('HEAD', () => {
    it('answers as GET does, without the body, for each address that takes GET', async () => {
      const { id } = await scan(subject(), {});
      for (const address of [path, `${path}/${id}`, '/api/v1/projects', '/api/v1/openapi.json', '/docs']) {
        const [head, get] = [
          await call(subject(), address, { method: 'HEAD' }),
          await call(subject(), address),
        ];
        assert.equal(head.status, get.status);
        assert.equal(head.text, '');
        assert.equal(head.headers.get('Content-Type'), get.headers.get('Content-Type'));
      }
      assert.equal((await call(subject(), `${path}/0`, { method: 'HEAD' })).status, 404);
    });
  });

  describe('a cursor', () => {
    before(async () => {
      for (let i = 0; i < 12; i++) await scan(subject(), { project: `cursor ${i}` });
      await scan(subject(), { project: 'theirs' }, otherKey);
    });

    const cursorIn = (next: string | null) => new URL(next ?? '').searchParams.get('cursor') ?? '';

    it('of a list of projects belongs to its search, its order and its account', async () => {
      const { links } = await listProjects(subject(), 'search=cursor&sort_by=project&sort=asc');
      const cursor = cursorIn(links.next);
      const list = '/api/v1/projects?sort_by=project&sort=asc';
      expectStatus(await call(subject(), `${list}&search=cursor&cursor=${cursor}`), 200);
      const strange = [`${list}&search=c&cursor=${cursor}`, `${list}&cursor=${cursor}`];
      for (const address of [...strange, `/api/v1/projects?search=cursor&cursor=${cursor}`]) {
        expectInvalid(await call(subject(), address), 'cursor');
      }
      const answer = await call(subject(), `${list}&search=cursor&cursor=${cursor}`, { key: otherKey });
      expectInvalid(answer, 'cursor');
    });

    it('is refused when it was made by hand, whatever it says', async () => {
      const cursor = cursorIn((await listReports(subject())).links.next);
      const [, checksum = ''] = cursor.split('.');
      for (const place of [
        ['after', "' OR 1=1 --", ''],
        ['before', 0, "'; DROP TABLE reports; --"],
        {},
        null,
      ]) {
        const forged = `${Buffer.from(JSON.stringify(place)).toString('base64url')}.${checksum}`;
        expectInvalid(await call(subject(), `${path}?cursor=${encodeURIComponent(forged)}`), 'cursor');
      }
    });
  });
}
