import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import type { Report } from '../../src/api/report.ts';
import { createService } from '../../src/service/createService.ts';
import { idMaker } from '../../src/service/api/ids.ts';
import { hashPassword } from '../../src/service/api/password.ts';
import type { Service } from '../../src/service/service.ts';
import { openSqliteStore } from '../../src/service/store/sqlite/sqlite.ts';
import type { Store } from '../../src/service/store/store.ts';
import { cheapCost } from '../contract/support/cheapCost.ts';
import { analysisOf, fakeDetect, fakeModels } from '../contract/support/fakeDetect.ts';
import { installChromium } from '../rig/install.ts';
import { isThorough } from '../runs.ts';
import { aiReport, hostileReport, humanReport, mixedReport, tooShortReport } from '../unit/report/samples.ts';
import { colourRules, findings, sizeRules } from './axe.ts';
import { accountPages } from '../../src/service/account/accountPages.ts';

const password = 'a long enough password';
const newId = idMaker(Date.now);
const ann = newId();

/** Everything that somebody types or sends, trying to be markup. */
const hostile = `"><script>alert(1)</script><img src=x onerror=alert(2)>`;

describe('the pages of the service in a browser', function () {
  this.timeout(120_000);
  let browser: Browser;
  let server: Server;
  let store: Store;
  let site: string;
  /** By their options: a page for each test would cost more than most tests. */
  const pages = new Map<string, Page>();
  /** Reports of the account “Ann”, by what they are. */
  const ids: Record<'mixed' | 'human' | 'ai' | 'short' | 'hostile' | 'locked' | 'guessedAt', string> = {
    mixed: newId(),
    human: newId(),
    ai: newId(),
    short: newId(),
    hostile: newId(),
    locked: newId(),
    guessedAt: newId(),
  };

  before(async () => {
    browser = await chromium.launch({
      executablePath: await installChromium(),
      args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    });
    store = openSqliteStore(':memory:');
    ({ server, site } = await serve((baseUrl) =>
      createService({
        store,
        detect: fakeDetect,
        models: fakeModels,
        baseUrl,
        now: Date.now,
        maxContentBytes: 100_000,
        passwordCost: cheapCost,
        log: (_id, error) => {
          console.error(error);
        },
        pages: accountPages({ registration: 'open', secret: new Uint8Array(32) }),
      }),
    ));
    await store.createAccount({
      id: ann,
      name: 'Ann',
      passwordHash: await hashPassword(password, cheapCost),
    });
    await add(ids.mixed, mixedReport());
    await add(ids.human, humanReport({ privacy: 0 }));
    await add(ids.ai, aiReport());
    await add(ids.short, tooShortReport());
    await add(ids.hostile, { ...hostileReport(), privacy: 0, title: hostile, project: hostile });
    // Two, since the wrong passwords for one slow down the right one.
    for (const id of [ids.locked, ids.guessedAt]) {
      await add(
        id,
        mixedReport({ privacy: 2, title: 'minutes-of-may.md' }),
        await hashPassword('sesame', cheapCost),
      );
    }
    await store.addKey(ann, { id: newId(), name: 'editor on the laptop', digest: 'd1' });
    await store.addKey(ann, { id: newId(), name: hostile, digest: 'd2' });
  });
  after(async () => {
    await browser.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await store.close();
  });
  afterEach(async () => {
    for (const page of pages.values()) await page.context().clearCookies();
  });

  async function add(id: string, report: Report, passwordHash: string | null = null): Promise<void> {
    const { generated_at, result, ...same } = report;
    const fields = { ...same, ...analysisOf({ ...same, result }) };
    const generatedAt = Date.parse(generated_at);
    await store.addReport(ann, { ...fields, id, generatedAt, passwordHash, idempotency: null });
  }

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const key = JSON.stringify(options);
    const page = pages.get(key) ?? (await browser.newPage(options));
    pages.set(key, page);
    page.setDefaultTimeout(20_000);
    await page.setViewportSize({ width: 1280, height: 900 });
    return page;
  }

  async function signIn(page: Page): Promise<void> {
    await page.goto(`${site}/account/sign-in`);
    await page.getByLabel('Name').fill('Ann');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${site}/account`);
  }

  const overflow = (page: Page): Promise<number> =>
    page.evaluate('document.documentElement.scrollWidth - window.innerWidth');

  /** Every page there is; the first are for anybody. */
  const forAnybody = {
    'sign-in': '/account/sign-in',
    'sign-up': '/account/sign-up',
    missing: '/reports/none',
    docs: '/docs',
  };
  const own = {
    reports: '/account',
    project: '/account?project=harbour',
    filtered: '/account?project=harbour&verdict=human',
    projects: '/account/projects',
    keys: '/account/keys',
    settings: '/account/settings',
    changed: '/account/settings/changed',
    nothing: '/account/projects?search=nothing',
    absent: '/account/none',
    privacy: `/account/reports/${ids.mixed}`,
    refused: '/account?per_page=11',
    report: `/reports/${ids.mixed}`,
    human: `/reports/${ids.human}`,
    ai: `/reports/${ids.ai}`,
    short: `/reports/${ids.short}`,
    hostile: `/reports/${ids.hostile}`,
  };

  /** Made of the same parts as others: report.view.test.ts looks at reports of every kind. */
  const alike = ['filtered', 'project', 'human', 'ai', 'short'];

  /** Each colour scheme and each width, with the rules whose answer depends on them; all rules for the first. */
  const screens: { colorScheme: 'light' | 'dark'; width: number; rules?: readonly string[] }[] = [
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 375, rules: [...colourRules, ...sizeRules] },
  ];
  if (isThorough) screens.push({ colorScheme: 'dark', width: 1280 }, { colorScheme: 'light', width: 375 });

  it('can be used by everybody and fit the screen', async () => {
    const page = await open();
    const seen: [string, string[]][] = [];
    const visit = async (name: string, path: string): Promise<void> => {
      await page.goto(site + path);
      await look(name);
    };
    const look = async (name: string): Promise<void> => {
      for (const { colorScheme, width, rules } of screens) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        const screen = `${name}-${width}-${colorScheme}`;
        seen.push([screen, await findings(page, rules)]);
        assert.ok((await overflow(page)) <= 0, `${screen} is wider than the screen`);
        const folder = process.env['INKLING_SHOTS'];
        if (folder === undefined) continue;
        mkdirSync(folder, { recursive: true });
        await page.screenshot({ path: join(folder, `${screen}.png`), fullPage: true });
      }
    };
    for (const [name, path] of Object.entries({ ...forAnybody, locked: `/reports/${ids.locked}` }))
      await visit(name, path);
    await page.goto(`${site}/reports/${ids.guessedAt}`);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Open the report' }).click();
    await page.getByRole('alert').waitFor();
    await look('locked-refused');
    await page.goto(`${site}/account/sign-up`);
    await page.getByLabel('Name').fill('Ann');
    await page.getByLabel('Password').fill('short');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('alert').waitFor();
    await look('sign-up-refused');
    await page.getByLabel('Name').fill('Cleo');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('No reports yet').waitFor();
    await look('no-reports');
    await visit('no-keys', '/account/keys');
    await page.getByLabel('Name').fill('laptop');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Your new key').waitFor();
    await look('key-issued');
    await page.goto(`${site}/account/settings`);
    await page.locator('#delete-password').fill(password);
    await page.getByRole('button', { name: 'Delete everything' }).click();
    await page.getByRole('heading', { name: 'Account deleted' }).waitFor();
    await look('deleted');
    await signIn(page);
    for (const [name, path] of Object.entries(own))
      if (isThorough || !alike.includes(name)) await visit(name, path);
    assert.deepEqual(
      seen.filter(([, found]) => found.length > 0),
      [],
    );
  });

  it('lead from making an account to a key and back out, without any script', async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(`${site}/account`);
    await page.getByRole('link', { name: 'Create one' }).click();
    await page.getByLabel('Name').fill('Ben');
    await page.getByLabel('Password').fill('short');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('alert').filter({ hasText: 'at least 10 characters' }).waitFor();
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByLabel('Name').fill('laptop');
    await page.getByRole('button', { name: 'Create key' }).click();
    assert.match(await page.locator('code').innerText(), /^ink_[\w-]{43}$/);
    await page.getByRole('button', { name: 'Revoke laptop' }).click();
    await page.getByText('No keys yet.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(`${site}/account/keys`);
    assert.equal(page.url(), `${site}/account/sign-in`);
  });

  it('say times in the reader’s time zone, and copy a new key, by the one script there is', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const page = await open({ timezoneId: 'Asia/Tokyo', permissions });
    await signIn(page);
    await page.goto(`${site}/account/keys`);
    await page.getByLabel('Name').fill('laptop');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    assert.equal(copied, await page.locator('code').innerText());
    const time = page.locator('time').last();
    const [hour = NaN, inUtc = NaN] = [await time.innerText(), (await time.getAttribute('title')) ?? ''].map(
      (text) => Number(/, (\d\d):\d\d( UTC)?$/.exec(text)?.[1]),
    );
    assert.equal((inUtc + 9) % 24, hour);
  });

  it('give the browser the whole name of a new account, to keep with its password', async () => {
    const page = await open();
    await page.goto(`${site}/account/sign-up`);
    await page.getByLabel('Name').fill('Dan');
    await page.getByLabel('Password').fill(password);
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Create account' }).click();
    assert.match((await sent).postData() ?? '', /&name=Dan-\w{6}&/);
    await page.getByText(/You sign in here as Dan-\w{6}\./).waitFor();
  });

  it('lead back to the requested report after signing in', async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(`${site}/reports/${ids.mixed}`);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Name').fill('Ann');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Parts of this text read like AI').first().waitFor();
    assert.equal(page.url(), `${site}/reports/${ids.mixed}`);
  });

  it('open a report to its password, its files too', async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(`${site}/reports/${ids.locked}`);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Open the report' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password').fill('sesame');
    await page.getByRole('button', { name: 'Open the report' }).click();
    await page.getByText('minutes-of-may.md').first().waitFor();
    for (const name of ['HTML', 'Markdown', 'JSON']) {
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name, exact: true }).click();
      assert.match((await download).suggestedFilename(), /^minutes-of-may\.md-inkling\.(html|md|json)$/);
    }
  });

  it('change who may read a report', async () => {
    const page = await open({ javaScriptEnabled: false });
    await signIn(page);
    await page.goto(`${site}/reports/${ids.ai}`);
    await page.getByRole('link', { name: 'change who can read it' }).click();
    await page.getByRole('radio', { name: 'Public' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Public: change who can read it' }).waitFor();
  });

  it('run nothing and ask nobody for anything, whatever came with the content', async () => {
    const page = await browser.newPage();
    const wrong: string[] = [];
    page.on('dialog', (dialog) => {
      wrong.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('console', (message) => wrong.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => wrong.push(`error: ${error.message}`));
    page.on('request', (request) => {
      if (!request.url().startsWith(`${site}/`)) wrong.push(`request: ${request.url()}`);
    });
    await page.exposeFunction('reportViolation', (violation: string) => wrong.push(`policy: ${violation}`));
    await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
      reportViolation(event.violatedDirective + ' ' + event.blockedURI))`);
    await store.createAccount({
      id: newId(),
      name: hostile,
      passwordHash: await hashPassword(password, cheapCost),
    });
    const named = encodeURIComponent(hostile);
    await page.goto(`${site}/account/sign-in?report=${named}`);
    await page.getByLabel('Name').fill(hostile);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    // Chromium logs each answer of 400 and above by itself.
    const refused = wrong.splice(0);
    assert.ok(
      refused.every((line) => line.includes('the server responded with a status of 403')),
      refused.join('\n'),
    );
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('No reports yet').waitFor();
    await page.context().clearCookies();
    await signIn(page);
    const paths = [
      // Chromium logs the refusals by itself, too.
      ...Object.values(own).filter((path) => path !== own.refused && path !== own.absent),
      '/docs',
      `/account?project=${named}`,
      `/account/projects?search=${named}`,
      `/account/reports/${ids.hostile}`,
    ];
    for (const path of paths) await page.goto(site + path);
    assert.deepEqual(wrong, []);
    await page.close();
  });

  it('would notice a script that runs, so that the test above can fail', async () => {
    const page = await browser.newPage();
    let report: (violation: string) => void = () => undefined;
    const violation = new Promise<string>((resolve) => (report = resolve));
    await page.exposeFunction('reportViolation', (directive: string) => {
      report(directive);
    });
    await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
      reportViolation(event.violatedDirective))`);
    await page.goto(`${site}/account/sign-in`);
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement('script'), { text: '1' }))`,
    );
    assert.equal(await violation, 'script-src-elem');
    await page.close();
  });

  it('print the report without the bar, on white', async () => {
    const page = await open();
    await page.goto(`${site}/reports/${ids.human}`);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    assert.equal(await page.locator('body > header').isVisible(), false);
    assert.equal(
      await page.evaluate('getComputedStyle(document.body).backgroundColor'),
      'rgb(255, 255, 255)',
    );
  });
});

/** A service over HTTP on this machine alone. */
async function serve(makeService: (baseUrl: string) => Service): Promise<{ server: Server; site: string }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service = makeService(site);
  server.on('request', (incoming, outgoing) => {
    void (async () => {
      const { method = 'GET', url = '/' } = incoming;
      const headers = new Headers();
      for (const [name, values] of Object.entries(incoming.headersDistinct))
        for (const value of values ?? []) headers.append(name, value);
      const body = method === 'GET' || method === 'HEAD' ? null : await buffer(incoming);
      const response = await service(new Request(`${site}${url}`, { method, headers, body }));
      outgoing.writeHead(response.status, [...response.headers].flat());
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    })();
  });
  return { server, site };
}
