import assert from 'node:assert/strict';
import { useWorkbench, type Session } from './session.ts';
import type { Workbench } from './workbench.ts';

describe('a report’s panel', function () {
  this.timeout(90_000);
  const opened = useWorkbench();
  let session: Session;
  let workbench: Workbench;

  before(async () => {
    session = opened();
    workbench = session.workbench;
    await workbench.openFile('keeping-bees.md');
    await workbench.command('Inkling: Scan File');
    await workbench.tab(/^keeping-bees\.md: /).waitFor();
  });

  it('says the verdict first, and shows the whole text', async () => {
    await workbench.webview.getByRole('heading', { level: 1 }).waitFor();
    await workbench.webview.getByText('analysed on this machine').waitFor();
    await workbench.webview.getByText('What this is not').waitFor();
  });

  it('leads from a sentence to its place in the editor', async () => {
    const sentence = workbench.webview
      .locator('article')
      .getByText('Getting them down took two ladders')
      .first();
    // At its first words: the middle of a wrapped sentence's box may be another's.
    await sentence.click({ position: { x: 8, y: 8 } });
    await workbench.statusBarItem(/\(132 selected\)/).waitFor();
  });

  it('leads from a quoted word of the evidence to its sentence in the editor', async () => {
    await workbench.webview.locator('.places a').first().click();
    await workbench.statusBarItem(/\(\d+ selected\)/).waitFor();
    assert.equal(await workbench.notification(/not marked/).count(), 0);
  });

  it('comes back after the window was reloaded', async () => {
    await session.reload();
    await workbench.tab(/^keeping-bees\.md: /).waitFor();
    await workbench.webview.getByRole('heading', { level: 1 }).waitFor();
  });
});
