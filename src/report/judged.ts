import type { Result } from '../api/report.ts';

/** Why a text could not be judged at all, as opposed to one whose signs are weak or conflict. */
const unjudgeable = ['too_short', 'unsupported_language', 'not_prose'] as const;
export type Unjudgeable = (typeof unjudgeable)[number];

/**
 * The reason a text could not be judged, or `undefined` when it was. Where there is one, no sentence may be
 * shown as anybody's: colours would say what the verdict refuses to say.
 */
export function unjudgeableReason(result: Pick<Result, 'verdict' | 'reasons'>): Unjudgeable | undefined {
  if (result.verdict !== 'uncertain') return undefined;
  // Its score lies between: it was judged. The other reasons then say what part of it was not.
  if (result.reasons.some(({ code }) => code === 'between')) return undefined;
  return unjudgeable.find((code) => result.reasons.some((reason) => reason.code === code));
}
