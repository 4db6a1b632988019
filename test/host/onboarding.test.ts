import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, reportCount, runningApp } from './harness.ts';

describe('first use', () => {
  after(() => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));

  it('opens a sample of both voices, which is found out as such', async () => {
    const app = await runningApp();
    await vscode.commands.executeCommand('inkling.openSample');
    // A copy: what is typed into it is lost with no update.
    const document = await eventually(
      () => vscode.window.activeTextEditor?.document.isUntitled && vscode.window.activeTextEditor.document,
    );
    assert.equal(document.languageId, 'markdown');
    assert.match(document.lineAt(0).text, /person.*AI/, 'says what it is');

    const before = await reportCount(app);
    await vscode.commands.executeCommand('inkling.scanFile');
    assert.equal(await reportCount(app), before + 1);
    const [listed] = (await app.client.listReports({ sort_by: 'id', sort: 'desc' })).items;
    const { result } = await app.client.getReport(listed?.id ?? '');
    assert.equal(result?.verdict, 'mixed');
    await vscode.window.showTextDocument(document);
  });
});
