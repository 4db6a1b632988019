import assert from 'node:assert/strict';

/** UTF-16 code units, each eight times the one before. */
const lengths = [8_000, 64_000, 512_000];

/** What eight times the text may take: linear work takes 8 times as long, work in the square 64 times. */
const maxGrowth = 20;

/** Milliseconds of processor time that any text may take: what costs more is then read in a cheaper way. */
const floor = 3000;

/**
 * Asserts that `work` takes time about in proportion to the length of its text.
 * @param textOf makes a text of about this many UTF-16 code units.
 */
export function assertCostIsLinear(textOf: (length: number) => string, work: (text: string) => void): void {
  let before: string | undefined;
  for (const length of lengths) {
    const text = textOf(length);
    if (before !== undefined && growsTooMuch(before, text, work)) {
      const [short, long] = [best(before, work), best(text, work)];
      assert.ok(
        long < floor || long < maxGrowth * short,
        `${before.length} units took ${short} ms, ${text.length} took ${long} ms: ${JSON.stringify(text.slice(0, 80))}`,
      );
    }
    before = text;
  }
}

/** Whether one look says so: most texts are cheap, and need no second. */
function growsTooMuch(short: string, long: string, work: (text: string) => void): boolean {
  const took = processorTime(long, work);
  return took > floor && took > maxGrowth * processorTime(short, work);
}

function best(text: string, work: (text: string) => void): number {
  return Math.min(...Array.from({ length: 3 }, () => processorTime(text, work)));
}

/** Milliseconds that this thread was at work, whatever else the machine did. */
function processorTime(text: string, work: (text: string) => void): number {
  const before = process.threadCpuUsage();
  work(text);
  const { user, system } = process.threadCpuUsage(before);
  return Math.round((user + system) / 1000);
}
