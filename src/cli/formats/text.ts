import { styleText } from 'node:util';
import { cutOff } from '../../api/limits.ts';
import type { Evidence, Result, Verdict } from '../../api/report.ts';
import { cautionOf, claimOf, falseAlarmsOf } from '../../report/model/claim.ts';
import { unjudgeableReason } from '../../report/model/noVerdict.ts';
import { excerpt } from '../../report/model/sentences.ts';
import { strongestFirst } from '../../report/model/sentenceMarks.ts';
import { evidenceBySide, evidenceStrength, quotesOf } from '../../report/view/evidence.ts';
import { withoutControls } from '../streams.ts';
import { english, inEnglish } from '../../report/words/en.ts';
import { labelIn, limitsOf, sentenceVerdictText } from '../../report/words/words.ts';
import {
  encodingNote,
  flaggedIn,
  hasLines,
  leftOutOf,
  placeInWords,
  readsLikeAi,
  totalsOf,
  unjudgedInWords,
  type FileResult,
  type Format,
  type IgnoredRegion,
  type Region,
  type ScannedFile,
} from './format.ts';

/** The most sentences shown per file. */
const maxSentences = 3;

/** UTF-16 code units of a quoted sentence, if no terminal sets the width. */
const maxExcerpt = 90;
/** The minimum for a quoted sentence, even in a narrow terminal. */
const minExcerpt = 20;

type Style = Parameters<typeof styleText>[0];

/** The style of each verdict's name; none looks like an alarm. */
const verdictStyles: Record<Verdict, Style> = {
  human: ['bold', 'blue'],
  mixed: ['bold', 'yellow'],
  ai: ['bold', 'yellow'],
  uncertain: 'bold',
};

/** How results are shown to a person. */
export interface TextOptions {
  isStyled: boolean;
  /** The terminal's width in columns, if there is one. */
  width?: number | undefined;
  /** Whether files without findings are shown too, with details. */
  verbose?: true;
  /** Whether the reasons for a verdict are shown. */
  explain?: true;
}

/** Text for people, in lines `file:line:column: message`, which editors can open. */
export function textFormat(options: TextOptions): Format {
  return {
    scanned: (scanned, failure) => {
      const { verdict } = scanned.detection.result;
      const isFine = verdict !== 'ai' && verdict !== 'mixed' && failure === undefined;
      return isFine && !options.verbose ? '' : fileInText(scanned, options, failure);
    },
    ignored: (file) => {
      if (!options.verbose) return '';
      const { people, history } = leftOutOf(file);
      const lines = [
        `${placeIn(file.file)} ${unjudgedInWords(file)}.`,
        ...leftOutLine('Ignored', people),
        ...leftOutLine('Left out', history),
        ...encodingIn(file),
      ];
      return `${lines.join('\n')}\n`;
    },
  };
}

