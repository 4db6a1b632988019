import { logOdds, longest, probability, sigmoid } from '../model/calibration.ts';
import type { Calibration, Model } from '../model/model.ts';
import { sentenceAdds } from '../model/score.ts';
import { type ByVoice, eachVoice, type Voice, voices } from '../model/voices.ts';

const windowWords = 120;
/** Up to this a window may make a sentence read more like AI than its document: below what is shown as AI. */
const loneWindowCap = 0.7;
/**
 * Log-odds that a division is real. Logistic regression on documents of genres that the model had not seen, people's
 * alone and with an AI's paragraph put in, gave -1.7 + 0.29 gain + 0.6 own log-odds; this is steeper and meets it where
 * sentences begin to be shown as AI, so that weak divisions leave a text as it is (lab/training/README.md).
 */
const certaintyOf = { intercept: -4.6, gain: 0.5, ownLogOdds: 1 };
/** In longer documents than this more places look odd by chance: each doubling takes so much off the gain. */
const usualWords = 500;
const gainPerDoubling = 2;

/**
 * The calibrated score (0..1) of each sentence. If one writer explains the document, a sentence has the mean of the
 * windows of about 120 words that cover it, moved so that they agree with the document's logit on average, as
 * sure as 120 words can be, and a lone window may not accuse where the document does not. If two do, the sentences of either part take that part's
 * score, as far as the division is certain: by how much better it explains the document (`divide`), and by how its AI
 * part scores alone.
 */
export function scoreSentences(
  model: Calibrated,
  sums: SentenceSums,
  documentLogits: ByVoice<number>,
): Float64Array {
  const alone = scoreByWindows(model, sums, documentLogits);
  const division = divideByVoices(model, sums);
  if (division === null) return alone;
  const { isAi, gain } = division;
  const words = sums.words.reduce((sum, count) => sum + count, 0);
  const { intercept, gain: perGain, ownLogOdds } = certaintyOf;
  const certainty = sigmoid(
    intercept +
      perGain * (gain - gainPerDoubling * Math.log2(Math.max(1, words / usualWords))) +
      ownLogOdds * partLogOdds(model, sums, isAi, 1),
  );
  const human = sigmoid(partLogOdds(model, sums, isAi, 0));
  return alone.map((score, s) => certainty * (isAi[s] === 1 ? 1 : human) + (1 - certainty) * score);
}

/** From this score on a sentence surely reads like an AI's; beside human parts only a near certain division gives it. */
const surely = 0.95;

/** The share of the words (0..1) in sentences that surely read like an AI's. */
export function surelyAiShare(scores: Float64Array, words: Uint32Array): number {
  let sure = 0;
  let all = 0;
  scores.forEach((score, s) => {
    if (score >= surely) sure += words[s]!;
    all += words[s]!;
  });
  return all > 0 ? sure / all : 0;
}

function scoreByWindows(
  model: Calibrated,
  sums: SentenceSums,
  documentLogits: ByVoice<number>,
): Float64Array {
  const before = { words: runningSum(sums.words), squares: sums.squares.map(runningSum) };
  const words = before.words.at(-1)!;
  const { chat, plain } = eachVoice((voice) =>
    windowMeans(model, voice, sums, before, documentLogits[voice]),
  );
  const { calibrations } = model;
  const cap = Math.max(loneWindowCap, probability(documentLogits, words, calibrations));
  // As sure as the words that a window holds allow, not as those of the whole document would.
  const evidenceWords = Math.min(words, windowWords);
  return chat.map((mean, s) =>
    Math.min(cap, probability({ chat: mean, plain: plain[s]! }, evidenceWords, calibrations)),
  );
}

/** By sentence the mean logit of the windows that cover it, moved so that they agree with the document's on average. */
function windowMeans(
  model: Calibrated,
  voice: Voice,
  sums: SentenceSums,
  { words: wordsBefore, squares }: { words: Float64Array; squares: Float64Array[] },
  documentLogit: number,
): Float64Array {
  const count = sums.words.length;
  const running = { sums: sums.sums[voice].map(runningSum), squares };
  // covering[s] and covering[s + 1] differ by what windows begin and end at s: sums and numbers of logits.
  const logits = new Float64Array(count + 1);
  const numbers = new Int32Array(count + 1);
  let end = 0;
  let covered = 0;
  for (let start = 0; start < count; start++) {
    while (end < count && (end <= start || wordsBefore[end]! - wordsBefore[start]! < windowWords)) end++;
    // A window cut short by the end says nothing new, unless the end is covered by no other.
    if (covered === count && wordsBefore[end]! - wordsBefore[start]! < windowWords) break;
    covered = end;
    const logit = windowLogit(model, voice, running, start, end);
    logits[start]! += logit;
    logits[end]! -= logit;
    numbers[start]! += 1;
    numbers[end]! -= 1;
  }
  const means = new Float64Array(count);
  let sum = 0;
  let covering = 0;
  let weighted = 0;
  for (let s = 0; s < count; s++) {
    sum += logits[s]!;
    covering += numbers[s]!;
    means[s] = sum / covering;
    weighted += means[s]! * sums.words[s]!;
  }
  const words = wordsBefore[count]!;
  const shift = words > 0 ? documentLogit - weighted / words : 0;
  return means.map((mean) => mean + shift);
}

