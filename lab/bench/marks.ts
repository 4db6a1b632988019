import { buildExtension } from '../../test/rig/extension.ts';
import { installRig } from '../../test/rig/install.ts';
import type { MarksTimes } from './marksEntry.ts';
import { runInHost } from './runInHost.ts';

const limit = 120_000;

interface Milliseconds {
  median: number;
  longest: number;
  count: number;
}

/**
 * How long the marks of a document with 100,000 sentences keep the extension host busy: when they appear, after a
 * key, and after a jump through the text.
 */
export async function measureMarks(): Promise<object> {
  await installRig();
  await buildExtension();
  const times = JSON.parse(await runInHost('marksEntry', limit)) as MarksTimes;
  return {
    sentences: times.sentences,
    showMs: times.showMs,
    editMs: summary(times.editMs),
    jumpMs: summary(times.jumpMs),
  };
}

function summary(all: number[]): Milliseconds {
  const sorted = all.toSorted((a, b) => a - b);
  return {
    median: sorted[Math.floor(sorted.length / 2)] ?? NaN,
    longest: sorted.at(-1) ?? NaN,
    count: all.length,
  };
}
