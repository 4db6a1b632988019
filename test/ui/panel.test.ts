import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { useWorkbench, type Session } from './session.ts';
import type { Workbench } from './workbench.ts';

describe('a report’s panel', function () {
  this.timeout(120_000);
  const fleeting = readFileSync('test/rig/sample/keeping-bees.md', 'utf8');
  /** So many long files that a scan of them is under way for as long as a reload takes. */
  const many = 150;
  const opened = useWorkbench({
    files: {
      'fleeting.md': fleeting,
      ...Object.fromEntries(Array.from({ length: many }, (_, i) => [`many/${i}.md`, fleeting.repeat(30)])),
    },
  });
  let session: Session;
  let workbench: Workbench;

  before(async () => {
    session = opened();
    workbench = session.workbench;
    await workbench.contextMenu(workbench.explorerRow('keeping-bees.md'), 'Check for AI');
    await workbench.tab(/^keeping-bees\.md: /).waitFor();
  });

  it('comes beside the marks of a file that only the explorer named', async () => {
    await workbench.webview.getByText('He must be a dull man who can examine').first().waitFor();
    await workbench.tab('keeping-bees.md').click();
    await workbench.marks.first().waitFor();
  });

  const clickSentence = async (words: string): Promise<void> => {
    const sentence = workbench.webview.locator('article').getByText(words).first();
    // At its first words: the middle of a wrapped sentence's box may be another's.
    await sentence.click({ position: { x: 8, y: 8 } });
  };

  it('says the verdict first, and shows the whole text', async () => {
    await workbench.webview.getByRole('heading', { level: 1 }).waitFor();
    await workbench.webview.getByText('analysed on this machine').waitFor();
    await workbench.webview.getByText('What this is not').waitFor();
  });

  it('leads from a sentence to its place in the editor', async () => {
    await clickSentence('It has been remarked that a skilful workman');
    await workbench.statusBarItem(/\(222 selected\)/).waitFor();
  });

  it('leads from a quoted word of the evidence to its sentence in the editor', async () => {
    await workbench.webview.locator('.places a').first().click();
    // Another sentence than the one before: else what follows would come before it is selected.
    await workbench.statusBarItem(/\((?!222 )\d+ selected\)/).waitFor();
    assert.equal(await workbench.notification(/can’t find the file/).count(), 0);
  });

  it('finds a sentence even after text was inserted before it and the marks are gone', async () => {
    await workbench.focusFirstEditor();
    await workbench.page.keyboard.press('Control+Home');
    await workbench.statusBarItem('Ln 1, Col 1').waitFor();
    await workbench.page.keyboard.type('A new first line.\n\n');
    await workbench.command('Inkling: Hide Marks');
    await workbench.marks.first().waitFor({ state: 'detached' });
    await clickSentence('It has been remarked that a skilful workman');
    await workbench.statusBarItem(/\(222 selected\)/).waitFor();
  });

  it('says so if the sentence is no longer in the file', async () => {
    await workbench.page.keyboard.press('Delete');
    await clickSentence('It has been remarked that a skilful workman');
    await workbench.notification(/changed since the scan/).waitFor();
    await workbench.clearNotifications();
    await workbench.focusFirstEditor();
    await workbench.page.keyboard.press('Control+z');
    await clickSentence('It has been remarked that a skilful workman');
    await workbench.statusBarItem(/\(222 selected\)/).waitFor();
  });

  it('is opened in the browser as a page, with nothing but its own machine behind it', async () => {
    const opening = session.browser.context.waitForEvent('page');
    await workbench.webview.getByRole('button', { name: 'Open page' }).click();
    const page = await opening;
    await page.getByText('analysed on this machine').waitFor();
    assert.doesNotMatch(page.url(), /open-/, 'the ticket is gone from the address');
    await page.reload();
    await page.getByText('Save as').waitFor();
    assert.equal(await page.getByText('Sign').count(), 0);
    await page.close();
    assert.deepEqual(session.browser.strayRequests, []);
  });

  it('gives the address of its page, and says where that opens', async () => {
    await workbench.webview.getByRole('button', { name: 'Copy link' }).click();
    await workbench.notification(/only on this machine.*while this window is open.*private/).waitFor();
    await workbench.clearNotifications();
  });

  for (const [format, ending, holds] of [
    ['HTML', 'html', /^<!doctype html>[^]*It has been remarked/],
    ['Markdown', 'md', /^# [^]*It has been remarked/],
    ['JSON', 'json', /^\{[^]*"verdict"/],
  ] as const) {
    it(`is saved as ${format}`, async () => {
      await workbench.webview.getByRole('button', { name: 'Save as…' }).click();
      await workbench.pick(format);
      const path = join(session.folder, `saved.${ending}`);
      // The dialog takes the list's place, with a name for the file.
      await workbench.page.waitForFunction(
        (end) =>
          document
            .querySelector<HTMLInputElement>('.quick-input-widget input[type=text]')
            ?.value.endsWith(end),
        `-inkling.${ending}`,
      );
      await workbench.answer(path);
      await workbench.statusBarItem('Report saved.').waitFor();
      await untilThereIs(path);
      assert.match(readFileSync(path, 'utf8'), holds);
    });
  }

  it('scans its file again, and keeps the old report', async () => {
    await workbench.webview.getByRole('button', { name: 'Scan again' }).click();
    await workbench.openView('Inkling');
    const { rows } = workbench.view('All Reports');
    await rows.first().locator('.monaco-tl-twistie.collapsible').click();
    await rows.nth(1).waitFor(); // the old one, beneath the new one
    await workbench.page.waitForFunction(() => document.querySelectorAll('iframe.webview').length === 1);
    await workbench.webview.getByRole('heading', { level: 1 }).waitFor();
    await workbench.tab(/^keeping-bees\.md: /).waitFor(); // the only one
  });

  it('comes back after the window was reloaded in the middle of a folder scan, where its reader was', async () => {
    await workbench.webview.locator('.filter label').filter({ hasText: 'like a person' }).click();
    await workbench.command('Inkling: Scan Folder');
    await workbench.notification(/Scanning: [1-9]\d* of \d+ · many\//).waitFor();
    await session.reload();
    await workbench.tab(/^keeping-bees\.md: /).waitFor();
    await workbench.webview.getByRole('heading', { level: 1 }).waitFor({ timeout: 60_000 });
    await workbench.webview.locator('.filter [value="human"]:checked').waitFor({ state: 'attached' });
  });

  it('is listed after a reload with every report that the interrupted scan stored', async () => {
    await workbench.openView('Inkling');
    const projects = workbench.view('Projects');
    const counted = projects.row('sample').getByText(/^\d+ reports$/);
    await counted.waitFor();
    const stored = Number.parseInt((await counted.textContent()) ?? '', 10);
    assert.ok(stored > 2 && stored < many, `${stored} stored`);
    await workbench
      .view('All Reports')
      .pane.getByText(new RegExp(`^(\\d+ of )?${stored} · newest first$`))
      .waitFor();
    assert.equal(await workbench.notification('Scanning').count(), 0);
    assert.equal(await workbench.statusBarItem('Scanning').count(), 0);
    await workbench.webview.locator('.filter label').filter({ hasText: 'All' }).click();
  });

  it('still leads to the file after the reload, when its marks are hidden', async () => {
    await workbench.focusFirstEditor();
    await workbench.marks.first().waitFor();
    await workbench.command('Inkling: Hide Marks');
    await workbench.marks.first().waitFor({ state: 'detached' });
    await clickSentence('It has been remarked that a skilful workman');
    await workbench.statusBarItem(/\(222 selected\)/).waitFor();
  });

  it('says so when its file is missing', async () => {
    const path = join(session.folder, 'fleeting.md');
    await workbench.focusFirstEditor();
    await workbench.openFile('fleeting.md');
    await workbench.command('Inkling: Scan File');
    await workbench.tab(/^fleeting\.md: /).waitFor();
    await workbench.tab('fleeting.md').click();
    await workbench.command('View: Close Editor');
    rmSync(path);
    await clickSentence('It has been remarked that a skilful workman');
    await workbench.notification(/fleeting\.md can’t be read/).waitFor();
    await workbench.clearNotifications();
  });

  it('is deleted only after a question', async () => {
    await workbench.webview.getByRole('button', { name: 'Delete report…' }).first().click();
    await workbench.answerDialog('Cancel');
    assert.equal(await workbench.tab(/^fleeting\.md: /).count(), 1);
    await workbench.webview.getByRole('button', { name: 'Delete report…' }).first().click();
    await workbench.answerDialog('Delete');
    await workbench.tab(/^fleeting\.md: /).waitFor({ state: 'detached' });
  });
});

/** Waits for a file that is written elsewhere; at most ten seconds. */
async function untilThereIs(path: string): Promise<void> {
  for (let tries = 0; tries < 100 && !existsSync(path); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
