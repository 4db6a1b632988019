/** Runs inside a fresh extension host, which calls `run`: times one activation. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';

/** Milliseconds. */
export interface Activation {
  /** The call of `activate()`, with what VS Code does around it. */
  activateMs: number;
  /** Reading the bundle and running it, before that call. */
  loadMs: number;
}

/** @throws if the extension is not there, or was active before it was asked to be. */
export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension('inkling.inkling');
  if (!extension) throw new Error('Inkling is not installed.');
  if (extension.isActive) throw new Error('Inkling was active before anything asked for it.');

  const main = pathToFileURL(join(extension.extensionPath, 'dist/extension.mjs'));
  const loading = performance.now();
  await import(main.href);
  const loadMs = performance.now() - loading;

  // VS Code finds the module loaded, so that this is the call and what VS Code does around it.
  const calling = performance.now();
  await extension.activate();
  const activateMs = performance.now() - calling;
  const activation: Activation = { activateMs, loadMs };
  appendFileSync(process.env['INKLING_BENCH_RESULTS'] ?? '', JSON.stringify(activation) + '\n');
}
