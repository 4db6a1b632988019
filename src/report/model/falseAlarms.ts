import { cutOff } from '../../api/limits.ts';
import type { FalseAlarms, Result } from '../../api/report.ts';
import type { ReportLanguage } from '../words/reportWords.ts';
import { filled, labelled, pluralOf } from '../words/words.ts';
import { unjudgeableReason } from './noVerdict.ts';

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
  if (alarms.per_1000 === null) return { says: says.tooFew, isNot: undefined, restsOn };
  const count = new Intl.NumberFormat(language.locale).format(alarms.per_1000);
  const number = alarms.per_1000 <= 1 ? says.atMostOne : filled(says.number, { count });
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
