import { bandOf } from '../../api/bands.ts';
import type { Calibrated, SentenceSums } from './sentenceSums.ts';
import { scoreStretches, type Stretch, stretchesOf, stretchFeatures } from './stretches.ts';

/**
 * In a list, less than this share of the words is in sentences. People and AI write list entries alike: of 1,242
 * human-written change logs and lists, five were called `ai`, with scores up to .974. Scores from
 * `minListConfidence` on still count, because ignoring them too would lose 5 % of the AI texts found instead of 1 %
 * (lab/training/README.md).
 */
export const minShareInSentences = 0.4;
export const minListConfidence = 0.99;

/** Shorter documents are not divided, because their parts would be too short for a verdict. */
export const minWordsToDivide = 300;

/**
 * The calibrated score (0..1) of each sentence: the score of its stretch, or of the document if that is a single
 * stretch.
 */
export function scoreSentences(model: Calibrated, sums: SentenceSums, documentScore: number): Float64Array {
  const scores = new Float64Array(sums.words.length).fill(documentScore);
  if (sums.words.reduce((sum, count) => sum + count, 0) < minWordsToDivide) return scores;
  const stretches = stretchesOf(model, sums);
  const features = stretchFeatures(model, sums, stretches);
  if (features === undefined) return scores;
  const ofStretches = scoreStretches(model, features);
  stretches.forEach((stretch, i) => {
    const score = ofStretches[i]!;
    const isUnsure = isList(sums, stretch) && score < minListConfidence;
    scores.fill(isUnsure ? Math.min(score, documentScore, undecided) : score, stretch.from, stretch.to);
  });
  return scores;
}

/** A neutral score, which marks nothing. */
const undecided = 0.5;

function isList({ words, whole }: SentenceSums, { from, to }: Stretch): boolean {
  let all = 0;
  let inSentences = 0;
  for (let s = from; s < to; s++) {
    all += words[s]!;
    inSentences += words[s]! * whole[s]!;
  }
  return inSentences < all * minShareInSentences;
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
