import type { Occurrences } from './features.ts';

/**
 * An open-addressing hash table, small enough for a processor's near memory: by place, one more than the bucket there
 * (0 for none), and its number among the distinct ones. A table of all buckets took twice the time.
 */
let keys = new Uint32Array(8192);
let numbers = new Uint32Array(8192);

/** The buckets that occur at all, numbered in order of first appearance. */
export interface DistinctBuckets {
  buckets: Uint32Array;
  /** How often each occurs. */
  times: Uint32Array;
  length: number;
  /** The number of each occurrence's bucket. */
  numbers: Uint32Array;
}

export const noBuckets = (): DistinctBuckets => ({
  buckets: new Uint32Array(4096),
  times: new Uint32Array(4096),
  length: 0,
  numbers: new Uint32Array(4096),
});

/**
 * Gathers into `into`. An n-gram is in a text or not: how often says no more on sources left out (docs/detector.md).
 * Later passes work on numbers that lie close together, where a table of all buckets is slow to reach.
 * The scratch table is module-wide: a call runs to its end before another can start.
 */
export function gatherDistinct(occurrences: Occurrences, into: DistinctBuckets): void {
  const { count } = occurrences;
  if (into.buckets.length < count) {
    into.buckets = new Uint32Array(count * 2);
    into.times = new Uint32Array(count * 2);
    into.numbers = new Uint32Array(count * 2);
  }
  const { buckets, times } = into;
  const mask = emptied(count * 2) - 1;
  let length = 0;
  for (let i = 0; i < count; i++) {
    const bucket = occurrences.buckets[i]!;
    let place = bucket & mask;
    while (keys[place] !== bucket + 1 && keys[place] !== 0) place = (place + 1) & mask;
    if (keys[place] === 0) {
      keys[place] = bucket + 1;
      numbers[place] = length;
      times[length] = 0;
      buckets[length++] = bucket;
    }
    const number = numbers[place]!;
    times[number]! += 1;
    into.numbers[i] = number;
  }
  into.length = length;
}

/** Empties a table of at least `least` places; gives its size, a power of two. */
function emptied(least: number): number {
  let size = 1024;
  while (size < least) size *= 2;
  if (size > keys.length) {
    keys = new Uint32Array(size);
    numbers = new Uint32Array(size);
  } else keys.fill(0, 0, size);
  return size;
}
