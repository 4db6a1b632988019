import assert from 'node:assert/strict';
import {
  maxBodyBytes,
  oneObject,
  readBody,
  releaseReservation,
  severalObjects,
  type BodyLimits,
} from '../../../../src/service/api/body.ts';
import { ByteBudget } from '../../../../src/service/api/byteBudget.ts';
import { fieldsOf } from '../../../../src/service/api/parameters.ts';
import { Problem } from '../../../../src/service/api/problem.ts';
import { Hono } from 'hono';
import type { Environment, RequestContext } from '../../../../src/service/api/environment.ts';
import fc from 'fast-check';
import { runs } from '../../../runs.ts';

const address = 'http://inkling.test/';
const form = (pairs: Iterable<[string, string]>) =>
  new Request(address, { method: 'POST', body: new URLSearchParams([...pairs]) });

const ample: BodyLimits = {
  budget: new ByteBudget('Too many.'),
  maxBytes: () => 1e8,
  refusal: () => new Problem(413, 'Too long.'),
};

/** The fields of a request's body; what it reserved is released. */
async function readAs<Read>(formats: Parameters<typeof readBody<Read>>[1], request: Request, limits = ample) {
  const app = new Hono<Environment>();
  let context: RequestContext | undefined;
  app.all('*', (given) => {
    context = given;
    return given.body(null);
  });
  await app.request(request, {}, { address: '192.0.2.1', signal: request.signal });
  assert.ok(context);
  try {
    return await readBody(context, formats, limits);
  } finally {
    context.var.reservation?.release();
  }
}

const read = (request: Request, limits?: BodyLimits) => readAs(oneObject, request, limits);

