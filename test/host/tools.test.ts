import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, reportCount, runningApp } from './harness.ts';
import { essay } from './texts.ts';

async function call(name: string, input: object): Promise<Record<string, unknown>> {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
  const [part] = content;
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  return JSON.parse(part.value) as Record<string, unknown>;
}

describe('the language-model tools', () => {
  afterEach(closeAll);

  it('scan a text for an agent, and store its report to be found again only where that is asked', async () => {
    const app = await runningApp();
    const before = await reportCount(app);
    const unstored = await call('scan_text', { text: essay });
    assert.equal(unstored['id'], null);
    assert.equal(await reportCount(app), before);
    const scanned = await call('scan_text', { text: essay, title: 'by an agent', store: true });
    assert.equal(scanned['title'], 'by an agent');
    assert.equal(scanned['analysed'], 'on this machine');
    assert.equal(await reportCount(app), before + 1);
    const { id } = scanned;
    assert.equal((await call('get_report', { id }))['id'], id);
    const { reports } = await call('list_reports', {});
    assert.ok((reports as { id: string }[]).some((report) => report.id === id));
  });

  it('scan a file of the open folder with its unsaved changes', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const document = await vscode.workspace.openTextDocument(
      vscode.Uri.joinPath(folder.uri, 'keeping-bees.md'),
    );
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), 'Zebra. ');
    await vscode.workspace.applyEdit(edit);
    const scanned = await call('scan_file', { path: 'keeping-bees.md', store: true });
    const app = await runningApp();
    const report = await app.client.getReport(String(scanned['id']));
    assert.match(report.content ?? '', /Zebra\./);
    assert.equal(report.title, 'keeping-bees.md');
    assert.equal(report.project, folder.name);
  });

  it('say what of a file was ignored, and read no file that the folder excludes', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const place = (name: string) => vscode.Uri.joinPath(folder.uri, 'for-agents', name);
    const write = (name: string, text: string) =>
      vscode.workspace.fs.writeFile(place(name), Buffer.from(text, 'latin1'));
    try {
      await write(
        'partly.md',
        `${essay}\n<!-- inkling-ignore -->\nSeven words that nobody h\xe4s to judge.\n`,
      );
      await write('draft.md', essay);
      await write('.inklingignore', 'draft.md\n');
      const { reasons } = await call('scan_file', { path: 'for-agents/partly.md' });
      assert.match(String(reasons), /Left out of the score: 7 words ignored by a comment in the file/);
      assert.match(String(reasons), /Not UTF-8: read as Windows-1252/);
      await assert.rejects(
        call('scan_file', { path: 'for-agents/draft.md' }),
        /not scanned: .*\.inklingignore/,
      );
    } finally {
      await vscode.workspace.fs.delete(place('.'), { recursive: true });
    }
  });

  it('give an agent no file from outside the open folders to read', async () => {
    await assert.rejects(call('scan_file', { path: '/etc/passwd' }), /No open folder contains /);
    await assert.rejects(
      call('scan_file', { path: '../../../../../../etc/passwd' }),
      /No open folder contains /,
    );
  });
});
