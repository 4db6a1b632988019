import assert from 'node:assert/strict';
import { Hono } from 'hono';
import type { Environment } from '../../../src/service/environment.ts';
import { limitBody } from '../../../src/service/limitBody.ts';
import { Problem } from '../../../src/service/problem.ts';

describe('the limit of bodies', () => {
  const maxContentBytes = 10;
  const tooMuch = 'x'.repeat(6 * maxContentBytes + 64 * 1024 + 1);
  const app = new Hono<Environment>();
  app.use(limitBody(maxContentBytes));
  app.post('/', async (context) => context.text(String((await context.req.text()).length)));
  app.get('/', (context) => context.text('read'));
  app.onError((error, context) => context.text('', error instanceof Problem ? error.status : 500));

  const post = async (body: string, headers: Record<string, string> = {}) =>
    app.request('/', { method: 'POST', body, headers });

  for (const [how, headersOf] of [
    ['says its length', (body: string) => ({ 'Content-Length': String(body.length) })],
    ['comes as it comes', () => ({})],
    ['says another length than it has', () => ({ 'Content-Length': '1', 'Transfer-Encoding': 'chunked' })],
  ] as const) {
    it(`refuses what can't hold an allowed text and takes the rest, when a body ${how}`, async () => {
      assert.equal((await post(tooMuch, headersOf(tooMuch))).status, 413);
      const most = tooMuch.slice(1);
      assert.equal(await (await post(most, headersOf(most))).text(), String(most.length));
    });
  }

  it('is none of a request without one', async () => {
    assert.equal(await (await app.request('/')).text(), 'read');
  });
});
