import { bandOf, type Band } from '../api/bands.ts';
import type { Segment, Shares } from '../api/report.ts';
import { probability } from './calibration.ts';
import type { Layout } from './layout.ts';
import type { Model } from './model.ts';
import type { TokenWeights } from './score.ts';
import type { Sentences } from './sentences.ts';

const windowWords = 120;
const pauseEvery = 4096;

/**
 * The sentences with their scores. A sentence's logit is the mean over the windows of about 120 words that cover
 * it, all moved so that they agree with the document's logit on average. Yields every few thousand sentences.
 */
export function* scoreSentences(
  model: Model,
  sentences: Sentences,
  layout: Layout,
  weights: TokenWeights,
  documentLogit: number,
): Generator<void, Segment[]> {
  const count = sentences.starts.length;
  const { firstTokens, wordsBefore } = layout;
  const wordsAt = (sentence: number): number => wordsBefore[firstTokens[sentence]!]!;
  const running = yield* runningSums(weights, firstTokens);
  // covering[s] and covering[s + 1] differ by what windows begin and end at s: sums and numbers of logits.
  const logits = new Float64Array(count + 1);
  const numbers = new Int32Array(count + 1);
  let end = 0;
  let covered = 0;
  for (let start = 0; start < count; start++) {
    while (end < count && (end <= start || wordsAt(end) - wordsAt(start) < windowWords)) end++;
    // A window cut short by the end says nothing new, unless the end is covered by no other.
    if (covered === count && wordsAt(end) - wordsAt(start) < windowWords) break;
    covered = end;
    const logit = windowLogit(model, running, start, end);
    if (start % pauseEvery === 0) yield;
    logits[start]! += logit;
    logits[end]! -= logit;
    numbers[start]!++;
    numbers[end]!--;
  }
  const means = new Float64Array(count);
  let sum = 0;
  let covering = 0;
  let weighted = 0;
  for (let s = 0; s < count; s++) {
    sum += logits[s]!;
    covering += numbers[s]!;
    means[s] = sum / covering;
    weighted += means[s]! * (wordsAt(s + 1) - wordsAt(s));
  }
  const words = wordsAt(count);
  const shift = words > 0 ? documentLogit - weighted / words : 0;
  const segments: Segment[] = [];
  for (let s = 0; s < count; s++) {
    const score = probability(means[s]! + shift, Math.min(words, windowWords), model.calibration);
    segments.push({ start: sentences.starts[s]!, end: sentences.ends[s]!, score });
  }
  return segments;
}

/** The shares of the words in sentences that read like a person's, like an AI's, or like neither. */
export function wordShares(segments: readonly Segment[], layout: Layout): Shares {
  const { firstTokens, wordsBefore } = layout;
  const wordsIn: Record<Band, number> = { human: 0, uncertain: 0, ai: 0 };
  segments.forEach(({ score }, s) => {
    wordsIn[bandOf(score)] += wordsBefore[firstTokens[s + 1]!]! - wordsBefore[firstTokens[s]!]!;
  });
  const all = Math.max(1, wordsBefore[wordsBefore.length - 1]!);
  const { human, ai } = wordsIn;
  return { human: human / all, uncertain: (all - ai - human) / all, ai: ai / all };
}

interface Running {
  sums: Float64Array[];
  squares: Float64Array[];
}

/** For each sentence boundary, the sums over all tokens before it. */
function* runningSums(weights: TokenWeights, firstTokens: Uint32Array): Generator<void, Running> {
  const running: Running = { sums: [], squares: [] };
  for (const column of weights.sums) {
    running.sums.push(sumsBefore(column, firstTokens));
    yield;
  }
  for (const column of weights.squares) {
    running.squares.push(sumsBefore(column, firstTokens));
    yield;
  }
  return running;
}

function sumsBefore(column: Float32Array, firstTokens: Uint32Array): Float64Array {
  const before = new Float64Array(firstTokens.length);
  let sum = 0;
  for (let s = 0; s + 1 < firstTokens.length; s++) {
    for (let t = firstTokens[s]!; t < firstTokens[s + 1]!; t++) sum += column[t]!;
    before[s + 1] = sum;
  }
  return before;
}

function windowLogit(model: Model, { sums, squares }: Running, start: number, end: number): number {
  let logit = 0;
  model.families.forEach(({ bias, share }, f) => {
    const sum = sums[f]![end]! - sums[f]![start]!;
    const square = squares[f]![end]! - squares[f]![start]!;
    logit += share * ((square > 0 ? sum / Math.sqrt(square) : 0) + bias);
  });
  return logit;
}
