import { cutOff } from '../../api/limits.ts';
import type { FalseAlarms, Report, Result } from '../../api/report.ts';
import { noVerdictReason, unjudgeableReason } from './noVerdict.ts';
import { countPlaces, shownShares, type Sentence } from './sentences.ts';
import { capitalised, filled, labelled, limitsOf, pluralOf, withinSentence } from '../words/words.ts';
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

/** The one number of a report: how many of 1,000 texts by people score as high. */

type Judged = Pick<Result, 'verdict' | 'reasons' | 'false_alarms'>;

/** The number in sentences. */
export interface FalseAlarmWords {
  says: string;
  /** What it must not be taken for; `undefined` where there is no number. */
  isNot: string | undefined;
  /** How many texts of which kind and length it rests on. */
  restsOn: string;
}

/** `undefined` where none is known, or none holds: parts of a mixed text are by people, so its score is no whole text's. */
function shownAlarms(result: Judged): FalseAlarms | undefined {
  return result.verdict === 'mixed' || unjudgeableReason(result) ? undefined : result.false_alarms;
}

/** `undefined` where there is no number to show. */
export function falseAlarmsOf(result: Judged, language: ReportLanguage): FalseAlarmWords | undefined {
  const alarms = shownAlarms(result);
  if (!alarms) return undefined;
  const { falseAlarms: says } = language.words;
  const restsOn = restsOnOf(alarms, language);
  const alike = alarms.kind === null ? says.alike.noKind : says.alike.kind;
  if (alarms.per_1000 === null) return { says: filled(says.tooFew, { alike }), isNot: undefined, restsOn };
  const count = new Intl.NumberFormat(language.locale).format(alarms.per_1000);
  const number = filled(alarms.per_1000 <= 1 ? says.atMostOne : says.number, { alike, count });
  return { says: number, isNot: says.isNot, restsOn };
}

/** The number where there is room for a few words only: "3", "at most 1"; `undefined` where there is none. */
export function falseAlarmsInShort(result: Judged, { words, locale }: ReportLanguage): string | undefined {
  const alarms = shownAlarms(result);
  if (!alarms) return undefined;
  const { atMostOne, tooFew } = words.falseAlarms.short;
  if (alarms.per_1000 === null) return tooFew;
  return alarms.per_1000 <= 1 ? atMostOne : new Intl.NumberFormat(locale).format(alarms.per_1000);
}

/** A service may send a name of any length. */
const maxKindUnits = 60;

function restsOnOf(
  { texts, kind, min_words: min, max_words: max }: FalseAlarms,
  { words, locale }: ReportLanguage,
): string {
  const { restsOn, kinds, noClearKind, lengths } = words.falseAlarms;
  const format = new Intl.NumberFormat(locale);
  const length = max === null ? (min === 0 ? lengths.any : lengths.from) : lengths.between;
  return filled(pluralOf(texts, restsOn, locale), {
    kind: kind === null ? noClearKind : cutOff(labelled(kinds, kind), maxKindUnits),
    length: filled(length, { min: format.format(min), max: max === null ? '' : format.format(max) }),
  });
}

/** What was left out of a report's score, by the reasons that say so. */

const leftOut = 'left_out_';
/** They say of a text that is judged that a part of it was not, without a count. */
const uncounted: ReadonlySet<string> = new Set(['unsupported_language', 'not_prose']);

/** Whether the verdict speaks of a part of the text only. */
export function isPartlyJudged(result: Pick<Result, 'verdict' | 'reasons'>): boolean {
  const unjudgeable = unjudgeableReason(result) !== undefined;
  return result.reasons.some(({ code }) => code.startsWith(leftOut) || (!unjudgeable && uncounted.has(code)));
}

/** How many words were left out, as far as the reasons count them: each names its words first. */
function leftOutWords({ reasons }: Pick<Result, 'reasons'>): number {
  return reasons
    .filter(({ code }) => code.startsWith(leftOut))
    .reduce((sum, { message }) => sum + Number(/\d+/.exec(message)?.[0] ?? 0), 0);
}

/** "136 of 219 words" where some were left out, else "219 words". */
export function countedWords(
  { words: count, result }: Pick<Report, 'words' | 'result'>,
  { words, locale }: ReportLanguage,
): string {
  const rest = leftOutWords(result);
  if (rest === 0) return pluralOf(count, words.counts.words, locale);
  const all = new Intl.NumberFormat(locale).format(count + rest);
  return filled(pluralOf(count, words.counts.wordsOfAll, locale), { all });
}

/** What limits the claim, in sentences: how many words were judged, and the reasons that it does not say itself. */
export function limitsInWords(report: Pick<Report, 'words' | 'result'>, language: ReportLanguage): string[] {
  return [judgedOf(report, language) ?? [], limitsOf(report.result, language.words)].flat();
}

/** How many words were judged, in a sentence; `undefined` where all were. */
export function judgedOf(
  report: Pick<Report, 'words' | 'result'>,
  language: ReportLanguage,
): string | undefined {
  if (leftOutWords(report.result) === 0) return undefined;
  const { some, tooFew } = language.words.judged;
  const says = unjudgeableReason(report.result) === undefined ? some : tooFew;
  return filled(says, { words: countedWords(report, language) });
}
