import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { orderInWords, projectOrder, reportOrder } from '../../src/editor/tree/order.ts';
import { runningApp } from './harness.ts';
import { setSetting } from './service.ts';

const settings = ['reports.sortBy', 'reports.sort', 'projects.sortBy', 'projects.sort', 'pageSize'];

describe('the order of the lists', function () {
  this.timeout(30_000);
  before(runningApp);
  afterEach(async () => {
    for (const name of settings) await setSetting(`inkling.${name}`, undefined);
  });

  it('is what the Sort By menu of reports says, and the view’s title tells it', async () => {
    await vscode.commands.executeCommand('inkling.sortReportsByGeneratedAt');
    await vscode.commands.executeCommand('inkling.sortReportsAscending');
    assert.deepEqual(reportOrder(), { sort_by: 'generated_at', sort: 'asc', per_page: 25 });
    assert.equal(orderInWords('inkling.reports'), 'oldest first');
    await vscode.commands.executeCommand('inkling.sortReportsById');
    await vscode.commands.executeCommand('inkling.sortReportsDescending');
    assert.deepEqual(reportOrder(), { sort_by: 'id', sort: 'desc', per_page: 25 });
    assert.equal(orderInWords('inkling.reports'), 'newest first');
  });

  it('is what the Sort By menu of projects says, and the view’s title tells it', async () => {
    await vscode.commands.executeCommand('inkling.sortProjectsByName');
    await vscode.commands.executeCommand('inkling.sortProjectsAscending');
    assert.deepEqual(projectOrder(), { sort_by: 'project', sort: 'asc', per_page: 25 });
    assert.equal(orderInWords('inkling.projects'), 'A to Z');
    await vscode.commands.executeCommand('inkling.sortProjectsDescending');
    assert.equal(orderInWords('inkling.projects'), 'Z to A');
    await vscode.commands.executeCommand('inkling.sortProjectsByCreatedAt');
    assert.equal(orderInWords('inkling.projects'), 'newest first');
  });

  it('stays when the entry with the check mark is chosen', async () => {
    await vscode.commands.executeCommand('inkling.sortReportsAscending');
    await vscode.commands.executeCommand('inkling.sortReportsAscending.chosen');
    assert.equal(reportOrder().sort, 'asc');
  });

  it('has pages of the size that is picked, which says what it is now; of the same when none is', async () => {
    const { showQuickPick } = vscode.window;
    let offered: vscode.QuickPickItem[] = [];
    const pick = (label: string | undefined): void => {
      Object.assign(vscode.window, {
        showQuickPick: (items: vscode.QuickPickItem[]) => {
          offered = items;
          return Promise.resolve(items.find((item) => item.label === label));
        },
      });
    };
    try {
      pick('50');
      await vscode.commands.executeCommand('inkling.choosePageSize');
      assert.equal(reportOrder().per_page, 50);
      pick(undefined);
      await vscode.commands.executeCommand('inkling.choosePageSize');
      assert.deepEqual(
        offered.filter(({ description }) => description === 'now').map(({ label }) => label),
        ['50'],
      );
      assert.equal(projectOrder().per_page, 50);
    } finally {
      Object.assign(vscode.window, { showQuickPick });
    }
  });

  it('is the default one where a settings file holds nonsense', async () => {
    const before = reportOrder();
    await setSetting('inkling.reports.sortBy', 'colour');
    await setSetting('inkling.pageSize', -3);
    assert.deepEqual(reportOrder(), before);
  });
});
