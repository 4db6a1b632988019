import type { styleText } from 'node:util';
import type { Result, Verdict } from '../../api/report.ts';
import { claimOf, falseAlarmsOf, reachOf } from '../../report/model/claim.ts';
import { unjudgeableReason } from '../../report/model/noVerdict.ts';
import { excerpt } from '../../report/model/sentences.ts';
import { strongestFirst } from '../../report/model/sentenceMarks.ts';
import { english, inEnglish } from '../../report/words/en.ts';
import { limitsOf } from '../../report/words/words.ts';
import {
  encodingNote,
  flaggedIn,
  leftOutOf,
  placeInWords,
  readsLikeAi,
  totalsOf,
  unjudgedInWords,
  type Format,
  type IgnoredFile,
  type IgnoredRegion,
  type ScannedFile,
} from './format.ts';

/** How many sentences are shown at most. */
const maxSentences = 3;

export type Style = Parameters<typeof styleText>[0];

/** For each verdict the colour that its name has; none is an alarm. */
const verdictStyles: Record<Verdict, Style> = {
  human: ['bold', 'blue'],
  mixed: ['bold', 'yellow'],
  ai: ['bold', 'yellow'],
  uncertain: 'bold',
};

/**
 * For a person to read.
 * @param paint gives a text a style, or leaves it as it is where there is no terminal.
 */
export function textFormat(paint: (style: Style, text: string) => string): Format {
  return {
    head: '',
    between: '',
    scanned: (scanned) => inText(scanned, paint),
    known: () => '',
    ignored: (file) =>
      [
        `${visible(file.file)}: ${unjudgedInWords(file)}.`,
        ...ignoredIn(file),
        ...olderIn(file),
        ...encodingIn(file),
        '',
      ].join('\n'),
    unscanned: () => '',
    end: () => '',
  };
}

function inText(scanned: ScannedFile, paint: (style: Style, text: string) => string): string {
  const { result, words, sentences, language, model } = scanned.detection;
  const claim = paint(verdictStyles[result.verdict], `${claimOf(result, english)}.`);
  const lines = [
    `${visible(scanned.file)}: ${claim}`,
    ...[reachOf(result, inEnglish), falseAlarmsOf(result, inEnglish)?.restsOn, ...limitsOf(result, english)]
      .filter(Boolean)
      .map((line) => `  ${line}`),
  ];
  const flagged = flaggedIn(scanned).sort(strongestFirst).slice(0, maxSentences);
  if (flagged.length > 0) {
    lines.push('  Reads most like AI:');
    for (const { text, strength, region } of flagged) {
      lines.push(`    ${placeInWords(region)}  ${strength.padEnd(8)}  ${excerpt(visible(text), 90)}`);
    }
  }
  const known = scanned.known.filter((why, i) => why !== undefined && readsLikeAi(scanned, i)).length;
  if (known > 0) lines.push(`  Not reported again: ${counted(known, 'sentence')} in known passages.`);
  lines.push(...ignoredIn(scanned), ...encodingIn(scanned));
  lines.push(
    paint(
      'dim',
      `  ${counted(words, 'word')}, ${counted(sentences, 'sentence')}, language ${language}, model ${model}${details(result)}`,
    ),
  );
  return `${lines.join('\n')}\n`;
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
