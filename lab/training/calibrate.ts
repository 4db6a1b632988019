import { lengthTerm, probability } from '../../src/detector/model/calibration.ts';
import type { Calibration, Thresholds } from '../../src/detector/model/model.ts';
import { mean, quantile } from './metrics.ts';
import type { Unseen } from './unseen.ts';

/** What each family's margin counts for: the mean of the margins, each first brought to a spread of 1. */
export function familyShares(unseen: readonly Unseen[]): number[] {
  const families = unseen[0]!.margins.length;
  return Array.from({ length: families }, (_, f) => {
    const margins = unseen.map((example) => example.margins[f]!);
    const centre = mean(margins);
    const spread = Math.sqrt(mean(margins.map((margin) => (margin - centre) ** 2)));
    return 1 / spread / families;
  });
}

export const logitFrom = (margins: readonly number[], shares: readonly number[]): number =>
  margins.reduce((sum, margin, f) => sum + margin * shares[f]!, 0);

export interface Example {
  source: string;
  isAi: boolean;
  words: number;
  logit: number;
}

/** Fits `Calibration` by Newton's method; each class weighs the same, and each source within it. */
export function fitCalibration(examples: readonly Example[]): Calibration {
  const importance = sourceImportance(examples);
  const inputs = examples.map(({ logit, words }) => {
    const length = lengthTerm(words);
    return [1, logit, length, logit * length];
  });
  let beta = [0, 1, 0, 0];
  for (let round = 0; round < 20; round++) {
    const gradient = [0, 0, 0, 0];
    const hessian = gradient.map((_, i) => gradient.map((__, j) => (i === j ? 1e-6 : 0)));
    inputs.forEach((x, k) => {
      const p = 1 / (1 + Math.exp(-x.reduce((sum, value, i) => sum + value * beta[i]!, 0)));
      const w = importance[k]!;
      for (let i = 0; i < 4; i++) {
        gradient[i]! += w * ((examples[k]!.isAi ? 1 : 0) - p) * x[i]!;
        for (let j = 0; j < 4; j++) hessian[i]![j]! += w * p * (1 - p) * x[i]! * x[j]!;
      }
    });
    const step = solve(hessian, gradient);
    beta = beta.map((value, i) => value + step[i]!);
  }
  const [offset, slope, length, both] = beta as [number, number, number, number];
  return { offset, slope, length, both };
}

function sourceImportance(examples: readonly Example[]): number[] {
  const cell = ({ source, isAi }: Example): string => `${source} ${isAi}`;
  const sizes = Map.groupBy(examples, cell);
  const cells = { ai: 0, human: 0 };
  for (const [first] of sizes.values())
    cells[first!.isAi ? 'ai' : 'human'] += Math.sqrt(sizes.get(cell(first!))!.length);
  return examples.map(
    (example) => 1 / Math.sqrt(sizes.get(cell(example))!.length) / cells[example.isAi ? 'ai' : 'human'],
  );
}

/** Gaussian elimination with pivots; for the four unknowns above. */
function solve(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  const size = rows.length;
  for (let i = 0; i < size; i++) {
    let pivot = i;
    for (let r = i + 1; r < size; r++) if (Math.abs(rows[r]![i]!) > Math.abs(rows[pivot]![i]!)) pivot = r;
    [rows[i], rows[pivot]] = [rows[pivot]!, rows[i]!];
    for (let r = 0; r < size; r++) {
      if (r === i) continue;
      const factor = rows[r]![i]! / rows[i]![i]!;
      for (let c = i; c <= size; c++) rows[r]![c]! -= factor * rows[i]![c]!;
    }
  }
  return rows.map((row, i) => row[size]! / row[i]!);
}

const fewestTexts = 100;
const wordsForVerdict = 150;

/**
 * Thresholds that hold on sources not seen, for texts of 150 words and more. `ai` is where at most 2 % of the human
 * texts lie above in any source; `human` is where at most 5 % of the AI texts lie below, on average over sources.
 * High confidence in `ai` asks for 0.5 %; in `human` it is never given, since some AI texts of sources not seen score
 * as low as any person's. Sources with fewer than 100 such texts are too small to tell.
 * @throws Error when no source is large enough.
 */
export function chooseThresholds(examples: readonly Example[], calibration: Calibration): Thresholds {
  const long = examples.filter(({ words }) => words >= wordsForVerdict);
  const bySource = (isAi: boolean): number[][] =>
    [
      ...Map.groupBy(
        long.filter((example) => example.isAi === isAi),
        ({ source }) => source,
      ).values(),
    ]
      .filter((group) => group.length >= fewestTexts)
      .map((group) => group.map(({ logit, words }) => probability(logit, words, calibration)));
  const human = bySource(false);
  const ai = bySource(true);
  if (human.length === 0 || ai.length === 0) {
    throw new Error(
      `Thresholds need a source with ${fewestTexts} human texts and one with as many AI texts of ${wordsForVerdict} words and more. Add texts to the corpus.`,
    );
  }
  const above = (rate: number): number => Math.max(...human.map((scores) => quantile(scores, 1 - rate)));
  const shareBelow = (sources: number[][], score: number): number =>
    mean(sources.map((scores) => scores.filter((other) => other <= score).length / scores.length));
  const aiFrom = Math.max(0.5, above(0.02));
  const steps = Array.from({ length: 100 }, (_, i) => (i + 1) / 200);
  const humanTo = steps.findLast((score) => score <= aiFrom && shareBelow(ai, score) <= 0.05) ?? 0;
  return {
    ai: aiFrom,
    human: humanTo,
    surelyAi: Math.max(aiFrom, above(0.005)),
  };
}
