import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createClient, localCalls, type Client, wholeReport } from '../../../src/client/client.ts';
import { ApiError } from '../../../src/client/errors.ts';
import { detectionOf } from '../../contract/support/fakeDetect.ts';
import { clientOf } from './support.ts';

const answering = (body: unknown) => clientOf(() => Response.json(body)).client;

describe('a scan that the worker died of', () => {
  const died = new ApiError('workerDied', 'died');
  const clientAfter = (deaths: number) =>
    clientOf(() => {
      if (deaths-- > 0) throw died;
      return Response.json({ id: '1' });
    });

  it('is run once more with the same key, so that it leaves one report', async () => {
    const { client, sent } = clientAfter(1);
    assert.equal((await client.scan({ content: 'One text.' })).id, '1');
    const keys = sent.map(({ headers }) => headers.get('Idempotency-Key'));
    assert.equal(keys.length, 2);
    assert.equal(new Set(keys).size, 1);
    assert.deepEqual(
      await Promise.all(sent.map((request) => request.text())),
      Array(2).fill('content=One%20text.'),
    );
  });

  it('fails when the next worker dies of it too', async () => {
    const { client, sent } = clientAfter(2);
    await assert.rejects(client.scan({ content: 'One text.' }), died);
    assert.equal(sent.length, 2);
  });
});

describe('what the client sends', () => {
  const calls: [
    name: string,
    call: (client: Client) => Promise<unknown>,
    line: string,
    accept: string | null,
  ][] = [
    ['a scan', (c) => c.scan({ content: 'a b' }), 'POST /base/api/v1/reports', null],
    ['a list of reports', (c) => c.listReports(), 'GET /base/api/v1/reports?', 'application/json'],
    [
      'a narrowed list of reports',
      (c) => c.listReports({ project: 'a&b', sort_by: 'generated_at', sort: 'asc', per_page: 25 }),
      'GET /base/api/v1/reports?project=a%26b&sort_by=generated_at&sort=asc&per_page=25',
      'application/json',
    ],
    ['a report', (c) => c.getReport('a/b'), 'GET /base/api/v1/reports/a%2Fb', 'application/json'],
    ['a deletion', (c) => c.deleteReport('1'), 'DELETE /base/api/v1/reports/1', null],
    [
      'a list of projects',
      (c) => c.listProjects({ search: '%' }),
      'GET /base/api/v1/projects?search=%25',
      'application/json',
    ],
    [
      'a project’s deletion',
      (c) => c.deleteProject('a b/é'),
      'DELETE /base/api/v1/projects/a%20b%2F%C3%A9',
      null,
    ],
  ];
  for (const [name, call, line, accept] of calls) {
    it(`asks for ${name} as the interface says, with the key`, async () => {
      const { client, sent } = clientOf(() => Response.json({ data: [] }));
      await call(client).catch(() => undefined);
      const [request] = sent;
      assert.ok(request);
      assert.equal(`${request.method} ${request.url.replace('https://service.test', '')}`, line);
      assert.equal(request.headers.get('Authorization'), 'Bearer a-key');
      assert.equal(request.headers.get('Accept'), accept);
    });
  }

  it('sends a scan as a form with the fields that were given', async () => {
    const { client, sent } = clientOf(() => Response.json({ id: 1 }));
    await client.scan({ content: 'é &=\r\n\ud800', privacy: 2, password: 'p' });
    assert.match(sent[0]?.headers.get('Content-Type') ?? '', /^application\/x-www-form-urlencoded/);
    const form = new URLSearchParams(await sent[0]?.text());
    assert.deepEqual([...form], [['content', 'é &=\r\n\uFFFD'], ['privacy', '2'], ['password', 'p']]); // prettier-ignore
  });

  it('encodes every character of a form correctly, in any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (content) => {
        const { client, sent } = clientOf(() => Response.json({ id: 1 }));
        await client.scan({ content, title: content });
        const form = new URLSearchParams(await sent[0]?.text());
        assert.deepEqual([...form], [['content', content.toWellFormed()], ['title', content.toWellFormed()]]); // prettier-ignore
      }),
    );
  });

  it('says that there is no service at an address that has no lists', async () => {
    const { client } = clientOf(() => new Response(null, { status: 404 }));
    const message = 'There is no AI detection service at https://service.test/base/. Check the address.';
    await assert.rejects(client.listReports(), { code: 'badAnswer', status: 404, message });
  });

  it('names any project so that it survives an address', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (name) => {
        const { client, sent } = clientOf(() => new Response(null, { status: 204 }));
        await client.deleteProject(name);
        const { pathname } = new URL(sent[0]?.url ?? '');
        const segment = pathname.slice('/base/api/v1/projects/'.length);
        assert.equal(decodeURIComponent(segment).trim(), name.trim());
      }),
      { examples: [['.'], ['..'], ['%2e%2e'], ['a/../b']] },
    );
  });

  it('uses a key that changed, and sends none if there is none', async () => {
    const keys = ['one', undefined].values();
    const sent: Request[] = [];
    const changing = createClient({
      baseUrl: 'https://service.test',
      apiKey: () => Promise.resolve(keys.next().value),
      transport: (request) => {
        sent.push(request);
        return Promise.resolve(Response.json([]));
      },
    });
    await changing.listReports();
    await changing.listReports();
    assert.deepEqual(
      sent.map(({ headers }) => headers.get('Authorization')),
      ['Bearer one', null],
    );
  });

  it('asks nothing when it was cancelled before', async () => {
    const { client, sent } = clientOf(() => Response.json([]));
    await assert.rejects(client.listReports({}, { signal: AbortSignal.abort() }), { name: 'AbortError' });
    assert.deepEqual(sent, []);
  });
});

