import type { Report, Result } from '../../api/report.ts';
import { falseAlarmsOf } from './falseAlarms.ts';
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

/** Why there is no verdict, or that one is little sure; `undefined` where the number of false alarms says more. */
export function cautionOf(
  result: Pick<Result, 'verdict' | 'confidence' | 'score' | 'reasons' | 'false_alarms'>,
  language: ReportLanguage,
): string | undefined {
  const { cautions } = language.words;
  const hasNumber = falseAlarmsOf(result, language)?.isNot !== undefined;
  if (result.verdict !== 'uncertain')
    return result.confidence === 'low' && !hasNumber ? cautions.low : undefined;
  const reason = noVerdictReason(result);
  if (reason === 'leansToAi') return hasNumber ? undefined : cautions.leansToAi;
  return reason === 'leansToHuman' ? cautions.leansToHuman : cautions.noVerdict;
}

/** How far the claim carries, in sentences: the number of false alarms and what it is not; maybe empty. */
export function reachOf(
  result: Pick<Result, 'verdict' | 'confidence' | 'score' | 'reasons' | 'false_alarms'>,
  language: ReportLanguage,
): string {
  const number = falseAlarmsOf(result, language);
  return [cautionOf(result, language), number?.says, number?.isNot].filter(Boolean).join(' ');
}

/** The claim and how far it carries, in sentences. */
export function claimWithReach(
  result: Pick<Result, 'verdict' | 'confidence' | 'score' | 'reasons' | 'false_alarms'>,
  language: ReportLanguage,
): string {
  return [`${claimOf(result, language.words)}.`, reachOf(result, language)].filter(Boolean).join(' ');
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
  // Of what was left out nothing is known, and without a verdict the shares are those of what is marked: no sentence
  // speaks of all words then.
  const isPart =
    isPartlyJudged(result) ||
    (result.verdict === 'uncertain' && new Set(sentences.map(({ band }) => band !== undefined)).size > 1);
  const judged = isPart ? says.ofJudged.words : '';
  const places = countPlaces(sentences, 'ai');
  if (ai < hardlyAny && places === 0) {
    const { nothingStandsOut, allUndecided } = isPart ? says.ofJudged : says;
    if (human > 0.9) return nothingStandsOut;
    const portion = filled(ofHuman.ofWords, { judged });
    return human < hardlyAny && countPlaces(sentences, 'human') === 0
      ? allUndecided
      : capitalised(filled(says.personOnly, { portion, read: ofHuman.read }), locale);
  }
  const ofAi = portions[portionOf(ai)];
  const counted = pluralOf(places, says.places, locale, says.numerals[places - 1]);
  const rest =
    human < none
      ? says.restUndecided
      : uncertain < none
        ? says.restPerson
        : filled(says.restBoth, { portion: ofHuman.alone, read: ofHuman.read });
  const sentence = filled(says.ai, {
    portion: filled(ofAi.ofWords, { judged }),
    where: ai < 0.9 && places > 0 ? filled(says.where, { places: counted }) : '',
    read: ofAi.read,
    rest: ai < 1 - none ? rest : '',
  });
  return capitalised(sentence, locale);
}

/** A share that is shown as 0 %. */
const none = 0.005;
/** A share that is only spoken of where a sentence is marked for it. */
const hardlyAny = 0.03;

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
  [1 - none, 'nearlyAll'],
];

function portionOf(share: number): Portion {
  return limits.find(([below]) => share < below)?.[1] ?? 'all';
}
