import { bandIn } from '../../api/bands.ts';
import type { Detection } from '../../detector/detection.ts';
import { toDocumentRanges } from '../../prose/text/ranges.ts';
import type { Prose } from '../../prose/text/prose.ts';
import { unjudgeableReason } from '../../report/model/noVerdict.ts';
import { isMarkable, strengthOf, wordsOf, type Strength } from '../../report/model/sentenceMarks.ts';

/** A file that was scanned. Plain data: it may come from another thread. */
export interface ScannedFile {
  /** As it was named. */
  file: string;
  /** The prose in it, which the offsets of the detection are in. */
  content: string;
  detection: Detection;
  /** Where each segment of the result stands in the file. */
  segments: Region[];
  /** Where the spans of each evidence of the result stand in the file. */
  evidence: Region[][];
}

/** A part of a file as editors and SARIF count: all from 1, columns in UTF-16 code units, the end exclusive. */
export interface Region {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

/** A way to print results: what is written for each file as it comes, and at the end. */
export interface Format {
  scanned(file: ScannedFile): string;
  /** A file that could not be scanned, which standard error names too. */
  failed(file: string, problem: string): string;
  end(): string;
}

/** A sentence that reads like AI. */
export interface Flagged {
  /** The sentence as the content has it. */
  text: string;
  /** Its calibrated probability, 0..1: to order by, not to show. */
  score: number;
  strength: Strength;
  region: Region;
}

/** The sentences that read like AI, in the order of the file; none where the text could not be judged. */
export function flaggedIn(scanned: ScannedFile): Flagged[] {
  const { content, detection, segments } = scanned;
  const { result } = detection;
  return result.segments.flatMap((segment, i) => {
    if (!isFlagged(scanned, i)) return [];
    const { start, end, score } = segment;
    const strength = strengthOf(score, wordsOf(content, segment), result);
    return [{ text: content.slice(start, end), score, strength, region: segments[i]! }];
  });
}

/** Whether a segment reads like AI and may be marked. */
export function isFlagged({ content, detection: { result } }: ScannedFile, index: number): boolean {
  const segment = result.segments[index]!;
  return !unjudgeableReason(result) && bandIn(result, segment.score) === 'ai' && isMarkable(content, segment);
}

/** Finds the regions of spans of the prose in its document. Lines end at \n, \r\n or \r. */
export function regionsIn(document: string, prose: Prose): (span: { start: number; end: number }) => Region {
  const placeOf = placesIn(document);
  return ({ start, end }) => {
    const ranges = toDocumentRanges(prose, start, end);
    const from = placeOf(ranges[0]?.start ?? 0);
    const to = placeOf(ranges.at(-1)?.end ?? 0);
    return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
  };
}

/** Each look-up takes logarithmic time. */
function placesIn(document: string): (offset: number) => { line: number; column: number } {
  const starts = [0];
  for (const { index, 0: end } of document.matchAll(/\r\n|[\r\n]/g)) starts.push(index + end.length);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - starts[low]! + 1 };
  };
}
