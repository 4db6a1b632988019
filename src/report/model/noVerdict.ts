import type { Result } from '../../api/report.ts';
import { leanOf } from '../../api/bands.ts';

/** Why a text could not be judged at all, as opposed to one whose signs are weak or conflict. */
const unjudgeable = ['too_short', 'unsupported_language', 'not_prose'] as const;
export type Unjudgeable = (typeof unjudgeable)[number];

/** Why a text has no verdict. */
export type NoVerdict = Unjudgeable | 'conflicting' | 'leansToAi' | 'leansToHuman' | 'short' | 'weak';

/**
 * The reason a text could not be judged, or `undefined` when it was. Where there is one, no sentence may be
 * shown as anybody's: colours would say what the verdict refuses to say.
 */
export function unjudgeableReason(result: Pick<Result, 'verdict' | 'reasons'>): Unjudgeable | undefined {
  if (result.verdict !== 'uncertain') return undefined;
  // Its score lies between: it was judged. The other reasons then say what part of it was not.
  if (hasReason(result, 'between')) return undefined;
  return unjudgeable.find((code) => hasReason(result, code));
}

/** Why a text without a verdict has none. Its length is a reason only where it is short. */
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