/** The division of a document by the voice that explains it best. */
function divideByVoices(model: Calibrated, sums: SentenceSums): Division | null {
  const divisions = voices.map((voice) => divide(evidenceOf(model, voice, sums), sums.words, levels[voice]));
  return divisions.reduce((best, one) =>
    one === null || (best !== null && best.gain >= one.gain) ? best : one,
  );
}

/** What each sentence adds to the logit of a voice when the n-grams of the whole document are brought to length 1 a word. */
function evidenceOf(model: Calibrated, voice: Voice, sums: SentenceSums): Float64Array {
  const allWords = sums.words.reduce((sum, count) => sum + count, 0);
  const root = Math.sqrt(allWords);
  return sentenceAdds(model, voice, sums, sums.words.length).map((add) => add * root);
}

/** The calibrated log-odds of the sentences in a state, taken as one text and, if long, as the mean of its stretches. */
function partLogOdds(model: Calibrated, sums: SentenceSums, states: Uint8Array, state: number): number {
  const sumOf = (values: ArrayLike<number>): number => {
    let sum = 0;
    for (let s = 0; s < states.length; s++) if (states[s] === state) sum += values[s]!;
    return sum;
  };
  const words = sumOf(sums.words);
  const stretches = Math.max(1, words / longest);
  const squares = sums.squares.map((square) => sumOf(square) / stretches);
  const logits = eachVoice((voice) =>
    logitOf(
      model,
      voice,
      sums.sums[voice].map((sum) => sumOf(sum) / stretches),
      squares,
    ),
  );
  return logOdds(logits, words, model.calibrations);
}

interface Running {
  sums: Float64Array[];
  squares: Float64Array[];
}

/** For each sentence boundary, the sum over all sentences before it. */
function runningSum(values: ArrayLike<number>): Float64Array {
  const before = new Float64Array(values.length + 1);
  for (let s = 0; s < values.length; s++) before[s + 1] = before[s]! + values[s]!;
  return before;
}

function windowLogit(
  model: Calibrated,
  voice: Voice,
  { sums, squares }: Running,
  start: number,
  end: number,
): number {
  const within = (before: Float64Array): number => before[end]! - before[start]!;
  return logitOf(model, voice, sums.map(within), squares.map(within));
}

/** The logit of a stretch in a voice from its sums by family. */
function logitOf(
  model: Calibrated,
  voice: Voice,
  sums: readonly number[],
  squares: readonly number[],
): number {
  let logit = 0;
  model.families.forEach((family, f) => {
    const { bias, share } = family.voices[voice];
    const square = squares[f]!;
    logit += share * ((square > 0 ? sums[f]! / Math.sqrt(square) : 0) + bias);
  });
  return logit;
}

/**
 * What the sentences of a document add to its logit, one entry each in document order. Arrays of families follow
 * `model.families`: the sum of weight x value x scale, and of value squared, of the n-grams that begin in a sentence.
 */
export interface SentenceSums {
  words: Uint32Array;
  sums: ByVoice<Float64Array[]>;
  squares: Float64Array[];
}

/** A model for one document: calibrated for what kind of text that is. */
export type Calibrated = Pick<Model, 'families'> & { calibrations: ByVoice<Calibration> };

/**
 * People and AI differ in level, the evidence per word: normally distributed over texts of sources that the model had
 * not seen. Around its level a text's evidence scatters like white noise: stretches of 120 words by no more than
 * single sentences do, for each root of a word. Figures that are a third off change hardly anything (lab/training/README.md).
 */
export const levels: ByVoice<Levels> = {
  chat: {
    ...{ noise: 0.38, human: { mean: -0.05, spread: 0.03 }, ai: { mean: 0.05, spread: 0.045 } },
    borders: [-0.02, 0, 0.02, 0.04],
  },
  plain: {
    ...{ noise: 0.62, human: { mean: -0.03, spread: 0.045 }, ai: { mean: 0.17, spread: 0.06 } },
    borders: [0.03, 0.07, 0.11, 0.15],
  },
};

