import { isAbsolute, relative, resolve, sep } from 'node:path';
import { placeFinder } from '../../text/lines.ts';
import { bandIn } from '../../api/bands.ts';
import type { Result } from '../../api/report.ts';
import type { HashedBlock } from '../../scan/passages.ts';
import type { Detection } from '../../detector/document.ts';
import { placeAt, type DocumentText } from '../../prose/documents/documentText.ts';
import { placeInDocument, type Range } from '../../text/ranges.ts';
import type { IgnoredPassage } from '../../text/blocks.ts';
import type { Prose } from '../../text/prose.ts';
import type { JudgedSection } from '../../report/formats/csv.ts';
import { unjudgeableReason } from '../../report/model/noVerdict.ts';
import {
  isMarkable,
  ownReasonsIn,
  strengthOfSegment,
  type SentenceStrength,
} from '../../report/model/sentenceMarks.ts';

/** A passage that is left out of the score: a person said so, or it is older than chat models. */
export interface IgnoredRegion {
  region: Region;
  words: number;
  by: IgnoredPassage['by'];
  reason?: string;
}

/** What would have been reported of what is ignored. */
export interface Suppressed {
  result: Result;
  flagged: Flagged[];
}

/** What is left out of a file: maybe nothing, maybe all of it. Plain data: it may come from another thread. */
export interface IgnoredFile {
  /** As it was named. */
  file: string;
  /** What it was read in, where that is a guess. */
  encoding?: 'windows-1252';
  ignored: IgnoredRegion[];
  /** Only where it was asked for, and there is something. */
  suppressed?: Suppressed;
}

/** A file that was scanned. Plain data: it may come from another thread. */
export interface ScannedFile extends IgnoredFile {
  /** The prose in it, which the offsets of the detection are in. */
  content: string;
  detection: Detection;
  /** Where each segment of the result stands in the file. */
  segments: Region[];
  /** Where the spans of each evidence of the result stand in the file. */
  evidence: Region[][];
  /** The passages of the content, with their places in the file; none where nobody asks for them. */
  passages: PlacedPassage[];
  /** The parts under its headings, each judged by itself; only where it was asked for. */
  sections?: JudgedSection[];
  /** Of segments by their index: why they are not reported, though they may read like AI. */
  known: Suppression[];
}

/** A passage of a file's prose, with its place in the file. */
export interface PlacedPassage extends HashedBlock {
  region: Region;
}

/** Why a sentence is not reported: the baseline has its passage, or no line of it changed. */
export type Suppression = 'baseline' | 'unchanged' | undefined;

