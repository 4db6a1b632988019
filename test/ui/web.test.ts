import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Request } from 'playwright-core';
import { brochure } from '../host/texts.ts';
import { useWorkbench } from './session.ts';
import { Workbench } from './workbench.ts';

describe('Inkling in VS Code for the Web', function () {
  this.timeout(120_000);
  const opened = useWorkbench({
    isWeb: true,
    files: { 'letters/letter.docx': 'PK', 'letters/garden.md': brochure, 'letter.docx': 'PK' },
  });
  let workbench: Workbench;
  const requests: Request[] = [];

  before(() => {
    const session = opened();
    workbench = session.workbench;
    session.browser.context.on('request', (request) => requests.push(request));
  });

  it('scans a file in the page: verdict, marks and report, though no part of it runs on the server', async () => {
    await workbench.openFile('keeping-bees.md');
    await workbench.command('Inkling: Scan File');
    await workbench.statusBarItem('Parts read like AI · on this machine').waitFor();
    await workbench.tab(/^keeping-bees\.md: /).waitFor();
    await workbench.webview.getByRole('heading', { name: 'Evidence' }).waitFor();
    await workbench.marks.first().waitFor();
    assert.ok(!existsSync(join(opened().storage, 'inkling.db')), 'the service ran on the server');
  });

  it('scans what is selected', async () => {
    await workbench.openFile('note.txt');
    await workbench.focusFirstEditor();
    await workbench.command('Select All');
    await workbench.command('Inkling: Scan Selection');
    await workbench.tab(/^note\.txt.*: /).waitFor();
  });

  it('scans what is in the clipboard', async () => {
    await workbench.page.evaluate((text) => navigator.clipboard.writeText(text), brochure);
    await workbench.command('Inkling: Scan Clipboard');
    await workbench.tab(/^Clipboard.*: Reads like AI/).waitFor();
  });

  it('scans a folder through VS Code’s own file system, except the Word file, which can’t be read here', async () => {
    await workbench.openView('Explorer');
    await workbench.contextMenu(workbench.explorerRow('letters'), 'Check for AI');
    await workbench.statusBarItem('1 file scanned').waitFor();
    await workbench.openView('Inkling');
    await workbench.view('All Reports').row('garden.md').waitFor();
    assert.equal(await workbench.view('All Reports').row('letter.docx').count(), 0);
  });

  it('lists the reports, also after a reload of the window', async () => {
    await workbench.openView('Inkling');
    await workbench.view('All Reports').row('keeping-bees.md').waitFor();
    await workbench.closeEditors();
    await opened().reload();
    await workbench.openView('Inkling');
    await workbench.view('All Reports').row('keeping-bees.md').waitFor();
  });

  it('has the same reports in a second tab', async () => {
    const page = await opened().browser.context.newPage();
    await page.goto(workbench.page.url());
    const second = new Workbench(page);
    await second.ready();
    await second.openView('Inkling');
    await second.view('All Reports').row('keeping-bees.md').waitFor();
    await page.close();
  });

  it('offers no page of a report, which nothing here could serve, and no scan of a Word file, which nothing here reads', async () => {
    await workbench.openView('Inkling');
    const menu = workbench.page.locator('.monaco-menu-container');
    const item = (name: string): Locator => menu.getByRole('menuitem', { name, exact: true });
    await workbench.view('All Reports').row('keeping-bees.md').click({ button: 'right' });
    await item('Copy ID').waitFor();
    assert.equal(await item('Open Report Page').count(), 0);
    await workbench.page.keyboard.press('Escape');
    await workbench.openView('Explorer');
    await workbench.explorerRow('note.txt').click({ button: 'right' });
    await item('Check for AI').waitFor();
    await workbench.page.keyboard.press('Escape');
    await menu.first().waitFor({ state: 'hidden' });
    await workbench.explorerRow('letter.docx').click({ button: 'right' });
    await item('Select for Compare').waitFor();
    assert.equal(await item('Check for AI').count(), 0);
    await workbench.page.keyboard.press('Escape');
  });

  it('deletes a report for good, after asking', async () => {
    await workbench.openView('Inkling');
    const reports = workbench.view('All Reports');
    await workbench.contextMenu(reports.row('garden.md'), 'Delete…');
    await workbench.answerDialog('Delete');
    await reports.row('garden.md').waitFor({ state: 'detached' });
    await opened().reload();
    await workbench.openView('Inkling');
    await reports.row('keeping-bees.md').waitFor();
    assert.equal(await reports.row('garden.md').count(), 0);
  });

  it('works in memory where the browser refuses storage, says so once, and finds the stored reports when it is allowed again', async () => {
    const { context } = opened().browser;
    const script = /web%2Fservice-worker\.js/;
    await context.route(script, async (route) => {
      const response = await route.fetch();
      const refused = 'navigator.storage.getDirectory = () => Promise.reject(new Error("refused"));';
      await route.fulfill({ response, body: refused + (await response.text()) });
    });
    const warning = workbench.notification('This browser does not store Inkling’s data');
    const reports = workbench.view('All Reports');
    await workbench.closeEditors();
    await opened().reload();
    await workbench.openView('Inkling');
    await warning.waitFor();
    await workbench.emptyLists(2);
    await workbench.clearNotifications();
    await workbench.openFile('note.txt');
    await workbench.command('Inkling: Scan File');
    await workbench.openView('Inkling');
    await reports.row('note.txt').waitFor();
    assert.equal(await warning.count(), 0);
    await context.unroute(script);
    await workbench.closeEditors();
    await opened().reload();
    await workbench.openView('Inkling');
    await reports.row('keeping-bees.md').waitFor();
  });

  it('sends nothing of a text: all that the page asks for are files, by addresses on this machine', () => {
    assert.deepEqual(opened().browser.strayRequests, []);
    const sent = requests
      .filter((request) => request.method() !== 'GET' || request.postData() !== null)
      .map((request) => new URL(request.url()).pathname)
      .filter((path) => path !== '/mint-key'); // the server's own, at each load of a window
    assert.deepEqual(sent, []);
  });
});
