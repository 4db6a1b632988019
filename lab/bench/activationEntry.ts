/** Runs inside a fresh extension host, which calls `run`: times one activation. */
import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import type { App } from '../../src/editor/app.ts';
import { essayOf } from './editorTexts.ts';

/** Milliseconds; those of the processor are of all threads of the extension host, or of its own where that is said. */
export interface Activation {
  /** The call of `activate()`, with what VS Code does around it. */
  activateMs: number;
  /** Of the extension host's thread. */
  activateCpuMs: number;
  /** Reading the bundle and running it, before that call. */
  loadMs: number;
  /** From the command to the marks of 1,500 words: the first in this host, and the best of some more. */
  firstScanMs: number;
  firstScanCpuMs: number;
  nextScanMs: number;
  nextScanCpuMs: number;
}

const nextScans = 4;

/** Outside of the open folder, so that nothing is started ahead. */
export async function run(): Promise<void> {
  await measureIn(mkdtempSync(join(tmpdir(), 'inkling-bench-')));
}

/**
 * @param folder that the document to scan is put into.
 * @throws if the extension is not there, or was active before it was asked to be.
 */
export async function measureIn(folder: string): Promise<void> {
  const extension = vscode.extensions.getExtension<App>('inkling.inkling');
  if (!extension) throw new Error('Inkling is not installed.');
  if (extension.isActive) throw new Error('Inkling was active before anything asked for it.');

  const main = pathToFileURL(join(extension.extensionPath, 'dist/extension.mjs'));
  const loading = performance.now();
  await import(main.href);
  const loadMs = performance.now() - loading;

  // VS Code finds the module loaded, so that this is the call and what VS Code does around it.
  const calling = performance.now();
  const used = process.threadCpuUsage();
  const app = await extension.activate();
  const activateMs = performance.now() - calling;
  const { user, system } = process.threadCpuUsage(used);
  const activateCpuMs = (user + system) / 1000;

  const path = join(folder, 'essay.md');
  writeFileSync(path, essayOf(1500));
  const document = await vscode.workspace.openTextDocument(path);
  await vscode.window.showTextDocument(document);
  await settled();
  const first = await timeOfScan(app);
  const next: Cost[] = [];
  for (let i = 0; i < nextScans; i++) {
    await settled();
    next.push(await timeOfScan(app));
  }
  // Marks that come back in the next host would start the service there.
  await vscode.commands.executeCommand('inkling.hideMarks');
  // An editor or a panel that is opened again would activate the extension in the next host.
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await settled();
  const activation: Activation = {
    activateMs,
    activateCpuMs,
    loadMs,
    firstScanMs: first.ms,
    firstScanCpuMs: first.cpuMs,
    nextScanMs: Math.min(...next.map(({ ms }) => ms)),
    nextScanCpuMs: Math.min(...next.map(({ cpuMs }) => cpuMs)),
  };
  appendFileSync(process.env['INKLING_BENCH_RESULTS'] ?? '', JSON.stringify(activation) + '\n');
}

interface Cost {
  ms: number;
  cpuMs: number;
}

/** To the marks: the report's panel opens after them. */
async function timeOfScan({ marks }: App): Promise<Cost> {
  const used = process.cpuUsage();
  const started = performance.now();
  const marked = new Promise<Cost>((resolve) => {
    const listener = marks.onDidChange(() => {
      listener.dispose();
      const ms = performance.now() - started;
      const { user, system } = process.cpuUsage(used);
      resolve({ ms, cpuMs: (user + system) / 1000 });
    });
  });
  await vscode.commands.executeCommand('inkling.scanFile');
  return marked;
}

/** What VS Code does after a file was opened, or a report shown, is not to be counted, nor what Inkling starts ahead. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 4000));
}
