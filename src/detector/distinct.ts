import { bucketCount, type Occurrences } from './features.ts';

const seen = new Uint8Array(bucketCount);

/** The buckets that occur at all, in order of first appearance. */
export interface DistinctBuckets {
  buckets: Uint32Array;
  length: number;
}

export const noBuckets = (): DistinctBuckets => ({ buckets: new Uint32Array(4096), length: 0 });

/**
 * Gathers into `into`. An n-gram is in a text or not: how often says no more on sources left out (docs/detector.md).
 * The scratch table is module-wide: a call runs to its end before another can start.
 */
export function gatherDistinct(occurrences: Occurrences, into: DistinctBuckets): void {
  if (into.buckets.length < occurrences.count) into.buckets = new Uint32Array(occurrences.count * 2);
  const { buckets } = into;
  let length = 0;
  for (let i = 0; i < occurrences.count; i++) {
    const bucket = occurrences.buckets[i]!;
    if (seen[bucket] === 0) buckets[length++] = bucket;
    seen[bucket] = 1;
  }
  for (let i = 0; i < length; i++) seen[buckets[i]!] = 0;
  into.length = length;
}
