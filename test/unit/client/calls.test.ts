import assert from 'node:assert/strict';
import { ApiError, type ApiErrorCode } from '../../../src/client/errors.ts';
import { errorFromResponse } from '../../../src/client/calls.ts';

describe('a refused call', () => {
  const codes: [status: number, code: ApiErrorCode][] = [
    [302, 'badAnswer'],
    [400, 'invalid'],
    [401, 'unauthorised'],
    [403, 'refused'],
    [404, 'notFound'],
    [405, 'refused'],
    [407, 'proxy'],
    [408, 'timeout'],
    [410, 'notFound'],
    [413, 'tooLarge'],
    [415, 'refused'],
    [422, 'invalid'],
    [429, 'rateLimited'],
    [500, 'server'],
    [502, 'server'],
    [504, 'timeout'],
    [511, 'proxy'],
  ];
  it('never says that a text is too large where none was sent', async () => {
    const response = (): Response => new Response(null, { status: 413 });
    assert.match((await errorFromResponse(response(), 'POST')).message, /Scan part of it/);
    const { code, message } = await errorFromResponse(response(), 'GET');
    assert.deepEqual([code, message], ['refused', 'The service refused the request (HTTP 413).']);
  });

  for (const [status, code] of codes) {
    it(`${status} is ${code}, in a sentence`, async () => {
      const error = await errorFromResponse(new Response(null, { status }));
      assert.ok(error instanceof ApiError);
      assert.deepEqual([error.code, error.status], [code, status]);
      assert.equal(error.mayBeDone, false);
      assert.match(error.message, /^[A-Z].+\.$/);
    });
  }

  const sentences: [status: number, sentence: string][] = [
    [400, 'The service rejected the request as invalid.'],
    [401, 'The service does not accept the API key.'],
    [403, 'The service refused the request (HTTP 403).'],
    [404, 'Not found. It may have been deleted.'],
    [407, 'The proxy requires a user name and password (HTTP 407). Check the proxy settings.'],
    [408, 'The service timed out. Try again.'],
    [413, 'The text is too large for the service. Scan part of it.'],
    [500, 'The service failed (HTTP 500). Try again. If it keeps failing, see its log.'],
    [511, 'The network requires you to sign in (HTTP 511). Open any page in a browser and sign in.'],
    [302, 'The service sent an unexpected response (HTTP 302). Check its address.'],
  ];
  for (const [status, sentence] of sentences) {
    it(`${status} says what to do, and no other failure’s words`, async () => {
      const { message, requestId, retryAfter } = await errorFromResponse(new Response(null, { status }));
      assert.deepEqual([message, requestId, retryAfter], [sentence, null, null]);
    });
  }

  it('keeps the service’s own code for programs, if it sends one', async () => {
    const codeIn = async (body: unknown) =>
      (await errorFromResponse(Response.json(body, { status: 503 }))).serviceCode;
    assert.equal(await codeIn({ message: 'No.', code: 'database_unavailable' }), 'database_unavailable');
    assert.equal(await codeIn({ message: 'No.' }), null);
    assert.equal(await codeIn({ message: 'No.', code: 7 }), null);
  });

  const bodies: [name: string, body: string, said: string][] = [
    ['message', '{"message":"Too odd."}', 'Too odd.'],
    ['error', '{"error":"Too odd."}', 'Too odd.'],
    ['error with a message', '{"error":{"message":"Too odd.","code":7}}', 'Too odd.'],
    ['errors as a list', '{"errors":["Too odd.","Also."]}', 'Too odd.'],
    ['errors as objects', '{"errors":[{"title":"Too odd."}]}', 'Too odd.'],
    ['RFC 9457', '{"type":"about:blank","title":"Odd","detail":"Too odd.","status":422}', 'Too odd.'],
    ['a text', '"Too odd."', 'Too odd.'],
    ['msg', '{"msg":"Too odd."}', 'Too odd.'],
    ['detail, where message is empty', '{"message":"","detail":"Too odd."}', 'Too odd.'],
    ['blanks around it', '{"message":"\\n Too odd. \\n"}', 'Too odd.'],
    ['many lines', '{"message":"Too\\n\\u0007 odd."}', 'Too odd.'],
  ];
  for (const [name, body, said] of bodies) {
    it(`tells what the service says in ${name}`, async () => {
      const error = await errorFromResponse(new Response(body, { status: 422 }));
      assert.ok(error.message.endsWith(`The service says: ${said}`), error.message);
    });
  }

  for (const body of [
    '<html><body>Bad <b>gateway</b></body></html>',
    '',
    '{',
    'null',
    '{"message":7}',
    '[]',
    `${'['.repeat(100_000)}"deep"${']'.repeat(100_000)}`,
  ]) {
    it(`shows nothing of a body like ${JSON.stringify(body.slice(0, 50))}`, async () => {
      const error = await errorFromResponse(new Response(body, { status: 502 }));
      assert.equal(error.code, 'server');
      assert.doesNotMatch(error.message, /It says|</);
    });
  }

  it('names the fields of a refused scan', async () => {
    const body = {
      message: 'x',
      errors: { privacy: ['Choose.', 'Better.'], content: 'Missing.', strange: 7 },
    };
    const { fields } = await errorFromResponse(Response.json(body, { status: 422 }));
    assert.deepEqual(fields, { privacy: ['Choose.', 'Better.'], content: ['Missing.'] });
  });

  it('cuts what a stranger says at length', async () => {
    const error = await errorFromResponse(Response.json({ message: 'x'.repeat(1e6) }, { status: 500 }));
    assert.ok(error.message.endsWith(`The service says: ${'x'.repeat(299)}…`), error.message);
    const most = await errorFromResponse(Response.json({ message: 'x'.repeat(300) }, { status: 500 }));
    assert.ok(most.message.endsWith(`The service says: ${'x'.repeat(300)}`), most.message);
  });

  it('keeps the request’s id and the time to wait', async () => {
    const headers = { 'X-Request-Id': 'r-1', 'Retry-After': '30' };
    const error = await errorFromResponse(new Response(null, { status: 429, headers }));
    assert.deepEqual([error.requestId, error.retryAfter], ['r-1', 30]);
    assert.match(error.message, /Wait 30 seconds and try again/);
  });

  it('reads the waiting time from a future date', async () => {
    const headers = { 'Retry-After': new Date(Date.now() + 3600_000).toUTCString() };
    const { retryAfter } = await errorFromResponse(new Response(null, { status: 429, headers }));
    assert.ok(retryAfter !== null && retryAfter > 3000 && retryAfter <= 3600, String(retryAfter));
  });

  const waits: [header: string, seconds: number | null, words: RegExp][] = [
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0, /Wait a little/],
    ['600', 600, /Wait 10 minutes/],
    ['soon', null, /Wait a little/],
    ['21 Oct 2015 07:28:00 GMT', 0, /Wait a little/],
    ['Wed Oct 21 2015', 0, /Wait a little/],
    ['2015-10-21', 0, /Wait a little/],
    ['1', 1, /Wait a second and/],
    ['119', 119, /Wait 119 seconds/],
    ['120', 120, /Wait 2 minutes/],
    ['0', 0, /Wait a little/],
    ['9'.repeat(400), 86_400, /Wait 1440 minutes/],
  ];
  for (const [header, seconds, words] of waits) {
    it(`reads how long to wait from ${header.slice(0, 50)}`, async () => {
      const response = new Response(null, { status: 429, headers: { 'Retry-After': header } });
      const { retryAfter, message } = await errorFromResponse(response);
      assert.equal(retryAfter, seconds);
      assert.match(message, words);
    });
  }

  it('is read from a deeply nested body without a stack overflow', async () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    for (const body of [deep, `{"message":${deep}}`]) {
      const { code, message } = await errorFromResponse(new Response(body, { status: 500 }));
      assert.deepEqual([code, message.includes('It says')], ['server', false]);
    }
  });
});
