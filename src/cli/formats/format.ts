import { bandIn } from '../../api/bands.ts';
import type { Report } from '../../api/report.ts';
import type { Prose } from '../../prose/text/prose.ts';
import { toDocumentRanges, type Range } from '../../prose/text/ranges.ts';
import { unjudgeableReason } from '../../report/model/noVerdict.ts';
import { isMarkable, strengthOf, wordsOf, type Strength } from '../../report/model/sentenceMarks.ts';

/** A file that was scanned. */
export interface ScannedFile {
  file: string;
  document: string;
  prose: Prose;
  report: Report;
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
  /** The sentence as the report has it. */
  text: string;
  /** Its calibrated probability, 0..1: to order by, not to show. */
  score: number;
  strength: Strength;
  /** Where it stands in the file, in UTF-16 code units. */
  range: Range;
}

/** The sentences that read like AI, as they stand in the file; none where the text could not be judged. */
export function flaggedIn({ prose, report }: Pick<ScannedFile, 'prose' | 'report'>): Flagged[] {
  const { content, result } = report;
  if (unjudgeableReason(result)) return [];
  return result.segments
    .filter((segment) => bandIn(result, segment.score) === 'ai' && isMarkable(content, segment))
    .flatMap((segment) => {
      const { start, end, score } = segment;
      const ranges = toDocumentRanges(prose, start, end);
      const first = ranges[0];
      const last = ranges.at(-1);
      if (!first || !last) return [];
      return [
        {
          text: content.slice(start, end),
          score,
          strength: strengthOf(score, wordsOf(content, segment), result),
          range: { start: first.start, end: last.end },
        },
      ];
    });
}

/** A place as editors count it: both from 1, columns in UTF-16 code units. */
export interface Place {
  line: number;
  column: number;
}

/** Tells places in a document; each look-up takes logarithmic time. Lines end at \n, \r\n or \r. */
export function placesIn(document: string): (offset: number) => Place {
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
