import assert from 'node:assert/strict';
import { maxBodyBytes, readBody, limitBody, parseUrlencoded } from '../../../../src/service/api/body.ts';
import { Problem } from '../../../../src/service/api/problem.ts';
import { Hono } from 'hono';
import type { Environment } from '../../../../src/service/api/environment.ts';
import fc from 'fast-check';
import { runs } from '../../../runs.ts';

const address = 'http://inkling.test/';
const form = (pairs: Iterable<[string, string]>) =>
  new Request(address, { method: 'POST', body: new URLSearchParams([...pairs]) });

describe('the fields of a body', () => {
  it('are numbers in a form where they are meant to be, and written as JSON writes them', async () => {
    const pairs: [string, string][] = [['a', '0'], ['b', '12'], ['c', '012'], ['d', '1x'], ['e', ''], ['f', '12']]; // prettier-ignore
    const read = await readBody(form(pairs), ['a', 'b', 'c', 'd', 'e']);
    assert.deepEqual(read, { a: 0, b: 12, c: '012', d: '1x', e: '', f: '12' });
  });

  const part = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const fieldsIn: [type: string, body: (count: number) => string][] = [
    ['application/x-www-form-urlencoded', (count) => 'a&'.repeat(count)],
    ['multipart/form-data; boundary=b', (count) => `${part('a', '1').repeat(count)}--b--`],
    ['application/json', (count) => `{"a":[${'1,'.repeat(count - 2)}1]}`],
  ];
  const send = (type: string, body: BodyInit) =>
    readBody(new Request(address, { method: 'POST', headers: { 'Content-Type': type }, body }));

  for (const [type, body] of fieldsIn) {
    it(`in ${type} are a thousand at most, so that one request does not keep everybody waiting`, async () => {
      assert.equal(Object.keys(await send(type, body(1000))).length, 1);
      await assert.rejects(send(type, body(1001)), (error) => {
        assert.ok(error instanceof Problem);
        assert.equal(error.status, 422);
        assert.match(error.message, /^body: Send .*at most 1000 fields\.$/);
        return true;
      });
    });
  }

  it('may be as long as a content of the limit can be in their media type, and no longer', () => {
    const most = (type: string) => maxBodyBytes(type, 1_000_000);
    const beside = 64 * 1024;
    assert.equal(most('application/x-www-form-urlencoded'), 3_000_000 + beside);
    assert.equal(most('Multipart/Form-Data; boundary=b'), 1_400_000 + beside);
    assert.equal(most('application/json;charset=utf-8'), 6_000_000 + beside);
    assert.equal(most('text/plain'), undefined);
    assert.equal(most('constructor'), undefined);
  });

  it('may stand in quotes, and hold what looks like a part', async () => {
    const type = 'multipart/form-data; charset=utf-8; boundary="a (b)"';
    const body = part('content', '--b\r\nx').replace('--b', '--a (b)');
    assert.deepEqual(await send(type, `${body}--a (b)--`), { content: '--b\r\nx' });
  });

  for (const [what, type, body] of [
    ['whose boundary is none', 'multipart/form-data; boundary=é', `${part('a', '1')}--b--`],
    ['that names no boundary', 'multipart/form-data', `${part('a', '1')}--b--`],
    [
      'with a header without end',
      'multipart/form-data; boundary=b',
      `--b\r\nX: ${'x'.repeat(5000)}\r\n\r\n1\r\n--b--`,
    ],
  ] as const) {
    it(`are refused in a multipart ${what}`, async () => {
      await assert.rejects(send(type, body), { status: 422, code: 'invalid_parameters' });
    });
  }

  it('in another coding or letters than ours are refused, rather than stored as something else', async () => {
    const refusedWith = async (headers: Record<string, string>) => {
      const request = new Request(address, { method: 'POST', headers, body: 'content=a' });
      return readBody(request).then(
        () => 'read',
        (error: unknown) =>
          error instanceof Problem ? [error.status, error.code, error.message, error.headers] : error,
      );
    };
    const type = 'application/x-www-form-urlencoded';
    const coded = [
      415,
      'unsupported_content_encoding',
      'Send the body without a Content-Encoding.',
      { 'Accept-Encoding': 'identity' },
    ];
    assert.deepEqual(await refusedWith({ 'Content-Type': type, 'Content-Encoding': 'gzip' }), coded);
    assert.deepEqual(await refusedWith({ 'Content-Type': type, 'Content-Encoding': ' Identity ' }), 'read');
    const inLetters = [415, 'unsupported_charset', 'Send the body in UTF-8.', {}];
    for (const charset of ['latin1', '"latin1"', 'utf-81', 'xutf-8'])
      for (const between of [';', '; ', ';  '])
        assert.deepEqual(
          await refusedWith({ 'Content-Type': `${type}${between}charset=${charset}` }),
          inLetters,
        );
    assert.deepEqual(await refusedWith({ 'Content-Type': 'text/plain' }), [
      415,
      'unsupported_media_type',
      'Send application/x-www-form-urlencoded, multipart/form-data or application/json in UTF-8.',
      {},
    ]);
  });

  it('are asked for again in words when what came is no multipart', async () => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    await assert.rejects(readBody(new Request(address, { method: 'POST', headers, body: 'x' })), {
      status: 422,
      message: 'body: This is not multipart/form-data with the boundary that its header names.',
    });
  });

  it('are not said to be wrong when it was the client that left in the middle of them', async () => {
    const controller = new AbortController();
    const reason = new Error('left');
    const body = new ReadableStream<Uint8Array>({
      pull: (stream) => {
        controller.abort(reason);
        stream.error(reason);
      },
    });
    const init = { method: 'POST', body, signal: controller.signal, duplex: 'half' as const };
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    await assert.rejects(readBody(new Request(address, { ...init, headers })), (error) => {
      assert.ok(!(error instanceof Problem), String(error));
      return true;
    });
  });
});

