import { bandOf } from '../../api/bands.ts';
import {
  type Calibrated,
  eitherLogOdds,
  logOdds,
  longest,
  sigmoid,
  voiceLogOdds,
} from '../model/calibration.ts';
import { type FamilyVoice, type Model, stretchFeatureCount } from '../model/model.ts';
import { sentenceContributions, type SentenceSums } from '../model/score.ts';
import { type ByVoice, eachVoice, type Voice, voices } from '../model/voices.ts';
import { bestLabels } from './viterbi.ts';

/** Sentences `from` to `to` (exclusive), treated as written by one author. */
export interface Stretch {
  from: number;
  to: number;
}

/** Shorter documents are not divided, because their parts would be too short for a verdict. */
export const minWordsToDivide = 300;

/**
 * In a list, less than this share of the words is in sentences. People and AI write list entries alike: of 1,242
 * human-written change logs and lists, five were called `ai`, with scores up to .974. Scores from
 * `minListConfidence` on still count, because ignoring them too would lose 5 % of the AI texts found instead of 1 %
 * (lab/training/README.md).
 */
export const minShareInSentences = 0.4;
export const minListConfidence = 0.99;

/** A neutral score, which marks nothing. */
const undecided = 0.5;

/**
 * The calibrated score (0..1) of each sentence: the score of its stretch, or of the document if that is a single
 * stretch.
 */
export function scoreSentences(model: Calibrated, sums: SentenceSums, documentScore: number): Float64Array {
  const { words, whole } = sums;
  const scores = new Float64Array(words.length).fill(documentScore);
  if (words.reduce((sum, count) => sum + count, 0) < minWordsToDivide) return scores;
  const stretches = stretchesOf(model, sums);
  const features = stretchFeatures(model, sums, stretches);
  const { intercept, weights } = model.stretches;
  features?.forEach((values, i) => {
    const { from, to } = stretches[i]!;
    const score = sigmoid(values.reduce((sum, value, k) => sum + value * weights[k]!, intercept));
    let all = 0;
    let inSentences = 0;
    for (let s = from; s < to; s++) {
      all += words[s]!;
      inSentences += words[s]! * whole[s]!;
    }
    const isUnsure = inSentences < all * minShareInSentences && score < minListConfidence;
    scores.fill(isUnsure ? Math.min(score, documentScore, undecided) : score, from, to);
  });
  return scores;
}

/** The share of the words (0..1) in sentences that read like an AI's. */
export function shareOfAi(scores: Float64Array, words: Uint32Array): number {
  let ai = 0;
  let all = 0;
  scores.forEach((score, s) => {
    if (bandOf(score) === 'ai') ai += words[s]!;
    all += words[s]!;
  });
  return all > 0 ? ai / all : 0;
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
  const wordsBefore = runningSum(words);
  const wordsIn = (from: number, to: number): number => wordsBefore[to]! - wordsBefore[from]!;
  const paragraphs: Stretch[] = [];
  let start = 0;
  for (let s = 0; s < words.length; s++) {
    if (opens[s] !== 1 || wordsIn(start, s) < minWords) continue;
    paragraphs.push({ from: start, to: s });
    start = s;
  }
  const last = paragraphs.at(-1);
  if (last !== undefined && wordsIn(start, words.length) < minWords) last.to = words.length;
  else if (start < words.length) paragraphs.push({ from: start, to: words.length });
  let borders: Uint8Array | undefined;
  return paragraphs.flatMap(({ from, to }) => {
    if (wordsIn(from, to) <= maxWords) return { from, to };
    borders ??= bordersOf(model, sums);
    const cut: Stretch[] = [];
    let open = from;
    for (let s = from + 1; s < to; s++) {
      if (borders[s] !== 1 || wordsIn(open, s) < minWords || wordsIn(s, to) < minWords) continue;
      cut.push({ from: open, to: s });
      open = s;
    }
    return [...cut, { from: open, to }];
  });
}

/** The cost of a change of writer, in units of evidence. */
const changeCost = 3;
/** A part with fewer words is too short to attribute to a writer. */
const minWriterWords = 60;

/** Levels of evidence per word that are tried as the border between human and AI text. */
const levels = {
  chat: [-0.02, 0, 0.02, 0.04],
  plain: [0.03, 0.07, 0.11, 0.15],
} as const satisfies Record<Voice, readonly number[]>;

/**
 * For each sentence, 1 if the evidence of either voice suggests that the writer changes there, otherwise 0. For each
 * level, sentences above and below it are separated. Each change has a cost, so that neighbours stay together. The time
 * grows in proportion to the number of sentences.
 */
export function bordersOf(model: Pick<Model, 'families'>, sums: SentenceSums): Uint8Array {
  const borders = new Uint8Array(sums.words.length);
  const root = Math.sqrt(sums.words.reduce((sum, count) => sum + count, 0));
  for (const voice of voices) {
    // Scaled so that the document's n-grams have length 1 per word.
    const evidence = sentenceContributions(model, voice, sums).map((add) => add * root);
    for (const level of levels[voice]) {
      const above = bestLabels(evidence.length, 2, changeCost, (s, isAbove) =>
        isAbove === 1 ? evidence[s]! - sums.words[s]! * level : 0,
      );
      ignoreShortParts(above, sums.words);
      for (let s = 1; s < above.length; s++) if (above[s] !== above[s - 1]) borders[s] = 1;
    }
  }
  return borders;
}

