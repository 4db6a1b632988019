import { placeFinder } from '../../text/lines.ts';
import { bandIn } from '../../api/bands.ts';
import type { Detection, Result } from '../../api/report.ts';
import type { HashedBlock } from '../../scan/judged.ts';
import type { IgnoreWarning } from '../../prose/ignoreComments.ts';
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

/** A passage left out of the score, because a person ignored it or it is older than chat models. */
export interface IgnoredRegion {
  region: Region;
  words: number;
  by: IgnoredPassage['by'];
  reason?: string;
}

/** The findings that an ignored file or passage would have had. */
export interface Suppressed {
  result: Result;
  flagged: FlaggedSentence[];
}

/** The result of a file, judged or not. Plain data, because it may come from another thread. */
export interface FileResult {
  /** The path as given. */
  file: string;
  /** The encoding, if it was guessed. */
  encoding?: 'windows-1252';
  /** The passages left out of the score. */
  ignored: IgnoredRegion[];
  /** The findings in those passages; included only on request, and if there are any. */
  suppressed?: Suppressed;
  /** The hashes of all passages, ignored ones too; empty unless requested. */
  hashes: readonly string[];
  warnings: readonly IgnoreWarning[];
}

/** A file that is ignored as a whole. */
export interface IgnoredFile extends FileResult {
  kind: 'ignored';
}

/** A text that was judged. */
export interface JudgedText {
  /** The prose, to which the detection's offsets refer. */
  content: string;
  detection: Detection;
  /** The place of each segment in the file. */
  segments: Region[];
  /** For each item of evidence, the places of its spans in the file. */
  evidence: Region[][];
  /** The passages with their places in the file; empty unless requested. */
  passages: PlacedPassage[];
  /** For each segment, by its index: why it is not reported even if it reads like AI. */
  known: Suppression[];
}

/** A file that was judged. */
export interface ScannedFile extends FileResult, JudgedText {
  kind: 'scanned';
  /** The sections under headings, each judged separately; only on request. */
  sections?: JudgedSection[];
  /** Whether git was asked about the file's lines but has no history for them. */
  hasNoHistory: boolean;
}

/** A passage of a file's prose, with its place in the file. */
export interface PlacedPassage extends HashedBlock {
  region: Region;
}

/** Why a sentence is not reported: its passage is in the baseline, or none of its lines changed. */
export type Suppression = 'baseline' | 'unchanged' | undefined;

