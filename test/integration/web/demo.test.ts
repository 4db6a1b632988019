import assert from 'node:assert/strict';
import { buildDemo, serveDemo } from '../../../build/demo.ts';
import { launchBrowser, type Browser } from '../../rig/browser.ts';
import { temporaryFolder } from '../../rig/temporaryFolder.ts';
import { brochure } from '../../host/texts.ts';

/** What `npm run demo` serves, in Chromium. */
describe('the page to try Inkling', () => {
  let browser: Browser;
  let demo: Awaited<ReturnType<typeof serveDemo>>;
  const sent: string[] = [];
  const problems: string[] = [];

  before(async function () {
    this.timeout(60_000);
    demo = await serveDemo(await buildDemo(temporaryFolder('demo')), 0);
    browser = await launchBrowser();
    browser.context.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    browser.page.on('pageerror', ({ message }) => problems.push(message));
    browser.page.on('console', (message) => problems.push(message.text()));
    await browser.page.goto(demo.address);
  });

  after(async () => {
    await browser.close();
    demo.server.closeAllConnections();
    await new Promise((closed) => demo.server.close(closed));
  });

  it('judges a pasted text and shows its report, and nothing of it leaves the page', async () => {
    const { page } = browser;
    await page.getByLabel('Text, at least 60 words').fill(brochure);
    await page.getByRole('button', { name: 'Judge text' }).click();
    await page.getByRole('heading', { name: 'This text reads like AI' }).waitFor();
    await page.getByRole('heading', { name: 'Evidence' }).waitFor();
    assert.equal(await page.getByRole('status').textContent(), 'This text reads like AI');
    const files = /^(page\.js|service-worker\.js|sqlite3\.wasm|inkling-en\.inkmodel|favicon\.ico)? $/;
    assert.deepEqual(
      sent.filter((each) => !each.startsWith(demo.address) || !files.test(each.slice(demo.address.length))),
      [],
    );
    assert.deepEqual(browser.strayRequests, []);
    assert.deepEqual(problems, []);
  });

  it('judges without a network, says what is too short, and is empty again when cleared', async () => {
    const { page } = browser;
    await browser.context.setOffline(true);
    await page.getByLabel('Text, at least 60 words').fill('The heron stood in the flooded lane.');
    await page.getByText('7 words', { exact: true }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'This text is too short to judge' }).waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('0 words', { exact: true }).waitFor();
    assert.equal(await page.locator('#report').textContent(), '');
    await browser.context.setOffline(false);
  });

  it('serves no file but its own', async () => {
    for (const path of ['package.json', '..%2Fpackage.json', '%2e%2e/package.json'])
      assert.equal((await fetch(demo.address + path)).status, 404, path);
  });
});
