import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { packExtension } from '../../test/rig/extension.ts';
import { openHost } from '../../test/rig/hostSession.ts';
import { installRig } from '../../test/rig/install.ts';
import { root } from '../../test/rig/paths.ts';
import type { Activation } from './activationEntry.ts';

const starts = 20;
const limit = 60_000;

interface Milliseconds {
  median: number;
  all: number[];
}

/**
 * How long the shipped bundle takes to activate, each time in a fresh extension host.
 * @throws {Error} if a host gave no result: a median of fewer starts would look the same.
 */
export async function measureActivation(): Promise<Record<keyof Activation, Milliseconds>> {
  await installRig();
  await packExtension();
  const entry = join(root, 'out/bench/activationEntry.js');
  await build({
    absWorkingDir: root,
    entryPoints: ['lab/bench/activationEntry.ts'],
    outfile: entry,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
  });
  const folder = mkdtempSync(join(tmpdir(), 'inkling-bench-'));
  const results = join(folder, 'activations.ndjson');
  writeFileSync(results, '');
  const session = await openHost({ INKLING_BENCH_RESULTS: results });
  try {
    for (let start = 1; start <= starts; start++)
      if ((await session.run(entry, limit)) !== 0)
        throw new Error(
          `Start ${start} gave no result: see ${await session.keepTraces('bench-activation')}.log`,
        );
    const activations = readFileSync(results, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Activation);
    return {
      activateMs: summary(activations.map(({ activateMs }) => activateMs)),
      loadMs: summary(activations.map(({ loadMs }) => loadMs)),
    };
  } finally {
    await session.close();
    rmSync(folder, { recursive: true });
  }
}

function summary(all: number[]): Milliseconds {
  const sorted = all.toSorted((a, b) => a - b);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return { median: middle.reduce((sum, value) => sum + value, 0) / middle.length, all };
}
