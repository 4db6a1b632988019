import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../src/editor/app.ts';
import { closeAll, eventually, messagesOf, reportTabs, runningApp } from './harness.ts';
import { essay } from './texts.ts';

describe('a report', function () {
  this.timeout(30_000);
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

  it('is deleted only after the user said so, and its panel goes with it', async () => {
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
