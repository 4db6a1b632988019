/** Runs inside a fresh extension host, which calls `run`, and times one activation. */
import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import type { App } from '../../src/editor/app.ts';
import { essayOf } from './editorTexts.ts';

/** Milliseconds. Processor times are of all threads of the extension host unless noted. */
export interface Activation {
  /** The call of `activate()`, with VS Code's own work for it. */
  activateMs: number;
  /** Of the extension host's thread. */
  activateCpuMs: number;
  /** Reading and running the bundle, before that call. */
  loadMs: number;
  /** From the command to the marks of 1,500 words: the first time in this host, and the best of several more. */
  firstScanMs: number;
  firstScanCpuMs: number;
  nextScanMs: number;
  nextScanCpuMs: number;
}

const nextScans = 4;

/** Outside the open folder, so that nothing starts early. */
export async function run(): Promise<void> {
  await measureIn(mkdtempSync(join(tmpdir(), 'inkling-bench-')));
}

/**
 * @param folder for the document to scan.
 * @throws if the extension is missing or is already active.
 */
export async function measureIn(folder: string): Promise<void> {
  const extension = vscode.extensions.getExtension<App>('inkling.inkling');
  if (!extension) throw new Error('Inkling is not installed.');
  if (extension.isActive) throw new Error('Inkling was active before anything asked for it.');

  const main = pathToFileURL(join(extension.extensionPath, 'dist/extension.mjs'));
  const loading = performance.now();
  await import(main.href);
  const loadMs = performance.now() - loading;

  // The module is loaded, so only the call and VS Code's own work for it are timed.
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
  // Marks restored in the next host would start the service there.
  await vscode.commands.executeCommand('inkling.hideMarks');
  // A restored editor or panel would activate the extension in the next host.
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

/** Until the marks appear; the report's panel opens later. */
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

/**
 * Waits for VS Code's work after a file was opened or a report shown, and for threads that start early, so that
 * neither is counted.
 */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 4000));
}
