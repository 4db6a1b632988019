import assert from 'node:assert/strict';
import { useWorkbench } from './session.ts';
import type { View, Workbench } from './workbench.ts';

describe('the views of reports and projects', function () {
  this.timeout(120_000);
  const opened = useWorkbench();
  let workbench: Workbench;
  let reports: View;
  let projects: View;

  async function scan(file: string): Promise<void> {
    await workbench.openFile(file);
    await workbench.command('Inkling: Scan File');
    await workbench.tab(new RegExp(`^${file}: `)).waitFor();
  }

  async function titles(view: View): Promise<string[]> {
    return view.rows.locator('.label-name').allTextContents();
  }

  /** Polls, since the tree is drawn a moment after the list was read. */
  async function showsTitles(view: View, expected: string[]): Promise<void> {
    for (let tries = 0; tries < 50; tries++) {
      if (JSON.stringify(await titles(view)) === JSON.stringify(expected)) return;
      await workbench.page.waitForTimeout(100);
    }
    assert.deepEqual(await titles(view), expected);
  }

  before(() => {
    workbench = opened().workbench;
    reports = workbench.view('Reports');
    projects = workbench.view('Projects');
  });

  it('say what to do while there is nothing to list', async () => {
    await workbench.openView('Inkling');
    await reports.pane.getByText('No reports yet.').waitFor();
    await reports.pane.getByRole('button', { name: 'Scan the Open File' }).waitFor();
    await projects.pane.getByText('No projects yet.').waitFor();
  });

  it('show each scan at once, and the project that it went to', async () => {
    await scan('keeping-bees.md');
    await scan('README.md');
    await workbench.openView('Inkling');
    await showsTitles(reports, ['README.md', 'keeping-bees.md']);
    await projects.row('sample').waitFor();
    await projects.row('sample').getByText('2 reports').waitFor();
    await projects.expand('sample');
    await showsTitles(projects, ['sample', 'README.md', 'keeping-bees.md']);
  });

  it('turn the order round when asked', async () => {
    await reports.titleMenu('Sort By', 'Oldest First');
    await showsTitles(reports, ['keeping-bees.md', 'README.md']);
    await reports.pane.getByText('2 · oldest first').waitFor();
    await reports.titleMenu('Sort By', 'Newest First');
    await showsTitles(reports, ['README.md', 'keeping-bees.md']);
  });

  it('read on by the page size that was chosen, without losing a report', async () => {
    await workbench.openFile('note.txt');
    for (let i = 0; i < 10; i++) {
      await workbench.command('Inkling: Scan File');
      await workbench.openView('Inkling');
      await reports.pane.getByText(`${i + 3} · newest first`).waitFor();
      await workbench.tab('note.txt').click();
    }
    await reports.titleMenu('Page Size…');
    await workbench.pick('10');
    await reports.pane.getByText('10 of 12 · newest first').waitFor();
    await reports.row('Load more').click();
    await reports.pane.getByText('12 · newest first').waitFor();
    await showsTitles(reports, [...Array<string>(10).fill('note.txt'), 'README.md', 'keeping-bees.md']);
  });

  it('delete a report only after asking', async () => {
    await reports.inlineAction('keeping-bees.md', 'Delete Report…');
    await workbench.dialog.getByText('Delete the report "keeping-bees.md"?').waitFor();
    await workbench.answerDialog('Cancel');
    await reports.row('keeping-bees.md').waitFor();
    await reports.inlineAction('keeping-bees.md', 'Delete Report…');
    await workbench.answerDialog('Delete');
    await reports.row('keeping-bees.md').waitFor({ state: 'detached' });
  });

  it('delete a project with all its reports', async () => {
    await projects.inlineAction('sample', 'Delete Project…');
    await workbench.dialog.getByText('Reports that go with it, for good: 11.').waitFor();
    await workbench.answerDialog('Delete');
    await reports.pane.getByText('No reports yet.').waitFor();
  });
});
