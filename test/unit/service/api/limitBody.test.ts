import assert from 'node:assert/strict';
import { Hono } from 'hono';
import type { Environment } from '../../../../src/service/api/environment.ts';
import { limitBody } from '../../../../src/service/api/limitBody.ts';
import { Problem } from '../../../../src/service/api/problem.ts';

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
