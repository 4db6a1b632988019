import type { Activation } from './activationEntry.ts';
import { runInHost } from './runInHost.ts';

const starts = 10;
const limit = 60_000;

interface Milliseconds {
  least: number;
  median: number;
  all: number[];
}

/**
 * How long the shipped bundle takes to activate and to scan, each time in a fresh extension host.
 * @throws {Error} if a host gave no result: a median of fewer starts would look the same.
 */
export async function measureActivation(): Promise<Record<keyof Activation, Milliseconds>> {
  const activations = (await runInHost('activationEntry', limit, starts))
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Activation);
  const names = Object.keys(activations[0] ?? {}) as (keyof Activation)[];
  return Object.fromEntries(
    names.map((name) => [name, summary(activations.map((each) => each[name]))]),
  ) as Record<keyof Activation, Milliseconds>;
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