/** A part of a file as editors and SARIF count it: from 1, columns in UTF-16 code units, end exclusive. */
export interface Region {
  /** The place in a file that is not plain text; the lines are then those of the extracted text. */
  page?: number;
  paragraph?: number;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

/**
 * A way to print results. It has no state, so that threads can format files independently. An empty text is not
 * written, and neither is the separator before it. A format lacks the methods for what it doesn't print.
 */
export interface Format {
  /** Written before the first text or, if there is none, before the end. */
  readonly head?: string;
  /** The separator between two texts. */
  readonly between?: string;
  /** @param failure why the file fails, if it does. */
  scanned(file: ScannedFile, failure?: string): string;
  /** A scanned file that is not reported: all that reads like AI in it is in the baseline or unchanged. */
  knownFile?(file: ScannedFile): string;
  /** A file that is not judged, because a person ignored it or it is older than chat models. */
  ignored?(file: IgnoredFile): string;
  /** A file without a result. Standard error counts it too. */
  unscanned?(problem: Problem): string;
  end?(all: RunTotals): string;
}

/** What `end` prints about all files together. */
export interface RunTotals {
  /** Whether a text was written for any file. */
  hasTexts: boolean;
  totals: Record<LeftOutBy, Totals>;
  /** In the order of the files. */
  problems: readonly Problem[];
  /** The reasons why files were skipped, in words, if that is not a failure. */
  skipped: readonly string[];
}

/** A problem with a file: it can't be scanned, or one of its lines contains a faulty ignore comment. */
export interface Problem {
  file: string;
  /** Why and what to do, printed after the file's name. */
  problem: string;
  line?: number;
  /** `note`: no failure, because nobody named the file or a rule file excludes it. */
  level: Level;
}

/** A severity, by SARIF's names. */
export type Level = 'note' | 'warning' | 'error';

/** A sentence about the encoding, if it was guessed. */
export function encodingNote({ encoding }: FileResult): string[] {
  return encoding ? ['Not UTF-8: read as Windows-1252 (Latin-1).'] : [];
}

/** Why passages are left out: people ignore them (comments, baseline), or git's history shows that they are old. */
export type LeftOutBy = 'people' | 'history';

/** A file's left-out passages, by the reason. */
export function leftOutOf({ ignored }: FileResult): Record<LeftOutBy, IgnoredRegion[]> {
  return {
    people: ignored.filter(({ by }) => by !== 'history'),
    history: ignored.filter(({ by }) => by === 'history'),
  };
}

/** Why no part of a file is judged. */
export function unjudgedInWords(file: FileResult): string {
  const { people, history } = leftOutOf(file);
  if (history.length === 0) return 'Ignored as a whole';
  const what = people.length === 0 ? 'all of it' : 'everything not ignored';
  return `Not judged: ${what} is older than chat models`;
}

/** A result's reasons that come from git's history. */
export function historyNotes({ reasons }: Result): string[] {
  const codes = ['left_out_history', 'git_agent'];
  return reasons.filter(({ code }) => codes.includes(code)).map(({ message }) => message);
}

/** The amount of text that is left out. */
export interface Totals {
  words: number;
  passages: number;
}

export function totalsOf(ignored: readonly IgnoredRegion[]): Totals {
  return { words: ignored.reduce((sum, { words }) => sum + words, 0), passages: ignored.length };
}

/** A sentence that reads like AI. */
export interface FlaggedSentence {
  /** The sentence, quoted from the content. */
  text: string;
  /** Its calibrated probability, 0..1, for sorting only. */
  score: number;
  strength: SentenceStrength;
  region: Region;
}

/**
 * The sentences that read like AI, in the file's order; none if the text can't be judged.
 * @param known if given, the sentences that are not reported for this reason are returned instead.
 */
export function flaggedIn(judged: JudgedText, known?: Suppression): FlaggedSentence[] {
  const { content, detection, segments } = judged;
  const { result } = detection;
  const reasons = ownReasonsIn(content, result.evidence);
  return result.segments.flatMap((segment, i) => {
    if (!readsLikeAi(judged, i) || judged.known[i] !== known) return [];
    const { start, end, score } = segment;
    const strength = strengthOfSegment(content, segment, result, reasons);
    return [{ text: content.slice(start, end), score, strength, region: segments[i]! }];
  });
}

/** The passage of each segment; `undefined` if passages were not requested. */
export function passageBySegment({ detection, passages }: JudgedText): (PlacedPassage | undefined)[] {
  let at = 0;
  return detection.result.segments.map(({ start }) => {
    while (at < passages.length && passages[at]!.end <= start) at++;
    return passages[at];
  });
}

/** Whether a segment is reported as reading like AI. */
export function isFlagged(judged: JudgedText, index: number): boolean {
  return readsLikeAi(judged, index) && judged.known[index] === undefined;
}

/** Whether a segment reads like AI and may be marked. */
export function readsLikeAi({ content, detection: { result } }: JudgedText, index: number): boolean {
  const segment = result.segments[index]!;
  return !unjudgeableReason(result) && bandIn(result, segment.score) === 'ai' && isMarkable(content, segment);
}

/** A document in which to find places. */
export interface Placed {
  document: string;
  prose: Prose;
  /** Only for files that are not plain text. */
  paged?: DocumentText | undefined;
}

/** Converts spans of the prose to regions of its document. */
export function regionsIn({ document, prose, paged }: Placed): (span: Range) => Region {
  const regionOf = placesIn({ document, paged });
  return (span) => regionOf(placeInDocument(document, prose, span));
}

/** Converts ranges of a document to regions. Lines end at \n, \r\n or \r. */
export function placesIn({ document, paged }: Omit<Placed, 'prose'>): (range: Range) => Region {
  const placeOf = placeFinder(document);
  return ({ start, end }) => {
    const from = placeOf(start);
    const to = placeOf(end);
    const region = { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
    return paged ? { [paged.unit]: placeAt(paged, start), ...region } : region;
  };
}

/** Whether a region's lines exist in its file; a PDF has none. */
export function hasLines({ page, paragraph }: Region): boolean {
  return page === undefined && paragraph === undefined;
}

/** The place in a form for programs: line and column, or the page or paragraph in a file without lines. */
export function placeOf({ page, paragraph, ...lines }: Region): object {
  if (page !== undefined) return { page };
  return paragraph === undefined ? lines : { paragraph };
}

/** The place in a form for people, without the column. */
export function placeInWords({ page, paragraph, line }: Region): string {
  if (page !== undefined) return `page ${page}`;
  return paragraph === undefined ? `line ${line}` : `paragraph ${paragraph}`;
}
