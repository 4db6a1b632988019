import type { Estimate } from './bootstrap.ts';

/** Measures of a detector. Scores of texts written by an AI should be higher than those of people. */

/** Scored texts, ascending by score, each with a weight: 1, or the number of times a resample drew it. */
export interface Sample {
  scores: Float64Array;
  isAi: Uint8Array;
  weights: Uint8Array;
  /** Sum of the weights of each class. */
  human: number;
  ai: number;
}

/** A sample that counts every text once. */
export function sampleOf(human: readonly number[], ai: readonly number[]): Sample {
  const order = [
    ...human.map((score) => ({ score, isAi: 0 })),
    ...ai.map((score) => ({ score, isAi: 1 })),
  ].sort((a, b) => a.score - b.score);
  return {
    scores: Float64Array.from(order, ({ score }) => score),
    isAi: Uint8Array.from(order, ({ isAi }) => isAi),
    weights: new Uint8Array(order.length).fill(1),
    human: human.length,
    ai: ai.length,
  };
}

/** Area under the ROC curve; ties count half. NaN if a class is missing. */
export function areaUnderRoc({ scores, isAi, weights, human, ai }: Sample): number {
  let below = 0;
  let area = 0;
  for (let i = 0; i < scores.length;) {
    let humanHere = 0;
    let aiHere = 0;
    const score = scores[i]!;
    for (; i < scores.length && scores[i] === score; i++) {
      if (isAi[i] === 1) aiHere += weights[i]!;
      else humanHere += weights[i]!;
    }
    area += aiHere * (below + humanHere / 2);
    below += humanHere;
  }
  return area / (ai * human);
}

/** Like `areaUnderRoc`, from the scores of the two classes. */
export const auroc = (human: readonly number[], ai: readonly number[]): number =>
  areaUnderRoc(sampleOf(human, ai));

/**
 * Share of the AI texts above the lowest threshold that at most a share `rate` of the human texts exceed; NaN if a
 * class is missing.
 */
export function recallAt(rate: number, { scores, isAi, weights, human, ai }: Sample): number {
  const allowed = human - Math.max(1, Math.ceil((1 - rate) * human));
  let exceeding = 0;
  let found = 0;
  for (let i = scores.length - 1; i >= 0;) {
    let humanHere = 0;
    let aiHere = 0;
    const score = scores[i]!;
    for (; i >= 0 && scores[i] === score; i--) {
      if (isAi[i] === 1) aiHere += weights[i]!;
      else humanHere += weights[i]!;
    }
    exceeding += humanHere;
    if (exceeding > allowed) break;
    found += aiHere;
  }
  return human > 0 ? found / ai : NaN;
}

/** The score at or below which a share `share` of the ascending `scores` lies. */
export function quantile(scores: readonly number[], share: number): number {
  const sorted = [...scores].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1))] ?? NaN;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Mean squared difference of score and truth (Brier 1950), with equal weight for both classes; NaN without a class.
 */
export function brierScore({ scores, isAi, weights, human, ai }: Sample): number {
  let ofHuman = 0;
  let ofAi = 0;
  for (let i = 0; i < scores.length; i++) {
    if (isAi[i] === 1) ofAi += weights[i]! * (1 - scores[i]!) ** 2;
    else ofHuman += weights[i]! * scores[i]! ** 2;
  }
  return (ofHuman / human + ofAi / ai) / 2;
}

export const binCount = 10;

/** The bin of a score in 0..1. */
export const binOf = (score: number): number => Math.min(binCount - 1, Math.floor(score * binCount));

/** A bin of scores with predicted and actual share, with equal weight for both classes. */
export interface Bin {
  /** Share of all texts in this bin; the shares of the bins sum to 1. */
  share: number;
  /** Mean score, and share written by an AI; NaN in an empty bin. */
  meanScore: number;
  shareAi: number;
}

/** Ten equal bins of the score. */
export function reliability({ scores, isAi, weights, human, ai }: Sample): Bin[] {
  const counts = new Float64Array(binCount * 2);
  const sums = new Float64Array(binCount);
  const ofHuman = 1 / 2 / human;
  const ofAi = 1 / 2 / ai;
  for (let i = 0; i < scores.length; i++) {
    const bin = binOf(scores[i]!);
    const weight = weights[i]! * (isAi[i] === 1 ? ofAi : ofHuman);
    counts[2 * bin + isAi[i]!]! += weight;
    sums[bin]! += weight * scores[i]!;
  }
  return Array.from({ length: binCount }, (_, bin) => {
    const shareOfAll = counts[2 * bin]! + counts[2 * bin + 1]!;
    return {
      share: shareOfAll,
      meanScore: sums[bin]! / shareOfAll,
      shareAi: counts[2 * bin + 1]! / shareOfAll,
    };
  });
}

/**
 * Expected calibration error over ten equal bins of the score, with equal weight for both classes; NaN without a
 * class.
 */
export function calibrationError(sample: Sample): number {
  if (sample.human === 0 || sample.ai === 0) return NaN;
  return reliability(sample)
    .filter(({ share }) => share > 0)
    .reduce((sum, { share, meanScore, shareAi }) => sum + share * Math.abs(shareAi - meanScore), 0);
}

/** The share `count` / `all` with its 95 % interval (Wilson 1927); null if `all` is 0. */
export function wilson(count: number, all: number): Estimate | null {
  if (all === 0) return null;
  const z2 = 1.959964 ** 2;
  const value = count / all;
  const middle = (value + z2 / (2 * all)) / (1 + z2 / all);
  const reach = Math.sqrt((z2 * (value * (1 - value) + z2 / (4 * all))) / all) / (1 + z2 / all);
  return { value, low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
}
