import type { Evidence, Report } from '../../api/report.ts';
import {
  cautionOf,
  claimOf,
  countedWords,
  falseAlarmsOf,
  limitsInWords,
  reachOf,
  sharesOf,
} from '../model/claim.ts';
import { evidenceBySide, evidenceStrength, quotesOf } from '../view/evidence.ts';
import { unjudgeableReason } from '../model/noVerdict.ts';
import { sentencesOf, sharesInPercent, type Sentence } from '../model/sentences.ts';
import { isHardWrapped, markedParagraphs } from '../view/text.ts';
import type { ReportContext } from '../view/view.ts';
import {
  dateAndTime,
  isolateDirection,
  languageName,
  titleOr,
  withoutDirections,
  filled,
  pluralOf,
  labelIn,
  withinSentence,
  type ReportLanguage,
  type ReportWords,
} from '../words/words.ts';
import { bands } from '../../api/bands.ts';

/**
 * The report as CommonMark: the claim, the evidence, and the text with its sentences marked. User content is escaped,
 * so that it can't become a link, image, heading or HTML.
 */
export function reportMarkdown(report: Report, context: Omit<ReportContext, 'actions'>): string {
  const sentences = sentencesOf(report);
  const { result } = report;
  const { words } = context;
  const { limits, settle } = words;
  const blocks = [
    `# ${claimOf(result, words)}`,
    aboutReport(report, context),
    [cautionOf(result, context), sharesOf(result, sentences, context)].filter(Boolean).join(' '),
    ...falseAlarms(result, context),
    ...limitsInWords(report, context).map(inOneLine),
    ...(unjudgeableReason(result) === undefined ? judgement(report, sentences, context) : []),
    `## ${words.text.heading}`,
    ...markedText(report.content, sentences, words),
    ...(result.verdict === 'uncertain'
      ? [`## ${settle.heading}`, settle.items.map((item) => `- ${item}`).join('\n')]
      : []),
    `## ${limits.heading}`,
    [limits.notProof, limits.notProofWhy, limits.misleading].join(' '),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function aboutReport(report: Report, context: Omit<ReportContext, 'actions'>): string {
  const { host, words, locale, timeZone } = context;
  const { head: says } = words;
  return [
    inOneLine(titleOr(report.title, says.untitled)),
    ...(report.project === null ? [] : [filled(says.project, { project: inOneLine(report.project) })]),
    host === null ? says.analysedOn.ownersMachine : filled(says.analysedBy, { host: inOneLine(host) }),
    inOneLine(dateAndTime(report.generated_at, locale, timeZone)),
    inOneLine(report.model),
    languageName(report.language, locale) ?? words.markdown.languageUnknown,
    countedWords(report, context),
  ].join(' · ');
}

/** The number of false alarms, what it does not mean, and what it is based on. */
function falseAlarms(result: Report['result'], language: ReportLanguage): string[] {
  const number = falseAlarmsOf(result, language);
  if (!number) return [];
  const { says, isNot, restsOn } = number;
  return [[`**${inOneLine(says)}**`, isNot, inOneLine(restsOn)].filter(Boolean).join(' ')];
}

function judgement(report: Report, sentences: readonly Sentence[], language: ReportLanguage): string[] {
  const { evidence } = language.words;
  return [
    figuresOf(report, sentences, language),
    `## ${evidence.heading}`,
    ...evidenceMarkdown(report, language),
  ];
}

/** The parts of a report that show its evidence. */
type Judged = Pick<Report, 'content' | 'result'>;

/** The evidence of both sides, in blocks. Further items are collapsed. */
export function evidenceMarkdown(report: Judged, language: ReportLanguage): string[] {
  const { evidence: says } = language.words;
  const bySide = evidenceBySide(report);
  const listOf = (items: readonly Evidence[]): string =>
    items.map((item) => evidenceItem(report, item, language)).join('\n');
  return (['ai', 'human'] as const).flatMap((side) => {
    const { shown, further } = bySide[side];
    const more = filled(says.more, { count: further.length });
    return [
      `### ${says.towards[side]}`,
      shown.length === 0 ? says.none : listOf(shown),
      ...(further.length === 0 ? [] : [`<details><summary>${more}</summary>`, listOf(further), '</details>']),
    ];
  });
}

function evidenceItem({ content, result }: Judged, item: Evidence, language: ReportLanguage): string {
  const { words } = language;
  const label = `* ${inOneLine(labelIn(item, words))} (${words.strengths[evidenceStrength(item.weight, result)]})`;
  const { quotes, counted } = quotesOf(content, item, language);
  if (quotes.length === 0) return label;
  const quoted = quotes.map(({ text }) => filled(words.quoted, { text: inOneLine(text) }));
  return `${label}: ${[...quoted, ...(counted === undefined ? [] : [counted])].join(', ')}`;
}

const marks = { ai: '**', uncertain: '*', human: '' } as const;

function markedText(content: string, sentences: readonly Sentence[], { markdown }: ReportWords): string[] {
  const isMarked = sentences.some(({ band }) => band === 'ai' || band === 'uncertain');
  const paragraphs = Array.from(markedParagraphs(content, sentences), ({ start, end, parts }) => {
    let marked = '';
    let at = start;
    for (const { sentence, ...part } of parts) {
      const mark = sentence.band === undefined ? '' : marks[sentence.band];
      marked += escaped(content.slice(at, part.start)) + enclosed(content.slice(part.start, part.end), mark);
      at = part.end;
    }
    marked += escaped(content.slice(at, end));
    return lines(marked, isHardWrapped(content.slice(start, end)));
  });
  return isMarked ? [markdown.legend, ...paragraphs] : paragraphs;
}

/** Puts words in marks, without white space between; otherwise Markdown would show the marks as asterisks. */
function enclosed(text: string, mark: string): string {
  const words = text.trim();
  if (words === '' || mark === '') return escaped(text);
  const start = text.indexOf(words);
  return `${escaped(text.slice(0, start))}${mark}${escaped(words)}${mark}${escaped(text.slice(start + words.length))}`;
}

/** Keeps the lines of a list or verse separate, and joins hard-wrapped lines. */
function lines(marked: string, isJoined: boolean): string {
  return marked
    .split(/\r\n|\r|\n/)
    .map((line) => escapedStart(line.trim()))
    .filter((line) => line !== '')
    .join(isJoined ? '\n' : '\\\n');
}

/** Escapes text as one line of Markdown. */
export function inOneLine(text: string): string {
  return escapedStart(isolateDirection(escaped(text.replace(/\s+/g, ' ').trim())));
}

// Addresses would become links.
const special = /[\\`*_[\]<>&|~$@#]|:(?=\/\/)/g;
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;

/**
 * Escapes Markdown's signs. The sign of a mention or reference (`@ann`, `#3`, `GH-3`) is followed by an invisible
 * word joiner, because GitHub looks for references after it removed the escapes, and would notify people.
 */
function escaped(text: string): string {
  return withoutDirections(text)
    .toWellFormed()
    .replace(control, '\uFFFD')
    .replace(/\B@(?=\w)|#(?=\d)|\bGH-(?=\d)/gi, '$&\u2060')
    .replace(special, '\\$&')
    .replace(/(www)\./gi, '$1\\.');
}

/** Escapes characters that mean something only at the start of a line: lists and underlined headings. */
function escapedStart(line: string): string {
  return line.replace(/^[+=-]/, '\\$&').replace(/^(\d{1,9})([.)])/, '$1\\$2');
}

/** The verdict and its figures as a few lines to paste into a message, without quoting the text. */
export function reportSummary(
  report: Report,
  { words, locale, host, timeZone }: Omit<ReportContext, 'actions'>,
): string {
  const { result } = report;
  const { counts, head, limits } = words;
  const language = { words, locale };
  const sentences = sentencesOf(report);
  const lines = [
    `${isolateDirection(titleOr(report.title, head.untitled))}: ${claimOf(result, words)}.`,
    [reachOf(result, language), sharesOf(result, sentences, language)].filter(Boolean).join(' '),
    ...limitsInWords(report, language),
    ...(unjudgeableReason(result) ? [] : [figuresOf(report, sentences, language)]),
    [
      countedWords(report, language),
      pluralOf(report.sentences, counts.sentences, locale),
      report.model,
      dateAndTime(report.generated_at, locale, timeZone),
      host === null ? head.analysedOn.ownersMachine : filled(head.analysedBy, { host }),
    ].join(' · '),
    `${limits.notProof} ${limits.notProofWhy}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** The shares of the words, as a sentence. */
function figuresOf(
  { result }: Judged,
  sentences: readonly Sentence[],
  { words, locale }: ReportLanguage,
): string {
  const percents = sharesInPercent(result, sentences, locale);
  const shares = bands.map((band) => `${percents[band]} ${withinSentence(words.verdicts[band], words)}`);
  return filled(words.markdown.shares, { shares: shares.join(', ') });
}
