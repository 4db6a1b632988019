import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../src/editor/app.ts';
import { closeAll, eventually, fileOf, hoverAt, reportCount, runningApp } from './harness.ts';
import { setSetting } from './service.ts';
import { brochure, placesInBrochure } from './texts.ts';

const { second, last } = placesInBrochure;

describe('marks', function () {
  this.timeout(30_000);
  let app: App;

  before(async () => {
    app = await runningApp();
  });
  afterEach(async () => {
    for (const name of ['live', 'diagnostics']) await setSetting(`inkling.${name}`, undefined);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await closeAll();
  });

  it('are walked from one flagged sentence to the next, round the end and back', async () => {
    const editor = await scanned('walk.md');
    const offset = (): number => editor.document.offsetAt(editor.selection.active);
    editor.selection = new vscode.Selection(0, 5, 0, 5);
    await vscode.commands.executeCommand('inkling.nextFlagged');
    assert.equal(offset(), second);
    await vscode.commands.executeCommand('inkling.previousFlagged');
    assert.equal(offset(), last);
    await vscode.commands.executeCommand('inkling.nextFlagged');
    assert.equal(offset(), second);
  });

  it('say of a sentence its strength and its own words before anything of the whole text, and no number', async () => {
    const { document } = await scanned('speaks.md');
    const hovers = await Promise.all(
      [second, document.getText().indexOf('Additionally, they'), last].map((at) => hoverAt(document, at + 3)),
    );
    for (const hover of hovers) {
      assert.match(hover, /^\*\*Reads like AI\*\* <span[^>]*>[●○]{3}<\/span> (weak|moderate|strong)\n/);
      assert.ok(hover.indexOf('Alone it proves') < hover.indexOf('Whole text'));
      assert.doesNotMatch(hover.replace(/\(command:[^)]*\)/g, ''), /\d[.,]\d|score/);
    }
    assert.ok(hovers.some((hover) => hover.includes('“')));
    assert.equal(await hoverAt(document, 5), '', 'a heading is no sentence');
  });

  it('are hidden by the link of a hover in the document that it is over, not in the one with the cursor', async () => {
    const { document } = await scanned('over.md');
    const other = await scanned('cursor.md');
    await vscode.window.showTextDocument(other.document);
    const hover = await hoverAt(document, second + 3);
    await follow(hover, 'inkling.hideMarks');
    assert.equal(await hoverAt(document, second + 3), '');
    assert.notEqual(await hoverAt(other.document, second + 3), '');
  });

  it('of one sentence can be hidden, until the next scan', async () => {
    const { document } = await scanned('dismissed.md');
    await follow(await hoverAt(document, second + 3), 'inkling.dismissMark');
    assert.equal(await hoverAt(document, second + 3), '');
    assert.notEqual(await hoverAt(document, last + 3), '');
    await vscode.commands.executeCommand('inkling.scanFile', document.uri);
    assert.notEqual(await hoverAt(document, second + 3), '');
  });

  it('are as after the scan again when an edit is undone', async () => {
    const editor = await scanned('undone.md');
    const { document } = editor;
    const before = await hoverAt(document, second + 3);
    await replace(editor, second, last, 'All of it is other now. ');
    assert.equal(await hoverAt(document, last + 3), '');
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), brochure);
    assert.equal(await hoverAt(document, second + 3), before);
  });

  it('stay fresh when the line ends of the file are switched', async () => {
    const editor = await scanned('ends.md');
    const { document } = editor;
    assert.ok(
      await editor.edit((edit) => {
        edit.setEndOfLine(vscode.EndOfLine.CRLF);
      }),
    );
    const moved = document.getText().indexOf('By investing') + 3;
    await eventually(async () => (await hoverAt(document, moved)).includes('Alone it proves'));
  });

  it('come back when their document is opened again with the same text, and only then', async () => {
    const { document } = await scanned('closed.md');
    const { uri } = document;
    await closed(document);
    const again = await opened(uri);
    assert.notEqual(await hoverAt(again.document, second + 3), '');
    await closed(again.document);
    await vscode.workspace.fs.writeFile(uri, Buffer.from(brochure.replace('crucial', 'small')));
    const other = await opened(uri);
    assert.equal(await hoverAt(other.document, second + 3), '');
  });

  it('go along with a file that is renamed', async () => {
    const { document } = await scanned('before.md');
    const to = vscode.Uri.joinPath(document.uri, '../after.md');
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(document.uri, to);
    assert.ok(await vscode.workspace.applyEdit(edit));
    const renamed = await opened(to);
    await eventually(async () => (await hoverAt(renamed.document, second + 3)) !== '');
  });

  it('are listed as problems only if that is chosen, each by its own words, and go with the marks', async () => {
    const editor = await scanned('listed.md');
    const { document } = editor;
    const problems = (): vscode.Diagnostic[] =>
      vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'Inkling');
    assert.deepEqual(problems(), []);
    await setSetting('inkling.diagnostics', true);
    await eventually(() => problems().length === 9);
    // Information would be drawn in the blue that means a person.
    assert.ok(problems().every(({ severity }) => severity === vscode.DiagnosticSeverity.Warning));
    assert.equal(new Set(problems().map(({ message }) => message)).size, 9);
    assert.match(
      problems()[0]?.message ?? '',
      /^“Community gardens play .+ …” reads like AI \((weak|moderate|strong)\)$/,
    );
    await replace(editor, second, second, 'Once there was a line. ');
    await eventually(() =>
      problems().some(({ range }) => document.getText(range).startsWith('Community gardens play')),
    );
    await replace(editor, second + 30, second + 31, 'XX');
    await eventually(() => problems().length === 8);
    await vscode.commands.executeCommand('inkling.hideMarks', document.uri.toString());
    await eventually(() => problems().length === 0);
  });

  it('stay grey after an edit, unless live mode scores it again, which stores nothing', async () => {
    const editor = await scanned('live.md');
    const { document } = editor;
    const before = await reportCount(app);
    await replace(editor, second, second + 'Community'.length, 'Our');
    assert.match(await hoverAt(document, second + 3), /Changed since the scan/);
    await setSetting('inkling.live', true);
    await eventually(async () => (await hoverAt(document, second + 3)).includes('Alone it proves'));
    const sentence = 'Nobody minded the rain much, we had brought the soup anyway. ';
    await replace(editor, second, second, sentence);
    await eventually(async () => (await hoverAt(document, second + 3)).includes('Alone it proves'));
    assert.equal(await reportCount(app), before);
    await setSetting('inkling.live', false);
    await eventually(async () =>
      (await hoverAt(document, second + sentence.length + 3)).includes('Changed since the scan'),
    );
  });
});

