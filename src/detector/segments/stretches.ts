import { logOdds, longest, sigmoid, voiceLogOdds } from '../model/calibration.ts';
import { stretchFeatureCount } from '../model/model.ts';
import { type ByVoice, eachVoice, type Voice, voices } from '../model/voices.ts';
import { bordersOf } from './borders.ts';
import type { Calibrated, SentenceSums } from './sentenceSums.ts';

/** Sentences `from` to `to` (exclusive), treated as written by one author. */
export interface Stretch {
  from: number;
  to: number;
}

/** A stretch with fewer words is too short to score separately, so a heading is joined to the text after it. */
const minWords = 40;
/** A longer paragraph, or a text without paragraphs, may have several authors. */
const maxWords = 200;

/**
 * Divides a document where the author is likely to change: between paragraphs, with short ones joined to the next,
 * and within long ones where the evidence changes most (`bordersOf`). Inserted text usually consists of whole
 * paragraphs.
 */
export function stretchesOf(model: Calibrated, sums: SentenceSums): Stretch[] {
  const { words, opens } = sums;
  const stretches: Stretch[] = [];
  let from = 0;
  let held = 0;
  words.forEach((count, s) => {
    if (opens[s] === 1 && held >= minWords) {
      stretches.push({ from, to: s });
      from = s;
      held = 0;
    }
    held += count;
  });
  const last = stretches.at(-1);
  if (held < minWords && last !== undefined) last.to = words.length;
  else if (from < words.length) stretches.push({ from, to: words.length });
  const wordsBefore = runningSum(words);
  const wordsIn = (start: number, end: number): number => wordsBefore[end]! - wordsBefore[start]!;
  if (stretches.every(({ from: start, to }) => wordsIn(start, to) <= maxWords)) return stretches;
  const borders = bordersOf(model, sums);
  return stretches.flatMap(({ from: first, to }) => {
    if (wordsIn(first, to) <= maxWords) return { from: first, to };
    const cut: Stretch[] = [];
    let start = first;
    for (let s = first + 1; s < to; s++) {
      if (borders[s] !== 1 || wordsIn(start, s) < minWords || wordsIn(s, to) < minWords) continue;
      cut.push({ from: start, to: s });
      start = s;
    }
    return [...cut, { from: start, to }];
  });
}

/** Log-odds of AI for a part of a document by itself, for each voice and for both together. */
interface PartOdds extends ByVoice<number> {
  both: number;
  words: number;
}

/** The approximate number of words read as context before and after a stretch. */
const besideWords = 100;
/** Stretches with fewer words are not used as the extremes of a document. */
const minOtherWords = 50;

/**
 * The features that predict whether an AI wrote each stretch: the stretch's own log-odds, and those of the rest, of
 * the neighbouring text, and of the other stretches that read most and least like an AI's. Linear in sentences;
 * undefined for a document of one stretch.
 */
export function stretchFeatures(
  model: Calibrated,
  sums: SentenceSums,
  stretches: readonly Stretch[],
): Float64Array[] | undefined {
  if (stretches.length < 2) return undefined;
  const count = sums.words.length;
  const running: Running = {
    words: runningSum(sums.words),
    sums: eachVoice((voice) => sums.sums[voice].map(runningSum)),
    squares: sums.squares.map(runningSum),
  };
  const own = stretches.map((stretch) => oddsWithin(model, running, [stretch]));
  const extremes = extremesOf(own);
  return stretches.map(({ from, to }, i) => {
    const { both, chat, plain, words } = own[i]!;
    const rest = oddsWithin(model, running, [
      { from: 0, to: from },
      { from: to, to: count },
    ]);
    const beside = [-1, 1].map((step) => {
      let end = i;
      let held = 0;
      while (own[end + step] !== undefined && held < besideWords) held += own[(end += step)]!.words;
      if (end === i) return rest.both;
      const span = step < 0 ? { from: stretches[end]!.from, to: from } : { from: to, to: stretches[end]!.to };
      return oddsWithin(model, running, [span]).both;
    });
    const base = [
      ...[both, rest.both, ...beside, extremes.lowest(i) ?? rest.both, extremes.highest(i) ?? rest.both],
      ...[chat, plain, rest.chat, rest.plain],
    ].map((odds) => limit * Math.tanh(odds / limit));
    base.push(Math.log(Math.max(1, words) / 100), Math.log(Math.max(1, rest.words) / 300));
    return addProducts(base);
  });
}

