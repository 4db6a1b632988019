import { bandOf } from '../../api/bands.ts';
import {
  type Calibrated,
  scoreStretches,
  type SentenceSums,
  stretchesOf,
  stretchFeatures,
} from './stretches.ts';

/** A shorter document is not divided: its parts would be too few words to tell who wrote them. */
export const minWordsToDivide = 300;

/**
 * The calibrated score (0..1) of each sentence: that of the stretch it stands in, or that of the document where it is all
 * one stretch.
 */
export function scoreSentences(model: Calibrated, sums: SentenceSums, documentScore: number): Float64Array {
  const scores = new Float64Array(sums.words.length).fill(documentScore);
  if (sums.words.reduce((sum, count) => sum + count, 0) < minWordsToDivide) return scores;
  const stretches = stretchesOf(model, sums);
  const features = stretchFeatures(model, sums, stretches);
  if (features === undefined) return scores;
  const ofStretches = scoreStretches(model, features);
  stretches.forEach(({ from, to }, i) => scores.fill(ofStretches[i]!, from, to));
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