/** A document with these marks, in the active editor. */
async function scanned(name: string): Promise<vscode.TextEditor> {
  const uri = await fileOf(name, brochure);
  await opened(uri);
  await vscode.commands.executeCommand('inkling.scanFile', uri);
  return opened(uri);
}

/** As a user opens a file: a document that an extension opened is kept open for minutes. */
async function opened(uri: vscode.Uri): Promise<vscode.TextEditor> {
  await vscode.commands.executeCommand('vscode.open', uri, { viewColumn: 1, preview: false });
  return eventually(() => {
    const editor = vscode.window.activeTextEditor;
    return editor?.document.uri.toString() === uri.toString() && editor;
  });
}

async function replace(editor: vscode.TextEditor, from: number, to: number, text: string): Promise<void> {
  const { document } = editor;
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(document.positionAt(from), document.positionAt(to)), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

async function closed(document: vscode.TextDocument): Promise<void> {
  await closeAll();
  await eventually(() => document.isClosed);
}

/** Does what clicking a link of the hover does. */
async function follow(hover: string, command: string): Promise<void> {
  const [, query] = new RegExp(`\\(command:${command}\\?([^) ]*)`).exec(hover) ?? [];
  assert.ok(query, hover);
  const args = JSON.parse(decodeURIComponent(query)) as unknown[];
  await vscode.commands.executeCommand(command, ...args);
}