describe('the limit of bodies', () => {
  const most = 'x'.repeat(100_000);
  const app = new Hono<Environment>();
  app.use(
    limitBody(
      (contentType) => (contentType === 'text/limited' ? most.length : undefined),
      () => new Problem(413, 'Too long.'),
    ),
  );
  app.post('/', async (context) => context.text(String((await context.req.text()).length)));
  app.get('/', (context) => context.text('read'));
  app.onError((error, context) => context.text('', error instanceof Problem ? error.status : 500));

  const post = async (body: string, headers: Record<string, string> = {}) =>
    app.request('/', { method: 'POST', body, headers: { 'Content-Type': 'text/limited', ...headers } });

  for (const [how, headersOf] of [
    ['says its length', (body: string) => ({ 'Content-Length': String(body.length) })],
    ['comes as it comes', () => ({})],
    ['says another length than it has', () => ({ 'Content-Length': '1', 'Transfer-Encoding': 'chunked' })],
  ] as const) {
    it(`refuses what is too long and takes the rest, when a body ${how}`, async () => {
      assert.equal((await post(`${most}x`, headersOf(`${most}x`))).status, 413);
      assert.equal(await (await post(most, headersOf(most))).text(), String(most.length));
    });
  }

  it('is none of a body that nobody reads, nor of a request without one', async () => {
    assert.equal((await post(`${most}x`, { 'Content-Type': 'text/other' })).status, 200);
    assert.equal(await (await app.request('/')).text(), 'read');
  });
});

const maxFields = 100;

describe('a urlencoded form', () => {
  const signs = fc.constantFrom(
    ...['a', '4', '%', '%4', '%zz', '%41', '%e4%bd%a0', '%F0%9F%90%9D', '%FF', '%C3', '%EF%BB%BF'],
    ...['+', '&', '=', '%26', '%3D', '%2B', '%25'],
  );

  it('is read as URLSearchParams reads it, wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: signs, maxLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        async (form, chunkSize) => {
          const read = await parseUrlencoded(Buffer.from(form), { maxFields, chunkSize });
          assert.deepEqual(read, [...new URLSearchParams(form)]);
        },
      ),
      { numRuns: runs(2000, 100) },
    );
  });

  it('keeps letters that were not encoded, beside some that were', async () => {
    const form = Buffer.from('content=\uFEFFcafé %E4%BD%A0 名前');
    for (const chunkSize of [1, 2, 1000])
      assert.deepEqual(await parseUrlencoded(form, { maxFields, chunkSize }), [
        ['content', '\uFEFFcafé 你 名前'],
      ]);
  });

  for (const field of ['a', 'a=1', '', '='])
    it(`of more fields than it may have is refused before any is decoded: ${JSON.stringify(field)}`, async () => {
      const form = (count: number) => Buffer.from(`${field}&`.repeat(count));
      assert.equal((await parseUrlencoded(form(100), { maxFields })).length, field === '' ? 0 : 100);
      await assert.rejects(parseUrlencoded(form(101), { maxFields }), RangeError);
    });

  it('leaves the thread free between the pieces of a long field', async () => {
    let turns = 0;
    const turn = (): void => {
      turns++;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    await parseUrlencoded(Buffer.from(`content=${'%41'.repeat(10_000)}`), { maxFields, chunkSize: 1000 });
    clearImmediate(next);
    assert.ok(turns >= 28, `${turns} turns`);
  });
});
