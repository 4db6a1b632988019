import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser, type Browser } from '../rig/browser.ts';
import { shotsFolder } from '../rig/paths.ts';
import { serveWebVscode, type WebVscode } from '../rig/webVscode.ts';
import { toFile } from '../../src/service/store/sharedReports.ts';
import { sampleReport } from '../contract/support/samples.ts';
import { brochure } from '../host/texts.ts';
import { Workbench } from './workbench.ts';

// Each workspace of VS Code for the Web runs its extensions in an origin of its own, where each has storage of its own.
describe('Inkling in two workspaces of VS Code for the Web', function () {
  this.timeout(120_000);
  let vscode: WebVscode;
  let browser: Browser;
  let first: Workbench;
  let second: Workbench;

  async function open(workspace: string): Promise<Workbench> {
    const page = await browser.context.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(vscode.workspace(workspace));
    const workbench = new Workbench(page);
    await workbench.ready();
    return workbench;
  }

  /** The origins of the extension hosts. */
  const origins = (): Set<string> =>
    new Set(
      browser.context
        .pages()
        .flatMap((page) => page.frames())
        .map((frame) => new URL(frame.url()).hostname)
        .filter((hostname) => hostname.startsWith('v--')),
    );

  before(async () => {
    [vscode, browser] = await Promise.all([serveWebVscode(), launchBrowser()]);
  });
  afterEach(async function () {
    if (this.currentTest?.state !== 'failed') return;
    mkdirSync(shotsFolder, { recursive: true });
    for (const [i, page] of browser.context.pages().entries())
      await page.screenshot({ path: join(shotsFolder, `workspaces-${i}.png`) });
  });
  after(async () => {
    await browser.close();
    await vscode.close();
  });

  it('shows in one what was scanned in the other', async () => {
    first = await open('first');
    await first.page.evaluate((text) => navigator.clipboard.writeText(text), brochure);
    await first.command('Inkling: Scan Clipboard');
    await first.tab(/^Clipboard.*: Reads like AI/).waitFor();
    second = await open('second');
    await second.openView('Inkling');
    await second.view('All Reports').row('Clipboard').waitFor();
    assert.equal(origins().size, 2, 'they share no storage but VS Code’s');
    await second.view('All Reports').row('Clipboard').click();
    await second.webview.getByRole('heading', { name: 'This text reads like AI' }).waitFor();
  });

  it('scans without a network once it has started', async () => {
    await browser.context.setOffline(true);
    await second.page.bringToFront();
    await second.closeEditors();
    await second.command('Inkling: Scan Clipboard');
    await second.tab(/^Clipboard.*: Reads like AI/).waitFor();
    await browser.context.setOffline(false);
  });

  it('deletes in both what is deleted in one', async () => {
    await second.openView('Inkling');
    await second.view('Projects').row('second').waitFor();
    await second.view('Projects').inlineAction('first', 'Delete…');
    await second.answerDialog('Delete');
    await second.view('Projects').row('first').waitFor({ state: 'detached' });
    await first.page.bringToFront();
    await first.openView('Inkling');
    await first.view('Projects').row('second').waitFor();
    await first.view('Projects').row('first').waitFor({ state: 'detached' });
    assert.deepEqual(await first.view('All Reports').labels(), ['Clipboard']);
  });

  it('lists 2,000 reports of other workspaces in a new one', async () => {
    for (const { page } of [first, second]) await page.close();
    const files = Array.from({ length: 2000 }, (_, i) => {
      const report = sampleReport({ title: `Letter ${i}`, project: 'letters' });
      return [`/User/globalStorage/inkling.inkling/reports/${report.id}.json`, toFile(report)] as const;
    });
    const page = await browser.context.newPage();
    await page.goto(`${vscode.origin}/vscode/package.json`);
    await page.evaluate(storeFiles, files);
    await page.close();
    const third = await open('third');
    await third.openView('Inkling');
    await third.view('All Reports').row('Letter 1999').waitFor({ timeout: 60_000 });
    await third.view('Projects').row('letters').getByText('2,000 reports').waitFor();
  });

  it('asks no other machine for anything', () => {
    assert.deepEqual(browser.strayRequests, []);
  });
});

/** In the page: writes files as VS Code's file system in IndexedDB does. */
async function storeFiles(files: readonly (readonly [path: string, text: string])[]): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('vscode-web-db');
    request.onsuccess = () => {
      resolve(request.result);
    };
    request.onerror = () => {
      reject(new Error('no database'));
    };
  });
  const transaction = database.transaction('vscode-userdata-store', 'readwrite');
  const store = transaction.objectStore('vscode-userdata-store');
  for (const [path, text] of files) store.put(new TextEncoder().encode(text), path);
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  database.close();
}