interface Level {
  mean: number;
  spread: number;
}
export interface Levels {
  noise: number;
  human: Level;
  ai: Level;
  /** Levels that are tried as the border between the two. */
  borders: readonly number[];
}

/** What a change of writer costs, in evidence. */
const changePrice = 3;
/** What each change beyond one part put into the other must add to the log-likelihood. */
const furtherChangePrice = 5;
/** Fewer words than these are too few to tell who wrote them. */
const minWords = 60;

/** A document told apart into what reads like an AI's and what reads like a person's. */
interface Division {
  /** 1 for each sentence of the AI's parts, else 0. */
  isAi: Uint8Array;
  /** Log-likelihood gained over one writer for all of it. */
  gain: number;
}

/**
 * The best division of a document in which both parts have at least 60 words, or null if there is none. For each of a
 * few borders between the levels, dynamic programming finds the sentences above it, a price on every change keeping
 * parts in one piece (a two-state Viterbi smoother). Of these divisions the one kept explains the evidence best
 * under a level of its own for each of the two writers, integrated out; its gain is against one writer alone.
 * Linear in sentences.
 */
export function divide(
  evidence: Float64Array,
  words: Uint32Array,
  { noise, human, ai, borders }: Levels,
): Division | null {
  let allEvidence = 0;
  let allWords = 0;
  evidence.forEach((value, s) => {
    allEvidence += value;
    allWords += words[s]!;
  });
  const oneWriter = Math.max(
    logLikelihood(allEvidence, allWords, human, noise),
    logLikelihood(allEvidence, allWords, ai, noise),
  );
  let best: Division | null = null;
  for (const border of borders) {
    const isAi = aboveBorder(evidence, words, border);
    quietShortParts(isAi, words);
    let aiEvidence = 0;
    let aiWords = 0;
    let changes = 0;
    isAi.forEach((state, s) => {
      if (state === 1) {
        aiEvidence += evidence[s]!;
        aiWords += words[s]!;
      }
      if (s > 0 && state !== isAi[s - 1]) changes++;
    });
    if (aiWords < minWords || allWords - aiWords < minWords) continue;
    const gain =
      logLikelihood(aiEvidence, aiWords, ai, noise) +
      logLikelihood(allEvidence - aiEvidence, allWords - aiWords, human, noise) -
      oneWriter -
      furtherChangePrice * Math.max(0, changes - 2);
    if (best === null || gain > best.gain) best = { isAi, gain };
  }
  return best;
}

/**
 * Log-likelihood of the evidence in so many words by a writer whose level is normally distributed, without the terms
 * that all divisions share.
 */
function logLikelihood(evidence: number, words: number, { mean, spread }: Level, noise: number): number {
  const precision = words / noise ** 2;
  const prior = 1 / spread ** 2;
  const weighted = evidence / noise ** 2 + mean * prior;
  return (weighted ** 2 / (precision + prior) - mean ** 2 * prior - Math.log(1 + precision / prior)) / 2;
}

/** 1 for the sentences that are best counted as above the border when every change costs. */
function aboveBorder(evidence: Float64Array, words: Uint32Array, border: number): Uint8Array {
  const count = evidence.length;
  // Bit 0: the best way to `below` at this sentence came from `above`; bit 1: the best way to `above` from `below`.
  const changed = new Uint8Array(count);
  let below = 0;
  let above = 0;
  for (let s = 0; s < count; s++) {
    const toBelow = s > 0 && above - changePrice > below;
    const toAbove = s > 0 && below - changePrice > above;
    changed[s] = (toBelow ? 1 : 0) | (toAbove ? 2 : 0);
    const from = below;
    if (toBelow) below = above - changePrice;
    if (toAbove) above = from - changePrice;
    above += evidence[s]! - words[s]! * border;
  }
  const states = new Uint8Array(count);
  let state = above > below ? 1 : 0;
  for (let s = count - 1; s >= 0; s--) {
    states[s] = state;
    if ((changed[s]! >> state) & 1) state = 1 - state;
  }
  return states;
}

/** Counts an AI's parts of fewer than 60 words as the person's. */
function quietShortParts(isAi: Uint8Array, words: Uint32Array): void {
  let start = 0;
  let inPart = 0;
  for (let s = 0; s <= isAi.length; s++) {
    if (isAi[s] === 1) {
      inPart += words[s]!;
      continue;
    }
    if (inPart < minWords) isAi.fill(0, start, s);
    start = s + 1;
    inPart = 0;
  }
}
