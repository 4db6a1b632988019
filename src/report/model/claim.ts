import type { Report, Result } from '../../api/report.ts';
import { isPartlyJudged } from './leftOut.ts';
import { noVerdictReason, unjudgeableReason } from './noVerdict.ts';
import { countPlaces, shownShares, type Sentence } from './sentences.ts';
import { capitalised, filled, pluralOf, withinSentence } from '../words/words.ts';
import type { ReportLanguage, Portion, ReportWords } from '../words/reportWords.ts';

/** What a report says, in sentences. They claim what a text reads like, never who wrote it. */

/** The verdict as a sentence that a person would say, or why there is none; without its full stop. */
export function claimOf(result: Pick<Result, 'verdict' | 'score' | 'reasons'>, words: ReportWords): string {
  const { claims, noClaims, verdicts } = words;
  switch (result.verdict) {
    case 'uncertain':
      return noClaims[noVerdictReason(result)];
    case 'mixed':
      return claims.mixed;
    case 'human':
    case 'ai':
      return filled(claims.whole, { reads: withinSentence(verdicts[result.verdict], words) });
  }
}

/** How far to believe the claim, in a sentence. */
export function confidenceOf(
  result: Pick<Result, 'verdict' | 'confidence' | 'score' | 'reasons'>,
  { confidence }: ReportWords,
): string {
  if (result.verdict !== 'uncertain') return confidence[result.confidence];
  const reason = noVerdictReason(result);
  return confidence[reason === 'leansToAi' || reason === 'leansToHuman' ? reason : 'noVerdict'];
}

/** How much of the text reads like what, in a sentence; `undefined` when it could not be judged. */
export function sharesOf(
  result: Report['result'],
  sentences: readonly Sentence[],
  { words, locale }: ReportLanguage,
): string | undefined {
  if (unjudgeableReason(result)) return undefined;
  const { shares: says, portions } = words;
  const { human, uncertain, ai } = shownShares(result, sentences);
  const ofHuman = portions[portionOf(human)];
  // Of what was left out nothing is known, so no sentence speaks of all words then.
  const isPart = isPartlyJudged(result);
  const judged = isPart ? says.ofJudged.words : '';
  if (ai < 0.03) {
    const { nothingStandsOut, allUndecided } = isPart ? says.ofJudged : says;
    if (human > 0.9) return nothingStandsOut;
    const portion = filled(ofHuman.ofWords, { judged });
    return human < 0.03
      ? allUndecided
      : capitalised(filled(says.personOnly, { portion, read: ofHuman.read }), locale);
  }
  const ofAi = portions[portionOf(ai)];
  const places = countPlaces(sentences, 'ai');
  const counted = pluralOf(places, says.places, locale, says.numerals[places - 1]);
  const rest =
    human < 0.03
      ? says.restUndecided
      : uncertain < 0.1
        ? says.restPerson
        : filled(says.restBoth, { portion: ofHuman.alone, read: ofHuman.read });
  const sentence = filled(says.ai, {
    portion: filled(ofAi.ofWords, { judged }),
    where: ai < 0.9 && places > 0 ? filled(says.where, { places: counted }) : '',
    read: ofAi.read,
    rest: ai < 0.97 ? rest : '',
  });
  return capitalised(sentence, locale);
}

/** Upper limit of a share, and what one below it is called. */
const limits: readonly (readonly [number, Portion])[] = [
  [0.07, 'few'],
  [0.14, 'tenth'],
  [0.225, 'fifth'],
  [0.29, 'quarter'],
  [0.4, 'third'],
  [0.6, 'half'],
  [0.7, 'twoThirds'],
  [0.82, 'threeQuarters'],
  [0.97, 'nearlyAll'],
];

function portionOf(share: number): Portion {
  return limits.find(([below]) => share < below)?.[1] ?? 'all';
}
