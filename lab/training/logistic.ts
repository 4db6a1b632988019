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
  /** First step; it falls to zero in a straight line. */
  rate: number;
  /** L2 penalty a step. */
  penalty: number;
  seed: number;
}

/** Measured on sources left out (lab/training/README.md). */
export const learning: ByVoice<LearningOptions> = {
  chat: { epochs: 4, rate: 4, penalty: 2e-7, seed: 1 },
  plain: { epochs: 6, rate: 4, penalty: 2e-7, seed: 1 },
};

/**
 * A corpus as small as that of a language other than English is gone through more often, up to so many steps in all: there
 * five times the epochs found 2 to 9 of 100 more AI texts (lab/training/README.md).
 */
const minSteps = 120_000;
const maxRepeats = 5;

/** What a stratum's own intercept moves by, of a step: large, so that it explains what the weights need not. */
const stratumRate = 1;

/** From this epoch on, people's texts weigh the more the more they look like an AI's. */
const tailEpoch = 2;
/** Most that such a text weighs, before all are brought back to a mean of 1. */
const maxEmphasis = 20;
/** How fast the running means of people's margins and of their weights move. */
const runningRate = 0.002;

/** How many regressions over the same rows are learnt at once. */
export const lanes = 12;
/** Idf and the weights of all lanes of an n-gram fill a line of the cache: one miss fetches them all. */
const lineLength = 16;
const lineBytes = lineLength * 4;

/**
 * Learns up to `lanes` regressions over the same rows, which differ in how much each row weighs: `importance` by lane
 * and row, 1 on average, 0 for rows left out. Most time goes into fetching weights from far memory, so that
 * twelve cost about twice as much as one.
 *
 * Stochastic gradient descent. Every stratum has an intercept of its own while learning, so that weights are learnt
 * from the difference between people and AI within a kind of text, not from the kind's share of AI (fixed effects;
 * lab/training/README.md). In the later epochs people's texts weigh by exp(margin), the intercepts left out, as in a partial
 * AUC of one rule for all kinds: what a false accusation hangs on are the hardest of them.
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

/** How much each of people's texts weighs beside the others met lately: by exp of its margin, 1 on average. */
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
  /** By rank of an n-gram a line: its idf, then its weight in each lane. */
  table: Float32Array;
  /** Where the lines of the row in hand begin, in bytes. */
  addresses: Uint32Array;
  /** By lane: the row's product with the weights, or what to add to them. */
  dots: Float32Array;
  /** Of the first `count` addresses; gives the row's squared length. */
  multiply: (count: number) => number;
  add: (count: number) => void;
}

/** The inner loops (`learn.wat`) and their memory: four lanes at a time, which JavaScript can't, take a third of the time. */
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