describe('a cancelled call', () => {
  it('does not wait for a key that is long in coming', async () => {
    const controller = new AbortController();
    const client = createClient({
      baseUrl: 'https://service.test',
      apiKey: () => new Promise(() => undefined),
      transport: () => Promise.resolve(Response.json([])),
    });
    const listing = client.listReports({}, { signal: controller.signal });
    controller.abort();
    await assert.rejects(listing, { name: 'AbortError' });
  });
});

describe('what the client reads of a report', () => {
  const { result, ...detected } = detectionOf('A text.');
  const whole = {
    ...detected,
    result,
    id: 'r1',
    created_at: '2026-11-21T09:30:00.123Z',
    generated_at: '2026-11-21T09:30:00.456Z',
    title: 'a.md',
    project: null,
    privacy: 1,
    url: 'https://service.test/reports/r1',
    content: 'A text.',
  };

  for (const [name, body] of [
    ['wrapped in data', { data: whole }],
    ['bare', whole],
  ] as const) {
    it(`reads a report that comes ${name}`, async () => {
      const report = await answering(body).getReport('r1');
      assert.deepEqual(wholeReport(report), whole);
      assert.deepEqual(report.fields, whole);
    });
  }

  it('reads ids that are numbers', async () => {
    assert.equal((await answering({ id: 17 }).getReport('17')).id, '17');
  });

  const times: [sent: unknown, read: string | null][] = [
    ['2026-11-21T09:30:00.123Z', '2026-11-21T09:30:00.123Z'],
    ['2026-11-21T10:30:00+01:00', '2026-11-21T09:30:00.000Z'],
    ['Sat, 21 Nov 2026 09:30:00 GMT', '2026-11-21T09:30:00.000Z'],
    [1795253400, '2026-11-21T09:30:00.000Z'],
    ['1795253400', '2026-11-21T09:30:00.000Z'],
    [1795253400.5, '2026-11-21T09:30:00.500Z'],
    ['yesterday', null],
    [1e300, null],
    ['', null],
    [true, null],
    [null, null],
  ];
  for (const [sent, read] of times) {
    it(`reads the time ${JSON.stringify(sent)} as ${read}`, async () => {
      assert.equal((await answering({ id: 1, created_at: sent }).getReport('1')).created_at, read);
    });
  }

  it('reads a result whose fields are beside those of the report', async () => {
    const { result, ...fields } = whole;
    const flat = { ...fields, ...result };
    const report = await answering({ data: flat }).getReport('r1');
    assert.deepEqual(report.result, result);
    assert.notEqual(wholeReport(report), null);
    assert.deepEqual(report.fields, flat, 'all that came, as it came');
    const { items } = await answering({ data: [flat] }).listReports();
    assert.equal(items[0]?.result?.verdict, result.verdict);
    const partly = { ...flat, shares: undefined };
    assert.equal((await answering({ data: partly }).getReport('r1')).result, null, 'nothing is made up');
  });

  it('keeps the fields of a report that has no result, and makes up no score', async () => {
    const report = await answering({ data: { id: 1, status: 'queued', score: 0.9 } }).getReport('1');
    assert.equal(report.result, null);
    assert.equal(wholeReport(report), null);
    assert.deepEqual(report.fields, { id: 1, status: 'queued', score: 0.9 });
  });

  const strangeResults: [name: string, result: unknown][] = [
    ['a percentage', { ...result, score: 87 }],
    ['a score in words', { ...result, score: '0.9' }],
    ['another verdict', { ...result, verdict: 'plagiarism' }],
    ['no segments', { ...result, segments: undefined }],
    ['a segment that is none', { ...result, segments: [{ start: 0, end: 7 }] }],
    ['nothing', {}],
    ['null', null],
  ];
  for (const [name, strange] of strangeResults) {
    it(`counts a result with ${name} as none`, async () => {
      const report = await answering({ data: { ...whole, result: strange } }).getReport('r1');
      assert.equal(report.result, null);
      assert.equal(wholeReport(report), null);
    });
  }

  const alarms = { per_1000: 3, texts: 900, kind: null, min_words: 60, max_words: null };
  const strangeAlarms = [
    null,
    7,
    'rare',
    {},
    { ...alarms, per_1000: 0 },
    { ...alarms, per_1000: 2.5 },
    { ...alarms, per_1000: '3' },
    { ...alarms, texts: -1 },
    { ...alarms, kind: 5 },
    { ...alarms, min_words: undefined },
  ];
  for (const strange of strangeAlarms) {
    it(`keeps a result whose false alarms are ${JSON.stringify(strange)}, without them`, async () => {
      const sent = { ...whole, result: { ...result, false_alarms: strange } };
      const client = answering({ data: sent });
      const read = (await client.getReport('r1')).result;
      assert.ok(read && !('false_alarms' in read));
      assert.deepEqual(read.segments, result.segments);
      const [listed] = (await answering({ data: [sent] }).listReports()).items;
      assert.ok(listed?.result && !('false_alarms' in listed.result));
    });
  }

  it('keeps a result with invalid own scores of sentences, without those scores', async () => {
    const segments = [null, 2, -1, '0.5', {}, 0.75].map((own_score, i) => ({
      start: i,
      end: i + 1,
      score: 0.5,
      own_score,
    }));
    const sent = { ...whole, result: { ...result, segments, false_alarms: alarms } };
    const read = (await answering({ data: sent }).getReport('r1')).result;
    assert.ok(read);
    assert.deepEqual(
      read.segments.map((segment) => ('own_score' in segment ? segment.own_score : 'none')),
      ['none', 'none', 'none', 'none', 'none', 0.75],
    );
    assert.deepEqual(read.false_alarms, alarms);
  });

  it('shows no number that was sent too large to be one', async () => {
    const evidence = { feature: 'f', label: 'A habit', weight: 1, spans: [] };
    const sent = JSON.stringify({ ...whole, words: 7, result: { ...result, evidence: [evidence] } });
    const of = (text: string) => clientOf(() => new Response(text)).client.getReport('r1');
    assert.equal((await of(sent)).words, 7);
    assert.notEqual((await of(sent)).result, null);
    assert.equal((await of(sent.replace('"words":7', '"words":1e300'))).words, null);
    assert.equal((await of(sent.replace('"weight":1', '"weight":1e999'))).result, null);
  });

  for (const body of [
    null,
    1,
    'text',
    [],
    {},
    { data: [] },
    { data: null },
    { id: null },
    { id: '' },
    { id: {} },
  ]) {
    it(`refuses ${JSON.stringify(body)} for a report`, async () => {
      await assert.rejects(answering(body).getReport('1'), { name: 'ApiError', code: 'badAnswer' });
    });
  }

  it('refuses an answer that is not JSON', async () => {
    const { client } = clientOf(
      () => new Response('<html>Sign in</html>', { headers: { 'Content-Type': 'text/html' } }),
    );
    await assert.rejects(client.getReport('1'), { code: 'badAnswer' });
  });

  it('reads every letter, wherever the network cuts the answer', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ id: 'é語🐝' }));
    const { client } = clientOf(() => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
          controller.close();
        },
      });
      return new Response(body);
    });
    assert.equal((await client.getReport('1')).id, 'é語🐝');
  });

  it('reads every sentence of a long text, each once and in its order', async () => {
    const segments = Array.from({ length: 4001 }, (_, i) => ({ start: i, end: i + 1, score: 0.5 }));
    const report = await answering({ data: { ...whole, result: { ...result, segments } } }).getReport('r1');
    assert.deepEqual(report.result?.segments, segments);
  });

  it('rejects a result with an unreadable sentence near its end, and keeps the other fields', async () => {
    const segments = Array.from({ length: 4001 }, (_, i) => ({ start: i, end: i + 1, score: 0.5 }));
    const broken = { ...result, segments: segments.with(4000, { start: 4000, end: 4001, score: 1.5 }) };
    const report = await answering({ data: { ...whole, result: broken } }).getReport('r1');
    assert.equal(report.result, null);
    assert.deepEqual(report.fields['result'], broken);
  });

  const pages: [what: string, body: string, type: string | null, isPage: boolean][] = [
    ['says so', '<p>Sign in', 'text/html; charset=utf-8', true],
    ['says it is text', ' \n<!DOCTYPE html><p>Sign in', 'text/plain', true],
    ['says nothing', '<html><p>Sign in', null, true],
    ['is XML', '<data><html/></data>', 'application/xml', false],
    ['is about HTML', 'Use <html> here', null, false],
  ];
  for (const [what, body, type, isPage] of pages) {
    it(`${isPage ? 'takes' : 'does not take'} an answer for a network’s sign-in page that ${what}`, async () => {
      const { client } = clientOf(() => {
        const response = new Response(body);
        if (type === null) response.headers.delete('Content-Type');
        else response.headers.set('Content-Type', type);
        return response;
      });
      await assert.rejects(client.getReport('1'), {
        code: 'badAnswer',
        status: 200,
        message: isPage ? /^The response is a web page/ : /^Inkling can’t read the service’s response/,
      });
    });
  }

  const failures: [what: string, body: unknown, code: string, message: RegExp][] = [
    ['status', { status: 'error', message: 'No credit.' }, 'refused', /failure: No credit\.$/],
    ['success', { success: false, message: 'No credit.' }, 'refused', /failure: No credit\.$/],
    ['errors', { errors: ['No credit.'] }, 'refused', /failure: No credit\.$/],
    ['nothing but a greeting', { status: 'ok', message: 'Hello.' }, 'badAnswer', /can’t read/],
  ];
  for (const [what, body, code, message] of failures) {
    it(`tells of a failure that comes as a success and says so by ${what}`, async () => {
      await assert.rejects(answering(body).getReport('1'), { code, status: 200, message });
    });
  }

  it('survives any JSON at all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (body) => {
        for (const call of [answering(body).getReport('1'), answering(body).listReports()]) {
          await call.then(
            () => undefined,
            (error: unknown) => {
              assert.ok(error instanceof ApiError && error.code === 'badAnswer');
            },
          );
        }
      }),
    );
  });
});

