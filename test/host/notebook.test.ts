import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, eventually, fileOf, hoverAt, messagesOf, reportCount, runningApp } from './harness.ts';
import { essay, sentenceInEssay } from './texts.ts';

/** A notebook file of Markdown cells and one code cell between them. */
function notebookOf(...markdown: string[]): string {
  const cells = markdown.map((source) => ({ cell_type: 'markdown', metadata: {}, source }));
  const code = {
    cell_type: 'code',
    execution_count: null,
    metadata: {},
    outputs: [],
    source: 'print("Zebra")',
  };
  return JSON.stringify({
    cells: [cells[0], code, ...cells.slice(1)],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  });
}

describe('scanning a notebook', () => {
  afterEach(closeAll);

  const [first = '', ...rest] = essay.replace(/^---[\s\S]*?---\n+/, '').split('\n\n');
  const second = rest.join('\n\n');

  it('scans its Markdown cells as one text, and marks the sentences in their cells', async () => {
    const app = await runningApp();
    const file = await fileOf('pier.ipynb', notebookOf(first, second));
    const notebook = await vscode.workspace.openNotebookDocument(file);
    await vscode.window.showNotebookDocument(notebook);

    assert.deepEqual(await messagesOf(() => vscode.commands.executeCommand('inkling.scanFile')), []);

    const [newest] = (await app.client.listReports({ sort_by: 'id', sort: 'desc' })).items;
    assert.equal(newest?.title, 'pier.ipynb');
    const { content } = await app.client.getReport(newest.id);
    assert.match(content ?? '', /What the pier taught me/);
    assert.match(content ?? '', new RegExp(sentenceInEssay));
    assert.doesNotMatch(content ?? '', /Zebra|readGauge/, 'code is not prose');
    const cell = notebook.getCells().find(({ document }) => document.getText().includes(sentenceInEssay));
    assert.ok(cell);
    const hover = await hoverAt(cell.document, cell.document.getText().indexOf(sentenceInEssay) + 3);
    assert.match(hover, /Whole text/);
  });

  it('opens one that is only named, as the explorer does', async () => {
    const app = await runningApp();
    const before = await reportCount(app);
    const file = await fileOf('closed.ipynb', notebookOf(first, second));
    await vscode.commands.executeCommand('inkling.scanFile', file);
    assert.equal(await reportCount(app), before + 1);
    await eventually(() => vscode.window.activeNotebookEditor?.notebook.uri.path === file.path);
  });

  it('says so if it has no Markdown, or is not a notebook', async () => {
    const app = await runningApp();
    const before = await reportCount(app);
    for (const [content, message] of [
      [notebookOf(' '), /odd\.ipynb contains no prose: no Markdown cell has text/],
      ['not JSON', /odd\.ipynb can’t be read/],
    ] as const) {
      const file = await fileOf('odd.ipynb', content);
      const messages = await messagesOf(() => vscode.commands.executeCommand('inkling.scanFile', file));
      assert.match(messages.join(), message);
      await closeAll();
    }
    assert.equal(await reportCount(app), before);
  });
});
