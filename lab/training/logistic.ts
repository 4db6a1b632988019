import { readFile } from 'node:fs/promises';
import wabt from 'wabt';
import type { ByVoice } from '../../src/detector/model/voices.ts';
import { type FamilyRows, idfUnit } from './dataset.ts';
import { seeded, shuffle } from './random.ts';

/** A logistic regression over one family: margin = weights . x + bias, x = idf of the n-grams present, of length 1. */
export interface Linear {
  weights: Float32Array;
  bias: number;
}

export interface LearningOptions {
  epochs: number;
  /** First step size; it falls linearly to zero. */
  rate: number;
  /** L2 penalty per step. */
  penalty: number;
  seed: number;
}

/** Measured on sources left out (lab/training/README.md). */
export const learning: ByVoice<LearningOptions> = {
  chat: { epochs: 4, rate: 4, penalty: 2e-7, seed: 1 },
  plain: { epochs: 6, rate: 4, penalty: 2e-7, seed: 1 },
};

/**
 * A small corpus, such as that of a language other than English, is repeated more often until this number of steps.
 * Five times the epochs found 2 to 9 of 100 more AI texts (lab/training/README.md).
 */
const minSteps = 120_000;
const maxRepeats = 5;

/**
 * Step size of a stratum's intercept, relative to the weights' step. It is large, so that the intercept explains what
 * the weights need not.
 */
const stratumRate = 1;

/** From this epoch on, people's texts weigh more the more they look like an AI's. */
const tailEpoch = 2;
/** Maximum weight of such a text, before normalising to a mean of 1. */
const maxEmphasis = 20;
/** Rate at which the running means of people's margins and weights change. */
const runningRate = 0.002;

/** Number of regressions over the same rows trained at once. */
export const lanes = 12;
/** Idf and the weights of all lanes of an n-gram fill one cache line, so one cache miss fetches them all. */
const lineLength = 16;
const lineBytes = lineLength * 4;

/**
 * Trains up to `lanes` regressions over the same rows. They differ in `importance`, the weight of each row by lane: 1
 * on average, 0 for rows left out. Most time is spent fetching weights from memory, so twelve take about twice as
 * long as one.
 *
 * Stochastic gradient descent. During training, every stratum has its own intercept, so that weights reflect the
 * difference between people and AI within a kind of text and not the kind's share of AI (fixed effects;
 * lab/training/README.md). In later epochs, people's texts weigh by exp(margin without the intercept), as in a
 * partial AUC of one rule for all kinds: false accusations depend on the hardest of them.
 */
export async function learn(
  rows: FamilyRows,
  isAi: Uint8Array,
  importance: readonly Float64Array[],
  strata: Uint16Array,
  options: LearningOptions,
): Promise<Linear[]> {
  if (importance.length > lanes) throw new RangeError(`${importance.length} regressions, at most ${lanes}.`);
  const { offsets, ranks, bucketOf, idf } = rows;
  const { table, addresses, dots, multiply, add } = await loadKernel(rows);
  const bucketCount = bucketOf.length;
  for (let r = 0; r < bucketCount; r++) table[r * lineLength] = idf[bucketOf[r]!]! / idfUnit;
  const order = Uint32Array.from([...isAi.keys()].filter((row) => importance.some((lane) => lane[row]! > 0)));
  const random = seeded(options.seed);
  const repeats = Math.ceil(minSteps / (order.length * options.epochs));
  const epochs = options.epochs * Math.min(maxRepeats, Math.max(1, repeats));
  const steps = order.length * epochs;
  const stratumCount = 1 + strata.reduce((most, stratum) => Math.max(most, stratum), 0);
  const intercepts = importance.map(() => new Float64Array(stratumCount));
  const biases = new Float64Array(lanes);
  const tails = importance.map(() => new Tail());
  let scale = 1;
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    for (const row of order) {
      const rate = options.rate * (1 - step++ / steps);
      scale *= 1 - rate * options.penalty;
      const from = offsets[row]!;
      const count = offsets[row + 1]! - from;
      for (let i = 0; i < count; i++) addresses[i] = ranks[from + i]! * lineBytes;
      const square = multiply(count);
      if (square === 0) continue;
      const inverse = 1 / Math.sqrt(square);
      const stratum = strata[row]!;
      for (let lane = 0; lane < importance.length; lane++) {
        const weight = importance[lane]![row]!;
        if (weight === 0) {
          dots[lane] = 0;
          continue;
        }
        const own = intercepts[lane]!;
        const shared = dots[lane]! * inverse * scale;
        const error = isAi[row]! - 1 / (1 + Math.exp(-shared - biases[lane]! - own[stratum]!));
        const emphasis = isAi[row] === 1 ? 1 : tails[lane]!.emphasis(shared);
        const size = rate * weight * error * (epoch < tailEpoch ? 1 : emphasis);
        dots[lane] = (size * inverse) / scale;
        biases[lane]! += size * 0.01;
        own[stratum]! += size * stratumRate;
      }
      dots.fill(0, importance.length);
      add(count);
    }
  }
  return importance.map((_, lane) => {
    const weights = new Float32Array(bucketCount);
    for (let r = 0; r < bucketCount; r++) weights[bucketOf[r]!] = table[r * lineLength + 1 + lane]! * scale;
    return { weights, bias: biases[lane]! };
  });
}

/** The weight of each of people's texts relative to recent ones: exp of its margin, 1 on average. */
class Tail {
  private meanMargin = 0;
  private meanPower = 1;

  emphasis(margin: number): number {
    this.meanMargin += runningRate * (margin - this.meanMargin);
    const power = Math.min(maxEmphasis, Math.exp(margin - this.meanMargin));
    this.meanPower += runningRate * (power - this.meanPower);
    return power / this.meanPower;
  }
}

interface Kernel {
  /** One line per n-gram by rank: its idf, then its weight in each lane. */
  table: Float32Array;
  /** Byte offsets of the lines of the current row. */
  addresses: Uint32Array;
  /** By lane: the row's product with the weights, or the values to add to them. */
  dots: Float32Array;
  /** Multiplies the first `count` addresses. Returns the row's squared length. */
  multiply: (count: number) => number;
  add: (count: number) => void;
}

/**
 * The inner loops (`learn.wat`) and their memory. With four lanes at a time (SIMD), they take a third of JavaScript's
 * time.
 */
async function loadKernel({ offsets, bucketOf }: FamilyRows): Promise<Kernel> {
  const bucketCount = bucketOf.length;
  let maxRow = 0;
  for (let i = 1; i < offsets.length; i++) maxRow = Math.max(maxRow, offsets[i]! - offsets[i - 1]!);
  const dotsAt = bucketCount * lineBytes;
  const rowAt = dotsAt + lineBytes;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((rowAt + maxRow * 4) / 65536) });
  const assembler = await wabt();
  const module = assembler.parseWat(
    'learn.wat',
    await readFile(new URL('./learn.wat', import.meta.url), 'utf8'),
  );
  const { instance } = await WebAssembly.instantiate(module.toBinary({}).buffer as Uint8Array<ArrayBuffer>, {
    host: { memory, row: rowAt, dots: dotsAt },
  });
  return {
    ...(instance.exports as Pick<Kernel, 'multiply' | 'add'>),
    table: new Float32Array(memory.buffer, 0, bucketCount * lineLength),
    addresses: new Uint32Array(memory.buffer, rowAt, maxRow),
    dots: new Float32Array(memory.buffer, dotsAt, lanes),
  };
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