describe('what the client reads of a list', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ id: i }));

  it('reads on where our service says', async () => {
    const { client, sent } = clientOf(() =>
      Response.json({
        data: rows(10),
        links: { next: 'https://service.test/base/api/v1/reports?project=p&cursor=abc' },
        meta: { total: 30 },
      }),
    );
    const { next, total } = await client.listReports({ project: 'p' });
    assert.equal(total, 30);
    await client.listReports({ project: 'p', cursor: next ?? '' });
    assert.equal(sent[1]?.url, 'https://service.test/base/api/v1/reports?project=p&cursor=abc');
  });

  it('never follows a link to another address with the key', async () => {
    const { client, sent } = clientOf(() =>
      Response.json({ data: rows(1), links: { next: 'https://evil.test/x?page=2#y' } }),
    );
    const { next } = await client.listReports();
    await client.listReports({ sort: 'asc', cursor: next ?? '' });
    assert.equal(sent[1]?.url, 'https://service.test/base/api/v1/reports?sort=asc&page=2');
  });

  it('reads on by a link that is nothing but a query, and leaves its anchor', async () => {
    for (const next of ['?page=2', '?page=2#top', 'https://service.test/x?page=2#a#b']) {
      const { client } = clientOf(() => Response.json({ data: rows(1), links: { next } }));
      assert.equal((await client.listReports()).next, 'page=2', next);
    }
  });

  it('is not read for ever by links to the page that it is', async () => {
    for (const next of [
      '',
      '?',
      'https://service.test/next',
      'https://service.test/x?per_page=25&page=2',
      `#${'#'.repeat(1e6)}\n`,
    ]) {
      const client = answering({ data: rows(25), links: { next } });
      assert.equal(
        (await client.listReports({ per_page: 25, cursor: 'page=2' })).next,
        null,
        next.slice(0, 50),
      );
    }
  });

  it('ends where the link to the next page is null, however full the page', async () => {
    assert.equal((await answering({ data: rows(10), links: { next: null } }).listReports()).next, null);
  });

  it('assumes another page after a full one if there are no links', async () => {
    for (const body of [rows(10), { data: rows(10) }, { data: rows(10), links: {}, meta: {} }]) {
      const { client, sent } = clientOf(() => Response.json(body));
      const first = await client.listReports();
      assert.equal(first.total, null);
      const second = await client.listReports({ cursor: first.next ?? '' });
      assert.equal(new URL(sent[1]?.url ?? '').searchParams.get('page'), '2');
      assert.equal(second.next, 'page=3');
    }
    assert.equal((await answering(rows(9)).listReports()).next, null);
    assert.equal((await answering(rows(10)).listReports({ per_page: 25 })).next, null);
    assert.equal((await answering(rows(30)).listReports()).next, null, 'a service that sends all at once');
  });

  it('reads the others where one can’t be read, and counts those that it or the service leaves out', async () => {
    const page = { data: [{ id: 1 }, { title: 'no id' }], meta: { total: 4, damaged: 2 } };
    const { items, damaged } = await answering(page).listReports();
    assert.deepEqual([items.map(({ id }) => id), damaged], [['1'], 3]);
  });

  it('reads projects that say only their name', async () => {
    const { items } = await answering([{ project: 'p' }]).listProjects();
    assert.deepEqual(items, [{ project: 'p', created_at: null, reports: null }]);
  });

  for (const body of [{}, null, 'x', { data: {} }, [1], [{}]]) {
    it(`refuses ${JSON.stringify(body)} for a list`, async () => {
      await assert.rejects(answering(body).listReports(), { name: 'ApiError', code: 'badAnswer' });
    });
  }
});

