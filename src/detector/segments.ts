import { bandOf, type Band } from '../api/bands.ts';
import type { Segment, Shares } from '../api/report.ts';
import { probability } from './calibration.ts';
import type { Layout } from './layout.ts';
import type { Model } from './model.ts';
import type { SentenceSums } from './sentenceSums.ts';

const windowWords = 120;

/**
 * The calibrated score (0..1) of each sentence. A sentence's logit is the mean over the windows of about 120 words
 * that cover it, all moved so that they agree with the document's logit on average.
 */
export function scoreSentences(model: Model, sums: SentenceSums, documentLogit: number): Float64Array {
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
    weighted += means[s]! * sums.words[s]!;
  }
  const words = wordsBefore[count]!;
  const shift = words > 0 ? documentLogit - weighted / words : 0;
  return means.map((mean) => probability(mean + shift, Math.min(words, windowWords), model.calibration));
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

/** For each sentence boundary, the sum over all sentences before it. */
function runningSum(values: ArrayLike<number>): Float64Array {
  const before = new Float64Array(values.length + 1);
  for (let s = 0; s < values.length; s++) before[s + 1] = before[s]! + values[s]!;
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