describe('the fields of a body', () => {
  it('are numbers in a form where they are meant to be, and written as JSON writes them', async () => {
    const readField = (name: string, value: string) => read(form([[name, value]]));
    for (const number of [0, 12])
      assert.deepEqual(await readField('privacy', String(number)), { privacy: number });
    for (const text of ['012', '1x', ''])
      assert.deepEqual(await readField('privacy', text), { privacy: text });
    assert.deepEqual(await readField('title', '12'), { title: '12' });
  });

  const part = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const fieldsIn: [type: string, body: (count: number) => string][] = [
    ['application/x-www-form-urlencoded', (count) => 'a&'.repeat(count)],
    ['multipart/form-data; boundary=b', (count) => `${part('a', '1').repeat(count)}--b--`],
    ['application/json', (count) => `{"a":[${'1,'.repeat(count - 2)}1]}`],
  ];
  const send = (type: string, body: BodyInit) =>
    read(new Request(address, { method: 'POST', headers: { 'Content-Type': type }, body }));

  for (const [type, body] of fieldsIn) {
    it(`in ${type} are a thousand at most, so that one request does not keep everybody waiting`, async () => {
      assert.equal(Object.keys(await send(type, body(1000))).length, 1);
      await assert.rejects(send(type, body(1001)), (error) => {
        assert.ok(error instanceof Problem);
        assert.equal(error.status, 422);
        assert.match(error.message, /^body: .*at most 1000( fields)?\.$/);
        return true;
      });
    });
  }

  it('may be as long in their media type as the longest content needs, and no longer', () => {
    const most = (type: keyof typeof severalObjects) => maxBodyBytes(1_000_000)(severalObjects[type]);
    const beside = 64 * 1024;
    assert.equal(most('application/x-www-form-urlencoded'), 3_000_000 + beside);
    assert.equal(most('multipart/form-data'), 1_400_000 + beside);
    assert.equal(most('application/json'), 6_000_000 + beside);
    assert.equal(most('application/jsonl'), 6_000_000 + beside);
  });

  it('are read whatever the case and the parameters of their media type, and in no other', async () => {
    const body = '{"content":"a"}';
    assert.deepEqual(await send('Application/JSON ; charset=utf-8', body), { content: 'a' });
    for (const type of ['text/plain', 'constructor', ''])
      await assert.rejects(send(type, body), { status: 415, code: 'unsupported_media_type' });
  });

  it('may be quoted, and contain what looks like a part', async () => {
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
      return read(request).then(
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

  for (const [what, type, body, field] of [
    ['a form', 'application/x-www-form-urlencoded', 'content=caf%E9', 'content'],
    [
      'a form’s plain bytes',
      'application/x-www-form-urlencoded',
      Buffer.from('content=caf\xe9', 'latin1'),
      'body',
    ],
    ['a name in a form', 'application/x-www-form-urlencoded', '%E9=1', 'body'],
    ['JSON', 'application/json', Buffer.from('{"content":"caf\xe9"}', 'latin1'), 'body'],
    ['JSON that is said to be ASCII', 'application/json; charset=us-ascii', '{"content":"café"}', 'body'],
    [
      'a form that is said to be ASCII',
      'application/x-www-form-urlencoded; charset=US-ASCII',
      'content=café',
      'body',
    ],
    [
      'a part',
      'multipart/form-data; boundary=b',
      Buffer.from(`${part('content', 'caf\xe9')}--b--`, 'latin1'),
      'content',
    ],
    [
      'a part in UTF-16',
      'multipart/form-data; boundary=b',
      `${part('content', 'x').replace('\r\n\r\n', '\r\nContent-Type: text/plain; charset=utf-16\r\n\r\n')}--b--`,
      'content',
    ],
  ] as const) {
    it(`that are not UTF-8 are refused, rather than stored as something else: ${what}`, async () => {
      await assert.rejects(send(type, body), (error) => {
        assert.ok(error instanceof Problem);
        assert.deepEqual(
          [error.status, error.code, Object.keys(error.errors ?? {})],
          [422, 'invalid_encoding', [field]],
        );
        return true;
      });
    });
  }

  it('are refused in JSON that names one twice, however it is written', async () => {
    for (const json of ['{"content":"a","content":"b"}', '{"content":"a", "c\\u006fntent" : "b"}'])
      await assert.rejects(send('application/json', json), {
        status: 422,
        message: 'content: Duplicate name in the JSON. Send it once.',
      });
    const nested = { a: { b: 1 }, b: 2, c: [{ b: 1 }, { b: 1 }] };
    assert.deepEqual(await send('application/json', JSON.stringify(nested)), nested);
  });

  it('are asked for with fewer blanks where a body of blanks came', async () => {
    await assert.rejects(send('application/json', ' '.repeat(6_000_000)), {
      message: 'body: Too much JSON besides the texts: at most 64000 bytes. Remove whitespace.',
    });
  });

  it('may contain the boundary of their multipart within a line', async () => {
    const type = 'multipart/form-data; boundary=b';
    for (const value of ['a --b c', 'a\r\n--bc', 'a\r\n--b x\r\nc', 'a\n--b\nc', '']) {
      const body = `${part('content', value)}${part('title', 't')}--b--\r\nepilogue`;
      assert.deepEqual(await send(type, `preamble\r\n${body}`), { content: value, title: 't' });
      assert.deepEqual(await send(type, body), { content: value, title: 't' });
    }
  });

  it('may be in base64 in a multipart, with names in any letters', async () => {
    const head = 'Content-Disposition: form-data; name="content"\r\nContent-Transfer-Encoding: base64';
    const coded = Buffer.from('Grüße, 名前').toString('base64');
    const body = `--b\r\n${head}\r\n\r\n${coded}\r\n${part('Größe%22', '1')}--b--`;
    const read = await send('multipart/form-data; boundary=b', body);
    assert.deepEqual(read, { content: 'Grüße, 名前', 'Größe"': '1' });
  });

  it('are whole however a long body comes, and are counted as they come where its length is not said', async () => {
    const content = 'é'.repeat(200_000);
    const json = Buffer.from(JSON.stringify({ content }));
    const inPieces = (size: number) => {
      let at = 0;
      return new ReadableStream<Uint8Array>({
        pull: (stream) => {
          if (at < json.length) stream.enqueue(new Uint8Array(json.subarray(at, (at += size))));
          else stream.close();
        },
      });
    };
    const budget = new ByteBudget('Too many.', { each: 1e6, all: 1e6 });
    const other = budget.reserve('192.0.2.1', 100_000);
    for (const size of [1000, 65_537, 1e6])
      for (const said of [true, false]) {
        const headers: Record<string, string> = { 'Content-Type': 'application/json' };
        if (said) headers['Content-Length'] = String(json.length);
        const request = () => {
          const init = { method: 'POST', headers, body: inPieces(size), duplex: 'half' as const };
          return new Request(address, init);
        };
        assert.deepEqual(await read(request(), { ...ample, budget }), { content });
        if (said) continue;
        other.set(900_000);
        await assert.rejects(read(request(), { ...ample, budget }), { status: 503 });
        other.set(100_000);
      }
  });

  it('are read also in Firefox, whose requests have no body to read', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const request = new Request(address, { method: 'POST', headers, body: '{"content":"a text"}' });
    Object.defineProperty(request, 'body', { value: undefined });
    assert.deepEqual(await read(request), { content: 'a text' });
  });

  it('are asked for again in words when what came is no multipart', async () => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    await assert.rejects(read(new Request(address, { method: 'POST', headers, body: 'x' })), {
      status: 422,
      message: 'body: Invalid multipart/form-data: the body does not match the boundary in Content-Type.',
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
    await assert.rejects(read(new Request(address, { ...init, headers })), (error) => {
      assert.ok(!(error instanceof Problem), String(error));
      return true;
    });
  });
});

describe('the limit of bodies', () => {
  const most = `{"content":"${'x'.repeat(100_000)}"}`;
  const limits: BodyLimits = {
    budget: new ByteBudget('Too many.', { each: 1e6, all: 1e6 }),
    maxBytes: () => most.length,
    refusal: () => new Problem(413, 'Too long.'),
  };
  const app = new Hono<Environment>();
  app.use(releaseReservation);
  app.post('/', async (context) => context.json(await readBody(context, oneObject, limits)));
  app.onError((error, context) => context.text('', error instanceof Problem ? error.status : 500));

  const post = async (body: BodyInit, headers: Record<string, string> = {}) => {
    const sent = { 'Content-Type': 'application/json', ...headers };
    const init = { method: 'POST', body, headers: sent, duplex: 'half' as const };
    return app.request(new Request(address, init), {}, { address: '192.0.2.1' });
  };

  for (const [how, headersOf] of [
    ['says its length', (body: string) => ({ 'Content-Length': String(body.length) })],
    ['comes as it comes', () => ({})],
    ['says another length than it has', () => ({ 'Content-Length': '1', 'Transfer-Encoding': 'chunked' })],
  ] as const) {
    it(`refuses what is too long and takes the rest, when a body ${how}`, async () => {
      assert.equal((await post(`${most} `, headersOf(`${most} `))).status, 413);
      assert.equal(await (await post(most, headersOf(most))).text(), most);
    });
  }

  it('does not apply to a body that is not read', async () => {
    assert.equal((await post(`${most} `, { 'Content-Type': 'text/other' })).status, 415);
  });

  for (const [how, headers] of [
    ['over its limit', {}],
    ['over the budget', { 'X-Over': 'budget' }],
  ] as const) {
    it(`reads no more of a body without a length once it is ${how}, so that many of them can’t fill the memory`, async () => {
      const other = limits.budget.reserve('192.0.2.1', 'X-Over' in headers ? 960_000 : 0);
      let pieces = 0;
      const endless = new ReadableStream<Uint8Array>(
        {
          pull: (stream) => {
            pieces++;
            stream.enqueue(new Uint8Array(20_000));
          },
        },
        { highWaterMark: 0 },
      );
      assert.equal((await post(endless, headers)).status, 'X-Over' in headers ? 503 : 413);
      assert.ok(pieces < 10, `${pieces} pieces`);
      other.release();
      limits.budget.reserve('192.0.2.1', 1e6).release(); // everything is released
    });
  }
});

describe('a urlencoded form', () => {
  const readForm = (body: BodyInit) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return read(new Request(address, { method: 'POST', headers, body }));
  };
  const signs = fc.constantFrom(
    ...['a', '4', '?', '%', '%4', '%zz', '%41', '%e4%bd%a0', '%F0%9F%90%9D', '%FF', '%C3', '%EF%BB%BF'],
    ...['+', '&', '=', '%26', '%3D', '%2B', '%25'],
  );

  it('is read as URLSearchParams reads it, and refused where that stores something else than was sent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: signs, maxLength: 30 }), async (form) => {
        const fields = [...new URLSearchParams(`&${form}`)];
        // In place of what it can't read, that puts U+FFFD, which none of the signs stands for.
        if (fields.flat().some((text) => text.includes('\uFFFD')))
          await assert.rejects(readForm(form), { status: 422, code: 'invalid_encoding' });
        else assert.deepEqual(await readForm(form), fieldsOf(fields));
      }),
      { numRuns: runs(2000, 100) },
    );
  });

  it('keeps letters that were not encoded, beside some that were', async () => {
    assert.deepEqual(await readForm('content=\uFEFFcafé %E4%BD%A0 名前'), { content: '\uFEFFcafé 你 名前' });
  });

  it('may contain the replacement character, if it was sent', async () => {
    assert.deepEqual(await readForm('content=\uFFFD%ef%bf%bd'), { content: '\uFFFD\uFFFD' });
    await assert.rejects(readForm('content=\uFFFD%ef%bf%bd%ef%bf'), { code: 'invalid_encoding' });
  });

  for (const field of ['a', 'a=1', '', '='])
    it(`of more fields than it may have is refused before any is decoded: ${JSON.stringify(field)}`, async () => {
      const form = (count: number) => `${field}&`.repeat(count);
      await readForm(form(1000));
      await assert.rejects(readForm(form(1001)), { message: 'body: Too many fields: at most 1000.' });
      await assert.rejects(readForm(`${form(1000)}&x=%FF`), { code: 'invalid_parameters' });
    });
});