describe('what the client makes of a deletion', () => {
  for (const [status, body] of [
    [200, '{"deleted":true}'],
    [200, 'OK'],
    [202, ''],
    [204, null],
  ] as const) {
    it(`takes ${status} with the body ${JSON.stringify(body)}`, async () => {
      const { client } = clientOf(() => new Response(body, { status }));
      await client.deleteReport('1');
      await client.deleteProject('p');
      assert.ok(true, 'neither rejected');
    });
  }
});

describe('asking how a text reads that is being edited', () => {
  it('sends the text with its document’s name, and returns the analysis without evidence', async () => {
    const detection = detectionOf('Some words.');
    const { evidence, ...result } = detection.result;
    assert.ok(evidence.length > 0);
    const sent: Request[] = [];
    const { detectEdited: detect } = localCalls({
      baseUrl: 'http://inkling.test',
      apiKey: () => Promise.resolve('a-key'),
      transport: (request) => {
        sent.push(request);
        return Promise.resolve(Response.json({ data: detection }));
      },
    });
    const text = { document: 'file:///pier.md', content: 'Some words.' };
    assert.deepEqual(await detect(text, new AbortController().signal), { ...detection, result });
    const [request] = sent;
    assert.deepEqual(
      [request?.method, request?.url, request?.headers.get('Content-Type')],
      ['POST', 'http://inkling.test/api/v1/detections', 'application/json'],
    );
    assert.deepEqual(await request?.json(), text);
  });

  it('is given up with the editor’s reason', async () => {
    const reason = new Error('typed on');
    const { detectEdited: detect } = localCalls({
      baseUrl: 'http://inkling.test',
      apiKey: () => Promise.resolve('a-key'),
      transport: ({ signal }) => {
        signal.throwIfAborted();
        return Promise.resolve(Response.json({}));
      },
    });
    await assert.rejects(detect({ document: 'd', content: '' }, AbortSignal.abort(reason)), reason);
  });
});

describe('asking for the page of a report on this machine', () => {
  const page = { url: 'http://127.0.0.1:1/reports/a', ticketUrl: 'http://127.0.0.1:1/reports/open-t' };
  let sent: Request[];
  const openOver = (answer: Response) =>
    localCalls({
      baseUrl: 'http://inkling.test',
      apiKey: () => Promise.resolve('a-key'),
      transport: (request) => {
        sent.push(request);
        return Promise.resolve(answer);
      },
    }).openLocalPage;

  beforeEach(() => {
    sent = [];
  });

  it('names the report so that it survives an address, with the key', async () => {
    assert.deepEqual(await openOver(Response.json({ data: page }, { status: 201 }))('a/b'), page);
    const asked = sent.map(({ method, url, headers }) => [method, url, headers.get('Authorization')]);
    assert.deepEqual(asked, [['POST', 'http://inkling.test/local/reports/a%2Fb/page', 'Bearer a-key']]);
  });

  it('fails as any call does where there is no such report', async () => {
    await assert.rejects(openOver(Response.json({ message: 'x' }, { status: 404 }))('a'), {
      code: 'notFound',
    });
  });
});