/** A part of a file as editors and SARIF count: all from 1, columns in UTF-16 code units, the end exclusive. */
export interface Region {
  /** In a file that is no text, what counts instead: the lines are then those of the text that was read out of it. */
  page?: number;
  paragraph?: number;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

/**
 * A way to print results. It remembers nothing: what is written of a file depends on no other, so that each thread can
 * tell it. An empty text is not written, and nothing before it.
 */
export interface Format {
  /** Before the first text; where there is none, `end` writes it if it has to. */
  readonly head: string;
  /** Between two texts. */
  readonly between: string;
  /** @param failure why the file fails, if it does. */
  scanned(file: ScannedFile, failure?: string): string;
  /** A file that is scanned, but of which nothing is reported: what reads like AI in it is known. */
  known(file: ScannedFile): string;
  /** A file of which nothing is judged: people ignore it, or it is older than chat models. */
  ignored(file: IgnoredFile): string;
  /** A file that has no result, which standard error counts too. */
  unscanned(file: UnscannedFile): string;
  end(all: All): string;
}

/** A file that has no result. */
export interface UnscannedFile {
  file: string;
  /** Why and what to do, to follow the file's name. */
  problem: string;
  /** Whether that is no failure: nobody named it, or the configuration excludes it. */
  isSkipped: boolean;
}

/** What is said of all files together. */
export interface All {
  /** Whether a text was written of any. */
  hasTexts: boolean;
  totals: Record<LeftOutBy, Totals>;
  /** In the order of the files. */
  problems: readonly Problem[];
  /** Files that have no result and are no failure, by why that is, in words. */
  skipped: readonly string[];
}

/** What is wrong with a file: why it could not be scanned or, in one of its lines, with an ignore comment. */
export interface Problem {
  file: string;
  problem: string;
  line?: number;
  /** How grave it is: `note` is no failure of the scan. */
  level: 'error' | 'warning' | 'note';
}

/** What to say of a file whose encoding is a guess, in a sentence. */
export function encodingNote({ encoding }: Pick<IgnoredFile, 'encoding'>): string[] {
  return encoding ? ['Not UTF-8: read as Windows-1252 (Latin-1).'] : [];
}

/** Who leaves passages out: people, by comments and the baseline, or git's history. */
export type LeftOutBy = 'people' | 'history';

/** The passages of a file that are left out, by who does it. */
export function leftOutOf({ ignored }: Pick<IgnoredFile, 'ignored'>): Record<LeftOutBy, IgnoredRegion[]> {
  return {
    people: ignored.filter(({ by }) => by !== 'history'),
    history: ignored.filter(({ by }) => by === 'history'),
  };
}

/** Why nothing of a file is judged. */
export function unjudgedInWords(file: IgnoredFile): string {
  const { people, history } = leftOutOf(file);
  if (history.length === 0) return 'Ignored as a whole';
  const what = people.length === 0 ? 'all of it' : 'what is not ignored';
  return `Not judged: ${what} is older than chat models`;
}

/** That Inkling itself failed at a file and what to do, to follow the file's name. */
export function faultInWords(reason: string): string {
  return `could not be scanned (${reason}). Please report this bug to Inkling.`;
}

/** What a result says of its text's history, in sentences. */
export function historyNotes({ reasons }: Result): string[] {
  const codes = ['left_out_history', 'git_agent'];
  return reasons.filter(({ code }) => codes.includes(code)).map(({ message }) => message);
}

/** How much is left out. */
export interface Totals {
  words: number;
  passages: number;
}

export function totalsOf(ignored: readonly IgnoredRegion[]): Totals {
  return { words: ignored.reduce((sum, { words }) => sum + words, 0), passages: ignored.length };
}

/** A sentence that reads like AI. */
export interface Flagged {
  /** The sentence as the content has it. */
  text: string;
  /** Its calibrated probability, 0..1: to order by, not to show. */
  score: number;
  strength: SentenceStrength;
  region: Region;
}

/**
 * The sentences that read like AI, in the order of the file; none where the text could not be judged.
 * @param known those that are not reported for this reason, instead of those that are.
 */
export function flaggedIn(scanned: ScannedFile, known?: Suppression): Flagged[] {
  const { content, detection, segments } = scanned;
  const { result } = detection;
  const reasons = ownReasonsIn(content, result.evidence);
  return result.segments.flatMap((segment, i) => {
    if (!readsLikeAi(scanned, i) || scanned.known[i] !== known) return [];
    const { start, end, score } = segment;
    const strength = strengthOfSegment(content, segment, result, reasons);
    return [{ text: content.slice(start, end), score, strength, region: segments[i]! }];
  });
}

/** For each segment, why it is not reported: what is known is known by passages. */
export function knownIn(
  { detection, passages }: ScannedFile,
  knownReason: (passage: PlacedPassage) => Suppression,
): Suppression[] {
  const reasons = passages.map(knownReason);
  let at = 0;
  return detection.result.segments.map(({ start }) => {
    while (at < passages.length && passages[at]!.end <= start) at++;
    return reasons[at];
  });
}

/** Whether a segment is reported to read like AI. */
export function isFlagged(scanned: ScannedFile, index: number): boolean {
  return readsLikeAi(scanned, index) && scanned.known[index] === undefined;
}

/** Whether a segment reads like AI and may be marked. */
export function readsLikeAi({ content, detection: { result } }: ScannedFile, index: number): boolean {
  const segment = result.segments[index]!;
  return !unjudgeableReason(result) && bandIn(result, segment.score) === 'ai' && isMarkable(content, segment);
}

/** What places are found in. */
export interface Placed {
  document: string;
  prose: Prose;
  /** Of a file that is no text. */
  paged?: DocumentText | undefined;
}

/** Finds the regions of spans of the prose in its document. */
export function regionsIn({ document, prose, paged }: Placed): (span: Range) => Region {
  const regionOf = placesIn({ document, paged });
  return (span) => regionOf(placeInDocument(document, prose, span));
}

/** Finds the regions of ranges of a document. Lines end at \n, \r\n or \r. */
export function placesIn({ document, paged }: Omit<Placed, 'prose'>): (range: Range) => Region {
  const placeOf = placeFinder(document);
  return ({ start, end }) => {
    const from = placeOf(start);
    const to = placeOf(end);
    const region = { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
    return paged ? { [paged.unit]: placeAt(paged, start), ...region } : region;
  };
}

/** A file's path as pipelines show it: from the folder of the run where it is in there, with `/` between. */
export function pathFromHere(file: string): string {
  const path = relative('', resolve(file));
  const isOutside = isAbsolute(path) || path.split(sep)[0] === '..';
  return (isOutside ? resolve(file) : path).replaceAll(sep, '/');
}

/** Whether a region's lines are those of its file: in a PDF they are not. */
export function hasLines({ page, paragraph }: Region): boolean {
  return page === undefined && paragraph === undefined;
}

/** Where a region is, for programs: its page or paragraph in a file that has no lines. */
export function placeOf({ page, paragraph, ...lines }: Region): object {
  if (page !== undefined) return { page };
  return paragraph === undefined ? lines : { paragraph };
}

/** The same for people, without where in the line it begins. */
export function placeInWords({ page, paragraph, line }: Region): string {
  if (page !== undefined) return `page ${page}`;
  return paragraph === undefined ? `line ${line}` : `paragraph ${paragraph}`;
}
