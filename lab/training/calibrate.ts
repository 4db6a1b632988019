import {
  calibrationsOfDocument,
  calibrationsFor,
  lengthTerm,
  probability,
  raiseProbability,
} from '../../src/detector/model/calibration.ts';
import { cautionFor, kindNames, kindShares } from '../../src/detector/model/kinds.ts';
import type { Model, Thresholds } from '../../src/detector/model/model.ts';
import { type ByVoice, eachVoice, type Voice, voices } from '../../src/detector/model/voices.ts';
import { mean } from './metrics.ts';
import { solve } from './solve.ts';

/** The factor of each family's margin: the mean of the margins, after each is scaled to a spread of 1. */
export function familyShares(byText: readonly (readonly number[])[]): number[] {
  const families = byText[0]!.length;
  return Array.from({ length: families }, (_, f) => {
    const margins = byText.map((own) => own[f]!);
    const centre = mean(margins);
    const spread = Math.sqrt(mean(margins.map((margin) => (margin - centre) ** 2)));
    return 1 / spread / families;
  });
}

export const logitFrom = (margins: readonly number[], shares: readonly number[]): number =>
  margins.reduce((sum, margin, f) => sum + margin * shares[f]!, 0);

/** A text for calibration that its model had not seen. */
export interface Example {
  source: string;
  genre: string;
  isAi: boolean;
  /** Null for people's. */
  voice: Voice | null;
  words: number;
  logits: ByVoice<number>;
  /** The logit of each kind of text, in the order of `kindNames`. */
  kinds: readonly number[];
}

/** Turns logits into a score: each voice's calibration, and its growth with length. */
export type Calibrated = Pick<Model, 'voices' | 'growth'>;

/** The score (0..1) of a text or a whole document, given its number of words. */
export function scoreOf(
  { logits, words, kinds }: Pick<Example, 'logits' | 'words' | 'kinds'>,
  { voices: own, growth }: Calibrated,
): number {
  const calibrations = calibrationsFor(own, kindShares(kinds));
  return probability(logits, words, calibrationsOfDocument(calibrations, words, growth));
}

/** Maximum texts of a source and class used for calibration: more add little and take long. */
const maxTexts = 800;
/** Pulls the effects of kinds towards zero; chosen on sources left out. */
const ridge = 1e-3;
/**
 * Certainty grows with the square root of a document's length, because stretches of one writer on one subject are not
 * independent. On whole documents of sources left out, .3 to .5 was most likely (lab/training/README.md); fitted on
 * joined stretches, the exponent was 1.
 */
const growth = 0.5;

/**
 * Fits the calibration of both voices at once with Newton's method. It is a multinomial regression (a person or one
 * of the voices), so the odds of the voices add up to those of an AI. People's texts and AI's weigh the same in every
 * genre, and each source and voice within it by the square root of its size. So a kind's correction does not reflect
 * its share of AI.
 */
export function fitCalibration(examples: readonly Example[]): Calibrated {
  const windows = capCells(examples);
  const count = windows[0]?.kinds.length ?? 0;
  const size = 4 + 2 * count;
  const inputs = eachVoice((voice) =>
    windows.map(({ logits, words, kinds }) => {
      const logit = logits[voice];
      const length = lengthTerm(words);
      const shares = kindShares(kinds);
      return Float64Array.of(
        1,
        logit,
        length,
        logit * length,
        ...shares,
        ...shares.map((share) => share * logit),
      );
    }),
  );
  const beta = fitVoices(
    inputs,
    windows.map(({ voice }) => voice),
    importanceOf(windows),
    Float64Array.from({ length: size }, (_, i) => (i < 4 ? 0 : ridge)),
  );
  return {
    voices: eachVoice((voice) => {
      const [offset, slope, length, both, ...ofKinds] = beta[voice] as [
        number,
        number,
        number,
        number,
        ...number[],
      ];
      const kinds = { offsets: ofKinds.slice(0, count), slopes: ofKinds.slice(count) };
      return { calibration: { offset, slope, length, both }, kinds };
    }),
    growth,
  };
}

function capCells(examples: readonly Example[]): Example[] {
  const cells = Map.groupBy(examples, ({ source, voice }) => `${source} ${voice}`);
  return [...cells.values()].flatMap((cell) => {
    const step = Math.max(1, cell.length / maxTexts);
    return Array.from({ length: Math.min(cell.length, maxTexts) }, (_, i) => cell[Math.floor(i * step)]!);
  });
}

