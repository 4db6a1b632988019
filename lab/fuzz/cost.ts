import assert from 'node:assert/strict';

/** UTF-16 code units of the longest text that is scanned at once, and an eighth of it. */
const length = 1 << 20;
const shortLength = length / 8;

/** Milliseconds of processor time that any text of that length may take on a machine as fast as the reference. */
const most = 2000;

/** What eight times the text may take: linear work takes 8 times as long, work in the square 64 times. */
const maxGrowth = 20;

/** Milliseconds below which growth tells nothing: a text that is read in another way from some length on, a collection. */
const floor = 400;

/**
 * Asserts that `work` takes at most two seconds for a text of 1 MiB, and time about in proportion to its length. The
 * seconds are processor time of a reference machine: a slower one, or one at work for others, is given as much more as it
 * takes more for the yardstick.
 * @param textOf makes a text of about this many UTF-16 code units.
 */
export function assertCostIsLinear(textOf: (length: number) => string, work: (text: string) => void): void {
  const text = textOf(length);
  const first = processorTime(() => {
    work(text);
  });
  const short = textOf(shortLength);
  const onShort = (): void => {
    work(short);
  };
  // Most texts are cheap, and need no second look.
  if (first < floor || (first < most / 2 && first < maxGrowth * processorTime(onShort))) return;
  const slowness = Math.max(1, best(yardstick) / referenceYardstick);
  const tookShort = best(onShort);
  const took = best(() => {
    work(text);
  });
  const about = `${short.length} units took ${tookShort} ms, ${text.length} took ${took} ms, on a machine ${slowness.toFixed(1)} times as slow: ${JSON.stringify(text.slice(0, 80))}`;
  assert.ok(took < most * slowness, about);
  assert.ok(took < floor * slowness || took < maxGrowth * Math.max(1, tookShort), about);
}

/** Milliseconds that the yardstick took on the reference machine, with nothing else at work on it. */
const referenceYardstick = 90;

/** Work of the kind that readers do, and none of ours: patterns, pieces of a text, tables and lists of them. */
function yardstick(): number {
  let text = '';
  for (let i = 0; text.length < 4 * length; i++) text += `w${(i * 7919) % 5003} of ${i % 97}, `;
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(/\w+/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).length;
}

function best(work: () => unknown): number {
  return Math.min(...Array.from({ length: 3 }, () => processorTime(work)));
}

/** Milliseconds that this thread was at work, whatever else the machine did. */
function processorTime(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return Math.round((user + system) / 1000);
}
