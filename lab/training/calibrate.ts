import {
  calibrationFor,
  calibrationOfDocument,
  lengthTerm,
  probability,
  sigmoid,
  withOdds,
} from '../../src/detector/model/calibration.ts';
import { cautionFor, kindNames, kindShares, type Kinds } from '../../src/detector/model/kinds.ts';
import type { Calibration, Thresholds } from '../../src/detector/model/model.ts';
import { mean } from './metrics.ts';

/** What each family's margin counts for: the mean of the margins, each first brought to a spread of 1. */
export function familyShares(unseen: readonly { margins: readonly number[] }[]): number[] {
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

/** A text that its model had not seen, to calibrate by. */
export interface Example {
  source: string;
  genre: string;
  isAi: boolean;
  words: number;
  logit: number;
  /** The logit of each kind of text, in the order of `kindNames`. */
  kinds: readonly number[];
}

/** What turns a logit into a score: the calibration, and what each kind of text changes about it. */
export interface Calibrated {
  calibration: Calibration;
  growth: number;
  kinds: Pick<Kinds, 'offsets' | 'slopes'>;
}

/** The score (0..1) of a text or of a whole document, by its words. */
export function scoreOf(
  { logit, words, kinds }: Pick<Example, 'logit' | 'words' | 'kinds'>,
  { calibration, growth, kinds: changes }: Calibrated,
): number {
  const own = calibrationFor(calibration, changes, kindShares(kinds));
  return probability(logit, words, calibrationOfDocument(own, words, growth));
}

/** Texts of a source and class that calibration looks at, at most: more would tell little and take long. */
const maxTexts = 1500;
/** Draws what kinds change towards nothing; chosen on sources left out. */
const ridge = 1e-3;
/**
 * How certainty grows with the length of a document: by the square root. The stretches of one writer on one subject are not
 * independent, and whole documents of sources left out were likeliest at .3 to .5 (lab/training/README.md); fitted on
 * stretches joined, it came out at 1.
 */
const growth = 0.5;

/**
 * Fits the calibration by Newton's method: each class weighs the same in every genre, and each source within it by the
 * square root of its size, so that a kind's correction is not its share of AI.
 */
export function fitCalibration(examples: readonly Example[]): Calibrated {
  const windows = capCells(examples);
  const beta = fitLogistic(
    windows.map(({ logit, words, kinds }) => {
      const length = lengthTerm(words);
      const shares = kindShares(kinds);
      return [1, logit, length, logit * length, ...shares, ...shares.map((share) => share * logit)];
    }),
    windows.map(({ isAi }) => isAi),
    importanceOf(windows),
    [0, 0, 0, 0, ...new Array<number>(2 * kindNames.length).fill(ridge)],
  );
  const [offset, slope, length, both] = beta as [number, number, number, number];
  const changes = {
    offsets: beta.slice(4, 4 + kindNames.length),
    slopes: beta.slice(4 + kindNames.length),
  };
  const calibration = { offset, slope, length, both };
  return { calibration, growth, kinds: changes };
}

function capCells(examples: readonly Example[]): Example[] {
  const cells = Map.groupBy(examples, ({ source, isAi }) => `${source} ${isAi}`);
  return [...cells.values()].flatMap((cell) => {
    const step = Math.max(1, cell.length / maxTexts);
    return Array.from({ length: Math.min(cell.length, maxTexts) }, (_, i) => cell[Math.floor(i * step)]!);
  });
}

function importanceOf(examples: readonly Example[]): Float64Array {
  const cellOf = ({ source, isAi }: Example): string => `${source} ${isAi}`;
  const sizes = Map.groupBy(examples, cellOf);
  const importance = Float64Array.from(
    examples,
    (example) => 1 / Math.sqrt(sizes.get(cellOf(example))!.length),
  );
  const sums = new Map<string, number>();
  const sideOf = ({ genre, isAi }: Example): string => `${genre} ${isAi}`;
  examples.forEach((example, i) => {
    sums.set(sideOf(example), (sums.get(sideOf(example)) ?? 0) + importance[i]!);
  });
  let total = 0;
  examples.forEach((example, i) => {
    const own = sums.get(sideOf(example))!;
    const other = sums.get(sideOf({ ...example, isAi: !example.isAi })) ?? 0;
    importance[i]! *= Math.sqrt(other / own);
    total += importance[i]!;
  });
  return importance.map((value) => value / total);
}

/** A logistic regression with a penalty on each squared coefficient. */
function fitLogistic(
  inputs: readonly (readonly number[])[],
  isAi: readonly boolean[],
  importance: Float64Array,
  penalties: readonly number[],
): number[] {
  const size = penalties.length;
  let beta = penalties.map(() => 0);
  for (let round = 0; round < 12; round++) {
    const gradient = beta.map((value, i) => -penalties[i]! * value);
    const hessian = penalties.map((penalty, i) => penalties.map((_, j) => (i === j ? penalty + 1e-9 : 0)));
    inputs.forEach((x, row) => {
      let odds = 0;
      for (let i = 0; i < size; i++) odds += x[i]! * beta[i]!;
      const p = sigmoid(odds);
      const weight = importance[row]!;
      const pull = weight * ((isAi[row] === true ? 1 : 0) - p);
      const spread = weight * p * (1 - p);
      for (let i = 0; i < size; i++) {
        gradient[i]! += pull * x[i]!;
        const scaled = spread * x[i]!;
        const line = hessian[i]!;
        for (let j = 0; j <= i; j++) line[j]! += scaled * x[j]!;
      }
    });
    for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) hessian[j]![i] = hessian[i]![j]!;
    const step = solve(hessian, gradient);
    beta = beta.map((value, i) => value + step[i]!);
  }
  return beta;
}

