import assert from 'node:assert/strict';
import { ApiError } from '../../../../src/client/errors.ts';
import type { Transport } from '../../../../src/client/transport.ts';
import { logged, observed } from '../../../../src/editor/service/connection.ts';

const request = () =>
  new Request('https://a.test/base/api/v1/reports?search=secret-name', {
    method: 'POST',
    headers: { Authorization: 'Bearer ink_secret' },
    body: 'content=secret-text',
  });
const answering =
  (status: number): Transport =>
  () =>
    Promise.resolve(new Response('secret-body', { status }));
const failing =
  (reason: Error): Transport =>
  () =>
    Promise.reject(reason);

describe('what is noted of an exchange with a service', () => {
  const outcomes: [what: string, transport: Transport, told: string[], line: RegExp][] = [
    ['an answer', answering(200), ['answers'], /^POST a\.test\/base\/api\/v1\/reports: 200 after \d+ ms$/],
    ['a failure of the service', answering(500), ['answers'], /: 500 after/],
    ['a refused key', answering(401), ['signedOut'], /: 401 after/],
    ['a broken connection', failing(new ApiError('offline', 'x')), ['unreachable'], /: offline after/],
    ['what the user cancelled', failing(new DOMException('x', 'AbortError')), [], /: cancelled after/],
  ];
  for (const [what, transport, told, line] of outcomes) {
    it(`tells ${what}, and nothing of what was sent or came`, async () => {
      const heard: string[] = [];
      const lines: string[] = [];
      const watched = observed(
        logged(transport, (each) => lines.push(each)),
        (connection) => heard.push(connection),
      );
      await watched(request()).catch(() => undefined);
      assert.deepEqual(heard, told);
      assert.equal(lines.length, 1);
      assert.match(lines[0] ?? '', line);
      assert.ok(!lines[0]?.includes('secret'));
    });
  }
});
