import assert from 'node:assert/strict';

/** UTF-16 code units of the longest text scanned at once, and an eighth of it. */
const length = 1 << 20;
const shortLength = length / 8;

/** Maximum milliseconds of processor time for a text of that length on the reference machine. */
const most = 2000;

/** Maximum growth of time for eight times the text: linear work grows 8 times, quadratic work 64 times. */
const maxGrowth = 20;

/**
 * Milliseconds below which growth is not measured: garbage collection, or a different method from some length on, can
 * dominate.
 */
const floor = 400;

/**
 * Asserts that `work` takes at most two seconds for a text of 1 MiB, and time roughly proportional to its length. The
 * limit is processor time of a reference machine; it grows with the time of the yardstick on a slower or busier one.
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
  // Most texts are cheap and need no second measurement.
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

/** Milliseconds of the yardstick on the idle reference machine. */
const referenceYardstick = 90;

/** Work similar to that of readers, but without our code: patterns, substrings, tables and lists. */
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

/** Processor time of this thread in milliseconds, regardless of other programs. */
function processorTime(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return Math.round((user + system) / 1000);
}
