/** Runs inside a fresh extension host, which calls `run`: times one activation. */
import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type * as Extension from '../../src/editor/extension.ts';

/** Milliseconds. */
export interface Activation {
  /** The call of `activate()` itself. */
  activateMs: number;
  /** Reading the bundle and running it, before that call. */
  loadMs: number;
}

/** @throws if the extension is not there, or was active before it was asked to be. */
export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension('inkling.inkling');
  if (!extension) throw new Error('Inkling is not installed.');
  if (extension.isActive) throw new Error('Inkling was active before anything asked for it.');

  const main = join(extension.extensionPath, 'dist/extension.js');
  const load = createRequire(main);
  const loading = performance.now();
  const loaded = load(main) as typeof Extension;
  const loadMs = performance.now() - loading;

  // VS Code finds this in the cache of modules when it loads the extension a moment later.
  let activateMs: number | undefined;
  const timed: typeof Extension = {
    ...loaded,
    activate: (context) => {
      const calling = performance.now();
      const app = loaded.activate(context);
      activateMs = performance.now() - calling;
      return app;
    },
  };
  const cached = load.cache[main];
  if (cached) cached.exports = timed;
  await extension.activate();
  if (activateMs === undefined) throw new Error('VS Code loaded another copy of the extension.');
  const activation: Activation = { activateMs, loadMs };
  appendFileSync(process.env['INKLING_BENCH_RESULTS'] ?? '', JSON.stringify(activation) + '\n');
}
