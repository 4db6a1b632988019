import { Confidence, verdicts, type Verdict } from '../../src/api/report.ts';
import type { Values } from './figures.ts';
import type { Scored } from './scored.ts';

/** The number of texts by class, verdict and confidence. */

const confidences = Confidence.options;
const firstAiAnswer = verdicts.length * confidences.length;

/** Class, verdict and confidence of a text as one number below `answerCount`. */
export const answerOf = ({
  isAi,
  verdict,
  confidence,
}: Pick<Scored, 'isAi' | 'verdict' | 'confidence'>): number =>
  (isAi ? firstAiAnswer : 0) +
  verdicts.indexOf(verdict) * confidences.length +
  confidences.indexOf(confidence);

export const answerCount = 2 * firstAiAnswer;

export type AnswerMeasures = Omit<Values, 'auroc' | 'recallAt1' | 'recallAt5' | 'brier' | 'calibrationError'>;

/**
 * Measures of verdict and confidence: shares over the texts counted in `own`, precision over those in `all`. Both
 * contain the number of texts per answer.
 */
export function answerMeasures(own: Float64Array, all: Float64Array): AnswerMeasures {
  const called = (isAi: boolean, verdict: Verdict): number =>
    total(own, isAi, [verdict]) / total(own, isAi, verdicts);
  const ofEither = (of: readonly Verdict[], sure: readonly Confidence[]): number =>
    (total(own, false, of, sure) + total(own, true, of, sure)) /
    (total(own, false, verdicts) + total(own, true, verdicts));
  // Shares of each class make precision independent of the number of human and AI texts.
  const high = (isAi: boolean, verdict: Verdict): number =>
    total(all, isAi, [verdict], ['high']) / total(all, isAi, verdicts);
  const right = high(true, 'ai') + high(false, 'human');
  const wrong = high(true, 'human') + high(false, 'ai');
  return {
    humanCalledAi: called(false, 'ai'),
    humanCalledMixed: called(false, 'mixed'),
    humanCalledHuman: called(false, 'human'),
    aiCalledAi: called(true, 'ai'),
    aiCalledMixed: called(true, 'mixed'),
    aiCalledHuman: called(true, 'human'),
    uncertain: ofEither(['uncertain'], confidences),
    aboveLow: ofEither(verdicts, ['medium', 'high']),
    highConfidence: ofEither(verdicts, ['high']),
    highRight: right / (right + wrong),
    highAiRight: high(true, 'ai') / (high(true, 'ai') + high(false, 'ai')),
    highHumanRight: high(false, 'human') / (high(false, 'human') + high(true, 'human')),
  };
}

function total(
  counts: Float64Array,
  isAi: boolean,
  of: readonly Verdict[],
  sure: readonly Confidence[] = confidences,
): number {
  let sum = 0;
  for (const verdict of of) {
    for (const confidence of sure) sum += counts[answerOf({ isAi, verdict, confidence })]!;
  }
  return sum;
}