function importanceOf(examples: readonly Example[]): Float64Array {
  const cellOf = ({ source, voice }: Example): string => `${source} ${voice}`;
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

/** The multinomial regression behind `fitCalibration`, with a penalty on each squared coefficient. */
function fitVoices(
  inputs: ByVoice<readonly Float64Array[]>,
  labels: readonly (Voice | null)[],
  importance: Float64Array,
  penalties: Float64Array,
): ByVoice<number[]> {
  const size = penalties.length;
  let beta = new Float64Array(2 * size);
  const both = new Float64Array(2 * size);
  for (let round = 0; round < 12; round++) {
    const gradient = beta.map((value, i) => -penalties[i % size]! * value);
    const hessian = Array.from(beta, (_, i) => {
      const line = new Float64Array(2 * size);
      line[i] = penalties[i % size]! + 1e-9;
      return line;
    });
    labels.forEach((label, row) => {
      both.set(inputs.chat[row]!);
      both.set(inputs.plain[row]!, size);
      const odds = [0, 0];
      for (let i = 0; i < 2 * size; i++) odds[i < size ? 0 : 1]! += both[i]! * beta[i]!;
      const most = Math.max(0, ...odds);
      const powers = odds.map((own) => Math.exp(own - most));
      const all = Math.exp(-most) + powers[0]! + powers[1]!;
      const [chat, plain] = [powers[0]! / all, powers[1]! / all];
      const weight = importance[row]!;
      const pulls = [
        weight * ((label === 'chat' ? 1 : 0) - chat),
        weight * ((label === 'plain' ? 1 : 0) - plain),
      ];
      const spreads = [weight * chat * (1 - chat), -weight * chat * plain, weight * plain * (1 - plain)];
      for (let i = 0; i < 2 * size; i++) {
        const voice = i < size ? 0 : 1;
        gradient[i]! += pulls[voice]! * both[i]!;
        const line = hessian[i]!;
        for (let j = 0; j <= i; j++) line[j]! += spreads[voice + (j < size ? 0 : 1)]! * both[i]! * both[j]!;
      }
    });
    for (let i = 0; i < 2 * size; i++) for (let j = 0; j < i; j++) hessian[j]![i] = hessian[i]![j]!;
    const step = solve(
      hessian.map((line) => [...line]),
      [...gradient],
    );
    beta = beta.map((value, i) => value + step[i]!);
  }
  return { chat: [...beta.subarray(0, size)], plain: [...beta.subarray(size)] };
}

const minTexts = 100;
const shortest = 60;
const wordsForVerdict = 150;

/** Shares allowed by the verdict's rule on unseen sources. */
const allowed = { aiCalledHuman: 0.04, surely: 0.001 };

/** Maximum shares (0..1) of people's texts above `ai`: averaged over sources, by length, and in any one source. */
export interface PeopleRule {
  short: number;
  long: number;
  mostOfSource: number;
}
/** Maximum share with which a source counts in the average, so that no single source decides. */
const maxOfSource = 0.05;

/**
 * Thresholds for unseen sources, for texts of 60 to 149 words and of 150 and more. Above `ai` is the share of human
 * texts in `people`, averaged over sources and in each, after caution lowers their scores by kind. Below `human` are
 * at most 4 % of the AI texts of either voice. High confidence in `ai` requires 0.1 %. `human` never has high
 * confidence, because some AI texts of unseen sources score as low as any person's. Sources with fewer than 100 such
 * texts are joined by class.
 * @throws Error if a class has too few texts.
 */
export function chooseThresholds(
  examples: readonly Example[],
  calibrated: Calibrated,
  people: PeopleRule,
): Model['thresholds'] {
  return {
    short: thresholdsOf(
      examples.filter(({ words }) => words >= shortest && words < wordsForVerdict),
      calibrated,
      people.short,
      people.mostOfSource,
    ),
    long: thresholdsOf(
      examples.filter(({ words }) => words >= wordsForVerdict),
      calibrated,
      people.long,
      people.mostOfSource,
    ),
  };
}

function thresholdsOf(
  examples: readonly Example[],
  calibrated: Calibrated,
  onAverage: number,
  mostOfSource: number,
): Thresholds {
  const scoresBySource = (voice: Voice | null, score: (example: Example) => number): Float64Array[] => {
    const own = examples.filter((example) => example.voice === voice);
    const groups = Map.groupBy(own, ({ source }) => source);
    const sizeOf = (source: string): number => groups.get(source)!.length;
    const joined = Map.groupBy(own, ({ source }) => (sizeOf(source) < minTexts ? 'others' : source));
    return [...joined.values()]
      .filter((group) => group.length >= minTexts)
      .map((group) => Float64Array.from(group, score).sort());
  };
  const score = (example: Example): number => scoreOf(example, calibrated);
  const human = scoresBySource(null, (example) =>
    raiseProbability(
      score(example),
      -cautionFor({ names: kindNames.slice(0, example.kinds.length) }, kindShares(example.kinds)),
    ),
  );
  const ai = voices.map((voice) => scoresBySource(voice, score));
  if (human.length === 0 || ai.some(({ length }) => length === 0)) {
    throw new Error(
      `Thresholds need ${minTexts} human texts and as many AI texts of each voice, of ${shortest} to ${wordsForVerdict - 1} words and of more. Add texts to the corpus.`,
    );
  }
  const shareAbove = (own: Float64Array, score: number): number => 1 - countBelow(own, score) / own.length;
  const humanAbove = (score: number): number =>
    mean(human.map((own) => Math.min(maxOfSource, shareAbove(own, score))));
  const aiBelow = (score: number): number =>
    Math.max(...ai.map((own) => mean(own.map((scores) => countBelow(scores, score) / scores.length))));
  const aiFrom = Math.max(
    0.5,
    minWhere((score) => humanAbove(score) <= onAverage),
    minWhere((score) => human.every((own) => shareAbove(own, score) <= mostOfSource)),
  );
  const aboveHuman = minWhere((score) => aiBelow(score) > allowed.aiCalledHuman);
  return {
    ai: aiFrom,
    human: Math.min(aboveHuman, aiFrom - 1e-6),
    surelyAi: Math.max(
      aiFrom,
      minWhere((score) => humanAbove(score) <= allowed.surely),
    ),
  };
}

/** The lowest score for which `holds` is true; it must be true for all higher ones. */
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

/** The number of ascending `scores` below a score. */
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
