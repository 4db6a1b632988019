import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ApiError } from '../../src/client/errors.ts';
import type { App } from '../../src/editor/app.ts';
import { Marks } from '../../src/editor/marks/marks.ts';
import { ProseReader } from '../../src/editor/text/prose.ts';
import { rememberMarks } from '../../src/editor/marks/rememberedMarks.ts';
import { closeAll, eventually, fileOf, opened, runningApp } from './harness.ts';
import { brochure } from './texts.ts';

/** What a window that was reloaded begins with: no marks, and what was kept of them. */
describe('marks after a reload of the window', () => {
  let app: App;
  let document: vscode.TextDocument;
  const disposables: { dispose(): unknown }[] = [];
  let files = 0;

  before(async () => {
    app = await runningApp();
  });
  beforeEach(async () => {
    const uri = await fileOf(`reloaded-${++files}.md`, brochure);
    document = (await vscode.window.showTextDocument(uri, { preview: false })).document;
    await vscode.commands.executeCommand('inkling.scanFile', uri);
    await vscode.window.showTextDocument(document); // visible, whatever the report's tab did
    await eventually(() => kept().length > 0);
  });
  afterEach(async () => {
    for (const each of disposables.splice(0)) each.dispose();
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await closeAll();
  });

  const kept = (): { uri: string; report: string }[] =>
    app.context.workspaceState
      .get<{ uri: string; report: string }[]>('inkling.marks', [])
      .filter(({ uri }) => uri === document.uri.toString());

  function reload(reloaded = asBundledHere(app)): Marks {
    const marks = new Marks();
    const prose = new ProseReader(app.context, app.log);
    disposables.push(rememberMarks({ ...reloaded, marks, prose }), marks, prose);
    return marks;
  }

  /** The extension's errors are of its own bundle's class: what is bundled with this test knows another of that name. */
  function asBundledHere(app: App): App {
    const getReport: App['client']['getReport'] = (...asked) =>
      app.client.getReport(...asked).catch((error: unknown) => {
        const { code, message } = error as ApiError;
        throw new ApiError(code, message);
      });
    return { ...app, clientOf: () => ({ ...app.client, getReport }) };
  }

  it('come back while text and report are unchanged, with nothing scanned again', async () => {
    const marks = reload();
    await eventually(() => marks.of(document) !== undefined);
    assert.equal(marks.of(document)?.report.id, kept()[0]?.report);
    assert.ok(marks.of(document)?.sentences.some(({ score }) => score > 0.9));
  });

  it('come back at the next look when their service did not answer the first', async () => {
    const here = asBundledHere(app);
    let asked = 0;
    const client = (): App['client'] => ({
      ...app.client,
      getReport: (...args) => {
        if (++asked === 1) return Promise.reject(new ApiError('unavailable', 'is being started'));
        return app.client.getReport(...args);
      },
    });
    const { One, Two } = vscode.ViewColumn;
    const another = await vscode.workspace.openTextDocument({ content: 'another' });
    await vscode.window.showTextDocument(another, Two);
    const marks = reload({ ...here, clientOf: client });
    await eventually(() => asked === 1);
    // It was visible all the time: the user only turns to it.
    await vscode.window.showTextDocument(document, One);
    await eventually(() => marks.of(document) !== undefined);
  });

  it('come back to a document that was closed and opened again before their service answered', async () => {
    const uri = await fileOf('closed.md', brochure);
    await app.context.workspaceState.update('inkling.marks', [{ ...kept()[0], uri: uri.toString() }]);
    const { document: first } = await opened(uri);
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const client = (): App['client'] => ({
      ...app.client,
      getReport: async (...args) => {
        await answered;
        return app.client.getReport(...args);
      },
    });
    const marks = reload({ ...asBundledHere(app), clientOf: client });
    await closeAll();
    await eventually(() => first.isClosed);
    const { document: again } = await opened(uri);
    answer();
    await eventually(() => marks.of(again) !== undefined);
  });

  it('stay away from a text that was changed meanwhile: they would say of it what was found in another', async () => {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), 'A word before. ');
    await vscode.workspace.applyEdit(edit);
    const marks = reload();
    // Nothing tells that a look was in vain; what it would need takes a tenth of this.
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal(marks.of(document), undefined);
  });

  it('stay away once they were hidden, or their report was deleted', async () => {
    await vscode.commands.executeCommand('inkling.hideMarks', document.uri.toString());
    await eventually(() => kept().length === 0 || undefined);
    await vscode.commands.executeCommand('inkling.scanFile', document.uri);
    await eventually(() => kept().length > 0);
    await vscode.window.showTextDocument(document);
    const deleted = kept()[0]?.report ?? '';
    await app.client.deleteReport(deleted);
    const marks = reload();
    await eventually(() => !kept().some(({ report }) => report === deleted) || undefined);
    assert.equal(marks.of(document), undefined);
  });
});
