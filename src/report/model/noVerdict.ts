import type { Result } from '../../api/report.ts';
import { leanOf } from '../../api/bands.ts';

/** Why a text could not be judged at all. Texts with weak or conflicting signs are judged. */
const unjudgeable = ['too_short', 'unsupported_language', 'not_prose'] as const;
export type Unjudgeable = (typeof unjudgeable)[number];

/** Why a text has no verdict. */
export type NoVerdict = Unjudgeable | 'conflicting' | 'leansToAi' | 'leansToHuman' | 'short' | 'weak';

/**
 * Why a text could not be judged; `undefined` if it was. If there is a reason, sentences must not be coloured,
 * because colours would suggest a verdict.
 */
export function unjudgeableReason(result: Pick<Result, 'verdict' | 'reasons'>): Unjudgeable | undefined {
  if (result.verdict !== 'uncertain') return undefined;
  // A score between the extremes means that the text was judged, so that other reasons are about the part that was
  // left out.
  if (hasReason(result, 'between')) return undefined;
  return unjudgeable.find((code) => hasReason(result, code));
}

/** Why a text has no verdict. A text counts as short only if there is no other reason. */
export function noVerdictReason(result: Pick<Result, 'verdict' | 'score' | 'reasons'>): NoVerdict {
  const reason = unjudgeableReason(result);
  if (reason) return reason;
  if (result.reasons.some(({ code }) => code.startsWith('conflicting'))) return 'conflicting';
  const lean = leanOf(result.score);
  if (lean) return lean === 'ai' ? 'leansToAi' : 'leansToHuman';
  return hasReason(result, 'short') ? 'short' : 'weak';
}

function hasReason({ reasons }: Pick<Result, 'reasons'>, wanted: string): boolean {
  return reasons.some(({ code }) => code === wanted);
}
