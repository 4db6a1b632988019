/** Runs inside the extension host, which calls `run`, and times the marks of a very long document. */
import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { Marks } from '../../src/editor/marks/marks.ts';
import { TrackedSentences } from '../../src/editor/core/track.ts';

const sentences = 100_000;
const edits = 200;
const jumps = 50;

/** Milliseconds of the extension host's work on the marks. */
export interface MarksTimes {
  sentences: number;
  showMs: number;
  editMs: number[];
  jumpMs: number[];
}

export async function run(): Promise<void> {
  const scored = [];
  let text = '';
  for (let i = 0; i < sentences; i++) {
    const start = text.length;
    text += `Sentence ${i} says that the tide was late again.`;
    const end = text.length;
    const score = (i * 0.37) % 1;
    scored.push({ start, end, contentStart: start, contentEnd: end, score, words: 10, isMarkable: true });
    text += i % 10 === 9 ? '\n\n' : ' ';
  }
  const document = await vscode.workspace.openTextDocument({ content: text, language: 'plaintext' });
  const editor = await vscode.window.showTextDocument(document);

  const editMs: number[] = [];
  const jumpMs: number[] = [];
  let began = 0;
  const begin = () => (began = performance.now());
  // Listeners run in the order of subscription, so these enclose those of the marks.
  vscode.workspace.onDidChangeTextDocument(begin);
  vscode.window.onDidChangeTextEditorVisibleRanges(begin);
  const marks = new Marks();
  vscode.workspace.onDidChangeTextDocument(() => editMs.push(performance.now() - began));
  vscode.window.onDidChangeTextEditorVisibleRanges(() => jumpMs.push(performance.now() - began));

  const showing = performance.now();
  marks.show(document, {
    report: { service: null, id: 'bench' },
    ranges: [],
    result: { verdict: 'mixed', confidence: 'high', score: 0.5, reasons: [] },
    ownReasons: [],
    sentences: new TrackedSentences(document.getText(), scored),
  });
  const showMs = performance.now() - showing;

  for (let i = 0; i < edits; i++) {
    const edit = new vscode.WorkspaceEdit();
    // Typing continues in one sentence and moves to another every ten keys.
    const line = Math.floor(i / 10) * 37 * 2;
    edit.insert(document.uri, new vscode.Position(line, 5 + (i % 10)), 'x');
    await vscode.workspace.applyEdit(edit);
  }
  for (let i = 0; i < jumps; i++) {
    const line = (i * 7919) % document.lineCount;
    editor.revealRange(new vscode.Range(line, 0, line, 0), vscode.TextEditorRevealType.AtTop);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const times: MarksTimes = { sentences, showMs, editMs, jumpMs };
  writeFileSync(process.env['INKLING_BENCH_RESULTS'] ?? '', JSON.stringify(times));
}
