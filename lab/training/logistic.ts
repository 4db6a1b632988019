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

/** Measured on sources left out (lab/training/README.md). */
export const learning: LearningOptions = { epochs: 4, rate: 4, penalty: 2e-7, seed: 1 };

/** What a stratum's own intercept moves by, of a step: large, so that it explains what the weights need not. */
const stratumRate = 0.3;

/** How many regressions over the same rows are learnt at once. */
export const lanes = 12;
/** Idf and the weights of all lanes of an n-gram fill a line of the cache: one miss fetches them all. */
const stride = 16;

/**
 * Learns up to `lanes` regressions over the same rows, which differ in how much each row weighs: `importance` by lane
 * and row, 1 on average, 0 for rows left out. Most time goes into fetching weights from far memory, so that
 * twelve cost about twice as much as one.
 *
 * Stochastic gradient descent. Every stratum has an intercept of its own while learning, so that weights are learnt
 * from the difference between people and AI within a kind of text, not from the kind's share of AI (fixed effects;
 * lab/training/README.md).
 */
export function learn(
  rows: FamilyRows,
  isAi: Uint8Array,
  importance: readonly Float64Array[],
  strata: Uint16Array,
  options: LearningOptions,
): Linear[] {
  if (importance.length > lanes) throw new RangeError(`${importance.length} regressions, at most ${lanes}.`);
  const { offsets, ranks, bucketOf, idf } = rows;
  const table = new Float32Array(bucketCount * stride);
  for (let r = 0; r < bucketCount; r++) table[r * stride] = idf[bucketOf[r]!]! / idfUnit;
  const order = Uint32Array.from([...isAi.keys()].filter((row) => importance.some((lane) => lane[row]! > 0)));
  const random = seeded(options.seed);
  const steps = order.length * options.epochs;
  const stratumCount = 1 + strata.reduce((most, stratum) => Math.max(most, stratum), 0);
  const intercepts = importance.map(() => new Float64Array(stratumCount));
  const biases = new Float64Array(lanes);
  const dots = new Float64Array(lanes);
  let scale = 1;
  let step = 0;
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    shuffle(order, random);
    for (const row of order) {
      const rate = options.rate * (1 - step++ / steps);
      scale *= 1 - rate * options.penalty;
      const square = multiply(table, ranks, offsets[row]!, offsets[row + 1]!, dots);
      if (square === 0) continue;
      const inverse = 1 / Math.sqrt(square);
      const stratum = strata[row]!;
      for (let lane = 0; lane < importance.length; lane++) {
        const own = intercepts[lane]!;
        const margin = dots[lane]! * inverse * scale + biases[lane]! + own[stratum]!;
        const error = isAi[row]! - 1 / (1 + Math.exp(-margin));
        const size = rate * importance[lane]![row]! * error;
        dots[lane] = (size * inverse) / scale;
        biases[lane]! += size * 0.01;
        own[stratum]! += size * stratumRate;
      }
      dots.fill(0, importance.length);
      addTo(table, ranks, offsets[row]!, offsets[row + 1]!, dots);
    }
  }
  return importance.map((_, lane) => {
    const weights = new Float32Array(bucketCount);
    for (let r = 0; r < bucketCount; r++) weights[bucketOf[r]!] = table[r * stride + 1 + lane]! * scale;
    return { weights, bias: biases[lane]! };
  });
}

/** Entries whose lines are fetched ahead of their use: they fit into the nearest cache. */
const ahead = 128;

/**
 * The products of a row with the weights of every lane, into `dots`; gives the row's squared length. A first pass
 * over the idf alone fetches the lines of the table, many at a time, which halves the time. The lanes are written out,
 * since a loop over them takes three times as long.
 */
function multiply(
  table: Float32Array,
  ranks: Uint32Array,
  from: number,
  to: number,
  dots: Float64Array,
): number {
  let square = 0;
  let dot0 = 0;
  let dot1 = 0;
  let dot2 = 0;
  let dot3 = 0;
  let dot4 = 0;
  let dot5 = 0;
  let dot6 = 0;
  let dot7 = 0;
  let dot8 = 0;
  let dot9 = 0;
  let dot10 = 0;
  let dot11 = 0;
  for (let first = from; first < to; first += ahead) {
    const last = Math.min(to, first + ahead);
    for (let i = first; i < last; i++) {
      const x = table[ranks[i]! * stride]!;
      square += x * x;
    }
    for (let i = first; i < last; i++) {
      const at = ranks[i]! * stride;
      const x = table[at]!;
      dot0 += x * table[at + 1]!;
      dot1 += x * table[at + 2]!;
      dot2 += x * table[at + 3]!;
      dot3 += x * table[at + 4]!;
      dot4 += x * table[at + 5]!;
      dot5 += x * table[at + 6]!;
      dot6 += x * table[at + 7]!;
      dot7 += x * table[at + 8]!;
      dot8 += x * table[at + 9]!;
      dot9 += x * table[at + 10]!;
      dot10 += x * table[at + 11]!;
      dot11 += x * table[at + 12]!;
    }
  }
  dots[0] = dot0;
  dots[1] = dot1;
  dots[2] = dot2;
  dots[3] = dot3;
  dots[4] = dot4;
  dots[5] = dot5;
  dots[6] = dot6;
  dots[7] = dot7;
  dots[8] = dot8;
  dots[9] = dot9;
  dots[10] = dot10;
  dots[11] = dot11;
  return square;
}

/** Adds to the weights of a row's n-grams, in every lane: the n-gram's value times the lane's change. */
function addTo(
  table: Float32Array,
  ranks: Uint32Array,
  from: number,
  to: number,
  changes: Float64Array,
): void {
  const change0 = changes[0]!;
  const change1 = changes[1]!;
  const change2 = changes[2]!;
  const change3 = changes[3]!;
  const change4 = changes[4]!;
  const change5 = changes[5]!;
  const change6 = changes[6]!;
  const change7 = changes[7]!;
  const change8 = changes[8]!;
  const change9 = changes[9]!;
  const change10 = changes[10]!;
  const change11 = changes[11]!;
  for (let i = from; i < to; i++) {
    const at = ranks[i]! * stride;
    const x = table[at]!;
    table[at + 1]! += x * change0;
    table[at + 2]! += x * change1;
    table[at + 3]! += x * change2;
    table[at + 4]! += x * change3;
    table[at + 5]! += x * change4;
    table[at + 6]! += x * change5;
    table[at + 7]! += x * change6;
    table[at + 8]! += x * change7;
    table[at + 9]! += x * change8;
    table[at + 10]! += x * change9;
    table[at + 11]! += x * change10;
    table[at + 12]! += x * change11;
  }
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
