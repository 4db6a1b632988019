import { cutOff } from '../../api/limits.ts';
import type { FalseAlarms, Report, Result } from '../../api/report.ts';
import { noVerdictReason, unjudgeableReason } from './noVerdict.ts';
import { countPlaces, shownShares, type Sentence } from './sentences.ts';
import {
  capitalised,
  filled,
  labelled,
  limitsOf,
  pluralOf,
  withinSentence,
  type ReportLanguage,
  type ReportWords,
} from '../words/words.ts';

/** A report's claims in sentences. They say what a text reads like, never who wrote it. */

/** The verdict as a sentence, or why there is none; without its full stop. */
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

/** The parts of a result on which the claim and its reliability depend. */
type Claimed = Pick<Result, 'verdict' | 'confidence' | 'score' | 'reasons' | 'false_alarms'>;

/** Why there is no verdict, or why confidence is low; `undefined` if the number of false alarms says more. */
export function cautionOf(result: Claimed, language: ReportLanguage): string | undefined {
  const { cautions } = language.words;
  const hasNumber = falseAlarmsOf(result, language)?.isNot !== undefined;
  if (result.verdict !== 'uncertain')
    return result.confidence === 'low' && !hasNumber ? cautions.low : undefined;
  const reason = noVerdictReason(result);
  if (reason === 'leansToAi') return hasNumber ? undefined : cautions.leansToAi;
  return reason === 'leansToHuman' ? cautions.leansToHuman : cautions.noVerdict;
}

/** How reliable the claim is, in sentences: the number of false alarms and what it does not mean. May be empty. */
export function reachOf(result: Claimed, language: ReportLanguage): string {
  const number = falseAlarmsOf(result, language);
  return [cautionOf(result, language), number?.says, number?.isNot].filter(Boolean).join(' ');
}

/** The claim and how reliable it is, in sentences. */
export function claimWithReach(result: Claimed, language: ReportLanguage): string {
  return `${claimOf(result, language.words)}. ${reachOf(result, language)}`.trimEnd();
}

