/** What a sentence's score is shown as: in a report's shares, in its strip and text, and in the editor's marks. */
export const bands = ['human', 'uncertain', 'ai'] as const;
export type Band = (typeof bands)[number];

/**
 * Wider towards "can't tell" on the AI side: a false accusation is worse than an uncertain sentence. Of the words of
 * human texts in genres that the model never saw, 0.7 % stand in sentences that reach `aiFrom`; of AI texts, 62 %
 * (docs/detector.md).
 */
const aiFrom = 0.85;
const humanBelow = 0.4;

/** The band of a sentence's score, a probability in 0..1. */
export function bandOf(score: number): Band {
  if (score >= aiFrom) return 'ai';
  return score < humanBelow ? 'human' : 'uncertain';
}
