import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { useWorkbench } from './session.ts';
import type { View, Workbench } from './workbench.ts';

describe('the views of reports and projects', function () {
  this.timeout(120_000);
  const note = readFileSync('test/rig/sample/note.txt', 'utf8');
  const opened = useWorkbench({
    files: Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`notes/${i}/note.txt`, note])),
  });
  let workbench: Workbench;
  let reports: View;
  let projects: View;

  async function scan(file: string): Promise<void> {
    await workbench.openFile(file);
    await workbench.command('Inkling: Scan File');
    await workbench.tab(new RegExp(`^${file}: `)).waitFor();
  }

  /** Polls, since the tree is drawn a moment after the list was read. */
  async function showsTitles(view: View, expected: string[]): Promise<void> {
    for (let tries = 0; tries < 50; tries++) {
      if (JSON.stringify(await view.labels()) === JSON.stringify(expected)) return;
      await workbench.page.waitForTimeout(100);
    }
    assert.deepEqual(await view.labels(), expected);
  }

  const notes = (count: number): string[] => Array<string>(count).fill('note.txt');

  before(() => {
    workbench = opened().workbench;
    reports = workbench.view('All Reports');
    projects = workbench.view('Projects');
  });

  it('say what to do while there is nothing to list', async () => {
    await workbench.openView('Inkling');
    await reports.pane.getByText('No reports yet.').waitFor();
    await reports.welcomeButton('Scan Open File').waitFor();
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
    await reports.titleMenu('Sort Reports By…');
    await workbench.pick('Date created, oldest first');
    await showsTitles(reports, ['keeping-bees.md', 'README.md']);
    await reports.describedAs('2 · oldest first');
    await reports.titleMenu('Sort Reports By…');
    await workbench.pick('Score, most like AI first');
    await reports.describedAs('2 · highest score first');
    await reports.titleMenu('Sort Reports By…');
    await workbench.pick('Date created, newest first');
    await showsTitles(reports, ['README.md', 'keeping-bees.md']);
    await projects.titleMenu('Sort Projects By…');
    await workbench.pick('Name, Z to A');
    await projects.describedAs('1 · Z to A');
    await projects.titleMenu('Sort Projects By…');
    await workbench.pick('Date created, newest first');
    await projects.describedAs('1 · newest first');
  });

  it('read on by the page size that was chosen, without losing a report', async () => {
    await workbench.openView('Explorer');
    await workbench.contextMenu(workbench.explorerRow('notes'), 'Check for AI');
    await workbench.notification('Scanned 10 files.').waitFor();
    await workbench.clearNotifications();
    await workbench.openView('Inkling');
    await reports.describedAs('12 · newest first');
    await reports.titleMenu('Page Size…');
    await workbench.pick('10');
    await reports.describedAs('10 of 12 · newest first');
    await reports.row('Load more').click();
    await reports.describedAs('12 · newest first');
    await showsTitles(reports, [...notes(10), 'README.md', 'keeping-bees.md']);
  });

  it('turn to the next page and back, by the title, a row and a command', async () => {
    await reports.titleAction('Refresh Reports');
    await reports.titleMenu('Page Size…');
    await workbench.pick('25');
    await reports.describedAs('12 · newest first');
    await reports.titleMenu('Page Size…');
    await workbench.pick('10');
    await reports.describedAs('10 of 12 · newest first');
    await reports.titleAction('Next Reports Page');
    await reports.describedAs('11–12 of 12 · newest first');
    await showsTitles(reports, ['Previous page', 'README.md', 'keeping-bees.md']);
    // At its left: the name of the button that was pressed may still be shown over the rest.
    await reports.row('Previous page').click({ position: { x: 40, y: 8 } });
    await reports.describedAs('10 of 12 · newest first');
    await reports.selects(0, 'note.txt');
    await workbench.command('Inkling: Next Reports Page');
    await reports.describedAs('11–12 of 12 · newest first');
    await reports.titleAction('Previous Reports Page');
    await reports.describedAs('10 of 12 · newest first');
  });

  it('turn the pages of a project in its place', async () => {
    await projects.expand('sample');
    await projects.inlineAction('Load more', 'Next Page');
    await showsTitles(projects, ['sample', 'Previous page', 'README.md', 'keeping-bees.md']);
    await projects.row('Previous page').getByText('11–12 of 12 shown').waitFor();
  });

  it('keep page, selection and open projects on a refresh', async () => {
    await projects.row('keeping-bees.md').click();
    await projects.titleAction('Refresh Reports');
    await workbench.page.waitForTimeout(1000);
    await showsTitles(projects, ['sample', 'Previous page', 'README.md', 'keeping-bees.md']);
    assert.equal(await projects.row('keeping-bees.md').getAttribute('aria-selected'), 'true');
    await projects.row('Previous page').click();
    await projects.row('Load more').click();
    await showsTitles(projects, ['sample', ...notes(10), 'README.md', 'keeping-bees.md']);
  });

  it('show the reports of one project, and all again', async () => {
    await reports.titleMenu('Filter by Project…', 'Filter Reports');
    await workbench.quickInput.getByText('12 reports').waitFor();
    await workbench.answer('AMPL');
    await reports.describedAs('10 of 12 in sample · newest first');
    await reports.titleAction('Show All Reports');
    await reports.describedAs('10 of 12 · newest first');
  });

  it('show the reports of one verdict, or a message if there is none', async () => {
    await reports.titleMenu('Filter by Verdict…', 'Filter Reports');
    await workbench.pick('Reads like a person');
    await reports.describedAs('Reads like a person');
    await reports.pane.getByText('No reports match.').waitFor();
    await reports.welcomeButton('Show All Reports').click();
    await reports.describedAs('10 of 12 · newest first');
  });

  it('search projects by a part of their names, with a message if there is none', async () => {
    await projects.titleAction('Search Projects…');
    await workbench.answer('no such');
    await projects.describedAs('matching "no such"');
    await projects.pane.getByText('No project matches.').waitFor();
    await projects.welcomeButton('Show All Projects').click();
    await projects.row('sample').waitFor();
    await projects.titleAction('Search Projects…');
    await workbench.answer('SAM');
    await projects.describedAs('1 matching "SAM" · newest first');
    await projects.titleAction('Show All Projects');
    await projects.describedAs('1 · newest first');
  });

  it('can be used with the keyboard alone', async () => {
    const { keyboard } = workbench.page;
    await workbench.command('Inkling: Focus on All Reports View');
    await reports.hasFocus();
    await keyboard.press('Home');
    await keyboard.press('End');
    await keyboard.press('Enter');
    await reports.describedAs('12 · newest first');
    await reports.selects(9, 'note.txt');
    // The row that was last keeps the focus: the next one down is the first that is new.
    await keyboard.press('ArrowDown');
    await reports.rows.and(workbench.page.locator('.focused')).getByText('README.md').waitFor();
    await keyboard.press('Shift+F10');
    await workbench.page
      .locator('.monaco-menu-container')
      .getByRole('menuitem', { name: 'Delete…' })
      .waitFor();
    await keyboard.press('End');
    await workbench.focusedMenuItem('Delete…').waitFor();
    await keyboard.press('Enter');
    await workbench.dialog.getByText('Delete the report "README.md"?').waitFor();
    await keyboard.press('Enter');
    await workbench.dialog.waitFor({ state: 'detached' });
    await reports.row('README.md').waitFor({ state: 'detached' });
  });

  it('delete several reports only after asking once', async () => {
    const second = reports.rows.nth(1);
    const third = reports.rows.nth(2);
    await second.click();
    await third.click({ modifiers: ['ControlOrMeta'] });
    await workbench.page.keyboard.press('Delete');
    await workbench.dialog.getByText('Delete 2 reports?').waitFor();
    await workbench.answerDialog('Cancel');
    await reports.describedAs('11 · newest first');
    await workbench.contextMenu(third, 'Delete…');
    await workbench.answerDialog('Delete');
    await reports.describedAs('9 · newest first');
  });

  it('copy the id of a report', async () => {
    await workbench.contextMenu(reports.row('keeping-bees.md'), 'Copy ID');
    await workbench.statusBarItem('Copied').waitFor();
  });

  it('delete a project with all its reports', async () => {
    await projects.inlineAction('sample', 'Delete…');
    await workbench.dialog.getByText('Delete the project "sample"?').waitFor();
    await workbench.dialog.getByText('This permanently deletes its reports (9).').waitFor();
    await workbench.answerDialog('Delete');
    await reports.pane.getByText('No reports yet.').waitFor();
    await projects.pane.getByText('No projects yet.').waitFor();
  });
});
