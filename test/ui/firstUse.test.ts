import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { useWorkbench } from './session.ts';
import type { Workbench } from './workbench.ts';

describe('a new window', function () {
  this.timeout(90_000);
  const opened = useWorkbench({ stored: { 'inkling.db': 'this is no database. '.repeat(1000) } });
  let workbench: Workbench;
  before(() => {
    workbench = opened().workbench;
  });

  it('says when reports can’t be read, gives the reason on retry, and lists them once that is fixed', async () => {
    await workbench.openView('Inkling');
    const reports = workbench.view('All Reports');
    await reports.pane.getByText('Your reports could not be read.').waitFor();
    await reports.pane.getByText('see the log').waitFor();
    await reports.welcomeButton('Try Again').click();
    await workbench.notification('The service on this machine can’t start.').waitFor();
    rmSync(join(opened().storage, 'inkling.db'));
    await reports.welcomeButton('Try Again').click();
    await reports.pane.getByText('No reports yet.').waitFor();
    await workbench.clearNotifications();
  });

  it('offers the walkthrough where there are no reports yet', async () => {
    await workbench.openView('Inkling');
    const { pane } = workbench.view('All Reports');
    await pane.getByText('Open a sample').waitFor();
    assert.equal(await pane.locator('.welcome-view .monaco-button').count(), 1, 'one button to press');
    await pane.getByText('take the first steps').click();
    await workbench.walkthrough.getByText('First Steps with Inkling').first().waitFor();
    assert.equal(await workbench.walkthroughStepDone('Scan a sample').count(), 0);
  });

  it('leads by the walkthrough from a sample to its report, and ticks the step off', async () => {
    await workbench.walkthrough.getByRole('button', { name: 'Open Sample Document' }).click();
    await workbench.tab(/Untitled-1/).waitFor();
    await workbench.editorAction('Scan File').click();
    await workbench.tab(/^Untitled-1: /).waitFor();
    await workbench.focusFirstEditor();
    await workbench.page.keyboard.press('Alt+F9'); // the AI’s part lies below what a small window shows
    await workbench.marks.first().waitFor();
    await workbench.command('Inkling: Open Walkthrough');
    await workbench.walkthroughStepDone('Scan a sample').waitFor();
  });
});
