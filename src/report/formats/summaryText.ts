import { bands } from '../../api/bands.ts';
import type { Report } from '../../api/report.ts';
import { claimOf, confidenceOf, sharesOf } from '../model/claim.ts';
import { unjudgeableReason } from '../model/noVerdict.ts';
import { sentencesOf, shownShares, type Sentence } from '../model/sentences.ts';
import type { ReportContext } from '../view/view.ts';
import type { ReportLanguage } from '../words/reportWords.ts';
import { limitsOf } from '../words/translated.ts';
import {
  dateAndTime,
  filled,
  isolated,
  pluralOf,
  scoreFormat,
  titleOr,
  wholePercents,
  withinSentence,
} from '../words/words.ts';

/** The verdict and its figures in a few lines of plain text, with no word of the text: to be pasted into a message. */
export function reportSummary(
  report: Report,
  { words, locale, host, timeZone }: Omit<ReportContext, 'actions'>,
): string {
  const { result } = report;
  const { counts, head, limits } = words;
  const language = { words, locale };
  const sentences = sentencesOf(report);
  const lines = [
    `${isolated(titleOr(report.title, head.untitled))}: ${claimOf(result, words)}.`,
    [confidenceOf(result, words), sharesOf(result, sentences, language)].filter(Boolean).join(' '),
    ...limitsOf(result, words),
    ...(unjudgeableReason(result) ? [] : [figuresOf(report, sentences, language)]),
    [
      pluralOf(report.words, counts.words, locale),
      pluralOf(report.sentences, counts.sentences, locale),
      report.model,
      dateAndTime(report.generated_at, locale, timeZone),
      host === null ? head.analysedOn.ownersMachine : filled(head.analysedBy, { host }),
    ].join(' · '),
    `${limits.notProof} ${limits.notProofWhy}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** The score and the shares of the words in a sentence. */
export function figuresOf(
  { result }: Report,
  sentences: readonly Sentence[],
  { words, locale }: ReportLanguage,
): string {
  const shown = shownShares(result, sentences);
  const percents = wholePercents(bands.map((band) => shown[band]));
  const format = new Intl.NumberFormat(locale, { style: 'percent' });
  const shares = bands.map(
    (band, i) => `${format.format(percents[i]! / 100)} ${withinSentence(words.verdicts[band], words)}`,
  );
  return filled(words.markdown.score, {
    score: scoreFormat(locale).format(result.score),
    shares: shares.join(', '),
  });
}