/** How much of the text reads like AI or a person, as a sentence; `undefined` if it could not be judged. */
export function sharesOf(
  result: Report['result'],
  sentences: readonly Sentence[],
  { words, locale }: ReportLanguage,
): string | undefined {
  if (unjudgeableReason(result)) return undefined;
  const { shares: says, portions } = words;
  const { human, uncertain, ai } = shownShares(result, sentences);
  const ofHuman = portions[portionFor(human)];
  // The sentence must not claim to cover all words if some were left out, or if there is no verdict and only some
  // sentences are marked.
  const isPart =
    isPartlyJudged(result) ||
    (result.verdict === 'uncertain' && new Set(sentences.map(({ band }) => band !== undefined)).size > 1);
  const judged = isPart ? says.ofJudged.words : '';
  const places = countPlaces(sentences, 'ai');
  if (ai < minNamedShare && places === 0) {
    const { nothingStandsOut, allUndecided } = isPart ? says.ofJudged : says;
    if (human > 0.9) return nothingStandsOut;
    const portion = filled(ofHuman.ofWords, { judged });
    return human < minNamedShare && countPlaces(sentences, 'human') === 0
      ? allUndecided
      : capitalised(filled(says.personOnly, { portion, read: ofHuman.read }), locale);
  }
  const ofAi = portions[portionFor(ai)];
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

/** A share below this is shown as 0 %. */
const none = 0.005;
/** A share below this is mentioned only if a sentence is marked for it. */
const minNamedShare = 0.03;

/** The upper limit of the shares that each name describes. */
type Portion = keyof ReportWords['portions'];
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

function portionFor(share: number): Portion {
  return limits.find(([below]) => share < below)?.[1] ?? 'all';
}

type Judged = Pick<Result, 'verdict' | 'reasons' | 'false_alarms'>;

/** The number of false alarms, in sentences: how many of 1,000 human-written texts score as high. */
interface FalseAlarmWords {
  says: string;
  /** What the number does not mean; `undefined` if there is no number. */
  isNot: string | undefined;
  /** The texts that the number is based on: how many, of which kind and length. */
  restsOn: string;
}

/**
 * The number of false alarms; `undefined` if it is unknown or doesn't apply: a mixed text's score does not describe the
 * whole text.
 */
function displayedAlarms(result: Judged): FalseAlarms | undefined {
  return result.verdict === 'mixed' || unjudgeableReason(result) ? undefined : result.false_alarms;
}

/** The number of false alarms in sentences; `undefined` if there is no number to show. */
export function falseAlarmsOf(result: Judged, language: ReportLanguage): FalseAlarmWords | undefined {
  const alarms = displayedAlarms(result);
  if (!alarms) return undefined;
  const { falseAlarms: says } = language.words;
  const restsOn = basisOf(alarms, language);
  const alike = alarms.kind === null ? says.alike.noKind : says.alike.kind;
  if (alarms.per_1000 === null) return { says: filled(says.tooFew, { alike }), isNot: undefined, restsOn };
  const count = new Intl.NumberFormat(language.locale).format(alarms.per_1000);
  const number = filled(alarms.per_1000 <= 1 ? says.atMostOne : says.number, { alike, count });
  return { says: number, isNot: says.isNot, restsOn };
}

/** The number in a few words: "3", "at most 1"; `undefined` if there is none. */
export function falseAlarmsInShort(result: Judged, { words, locale }: ReportLanguage): string | undefined {
  const alarms = displayedAlarms(result);
  if (!alarms) return undefined;
  const { atMostOne, tooFew } = words.falseAlarms.short;
  if (alarms.per_1000 === null) return tooFew;
  return alarms.per_1000 <= 1 ? atMostOne : new Intl.NumberFormat(locale).format(alarms.per_1000);
}

/** UTF-16 code units shown of a kind's name, because a service may send one of any length. */
const maxKindUnits = 60;

function basisOf(
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

const leftOut = 'left_out_';
/** Reasons without a count. If the text is judged, they mean that a part of it was not. */
const uncounted: ReadonlySet<string> = new Set(['unsupported_language', 'not_prose']);

/** Whether the verdict is about only a part of the text. */
export function isPartlyJudged(result: Pick<Result, 'verdict' | 'reasons'>): boolean {
  const unjudgeable = unjudgeableReason(result) !== undefined;
  return result.reasons.some(({ code }) => code.startsWith(leftOut) || (!unjudgeable && uncounted.has(code)));
}

/** The number of words left out, added up from the messages of the reasons. */
function leftOutWords({ reasons }: Pick<Result, 'reasons'>): number {
  return reasons
    .filter(({ code }) => code.startsWith(leftOut))
    .reduce((sum, { message }) => sum + Number(/\d+/.exec(message)?.[0] ?? 0), 0);
}

/** "136 of 219 words" if some were left out, otherwise "219 words". */
export function countedWords(
  { words: count, result }: Pick<Report, 'words' | 'result'>,
  { words, locale }: ReportLanguage,
): string {
  const rest = leftOutWords(result);
  if (rest === 0) return pluralOf(count, words.counts.words, locale);
  const all = new Intl.NumberFormat(locale).format(count + rest);
  return filled(pluralOf(count, words.counts.wordsOfAll, locale), { all });
}

/**
 * The limits of the claim in sentences: how many words were judged if not all, and the reasons that the claim doesn't
 * mention.
 */
export function limitsInWords(report: Pick<Report, 'words' | 'result'>, language: ReportLanguage): string[] {
  const { result } = report;
  const { some, tooFew } = language.words.judged;
  const judged = filled(unjudgeableReason(result) === undefined ? some : tooFew, {
    words: countedWords(report, language),
  });
  return [...(leftOutWords(result) === 0 ? [] : [judged]), ...limitsOf(result, language.words)];
}
