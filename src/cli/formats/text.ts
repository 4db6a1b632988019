import type { styleText } from 'node:util';
import { cutOff } from '../../api/limits.ts';
import type { Evidence, Result, Verdict } from '../../api/report.ts';
import { cautionOf, claimOf, falseAlarmsOf } from '../../report/model/claim.ts';
import { unjudgeableReason } from '../../report/model/noVerdict.ts';
import { excerpt } from '../../report/model/sentences.ts';
import { strongestFirst } from '../../report/model/sentenceMarks.ts';
import {
  countInWords,
  evidenceFor,
  evidenceStrength,
  isOfWholeSentences,
  quotesOf,
} from '../../report/view/evidence.ts';
import { english, inEnglish } from '../../report/words/en.ts';
import { labelIn, limitsOf, readingInWords } from '../../report/words/words.ts';
import {
  encodingNote,
  flaggedIn,
  hasLines,
  leftOutOf,
  placeInWords,
  readsLikeAi,
  totalsOf,
  unjudgedInWords,
  type Format,
  type IgnoredFile,
  type IgnoredRegion,
  type Region,
  type ScannedFile,
} from './format.ts';

/** How many sentences are shown at most. */
const maxSentences = 3;

/** UTF-16 code units of a sentence that is shown, where no terminal's width says how many. */
const maxExcerpt = 90;
/** However narrow the terminal. */
const minExcerpt = 20;

export type Style = Parameters<typeof styleText>[0];

/** For each verdict the colour that its name has; none is an alarm. */
const verdictStyles: Record<Verdict, Style> = {
  human: ['bold', 'blue'],
  mixed: ['bold', 'yellow'],
  ai: ['bold', 'yellow'],
  uncertain: 'bold',
};

/** How results are shown to a person. */
export interface Look {
  /** Gives a text a style, or leaves it as it is where there is no terminal. */
  paint: (style: Style, text: string) => string;
  /** Columns of the terminal; `undefined` where there is none. */
  width: number | undefined;
  /** Whether files that are fine are shown too, and in detail. */
  verbose: boolean;
  /** Whether the reasons for a verdict are shown. */
  explain: boolean;
}

/** For a person to read: what is found in a line `file:line:column: message`, which editors lead to. */
export function textFormat(look: Look): Format {
  return {
    head: '',
    between: '',
    scanned: (scanned, failure) => {
      const { verdict } = scanned.detection.result;
      const isFine = verdict !== 'ai' && verdict !== 'mixed' && failure === undefined;
      return isFine && !look.verbose ? '' : inText(scanned, look, failure);
    },
    known: () => '',
    ignored: (file) =>
      look.verbose
        ? [
            `${placeIn(file.file)} ${unjudgedInWords(file)}.`,
            ...ignoredIn(file),
            ...olderIn(file),
            ...encodingIn(file),
            '',
          ].join('\n')
        : '',
    unscanned: () => '',
    end: () => '',
  };
}

