import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../src/editor/app.ts';
import { closeAll, eventually, fileOf, messagesOf, reportTabs, runningApp } from './harness.ts';
import { reportRow } from './rows.ts';
import { essay } from './texts.ts';

describe('a report', () => {
  let app: App;
  let reportId: string;

  before(async () => {
    app = await runningApp();
    reportId = (await app.client.scan({ content: essay, title: 'pier.md', project: 'harbour' })).id;
  });
  afterEach(closeAll);

  it('opens in one panel, however often it is opened', async () => {
    await vscode.commands.executeCommand('inkling.openReport', { service: null, id: reportId });
    await vscode.commands.executeCommand('inkling.openReport', { service: null, id: reportId });
    await eventually(() => reportTabs().length === 1);
    await eventually(() => reportTabs()[0]?.label.startsWith('pier.md') ?? false);
  });

  describe('chosen from the list', () => {
    let ids: string[];
    const choose = (i: number): Thenable<unknown> =>
      vscode.commands.executeCommand('inkling.openReport', reportRow(ids[i] ?? '', null));
    const open = (i: number): Thenable<unknown> =>
      vscode.commands.executeCommand('inkling.openReport', { service: null, id: ids[i] });
    const tabsAre = async (...names: string[]): Promise<void> => {
      await eventually(
        () =>
          reportTabs()
            .map(({ label }) => label.split(':')[0])
            .join() === names.join(),
      );
    };

    before(async () => {
      ids = [];
      for (const name of ['one', 'two', 'three', 'four']) {
        ids.push((await app.client.scan({ content: essay, title: `docs/${name}.md` })).id);
      }
    });

    // Closing all editors leaves the pinned ones.
    afterEach(() => vscode.window.tabGroups.close(reportTabs()));

    it('replaces the last one, unless that was double-clicked, kept by its button, or pinned', async () => {
      await choose(0);
      await choose(1);
      await tabsAre('docs/two.md');
      await Promise.all([choose(1), choose(1)]);
      await choose(2);
      await tabsAre('docs/two.md', 'docs/three.md');
      await open(2);
      await eventually(() => reportTabs()[1]?.isActive);
      await vscode.commands.executeCommand('inkling.keepReport');
      await choose(3);
      await tabsAre('docs/two.md', 'docs/three.md', 'docs/four.md');
      await open(3);
      await eventually(() => reportTabs()[2]?.isActive);
      await vscode.commands.executeCommand('workbench.action.pinEditor');
      await choose(0);
      await eventually(() => reportTabs().length === 4);
    });

    it('opens beside its document, which moves to the front', async () => {
      const uri = await fileOf('beside.md', essay);
      await vscode.commands.executeCommand('inkling.scanFile', uri);
      await eventually(() => reportTabs().length === 1);
      const [scanned] = (await app.client.listReports({ per_page: 10 })).items;
      ids.push(scanned?.id ?? '');
      await vscode.window.tabGroups.close(reportTabs());
      const other = await vscode.workspace.openTextDocument(await fileOf('other.md', essay));
      await vscode.window.showTextDocument(other, { viewColumn: vscode.ViewColumn.One, preview: false });
      await choose(4);
      await tabsAre('beside.md');
      assert.equal(reportTabs()[0]?.group.viewColumn, vscode.ViewColumn.Two);
      await eventually(() => vscode.window.tabGroups.all[0]?.activeTab?.label === 'beside.md');
    });
  });

  it('counts as deleted when another window was faster', async () => {
    const report = await app.client.getReport((await app.client.scan({ content: essay })).id);
    await app.client.deleteReport(report.id);
    const { showWarningMessage } = vscode.window;
    const messages = await messagesOf(async () => {
      Object.assign(vscode.window, { showWarningMessage: () => Promise.resolve('Delete') });
      await vscode.commands.executeCommand('inkling.deleteReport', { report, service: null });
    });
    Object.assign(vscode.window, { showWarningMessage });
    assert.deepEqual(messages, []);
  });

  it('is deleted only after confirmation, and its panel closes', async () => {
    await vscode.commands.executeCommand('inkling.openReport', { service: null, id: reportId });
    const report = await app.client.getReport(reportId);
    await messagesOf(() => vscode.commands.executeCommand('inkling.deleteReport', { report, service: null }));
    assert.equal((await app.client.getReport(reportId)).id, reportId, 'not confirmed, so still there');

    const { showWarningMessage } = vscode.window;
    Object.assign(vscode.window, { showWarningMessage: () => Promise.resolve('Delete') });
    try {
      await vscode.commands.executeCommand('inkling.deleteReport', { report, service: null });
    } finally {
      Object.assign(vscode.window, { showWarningMessage });
    }
    await assert.rejects(app.client.getReport(reportId), { code: 'notFound' });
    await eventually(() => reportTabs().length === 0);
  });
});
