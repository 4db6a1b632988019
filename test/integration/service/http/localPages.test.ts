import assert from 'node:assert/strict';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import type { WorkerStart } from '../../../../src/api/local.ts';
import type { ScanRequest } from '../../../../src/api/report.ts';
import { bundledService, type BundledService } from '../../../../src/client/bundled.ts';
import { createClient, localCalls, type LocalCalls } from '../../../../src/client/client.ts';
import { createLocalOwner } from '../../../../src/service/http/localPages.ts';
import { cookieWithoutPath } from '../../../../src/service/pages/signedCookies.ts';
import { openSite } from '../pages/visitor.ts';

const baseUrl = 'http://inkling.invalid';

describe('the pages of this machine’s reports', () => {
  let service: BundledService;
  let openPage: LocalCalls['openLocalPage'];

  before(() => {
    const workerData: WorkerStart = {
      databasePath: ':memory:',
      modelPath: 'none',
      apiKey: null,
      baseUrl,
      maxContentBytes: 1000,
    };
    service = bundledService(() =>
      Promise.resolve(new Worker(new URL('localWorker.ts', import.meta.url), { workerData })),
    );
    ({ openLocalPage: openPage } = localCalls({ ...service, baseUrl }));
  });
  after(() => service.stop());

  async function scan(fields: Partial<ScanRequest> = {}): Promise<string> {
    const client = createClient({ ...service, baseUrl });
    return (await client.scan({ content: 'Some words to analyse.', title: 'diary', ...fields })).id;
  }

  interface Answer {
    status: number;
    markup: string;
    location: string | undefined;
    cookies: string[];
    /** Of its cookies. */
    attributes: string;
  }

  /** Asks as a browser does, with any Host, over a connection of its own. */
  async function get(
    address: string,
    { headers = {}, form }: { headers?: Record<string, string>; form?: Record<string, string> } = {},
  ): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const body = form && new URLSearchParams(form).toString();
    const formHeaders = form && {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Sec-Fetch-Site': 'same-origin',
    };
    request(
      address,
      { agent: false, method: form ? 'POST' : 'GET', headers: { ...formHeaders, ...headers } },
      (response) => {
        void text(response).then((markup) => {
          resolve({
            status: response.statusCode ?? 0,
            markup,
            location: response.headers.location,
            attributes: (response.headers['set-cookie'] ?? []).join(),
            cookies: (response.headers['set-cookie'] ?? []).map((cookie) => cookie.replace(/;.*/, '')),
          });
        }, reject);
      },
    )
      .on('error', reject)
      .end(body);
    return promise;
  }

  it('shows a private report to its owner alone, who comes with a ticket', async () => {
    const { url, ticketUrl } = await openPage(await scan());
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/reports\/[\da-f-]{36}$/);
    assert.equal((await get(url)).status, 404);

    const redeemed = await get(ticketUrl);
    assert.equal(redeemed.status, 303);
    assert.equal(new URL(redeemed.location ?? '', ticketUrl).href, url);
    const headers = { Cookie: redeemed.cookies[0] ?? '' };
    const page = await get(url, { headers });
    assert.equal(page.status, 200);
    assert.match(page.markup, /Some words to analyse/);
    assert.match(page.markup, /analysed\s+on this machine/);
    assert.doesNotMatch(page.markup, /href="\/account/);
    assert.equal((await get(`${url}.md`, { headers })).status, 200);
  });

  it('open once by a ticket: an address that somebody saw later opens nothing', async () => {
    const { url, ticketUrl } = await openPage(await scan());
    await get(ticketUrl);
    const again = await get(ticketUrl);
    assert.equal(again.status, 404);
    assert.deepEqual(again.cookies, []);
    assert.match(again.markup, /from the editor again/);
    assert.equal((await get(new URL('/reports/open-made-up', url).href)).status, 404);
  });

  it('open by a ticket one report and no other', async () => {
    const { ticketUrl } = await openPage(await scan());
    const { cookies } = await get(ticketUrl);
    const { url: other } = await openPage(await scan());
    assert.equal((await get(other, { headers: { Cookie: cookies.join('; ') } })).status, 404);
  });

  it('work behind an editor that forwards the port at another path', async () => {
    const { ticketUrl } = await openPage(await scan());
    const redeemed = await get(ticketUrl);
    // A browser resolves these against what it sees: /proxy/1234/reports/...
    assert.doesNotMatch(redeemed.location ?? '', /^\//);
    assert.doesNotMatch(redeemed.attributes, /Path=/i);
    const page = await get(new URL(redeemed.location ?? '', ticketUrl).href, {
      headers: { Cookie: redeemed.cookies[0] ?? '' },
    });
    assert.equal(page.status, 200);
    assert.doesNotMatch(page.markup, /(href|action|src)="\//);
    const locked = await get((await openPage(await scan({ privacy: 2, password: 'sesame' }))).url);
    assert.doesNotMatch(locked.markup, /(href|action|src)="\//);
  });

  it('are open to anyone on this machine if the report is public', async () => {
    const { url } = await openPage(await scan({ privacy: 0 }));
    assert.equal((await get(url)).status, 200);
  });

  it('ask for the report’s password, if any, and open only with the right one', async () => {
    const { url } = await openPage(await scan({ privacy: 2, password: 'sesame' }));
    const form = await get(url);
    assert.match(form.markup, /This report is password-protected/);
    assert.doesNotMatch(form.markup, /Some words|href="\/account/);
    assert.equal((await get(url, { form: { password: 'simsalabim' } })).status, 403);
    const opened = await get(url, { form: { password: 'sesame' } });
    assert.equal(opened.status, 303);
    const headers = { Cookie: opened.cookies[0] ?? '' };
    assert.match((await get(url, { headers })).markup, /Some words to analyse/);
  });

  it('answer to this machine’s own names alone, so that no site can read them by its own', async () => {
    const { url, ticketUrl } = await openPage(await scan({ privacy: 0 }));
    for (const address of [url, ticketUrl]) {
      const { status, markup } = await get(address, { headers: { Host: 'attacker.example' } });
      assert.equal(status, 421);
      assert.doesNotMatch(markup, /Some words/);
    }
    const { port } = new URL(url);
    assert.equal((await get(url, { headers: { Host: `localhost:${port}` } })).status, 200);
    assert.equal((await get(ticketUrl)).status, 303, 'what was refused used the ticket up');
  });

  it('are asked for with the key, and for a report that there is', async () => {
    const id = await scan();
    const path = `${baseUrl}/local/reports/${id}/page`;
    const refused = await service.transport(new Request(path, { method: 'POST' }));
    assert.equal(refused.status, 401);
    await assert.rejects(openPage('019aa5b2-7c00-7000-8000-000000000001'), { code: 'notFound' });
  });

  it('say what the editor alone knows of the text, which is stored nowhere', async () => {
    const id = await scan({ privacy: 0 });
    const message = 'Left out of the score: 9 words unchanged since 2019 according to git’s dates.';
    const { url } = await openPage(id, { reasons: [{ code: 'left_out_history', message }] });
    assert.match((await get(url)).markup, /9 words unchanged since 2019/);
    const report = await createClient({ ...service, baseUrl }).getReport(id);
    assert.ok(!report.result?.reasons.some(({ code }) => code === 'left_out_history'));
  });

  it('are nothing that a server offers', async () => {
    const site = openSite();
    const asked = await site.service(
      new Request('http://inkling.test/local/reports/019aa5b2-7c00-7000-8000-000000000001/page', {
        method: 'POST',
      }),
    );
    assert.equal(asked.status, 404);
    await site.store.close();
  });

  it('keep one address per window, and explain that there is no account area', async () => {
    const [first, second] = [await openPage(await scan()), await openPage(await scan())];
    assert.equal(new URL(first.url).origin, new URL(second.url).origin);
    for (const path of ['/', '/account', '/account/sign-up', '/api/v1/reports']) {
      const { status, markup } = await get(new URL(path, first.url).href);
      assert.equal(status, 404);
      assert.doesNotMatch(markup, /href="\/account|<form/);
    }
  });

  it('accept a ticket for a minute and no longer', () => {
    let now = 0;
    const signing = { secret: new Uint8Array(32), now: () => now };
    const owner = createLocalOwner(signing, (report) => cookieWithoutPath('c', report));
    const [used, late] = [owner.newTicket('r'), owner.newTicket('r')];
    now += 59_999;
    assert.equal(owner.redeem(used), 'r');
    now += 1;
    assert.equal(owner.redeem(late), undefined);
  });
});