/** `file:line:column:`, as compilers print it; of a file that has no lines, its page or paragraph follows. */
function placeIn(file: string, region?: Region): string {
  const name = visible(file);
  // A pipeline would take such a line for a command of its own.
  const safe = /^(?:::|##)/.test(name) ? `./${name}` : name;
  if (region === undefined) return `${safe}:`;
  const { page, paragraph, line, column } = region;
  return page === undefined && paragraph === undefined
    ? `${safe}:${line}:${column}:`
    : `${safe}: ${placeInWords(region)}:`;
}

function inText(scanned: ScannedFile, look: Look, failure: string | undefined): string {
  const { file, detection } = scanned;
  const { result, words, sentences, language, model } = detection;
  const number = falseAlarmsOf(result, inEnglish);
  const said = [
    look.paint(verdictStyles[result.verdict], `${claimOf(result, english)}.`),
    ...[cautionOf(result, inEnglish), number?.says, failure && `Fails: ${failure}.`],
  ];
  const lines = [`${placeIn(file, startOf(scanned))} ${said.filter(Boolean).join(' ')}`];
  for (const { text, strength, region } of flaggedIn(scanned).sort(strongestFirst).slice(0, maxSentences)) {
    const head = `${placeIn(file, region)} ${readingInWords('ai', strength, english)}: `;
    // Less the quotation marks, and the sign that something was cut off.
    const room = look.width === undefined ? maxExcerpt : Math.max(minExcerpt, look.width - head.length - 4);
    lines.push(`${head}“${excerpt(visible(text), room)}”`);
  }
  if (look.explain) lines.push(...reasonsFor(scanned, look));
  if (look.verbose || look.explain) {
    const known = scanned.known.filter((why, i) => why !== undefined && readsLikeAi(scanned, i)).length;
    lines.push(
      ...[[number?.isNot, number?.restsOn].filter(Boolean).join(' '), ...limitsOf(result, english)]
        .filter((line) => line !== '')
        .map((line) => `  ${line}`),
      ...(known > 0 ? [`  Not reported again: ${counted(known, 'sentence')} in known passages.`] : []),
      ...ignoredIn(scanned),
      ...encodingIn(scanned),
      look.paint(
        'dim',
        `  ${counted(words, 'word')}, ${counted(sentences, 'sentence')}, language ${language}, model ${model}${details(result)}`,
      ),
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Where a file begins; `undefined` for one that has no lines. */
function startOf({ segments }: ScannedFile): Region | undefined {
  return segments.every(hasLines) ? { line: 1, column: 1, endLine: 1, endColumn: 1 } : undefined;
}

/** The evidence on both sides, each reason in a line: a reader must be able to disagree. */
function reasonsFor({ content, detection: { result } }: ScannedFile, { width }: Look): string[] {
  if (unjudgeableReason(result)) return [];
  const reasonOf = (item: Evidence): string => {
    const { quotes, places } = isOfWholeSentences(item)
      ? { quotes: [], places: 0 }
      : quotesOf(content, item.spans);
    const quoted = quotes.map(({ text }) => `“${visible(text)}”`).join(', ');
    const count = places > quotes.length ? `, ${countInWords(quotes.length, places, inEnglish)}` : '';
    const strength = english.strengths[evidenceStrength(item.weight, result)];
    return `${strength.padEnd(8)}  ${visible(labelIn(item, english))}${quoted === '' ? '' : `: ${quoted}${count}`}`;
  };
  return (['ai', 'human'] as const).flatMap((side) => {
    const items = evidenceFor(side, { content, result }).map(reasonOf);
    return [
      `  ${english.evidence.towards[side]}:`,
      ...(items.length === 0 ? [english.evidence.none] : items).map((line) => cut(`    ${line}`, width)),
    ];
  });
}

function cut(line: string, width = Infinity): string {
  return line.length <= width ? line : `${cutOff(line, width - 1)}…`;
}

/** What `--threshold` and lists go by; nothing where nothing was judged. */
function details(result: Result): string {
  if (unjudgeableReason(result)) return '';
  const confidence = result.verdict === 'uncertain' ? '' : `, confidence ${result.confidence}`;
  return `, score ${result.score.toFixed(2)}${confidence}`;
}

/** What a reader must know of the score: how much is left out of it, and why. */
function ignoredIn(file: IgnoredFile): string[] {
  return leftOutLine('Ignored', leftOutOf(file).people);
}

/** The same of what is older than chat models; of a file that is judged, the result says it. */
function olderIn(file: IgnoredFile): string[] {
  return leftOutLine('Left out', leftOutOf(file).history);
}

function encodingIn(file: IgnoredFile): string[] {
  return encodingNote(file).map((note) => `  ${note}`);
}

function leftOutLine(verb: string, regions: readonly IgnoredRegion[]): string[] {
  if (regions.length === 0) return [];
  const { words, passages } = totalsOf(regions);
  const reasons = [...new Set(regions.flatMap(({ reason }) => (reason === undefined ? [] : [reason])))];
  const because = reasons.length > 0 ? ` (${excerpt(visible(reasons.join('; ')), 90)})` : '';
  return [`  ${verb}: ${counted(words, 'word')} in ${counted(passages, 'passage')}${because}.`];
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Without characters that would steer a terminal, or begin a line that a pipeline takes for a command of its own. */
export function visible(text: string): string {
  return text.replace(/\p{C}+/gu, ' ');
}
