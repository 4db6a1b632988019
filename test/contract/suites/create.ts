import assert from 'node:assert/strict';
import { detectionOf, endless } from '../support/fakeDetect.ts';
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
import { baseUrl, maxContentBytes } from '../support/testService.ts';

const path = '/api/v1/reports';
const content = 'Some words to analyse.';
const uuidV7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const hostileTexts: [name: string, text: string][] = [
  ['a byte order mark', '\uFEFFtext'],
  ['CRLF, CR and LF', 'a\r\nb\rc\nd'],
  ['é composed and decomposed', 'é e\u0301'],
  ['a NUL', 'a\0b'],
  ['blanks around it', '  text\n\n'],
  ['form syntax', 'a=b&content=c%20d+e'],
  ['markup', '<script>alert("x")</script>'],
  ['right-to-left and emoji', 'שלום 👩‍👩‍👧'],
  ['a million bytes', 'word '.repeat(200_000)],
  ['300 KB of three-byte characters', '語'.repeat(100_000)],
];

export function createSuite(subject: () => Subject): void {
  it('answers 201 with the whole report and its address', async () => {
    const answer = expectStatus(await call(subject(), path, { form: { content } }), 201);
    const report = reportIn(answer);
    assert.equal(answer.headers.get('Location'), `${path}/${report.id}`);
    assert.match(answer.headers.get('Content-Type') ?? '', /^application\/json/);
    assert.match(report.id, uuidV7);
    assert.match(report.created_at, timestamp);
    assert.match(report.generated_at, timestamp);
    assert.ok(report.generated_at >= report.created_at);
    const { result, ...detected } = detectionOf(content);
    const { id, created_at, generated_at, ...rest } = report;
    assert.deepEqual(rest, {
      ...detected,
      result,
      content,
      title: null,
      project: null,
      privacy: 1,
      url: `${baseUrl}/reports/${id}`,
    });
    assert.equal(Date.parse(created_at), Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
    assert.ok(generated_at);
  });

  for (const [name, text] of hostileTexts) {
    it(`keeps a text with ${name} as it was sent, in each media type`, async () => {
      const multipart = new FormData();
      multipart.set('content', text);
      const form = await call(subject(), path, { form: { content: text } });
      const json = await call(subject(), path, { json: { content: text } });
      assert.equal(reportIn(form).content, text);
      assert.equal(reportIn(json).content, text);
      const { id } = reportIn(json);
      assert.equal(reportIn(await call(subject(), `${path}/${id}`)).content, text);
      // FormData itself normalises line ends when it is sent.
      const sent = await call(subject(), path, { body: multipart });
      assert.equal(reportIn(sent).content, text.replace(/\r\n|\r|\n/g, '\r\n'));
    });
  }

  it('replaces lone surrogates, which no UTF-8 can carry', async () => {
    const body = '{"content": "a\\ud800b", "title": "\\udc00"}';
    const answer = await call(subject(), path, { body, headers: { 'Content-Type': 'application/json' } });
    assert.equal(reportIn(answer).content, 'a\uFFFDb');
    assert.equal(reportIn(answer).title, '\uFFFD');
  });

  it('takes all fields, as a form, as multipart and as JSON', async () => {
    const fields = { content, title: 'notes.md', project: 'Work', privacy: '0' };
    const multipart = new FormData();
    for (const [name, value] of Object.entries(fields)) multipart.set(name, value);
    const answers = [
      await call(subject(), path, { form: fields }),
      await call(subject(), path, { body: multipart }),
      await call(subject(), path, { json: { ...fields, privacy: 0 } }),
    ];
    for (const answer of answers) {
      const { title, project, privacy } = reportIn(expectStatus(answer, 201));
      assert.deepEqual({ title, project, privacy }, { title: 'notes.md', project: 'Work', privacy: 0 });
    }
  });

  it('takes null in JSON for what is left out', async () => {
    const json = { content, title: null, project: null, privacy: null, password: null };
    const { title, project, privacy } = reportIn(expectStatus(await call(subject(), path, { json }), 201));
    assert.deepEqual({ title, project, privacy }, { title: null, project: null, privacy: 1 });
  });

  it('ignores fields it does not know', async () => {
    const report = await scan(subject(), { id: 'mine', score: '1', __proto__: 'x', constructor: 'y' });
    assert.notEqual(report.id, 'mine');
  });

  it('never returns a password', async () => {
    const form = { content, privacy: '2', password: 'correct horse' };
    const answer = expectStatus(await call(subject(), path, { form }), 201);
    assert.equal(reportIn(answer).privacy, 2);
    const shown = await call(subject(), `${path}/${reportIn(answer).id}`);
    const listed = await call(subject(), path);
    for (const { text } of [answer, shown, listed])
      assert.doesNotMatch(text, /password|correct horse|scrypt/);
  });

  for (const privacy of ['0', '1']) {
    it(`ignores a password with privacy ${privacy}`, async () => {
      assert.equal((await scan(subject(), { privacy, password: 'x' })).privacy, Number(privacy));
      assert.equal((await scan(subject(), { privacy, password: '' })).privacy, Number(privacy));
    });
  }

  it('orders ids as the reports were made, within a millisecond too', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 20; i++) ids.push((await scan(subject(), {})).id);
    assert.deepEqual(ids.toSorted(), ids);
  });

  const invalidForms: [
    name: string,
    form: Record<string, string> | [string, string][],
    ...fields: string[],
  ][] = [
    ['no content', {}, 'content'],
    ['empty content', { content: '' }, 'content'],
    ['blank content', { content: ' \r\n\t\u00A0\u3000' }, 'content'],
    ['content twice', [['content', 'a'], ['content', 'b']], 'content'], // prettier-ignore
    ['privacy 3', { content, privacy: '3' }, 'privacy'],
    ['privacy -1', { content, privacy: '-1' }, 'privacy'],
    ['privacy 01', { content, privacy: '01' }, 'privacy'],
    ['privacy in words', { content, privacy: 'public' }, 'privacy'],
    ['an empty privacy', { content, privacy: '' }, 'privacy'],
    ['privacy 2 without a password', { content, privacy: '2' }, 'password'],
    ['privacy 2 with an empty password', { content, privacy: '2', password: '' }, 'password'],
    [
      'privacy 2 with a password of five characters',
      { content, privacy: '2', password: 'sesam' },
      'password',
    ],
    ['privacy 2 with a blank password', { content, privacy: '2', password: ' \u3000\t     ' }, 'password'],
    ['a title of 256 characters', { content, title: 'x'.repeat(256) }, 'title'],
    ['an empty project', { content, project: '' }, 'project'],
    ['a blank project', { content, project: ' \t ' }, 'project'],
    ['a project of 256 characters', { content, project: 'x'.repeat(256) }, 'project'],
    ['a control character in the project', { content, project: 'a\u0007b' }, 'project'],
    ['a line break in the project', { content, project: 'a\nb' }, 'project'],
    ['three mistakes at once', { privacy: '9', project: '' }, 'content', 'privacy', 'project'],
  ];
  for (const [name, form, ...fields] of invalidForms) {
    it(`refuses ${name}, names ${fields.join(' and ')} and stores nothing`, async () => {
      const { total } = (await listReports(subject())).meta;
      expectInvalid(await call(subject(), path, { form }), ...fields);
      assert.equal((await listReports(subject())).meta.total, total);
    });
  }

  const invalidJson: [name: string, json: unknown, ...fields: string[]][] = [
    ['a number as content', { content: 1 }, 'content'],
    ['a list as content', { content: ['a'] }, 'content'],
    ['a fraction as privacy', { content, privacy: 1.5 }, 'privacy'],
    ['true as privacy', { content, privacy: true }, 'privacy'],
    ['a number as text', { content, privacy: '1' }, 'privacy'],
    ['an object as title', { content, title: {} }, 'title'],
    ['a number as project', { content, project: 7 }, 'project'],
    ['a list', [content], 'body'],
    ['a text', content, 'body'],
    ['null', null, 'body'],
  ];
  for (const [name, json, ...fields] of invalidJson) {
    it(`refuses ${name} in JSON`, async () => {
      expectInvalid(await call(subject(), path, { json }), ...fields);
    });
  }

  it('refuses what only calls itself JSON or multipart', async () => {
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'multipart/form-data']) {
      const answer = await call(subject(), path, { body: '{"content": ', headers: { 'Content-Type': type } });
      expectInvalid(answer, 'body');
    }
  });

  it('refuses a file in place of a text', async () => {
    const body = new FormData();
    body.set('content', new Blob(['text']), 'text.txt');
    expectInvalid(await call(subject(), path, { body }), 'content');
  });

  for (const type of ['text/plain', 'application/xml', 'application/jsonx']) {
    it(`does not take ${type}`, async () => {
      const answer = await call(subject(), path, { body: 'content=text', headers: { 'Content-Type': type } });
      expectRefused(answer, 415);
    });
  }

  it('does not take a body of no type', async () => {
    expectRefused(await call(subject(), path, { body: new Blob(['content=text']) }), 415);
    expectRefused(await call(subject(), path, { method: 'POST' }), 415);
  });

  it('takes a media type with parameters and in any case', async () => {
    const headers = { 'Content-Type': 'Application/X-WWW-Form-URLencoded; charset=utf-8' };
    expectStatus(await call(subject(), path, { body: 'content=text', headers }), 201);
  });

  it('takes content up to the limit, counted in bytes of UTF-8', async () => {
    const most = 'é'.repeat(maxContentBytes / 2);
    assert.equal(reportIn(await call(subject(), path, { form: { content: most } })).characters, most.length);
    expectRefused(await call(subject(), path, { form: { content: `${most}e` } }), 413);
  });

  it('refuses a body far over the limit', async () => {
    expectRefused(await call(subject(), path, { json: { content: 'x'.repeat(8 * maxContentBytes) } }), 413);
  });

  it('stops at once when the request is aborted, and stores nothing', async () => {
    const before = (await listReports(subject())).meta.total;
    const controller = new AbortController();
    const scanning = call(subject(), path, {
      form: { content: endless, project: 'never made' },
      signal: controller.signal,
    });
    const [other] = await Promise.all([
      call(subject(), path),
      new Promise((resolve) => setTimeout(resolve, 20)),
    ]);
    assert.equal(other.status, 200, 'others are answered while a scan is under way');
    controller.abort();
    await assert.rejects(scanning, { name: 'AbortError' });
    assert.equal((await listReports(subject())).meta.total, before);
    assert.equal((await listProjects(subject(), 'search=never')).meta.total, 0);
  });

  it('does not begin what was aborted before, and rejects with the reason given', async () => {
    const before = (await listReports(subject())).meta.total;
    const reason = new Error('closed');
    await assert.rejects(
      call(subject(), path, { form: { content }, signal: AbortSignal.abort(reason) }),
      reason,
    );
    assert.equal((await listReports(subject())).meta.total, before);
  });
}