/** Log-odds beyond this add little information. */
const limit = 3;

/** Adds products of features, so that logistic regression can express "reads like an AI's where the rest does not". */
function addProducts(base: readonly number[]): Float64Array {
  const features = new Float64Array(stretchFeatureCount);
  features.set(base);
  let next = base.length;
  for (let i = 0; i < base.length; i++)
    for (let j = i; j < base.length; j++) features[next++] = base[i]! * base[j]!;
  return features;
}

/** The lowest and highest log-odds of the long enough stretches, without the given one. */
function extremesOf(
  own: readonly PartOdds[],
): Record<'lowest' | 'highest', (but: number) => number | undefined> {
  const order = own
    .map(({ both, words }, i) => ({ both, words, i }))
    .filter(({ words }) => words >= minOtherWords)
    .sort((a, b) => a.both - b.both);
  return {
    lowest: (but) => order.find(({ i }) => i !== but)?.both,
    highest: (but) => order.findLast(({ i }) => i !== but)?.both,
  };
}

/** The calibrated score (0..1) of each sentence by its own words alone. */
export const scoresByOwnWords = (model: Calibrated, { words, sums, squares }: SentenceSums): Float64Array =>
  Float64Array.from(words, (count, s) =>
    sigmoid(
      oddsOf(
        model,
        count,
        (voice, f) => sums[voice][f]![s]!,
        (f) => squares[f]![s]!,
      ).both,
    ),
  );

/** The probability that an AI wrote each stretch. */
export function scoreStretches(
  { stretches: { intercept, weights } }: Calibrated,
  features: readonly Float64Array[],
): number[] {
  return features.map((values) =>
    sigmoid(values.reduce((sum, value, i) => sum + value * weights[i]!, intercept)),
  );
}

interface Running {
  words: Float64Array;
  sums: ByVoice<Float64Array[]>;
  squares: Float64Array[];
}

/** For each sentence boundary, the sum over all sentences before it. */
function runningSum(values: ArrayLike<number>): Float64Array {
  const before = new Float64Array(values.length + 1);
  for (let s = 0; s < values.length; s++) before[s + 1] = before[s]! + values[s]!;
  return before;
}

/** The combined calibrated log-odds of the sentences in some spans. */
function oddsWithin(
  model: Calibrated,
  { words, sums, squares }: Running,
  spans: readonly Stretch[],
): PartOdds {
  const total = (before: Float64Array): number =>
    spans.reduce((sum, { from, to }) => sum + before[to]! - before[from]!, 0);
  return oddsOf(
    model,
    total(words),
    (voice, f) => total(sums[voice][f]!),
    (f) => total(squares[f]!),
  );
}

/** The calibrated log-odds of a text with this number of words; a long one uses the mean of its stretches. */
function oddsOf(
  model: Calibrated,
  words: number,
  sumOf: (voice: Voice, family: number) => number,
  squareOf: (family: number) => number,
): PartOdds {
  const parts = Math.max(1, words / longest);
  const logits = { chat: 0, plain: 0 };
  model.families.forEach((family, f) => {
    const square = squareOf(f) / parts;
    for (const voice of voices) {
      const { share, bias } = family.voices[voice];
      logits[voice] += share * ((square > 0 ? sumOf(voice, f) / parts / Math.sqrt(square) : 0) + bias);
    }
  });
  const odds = eachVoice((voice) => voiceLogOdds(logits[voice], words, model.calibrations[voice]));
  return { ...odds, both: logOdds(logits, words, model.calibrations), words };
}
