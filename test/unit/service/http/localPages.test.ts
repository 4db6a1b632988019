import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type { Environment } from '../../../../src/service/api/environment.ts';
import {
  createLocalOwner,
  requireLoopbackName,
  type LocalOwner,
} from '../../../../src/service/http/localPages.ts';
import { cookieWithoutPath } from '../../../../src/service/pages/signedCookies.ts';
import { Problem } from '../../../../src/service/api/problem.ts';

const id = '019aa5b2-7c00-7000-8000-000000000001';
const other = '019aa5b2-7c00-7000-8000-000000000002';

/** The same as `localPages.test.ts` tests in the worker's thread, here where every branch can be seen. */
describe('the owner of this machine’s reports', () => {
  let now: number;
  const ownerOf = () =>
    createLocalOwner({ secret: randomBytes(32), now: () => now }, (report) =>
      cookieWithoutPath('inkling-1', report),
    );
  const appOf = (owner: LocalOwner) => {
    const app = new Hono();
    app.get('/admit/:id', (context) => {
      owner.admit(context, context.req.param('id'));
      return context.body(null);
    });
    app.get('/see/:id', (context) => context.json(owner.isAdmitted(context, context.req.param('id'))));
    return app;
  };

  beforeEach(() => {
    now = 1e12;
  });

  it('is recognised by a cookie for one report, which is sent to no other address and doesn’t contain its id', async () => {
    const app = appOf(ownerOf());
    const cookie = (await app.request(`/admit/${id}`)).headers.get('Set-Cookie') ?? '';
    assert.match(cookie, /^inkling-1-[\w-]{8}=\d+\.[\w-]{43}; Max-Age=43200; HttpOnly; SameSite=Lax$/);
    assert.ok(!cookie.includes(id));
    const sees = async (report: string, Cookie: string): Promise<boolean> => {
      const seen = await app.request(`/see/${report}`, { headers: { Cookie } });
      return (await seen.text()) === 'true';
    };
    const [pair = ''] = cookie.split(';');
    assert.equal(await sees(id, pair), true);
    assert.equal(await sees(other, pair), false);
    const [, otherName = ''] =
      /^([^=]+)=/.exec((await app.request(`/admit/${other}`)).headers.get('Set-Cookie') ?? '') ?? [];
    assert.notEqual(otherName, pair.split('=')[0], 'one cookie does not put out another');
    assert.equal(await sees(other, `${otherName}=${pair.split('=')[1]}`), false);
    for (const forged of ['', pair.slice(0, -1), `${pair.split('=')[0]}=`])
      assert.equal(await sees(id, forged), false, forged);
    const [elsewhere = ''] = ((await appOf(ownerOf()).request(`/admit/${id}`)).headers.get('Set-Cookie') ?? '').split(';'); // prettier-ignore
    assert.equal(await sees(id, elsewhere), false, 'a cookie of an earlier window');
  });

  it('comes once by a ticket, and soon; the tickets of others stay good', () => {
    const owner = ownerOf();
    const [used, late] = [owner.newTicket(id), owner.newTicket(other)];
    assert.equal(owner.redeem(used), id);
    assert.equal(owner.redeem(used), undefined);
    now += 59_999;
    const later = owner.newTicket(id);
    now += 1;
    owner.newTicket(id);
    assert.equal(owner.redeem(late), undefined);
    assert.equal(owner.redeem(later), id);
  });

  for (const [host, status] of [
    ['127.0.0.1:8080', 200],
    ['localhost', 200],
    ['[::1]:8080', 200],
    ['evil.example', 421],
    ['127.0.0.1.evil.example', 421],
    ['localhost.evil.example', 421],
  ] as const)
    it(`${status === 200 ? 'is answered' : 'lends no page to a site'} under the name ${host}`, async () => {
      const app = new Hono<Environment>();
      app.use(requireLoopbackName);
      app.get('/', (context) => context.text('page'));
      app.onError((error, context) => {
        assert.ok(error instanceof Problem);
        assert.equal(error.message, 'These pages are only for this machine. Open them from the editor.');
        return context.text('', error.status);
      });
      assert.equal((await app.request(`http://${host}/`)).status, status);
    });
});
