import { logCounts } from '../detector/counts.ts';
import { bucketCount, type Family } from '../detector/features.ts';
import { idfUnit } from '../detector/model.ts';
import type { FamilyRows } from './dataset.ts';
import { seeded, shuffle } from './random.ts';

/** A logistic regression over one family: margin = weights . x + bias, x = log-counts x idf, of length 1. */
export interface Linear {
  weights: Float32Array;
  bias: number;
}

export interface LearningOptions {
  epochs: number;
  /** First step; it falls to zero in a straight line. */
  rate: number;
  /** L2 penalty a step. */
  penalty: number;
  seed: number;
}

/** Measured on groups of sources left out: characters generalise better from smaller steps (docs/detector.md). */
export const learningOf: Readonly<Record<Family, LearningOptions>> = {
  characters: { epochs: 5, rate: 1, penalty: 4e-7, seed: 1 },
  words: { epochs: 5, rate: 4, penalty: 4e-7, seed: 1 },
  masked: { epochs: 5, rate: 4, penalty: 4e-7, seed: 1 },
};

/** Stochastic gradient descent over the rows with a weight above 0 (`importance` is 1 on average). */
export function learn(
  rows: FamilyRows,
  isAi: Uint8Array,
  importance: Float64Array,
  options: LearningOptions,
): Linear {
  // Weight and idf of a bucket lie side by side: one miss of the cache for both.
  const table = new Float32Array(bucketCount * 2);
  for (let b = 0; b < bucketCount; b++) table[2 * b + 1] = rows.idf[b]! / idfUnit;
  const order = Uint32Array.from([...importance.keys()].filter((i) => importance[i]! > 0));
  const random = seeded(options.seed);
  const steps = order.length * options.epochs;
  const { offsets, buckets, counts } = rows;
  let scale = 1;
  let bias = 0;
  let step = 0;
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    shuffle(order, random);
    for (const row of order) {
      const rate = options.rate * (1 - step++ / steps);
      const from = offsets[row]!;
      const to = offsets[row + 1]!;
      let dot = 0;
      let square = 0;
      for (let k = from; k < to; k++) {
        const at = buckets[k]! * 2;
        const x = logCounts[counts[k]!]! * table[at + 1]!;
        dot += x * table[at]!;
        square += x * x;
      }
      scale *= 1 - rate * options.penalty;
      if (square === 0) continue;
      const inverse = 1 / Math.sqrt(square);
      const margin = dot * inverse * scale + bias;
      const error = (isAi[row] === 1 ? 1 : 0) - 1 / (1 + Math.exp(-margin));
      const size = rate * importance[row]! * error;
      const change = (size * inverse) / scale;
      for (let k = from; k < to; k++) {
        const at = buckets[k]! * 2;
        table[at]! += change * logCounts[counts[k]!]! * table[at + 1]!;
      }
      bias += size * 0.01;
    }
  }
  return { weights: Float32Array.from({ length: bucketCount }, (_, b) => table[2 * b]! * scale), bias };
}

/** The margin of one row. */
export function margin(rows: FamilyRows, row: number, linear: Linear): number {
  let dot = 0;
  let square = 0;
  for (let k = rows.offsets[row]!; k < rows.offsets[row + 1]!; k++) {
    const bucket = rows.buckets[k]!;
    const x = logCounts[rows.counts[k]!]! * (rows.idf[bucket]! / idfUnit);
    dot += x * linear.weights[bucket]!;
    square += x * x;
  }
  return (square > 0 ? dot / Math.sqrt(square) : 0) + linear.bias;
}

/** Balances the classes, and within each its sources by the square root of their size. 1 on average; 0 left out. */
export function balance(
  sources: readonly string[],
  isAi: Uint8Array,
  leftOut: ReadonlySet<string>,
): Float64Array {
  const cell = (i: number): string => `${sources[i]!} ${isAi[i]!}`;
  const sizes = new Map<string, number>();
  for (let i = 0; i < sources.length; i++) sizes.set(cell(i), (sizes.get(cell(i)) ?? 0) + 1);
  const importance = Float64Array.from(sources, (source, i) =>
    leftOut.has(source) ? 0 : 1 / Math.sqrt(sizes.get(cell(i))!),
  );
  const sums = [0, 0];
  let used = 0;
  importance.forEach((value, i) => {
    sums[isAi[i]!]! += value;
    if (value > 0) used++;
  });
  return importance.map((value, i) => (value * used) / 2 / sums[isAi[i]!]!);
}
