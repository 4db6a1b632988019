import { logOdds, longest, probability, sigmoid } from '../model/calibration.ts';
import { divide } from './division.ts';
import type { Model } from '../model/model.ts';

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
export function scoreSentences(model: Model, sums: SentenceSums, documentLogit: number): Float64Array {
  const alone = scoreByWindows(model, sums, documentLogit);
  const division = divide(evidenceOf(model, sums), sums.words);
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

function scoreByWindows(model: Model, sums: SentenceSums, documentLogit: number): Float64Array {
  const count = sums.words.length;
  const wordsBefore = runningSum(sums.words);
  const running = { sums: sums.sums.map(runningSum), squares: sums.squares.map(runningSum) };
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
    const logit = windowLogit(model, running, start, end);
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
  const cap = Math.max(loneWindowCap, probability(documentLogit, words, model.calibration));
  // As sure as the words that a window holds allow, not as those of the whole document would.
  const evidenceWords = Math.min(words, windowWords);
  return means.map((mean) => Math.min(cap, probability(mean + shift, evidenceWords, model.calibration)));
}

/** What each sentence adds to the logit when the n-grams of the whole document are brought to length 1 a word. */
function evidenceOf(model: Model, { words, sums, squares }: SentenceSums): Float64Array {
  const evidence = new Float64Array(words.length);
  const allWords = words.reduce((sum, count) => sum + count, 0);
  model.families.forEach(({ share }, f) => {
    const square = squares[f]!.reduce((sum, value) => sum + value, 0);
    if (square === 0) return;
    const factor = share * Math.sqrt(allWords / square);
    sums[f]!.forEach((sum, s) => {
      evidence[s]! += sum * factor;
    });
  });
  return evidence;
}

/** The calibrated log-odds of the sentences in a state, taken as one text and, if long, as the mean of its stretches. */
function partLogOdds(model: Model, sums: SentenceSums, states: Uint8Array, state: number): number {
  const sumOf = (values: ArrayLike<number>): number => {
    let sum = 0;
    for (let s = 0; s < states.length; s++) if (states[s] === state) sum += values[s]!;
    return sum;
  };
  const words = sumOf(sums.words);
  const stretches = Math.max(1, words / longest);
  const logit = logitOf(
    model,
    sums.sums.map((sum) => sumOf(sum) / stretches),
    sums.squares.map((square) => sumOf(square) / stretches),
  );
  return logOdds(logit, words, model.calibration);
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

function windowLogit(model: Model, { sums, squares }: Running, start: number, end: number): number {
  const within = (before: Float64Array): number => before[end]! - before[start]!;
  return logitOf(model, sums.map(within), squares.map(within));
}

/** The logit of a stretch from its sums by family. */
function logitOf(model: Model, sums: readonly number[], squares: readonly number[]): number {
  let logit = 0;
  model.families.forEach(({ bias, share }, f) => {
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
  sums: Float64Array[];
  squares: Float64Array[];
}
