import type { Report, Result } from '../../api/report.ts';
import { pluralOf, filled } from '../words/words.ts';
import type { ReportLanguage } from '../words/reportWords.ts';
import { unjudgeableReason } from './noVerdict.ts';

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
