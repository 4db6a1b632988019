/**
 * Runs inside the extension host, which calls `run`, and measures how long Inkling's largest tasks block that thread.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../../src/editor/app.ts';
import { localAccountId } from '../../src/service/account/apiKey.ts';
import { openStore } from '../../src/service/store/openStore.ts';
import { essayOf, sentencesOf } from './editorTexts.ts';
import { blockedBy, type HostBlock } from './hostBlocks.ts';
import { addReports } from './serviceFill.ts';

/** Slightly less than 1 MiB, the maximum of a scan. */
const sentences = 22_000;
const reports = 100_000;
const files = 1000;
const pages = 20;
const liveWords = 20_000;
const liveKeys = 15;

export interface EditorBlocks {
  /** VS Code's own work with the same document, before Inkling is active. */
  typeUnmarked: HostBlock;
  scanLongest: HostBlock;
  typeMarked: HostBlock;
  listReports: HostBlock;
  loadMore: HostBlock;
  turnPages: HostBlock;
  scanFolder: HostBlock;
  /** Live mode during typing in a text of 20,000 words. */
  live: HostBlock;
  /** Milliseconds from a key to the sentence's new score in a text of 20,000 words, including the pause in typing. */
  liveMs: { median: number; longest: number };
}

export async function run(): Promise<void> {
  const app = await vscode.extensions.getExtension<App>('inkling.inkling')?.activate();
  if (!app) throw new Error('Inkling is not in test mode.');
  const folder = mkdtempSync(join(tmpdir(), 'inkling-bench-'));
  const blocks: EditorBlocks = {
    ...(await measureLargeText(folder)),
    ...(await measureLists(app)),
    scanFolder: await measureFolder(folder),
    ...(await measureLive(app, folder)),
  };
  writeFileSync(process.env['INKLING_BENCH_RESULTS'] ?? '', JSON.stringify(blocks));
}

async function measureLargeText(
  folder: string,
): Promise<Pick<EditorBlocks, 'typeUnmarked' | 'scanLongest' | 'typeMarked'>> {
  const path = join(folder, 'large.txt');
  writeFileSync(path, sentencesOf(sentences));
  const document = await vscode.workspace.openTextDocument(path);
  const editor = await vscode.window.showTextDocument(document);
  await settled();
  const typeUnmarked = await blockedBy(() => type(editor));
  await vscode.commands.executeCommand('undo');
  const scanLongest = await blockedBy(async () => vscode.commands.executeCommand('inkling.scanFile'));
  await settled();
  const typeMarked = await blockedBy(() => type(editor));
  await document.save();
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  return { typeUnmarked, scanLongest, typeMarked };
}

/** Types in several places and shows each. */
async function type({ document }: vscode.TextEditor): Promise<void> {
  for (let i = 0; i < 30; i++) {
    const edit = new vscode.WorkspaceEdit();
    const line = (Math.floor(i / 10) * 7919) % document.lineCount;
    edit.insert(document.uri, new vscode.Position(line, i % 10), 'x');
    await vscode.workspace.applyEdit(edit);
    vscode.window.activeTextEditor?.revealRange(new vscode.Range(line, 0, line, 0));
  }
}

async function measureLists(app: App): Promise<Pick<EditorBlocks, 'listReports' | 'loadMore' | 'turnPages'>> {
  const content = essayOf(300);
  const { result, language, words, characters, sentences, model } = await app.client.scan({ content });
  if (!result || language === null || words === null || characters === null)
    throw new Error('No result came.');
  const database = vscode.Uri.joinPath(app.context.globalStorageUri, 'inkling.db').fsPath;
  const store = await openStore(database);
  const account = await localAccountId(store);
  await store.close();
  const sample = {
    content,
    detection: { result, language, words, characters, sentences: sentences ?? 0, model: model ?? '' },
  };
  await addReports(database, account, [0, reports], { full: sample, small: sample });
  await vscode.workspace
    .getConfiguration('inkling')
    .update('pageSize', 100, vscode.ConfigurationTarget.Global);
  const atEnd = { kind: 'loadMore', view: 'inkling.reports', list: null, shown: 0, total: null };
  return {
    listReports: await blockedBy(async () => vscode.commands.executeCommand('inkling.reports.focus')),
    loadMore: await blockedBy(async () => {
      for (let i = 0; i < pages; i++) await vscode.commands.executeCommand('inkling.loadMore', atEnd);
    }),
    turnPages: await blockedBy(async () => {
      for (let i = 0; i < pages; i++) await vscode.commands.executeCommand('inkling.nextReports');
    }),
  };
}

async function measureFolder(folder: string): Promise<HostBlock> {
  const many = join(folder, 'many');
  mkdirSync(many);
  for (let i = 0; i < files; i++) writeFileSync(join(many, `${i}.md`), essayOf(200 + (i % 7) * 50));
  const { showWarningMessage } = vscode.window;
  // Confirms the scan of this number of files.
  Object.assign(vscode.window, {
    showWarningMessage: (_message: string, _options: object, yes: string) => Promise.resolve(yes),
  });
  try {
    return await blockedBy(async () =>
      vscode.commands.executeCommand('inkling.scanFolder', vscode.Uri.file(many)),
    );
  } finally {
    Object.assign(vscode.window, { showWarningMessage });
  }
}

async function measureLive(app: App, folder: string): Promise<Pick<EditorBlocks, 'live' | 'liveMs'>> {
  const path = join(folder, 'live.md');
  writeFileSync(path, essayOf(liveWords));
  const settings = vscode.workspace.getConfiguration('inkling');
  await settings.update('live', true, vscode.ConfigurationTarget.Global);
  const document = await vscode.workspace.openTextDocument(path);
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('inkling.scanFile');
  await settled();
  const times: number[] = [];
  const live = await blockedBy(() => typeAndWait(app, document, times));
  const sorted = times.map(Math.round).toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  return { live, liveMs: { median, longest: sorted.at(-1) ?? NaN } };
}

/** @param times receives the milliseconds from each key to its sentence's score. */
async function typeAndWait(app: App, document: vscode.TextDocument, times: number[]): Promise<void> {
  for (let i = 0; i < liveKeys; i++) {
    const edit = new vscode.WorkspaceEdit();
    // Each edit is in a different paragraph.
    const position = new vscode.Position(2 + 2 * 7 * i, 10);
    edit.insert(document.uri, position, 'x');
    const pressed = performance.now();
    await vscode.workspace.applyEdit(edit);
    while (isWaitingForScore(app, document, position)) await new Promise((resolve) => setTimeout(resolve, 5));
    times.push(performance.now() - pressed);
  }
}

/** @throws {Error} if the sentence has no mark. */
function isWaitingForScore(
  { marks }: App,
  document: vscode.TextDocument,
  position: vscode.Position,
): boolean {
  const sentence = marks.of(document)?.sentenceAt(document.offsetAt(position));
  if (!sentence) throw new Error(`Line ${position.line + 1} has no mark.`);
  return sentence.isEdited;
}

/** Waits for VS Code's work after a large file was opened or a report shown, so that it is not counted. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5000));
}
