import type { Activation } from './activationEntry.ts';
import { runInHost } from './runInHost.ts';

const starts = 10;
const limit = 60_000;

interface Milliseconds {
  least: number;
  median: number;
  all: number[];
}

type Summary = Record<keyof Activation, Milliseconds>;

/**
 * How long the shipped bundle takes to activate and to scan, each time in a fresh extension host. Measured again in a
 * folder with files scanned before, where an open document starts the threads early.
 * @throws {Error} if a host gave no result: a median of fewer starts would look the same.
 */
export async function measureActivation(): Promise<{ cold: Summary; ahead: Summary }> {
  const cold = await runInHost('activationEntry', limit, starts);
  const ahead = await runInHost('aheadEntry', limit, starts + 1);
  // In the first of these hosts, no file has been scanned before.
  return { cold: summaryOf(linesOf(cold)), ahead: summaryOf(linesOf(ahead).slice(1)) };
}

function linesOf(results: string): Activation[] {
  return results
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Activation);
}

function summaryOf(activations: readonly Activation[]): Summary {
  const names = Object.keys(activations[0] ?? {}) as (keyof Activation)[];
  return Object.fromEntries(
    names.map((name) => [name, summary(activations.map((each) => each[name]))]),
  ) as Summary;
}

function summary(all: number[]): Milliseconds {
  const sorted = all.toSorted((a, b) => a - b);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return {
    least: sorted[0] ?? NaN,
    median: middle.reduce((sum, value) => sum + value, 0) / middle.length,
    all,
  };
}