/** Relabels parts above the level with fewer than 60 words as below. */
function ignoreShortParts(above: Uint8Array, words: Uint32Array): void {
  let start = 0;
  let inPart = 0;
  for (let s = 0; s <= above.length; s++) {
    if (above[s] === 1) {
      inPart += words[s]!;
      continue;
    }
    if (inPart < minWriterWords) above.fill(0, start, s);
    start = s + 1;
    inPart = 0;
  }
}

/** The approximate number of words read as context before and after a stretch. */
const besideWords = 100;
/** Stretches with fewer words are not used as the ones that read most or least like an AI's. */
const minOtherWords = 50;
/** Log-odds beyond this add little information. */
const limit = 3;

/**
 * The features that predict whether an AI wrote each stretch: the stretch's own log-odds, and those of the rest, of
 * the neighbouring text, and of the other stretches that read most and least like an AI's. Linear in sentences;
 * undefined for a document of one stretch.
 */
export function stretchFeatures(
  model: Calibrated,
  { words, sums, squares }: SentenceSums,
  stretches: readonly Stretch[],
): Float64Array[] | undefined {
  if (stretches.length < 2) return undefined;
  const count = words.length;
  const running: Running = {
    words: runningSum(words),
    sums: eachVoice((voice) => sums[voice].map(runningSum)),
    squares: squares.map(runningSum),
  };
  const oddsBetween = (from: number, to: number): PartOdds =>
    oddsOf(model, running, (before) => before[to]! - before[from]!);
  const own = stretches.map(({ from, to }) => oddsBetween(from, to));
  const byOdds = [...own.keys()]
    .filter((i) => own[i]!.words >= minOtherWords)
    .sort((a, b) => own[a]!.both - own[b]!.both);
  return stretches.map(({ from, to }, i) => {
    const { both, chat, plain } = own[i]!;
    const rest = oddsOf(model, running, (before) => before[from]! + before[count]! - before[to]!);
    const beside = [-1, 1].map((step) => {
      let end = i;
      let wordsBeside = 0;
      while (own[end + step] !== undefined && wordsBeside < besideWords)
        wordsBeside += own[(end += step)]!.words;
      if (end === i) return rest.both;
      return (step < 0 ? oddsBetween(stretches[end]!.from, from) : oddsBetween(to, stretches[end]!.to)).both;
    });
    const extremes = [byOdds.find((other) => other !== i), byOdds.findLast((other) => other !== i)];
    const base = [
      ...[both, rest.both, ...beside],
      ...extremes.map((other) => (other === undefined ? rest : own[other]!).both),
      ...[chat, plain, rest.chat, rest.plain],
    ].map((odds) => limit * Math.tanh(odds / limit));
    base.push(Math.log(Math.max(1, own[i]!.words) / 100), Math.log(Math.max(1, rest.words) / 300));
    return withProducts(base);
  });
}

/** The features and their products, so that logistic regression can express "reads like an AI's where the rest does not". */
function withProducts(base: readonly number[]): Float64Array {
  const features = new Float64Array(stretchFeatureCount);
  features.set(base);
  let next = base.length;
  for (let i = 0; i < base.length; i++)
    for (let j = i; j < base.length; j++) features[next++] = base[i]! * base[j]!;
  return features;
}

/** For each sentence boundary, the sum over all sentences before it. */
function runningSum(values: ArrayLike<number>): Float64Array {
  const before = new Float64Array(values.length + 1);
  for (let s = 0; s < values.length; s++) before[s + 1] = before[s]! + values[s]!;
  return before;
}

/** The `runningSum`s of a document. */
interface Running {
  words: Float64Array;
  sums: ByVoice<Float64Array[]>;
  squares: Float64Array[];
}

/** Calibrated log-odds of AI for a part of a document by itself, for each voice and for both together. */
interface PartOdds extends ByVoice<number> {
  both: number;
  words: number;
}

/** @param total the part's total of a value, from its running sums. */
function oddsOf(
  { families, calibrations }: Calibrated,
  running: Running,
  total: (before: Float64Array) => number,
): PartOdds {
  const words = total(running.words);
  const squares = running.squares.map(total);
  const odds = eachVoice((voice) => {
    let logit = 0;
    families.forEach((family, f) => {
      logit += logitOf(family.voices[voice], words, total(running.sums[voice][f]!), squares[f]!);
    });
    return voiceLogOdds(logit, words, calibrations[voice]);
  });
  return { ...odds, both: eitherLogOdds(odds), words };
}

/** The calibrated score (0..1) of each sentence by its own words alone. */
export function scoresByOwnWords(
  { families, calibrations }: Calibrated,
  { words, sums, squares }: SentenceSums,
): Float64Array {
  const logits = eachVoice((voice) => {
    const ofSentences = new Float64Array(words.length);
    families.forEach((family, f) => {
      const ofFamily = sums[voice][f]!;
      for (let s = 0; s < words.length; s++)
        ofSentences[s]! += logitOf(family.voices[voice], words[s]!, ofFamily[s]!, squares[f]![s]!);
    });
    return ofSentences;
  });
  return Float64Array.from(words, (count, s) =>
    sigmoid(logOdds({ chat: logits.chat[s]!, plain: logits.plain[s]! }, count, calibrations)),
  );
}

/** A family's contribution to the logit of a text with this number of words; a long one uses the mean of its stretches. */
function logitOf({ share, bias }: FamilyVoice, words: number, sum: number, square: number): number {
  const parts = Math.max(1, words / longest);
  return share * ((square > 0 ? sum / parts / Math.sqrt(square / parts) : 0) + bias);
}
