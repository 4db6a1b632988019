import assert from 'node:assert/strict';
import { ApiError, type ApiErrorCode } from '../../../src/client/errors.ts';
import { errorFromResponse } from '../../../src/client/failures.ts';

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
  for (const [status, code] of codes) {
    it(`${status} is ${code}, in a sentence`, async () => {
      const error = await errorFromResponse(new Response(null, { status }));
      assert.ok(error instanceof ApiError);
      assert.deepEqual([error.code, error.status], [code, status]);
      assert.match(error.message, /^The .+\.$/);
    });
  }

  const bodies: [name: string, body: string, said: string][] = [
    ['message', '{"message":"Too odd."}', 'Too odd.'],
    ['error', '{"error":"Too odd."}', 'Too odd.'],
    ['error with a message', '{"error":{"message":"Too odd.","code":7}}', 'Too odd.'],
    ['errors as a list', '{"errors":["Too odd.","Also."]}', 'Too odd.'],
    ['errors as objects', '{"errors":[{"title":"Too odd."}]}', 'Too odd.'],
    ['RFC 9457', '{"type":"about:blank","title":"Odd","detail":"Too odd.","status":422}', 'Too odd.'],
    ['a text', '"Too odd."', 'Too odd.'],
    ['many lines', '{"message":"Too\\n\\u0007 odd."}', 'Too odd.'],
  ];
  for (const [name, body, said] of bodies) {
    it(`tells what the service says in ${name}`, async () => {
      const error = await errorFromResponse(new Response(body, { status: 422 }));
      assert.ok(error.message.endsWith(`It says: ${said}`), error.message);
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
    assert.ok(error.message.length < 500);
  });

  it('keeps the request’s id and how long to wait', async () => {
    const headers = { 'X-Request-Id': 'r-1', 'Retry-After': '30' };
    const error = await errorFromResponse(new Response(null, { status: 429, headers }));
    assert.deepEqual([error.requestId, error.retryAfter], ['r-1', 30]);
    assert.match(error.message, /Wait 30 seconds and try again/);
  });

  const waits: [header: string, seconds: number | null, words: RegExp][] = [
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0, /Wait a little/],
    ['600', 600, /Wait 10 minutes/],
    ['soon', null, /Wait a little/],
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
});
