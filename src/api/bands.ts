import type { Verdict } from './report.ts';

/** What a sentence's score is shown as: in a report's shares, in its strip and text, and in the editor's marks. */
export const bands = ['human', 'uncertain', 'ai'] as const;
export type Band = (typeof bands)[number];

/**
 * Wider towards "can't tell" on the AI side: a false accusation is worse than an uncertain sentence. Of the words of
 * people's documents 0.4 % stand in sentences that reach `aiFrom`; of an AI's words in documents of people 43 % (chat
 * assistants) and 52 % (lab/training/README.md).
 */
const aiFrom = 0.85;
const humanBelow = 0.4;

/** The band of a sentence's score, a probability in 0..1. */
export function bandOf(score: number): Band {
  if (score >= aiFrom) return 'ai';
  return score < humanBelow ? 'human' : 'uncertain';
}

/**
 * The band of a sentence in its text. Most of what a sentence's score says, it has from the text around it. So in a
 * text that can't be told, a sentence that goes hardly further than the whole can't be told either: it has to be twice
 * as sure. Otherwise all of a text could read like AI under a verdict that says nothing.
 * @param score of the sentence, a probability in 0..1.
 */
export function bandIn(result: { verdict: Verdict; score: number }, score: number): Band {
  const band = bandOf(score);
  if (result.verdict !== 'uncertain') return band;
  if (band === 'ai' && 1 - score > (1 - result.score) / 2) return 'uncertain';
  if (band === 'human' && score > result.score / 2) return 'uncertain';
  return band;
}

/** From odds of two to one on, a text without a verdict leans to one side. */
const leansFrom = 2 / 3;

/** The side that a text without a verdict leans to by its score, or `undefined` where it leans to neither. */
export function leanOf(score: number): Exclude<Band, 'uncertain'> | undefined {
  if (score >= leansFrom) return 'ai';
  return score <= 1 - leansFrom ? 'human' : undefined;
}