/** Gaussian elimination with pivots. */
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

const minTexts = 100;
const wordsForVerdict = 150;

/** What the rule of the verdict allows on sources not seen. */
const allowed = { humanCalledAi: 0.005, aiCalledHuman: 0.03, surely: 0.001 };
/** A source with a larger share above a threshold counts with this in the average, so that no single one decides. */
const maxOfSource = 0.05;

/**
 * Thresholds that hold on sources not seen, for texts of 150 words and more. `ai` is where at most 0.5 % of the human
 * texts lie above, on average over sources, their scores lowered by what caution asks of their kind; `human` where at most 3 % of the AI texts lie below. High confidence in `ai`
 * asks for 0.1 %; in `human` it is never given, since some AI texts of sources not seen score as low as any person's.
 * Sources with fewer than 100 such texts are too small to tell.
 * @throws Error when no source is large enough.
 */
export function chooseThresholds(examples: readonly Example[], calibrated: Calibrated): Thresholds {
  const long = examples.filter(({ words }) => words >= wordsForVerdict);
  const scoresBySource = (isAi: boolean, score: (example: Example) => number): Float64Array[] =>
    [
      ...Map.groupBy(
        long.filter((example) => example.isAi === isAi),
        ({ source }) => source,
      ).values(),
    ]
      .filter((group) => group.length >= minTexts)
      .map((group) => Float64Array.from(group, score).sort());
  const score = (example: Example): number => scoreOf(example, calibrated);
  const human = scoresBySource(false, (example) =>
    withOdds(score(example), -cautionFor({ names: kindNames }, kindShares(example.kinds))),
  );
  const ai = scoresBySource(true, score);
  if (human.length === 0 || ai.length === 0) {
    throw new Error(
      `Thresholds need a source with ${minTexts} human texts and one with as many AI texts of ${wordsForVerdict} words and more. Add texts to the corpus.`,
    );
  }
  const humanAbove = (score: number): number =>
    mean(human.map((own) => Math.min(maxOfSource, 1 - countBelow(own, score) / own.length)));
  const aiFrom = Math.max(
    0.5,
    minWhere((score) => humanAbove(score) <= allowed.humanCalledAi),
  );
  const aboveHuman = minWhere(
    (score) => mean(ai.map((own) => countBelow(own, score) / own.length)) > allowed.aiCalledHuman,
  );
  return {
    ai: aiFrom,
    human: Math.min(aboveHuman, aiFrom - 1e-6),
    surelyAi: Math.max(
      aiFrom,
      minWhere((score) => humanAbove(score) <= allowed.surely),
    ),
  };
}

/** The lowest score for which `holds`, which holds from there on. */
function minWhere(holds: (score: number) => boolean): number {
  let low = 0;
  let high = 1;
  for (let i = 0; i < 30; i++) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** How many of the ascending `scores` lie below a score. */
function countBelow(scores: Float64Array, score: number): number {
  let low = 0;
  let high = scores.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (scores[middle]! < score) low = middle + 1;
    else high = middle;
  }
  return low;
}
