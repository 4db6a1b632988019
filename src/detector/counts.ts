import { bucketCount, type Occurrences } from './features.ts';

const count = new Uint8Array(bucketCount);

/** The distinct buckets of `occurrences` in order of first appearance, and how often each occurs (255 at most). */
export interface BucketCounts {
  buckets: Uint32Array;
  counts: Uint8Array;
  length: number;
}

export const noCounts = (): BucketCounts => ({
  buckets: new Uint32Array(4096),
  counts: new Uint8Array(4096),
  length: 0,
});

/** Counts into `into`. The scratch table is module-wide: a call runs to its end before another can start. */
export function countBuckets(occurrences: Occurrences, into: BucketCounts): void {
  if (into.buckets.length < occurrences.count) {
    into.buckets = new Uint32Array(occurrences.count * 2);
    into.counts = new Uint8Array(occurrences.count * 2);
  }
  const { buckets, counts } = into;
  let length = 0;
  for (let i = 0; i < occurrences.count; i++) {
    const bucket = occurrences.buckets[i]!;
    const seen = count[bucket]!;
    if (seen === 0) buckets[length++] = bucket;
    if (seen < 255) count[bucket] = seen + 1;
  }
  for (let i = 0; i < length; i++) {
    const bucket = buckets[i]!;
    counts[i] = count[bucket]!;
    count[bucket] = 0;
  }
  into.length = length;
}

/** ln(1 + n): what a bucket counts for when it occurs n times. */
export const logCounts = Float64Array.from({ length: 256 }, (_, n) => Math.log1p(n));