/** `file:line:column:`, as compilers print it. If the file has no lines, its page or paragraph follows. */
function placeIn(file: string, region?: Region): string {
  const name = withoutControls(file);
  // A pipeline would execute a line that begins like this as a command.
  const safe = /^(?:::|##)/.test(name) ? `./${name}` : name;
  if (region === undefined) return `${safe}:`;
  return hasLines(region) ? `${safe}:${region.line}:${region.column}:` : `${safe}: ${placeInWords(region)}:`;
}

function fileInText(scanned: ScannedFile, options: TextOptions, failure: string | undefined): string {
  const { file, detection } = scanned;
  const { result, words, sentences, language, model } = detection;
  const paint = (style: Style, text: string): string =>
    options.isStyled ? styleText(style, text, { validateStream: false }) : text;
  const number = falseAlarmsOf(result, inEnglish);
  const claim = [
    paint(verdictStyles[result.verdict], `${claimOf(result, english)}.`),
    ...[cautionOf(result, inEnglish), number?.says, failure && `Fails: ${failure}.`],
  ];
  const lines = [`${placeIn(file, startOf(scanned))} ${claim.filter(Boolean).join(' ')}`];
  for (const { text, strength, region } of flaggedIn(scanned).sort(strongestFirst).slice(0, maxSentences)) {
    const head = `${placeIn(file, region)} ${sentenceVerdictText('ai', strength, english)}: `;
    // Room for the quotation marks and the ellipsis.
    const room =
      options.width === undefined ? maxExcerpt : Math.max(minExcerpt, options.width - head.length - 4);
    lines.push(`${head}“${excerpt(withoutControls(text), room)}”`);
  }
  if (options.explain) lines.push(...reasonsFor(scanned, options));
  if (options.verbose || options.explain) {
    const known = scanned.known.filter((why, i) => why !== undefined && readsLikeAi(scanned, i)).length;
    lines.push(
      ...[[number?.isNot, number?.restsOn].filter(Boolean).join(' '), ...limitsOf(result, english)]
        .filter((line) => line !== '')
        .map((line) => `  ${line}`),
      ...(known > 0 ? [`  Not reported again: ${countOf(known, 'sentence')} in known passages.`] : []),
      // The result itself reports what git’s history leaves out.
      ...leftOutLine('Ignored', leftOutOf(scanned).people),
      ...encodingIn(scanned),
      paint(
        'dim',
        `  ${countOf(words, 'word')}, ${countOf(sentences, 'sentence')}, language ${language}, model ${model}${details(result)}`,
      ),
    );
  }
  return `${lines.join('\n')}\n`;
}

/** The beginning of a file; `undefined` if the file has no lines. */
function startOf({ segments }: ScannedFile): Region | undefined {
  return segments.every(hasLines) ? { line: 1, column: 1, endLine: 1, endColumn: 1 } : undefined;
}

/** The evidence for both sides, one reason per line, so that readers can form their own judgement. */
function reasonsFor({ content, detection: { result } }: ScannedFile, { width }: TextOptions): string[] {
  if (unjudgeableReason(result)) return [];
  const reasonOf = (item: Evidence): string => {
    const { quotes, counted } = quotesOf(content, item, inEnglish);
    const quoted = quotes.map(({ text }) => `“${withoutControls(text)}”`).join(', ');
    const count = counted === undefined ? '' : `, ${counted}`;
    const strength = english.strengths[evidenceStrength(item.weight, result)];
    return `${strength.padEnd(8)}  ${withoutControls(labelIn(item, english))}${quoted === '' ? '' : `: ${quoted}${count}`}`;
  };
  const bySide = evidenceBySide({ content, result });
  return (['ai', 'human'] as const).flatMap((side) => {
    const items = [...bySide[side].shown, ...bySide[side].further].map(reasonOf);
    return [
      `  ${english.evidence.towards[side]}:`,
      ...(items.length === 0 ? [english.evidence.none] : items).map((line) =>
        truncated(`    ${line}`, width),
      ),
    ];
  });
}

function truncated(line: string, width = Infinity): string {
  return line.length <= width ? line : `${cutOff(line, width - 1)}…`;
}

/** The score, which `--threshold` uses, and the confidence; empty if nothing was judged. */
function details(result: Result): string {
  if (unjudgeableReason(result)) return '';
  const confidence = result.verdict === 'uncertain' ? '' : `, confidence ${result.confidence}`;
  return `, score ${result.score.toFixed(2)}${confidence}`;
}

function encodingIn(file: FileResult): string[] {
  return encodingNote(file).map((note) => `  ${note}`);
}

/** The amount of text that is left out of the score, and why; none if there is no such text. */
function leftOutLine(verb: string, regions: readonly IgnoredRegion[]): string[] {
  if (regions.length === 0) return [];
  const { words, passages } = totalsOf(regions);
  const reasons = [...new Set(regions.flatMap(({ reason }) => reason ?? []))];
  const because = reasons.length > 0 ? ` (${excerpt(withoutControls(reasons.join('; ')), 90)})` : '';
  return [`  ${verb}: ${countOf(words, 'word')} in ${countOf(passages, 'passage')}${because}.`];
}

export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
