import { bucketCount } from '../../src/detector/features/features.ts';
import { idfUnit } from '../../src/detector/model/model.ts';
import type { FamilyRows } from './dataset.ts';
import { seeded, shuffle } from './random.ts';

/** A logistic regression over one family: margin = weights . x + bias, x = idf of the n-grams present, of length 1. */
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

/** Measured on sources left out (docs/detector.md). */
export const learning: LearningOptions = { epochs: 4, rate: 4, penalty: 2e-7, seed: 1 };

/** What a stratum's own intercept moves by, of a step: large, so that it explains what the weights need not. */
const stratumRate = 0.3;

/**
 * Stochastic gradient descent over the rows with a weight above 0 (`importance` is 1 on average). Every stratum has
 * an intercept of its own while learning, so that weights are learnt from the difference between people and AI
 * within a kind of text, not from the kind's share of AI (fixed effects; docs/detector.md).
 */
export function learn(
  rows: FamilyRows,
  isAi: Uint8Array,
  importance: Float64Array,
  strata: Uint16Array,
  options: LearningOptions,
): Linear {
  // Weight and idf of a rank lie side by side: one miss of the cache for both.
  const table = new Float32Array(bucketCount * 2);
  const { offsets, ranks, bucketOf, idf } = rows;
  for (let r = 0; r < bucketCount; r++) table[2 * r + 1] = idf[bucketOf[r]!]! / idfUnit;
  const order = Uint32Array.from([...importance.keys()].filter((i) => importance[i]! > 0));
  const random = seeded(options.seed);
  const steps = order.length * options.epochs;
  const intercepts = new Float64Array(1 + strata.reduce((most, stratum) => Math.max(most, stratum), 0));
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
        const at = ranks[k]! * 2;
        const x = table[at + 1]!;
        dot += x * table[at]!;
        square += x * x;
      }
      scale *= 1 - rate * options.penalty;
      if (square === 0) continue;
      const inverse = 1 / Math.sqrt(square);
      const stratum = strata[row]!;
      const margin = dot * inverse * scale + bias + intercepts[stratum]!;
      const error = (isAi[row] === 1 ? 1 : 0) - 1 / (1 + Math.exp(-margin));
      const size = rate * importance[row]! * error;
      const change = (size * inverse) / scale;
      for (let k = from; k < to; k++) {
        const at = ranks[k]! * 2;
        table[at]! += change * table[at + 1]!;
      }
      bias += size * 0.01;
      intercepts[stratum]! += size * stratumRate;
    }
  }
  const weights = new Float32Array(bucketCount);
  for (let r = 0; r < bucketCount; r++) weights[bucketOf[r]!] = table[2 * r]! * scale;
  return { weights, bias };
}

/** The margin of one row. */
export function margin(rows: FamilyRows, row: number, linear: Linear): number {
  let dot = 0;
  let square = 0;
  for (let k = rows.offsets[row]!; k < rows.offsets[row + 1]!; k++) {
    const bucket = rows.bucketOf[rows.ranks[k]!]!;
    const x = rows.idf[bucket]! / idfUnit;
    dot += x * linear.weights[bucket]!;
    square += x * x;
  }
  return (square > 0 ? dot / Math.sqrt(square) : 0) + linear.bias;
}
