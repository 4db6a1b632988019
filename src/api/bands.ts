import type { Verdict } from './report.ts';

/** The bands of a sentence's score, used in a report's shares, strip and text, and in the editor's marks. */
export const bands = ['human', 'uncertain', 'ai'] as const;
export type Band = (typeof bands)[number];

/**
 * The "can't tell" band is wider on the AI side, because a false accusation is worse than an uncertain sentence.
 * Sentences that reach `aiFrom` contain 0.4 % of the words in human-written documents. Of the AI-written words in
 * documents by people, they contain 43 % (chat assistants) and 52 % (newer models; lab/training/README.md).
 */
const aiFrom = 0.85;
const humanBelow = 0.4;

/** The band of a sentence's score, a probability in 0..1. */
export function bandOf(score: number): Band {
  if (score >= aiFrom) return 'ai';
  return score < humanBelow ? 'human' : 'uncertain';
}

/**
 * The band of a sentence in its text. A sentence's score depends mostly on the text around it. So in a text with an
 * uncertain verdict, a sentence gets another band only if its odds are twice those of the text; otherwise every
 * sentence could read like AI.
 * @param score of the sentence, a probability in 0..1.
 */
export function bandIn(result: { verdict: Verdict; score: number }, score: number): Band {
  const band = bandOf(score);
  if (result.verdict !== 'uncertain') return band;
  if (band === 'ai' && 1 - score > (1 - result.score) / 2) return 'uncertain';
  if (band === 'human' && score > result.score / 2) return 'uncertain';
  return band;
}

/** A text with an uncertain verdict leans to a side if the odds are at least two to one. */
const leansFrom = 2 / 3;

/** The side that a text with an uncertain verdict leans to by its score, or `undefined` for neither. */
export function leanOf(score: number): Exclude<Band, 'uncertain'> | undefined {
  if (score >= leansFrom) return 'ai';
  return score <= 1 - leansFrom ? 'human' : undefined;
}
