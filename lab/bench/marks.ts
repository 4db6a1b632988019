import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildExtension } from '../../test/rig/extension.ts';
import { openHost } from '../../test/rig/hostSession.ts';
import { installRig } from '../../test/rig/install.ts';
import { root } from '../../test/rig/paths.ts';
import type { MarksTimes } from './marksEntry.ts';

const limit = 120_000;

interface Milliseconds {
  median: number;
  longest: number;
  count: number;
}

/**
 * How long the extension host is busy with the marks of a document of 100,000 sentences: showing them, following a
 * key, following a jump through the text.
 */
export async function measureMarks(): Promise<object> {
  await installRig();
  await buildExtension();
  const entry = join(root, 'out/bench/marksEntry.js');
  await build({
    absWorkingDir: root,
    entryPoints: ['lab/bench/marksEntry.ts'],
    outfile: entry,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
  });
  const folder = mkdtempSync(join(tmpdir(), 'inkling-bench-'));
  const results = join(folder, 'marks.json');
  const session = await openHost({ INKLING_BENCH_RESULTS: results });
  try {
    if ((await session.run(entry, limit)) !== 0) {
      throw new Error(`There is no result: see ${await session.keepTraces('bench-marks')}.log`);
    }
    const times = JSON.parse(readFileSync(results, 'utf8')) as MarksTimes;
    return {
      sentences: times.sentences,
      showMs: times.showMs,
      editMs: summary(times.editMs),
      jumpMs: summary(times.jumpMs),
    };
  } finally {
    await session.close();
    rmSync(folder, { recursive: true });
  }
}

function summary(all: number[]): Milliseconds {
  const sorted = all.toSorted((a, b) => a - b);
  return {
    median: sorted[Math.floor(sorted.length / 2)] ?? NaN,
    longest: sorted.at(-1) ?? NaN,
    count: all.length,
  };
}
