import type { Result } from '../api/report.ts';

/** What a sentence's score is shown as: in the strip, in the text and in the editor's marks. */
export const bands = ['human', 'uncertain', 'ai'] as const;
export type Band = (typeof bands)[number];

/** Wider towards "can't tell" on the AI side: a false accusation is worse than an uncertain sentence. */
const aiFrom = 0.75;
const humanBelow = 0.4;

/** The band of a sentence's score, a probability in 0..1. */
export function bandOf(score: number): Band {
  if (score >= aiFrom) return 'ai';
  return score < humanBelow ? 'human' : 'uncertain';
}

/** Why a text could not be judged at all, as opposed to one whose signs are weak or conflict. */
const unjudgeable = ['too_short', 'unsupported_language', 'not_prose'] as const;
export type Unjudgeable = (typeof unjudgeable)[number];

/**
 * The reason a text could not be judged, or `undefined` when it was. Where there is one, no sentence may be
 * shown as anybody's: colours would say what the verdict refuses to say.
 */
export function unjudgeableReason(result: Pick<Result, 'verdict' | 'reasons'>): Unjudgeable | undefined {
  if (result.verdict !== 'uncertain') return undefined;
  return unjudgeable.find((code) => result.reasons.some((reason) => reason.code === code));
}
