import { countBefore } from '../../text/ranges.ts';
import { cutOff } from '../../api/limits.ts';
import type { Result, Segment, Shares, Span } from '../../api/report.ts';
import { bandIn, type Band } from '../../api/bands.ts';
import { wholePercents } from '../words/words.ts';
import { unjudgeableReason } from './noVerdict.ts';
import {
  isMarkable,
  ownReasonsIn,
  strengthOfSegment,
  segmentWordCount,
  type SentenceStrength,
} from './sentenceMarks.ts';

/** A sentence as the view shows it. */
export interface Sentence extends Segment {
  /** Its number from 0, counting only shown sentences. */
  index: number;
  /** At least 1. */
  words: number;
  /** `undefined` if the text could not be judged, and for segments that may not be marked. */
  band: Band | undefined;
  /** `undefined` without a band, and for sentences that could be either. */
  strength: SentenceStrength | undefined;
}

interface JudgedContent {
  content: string;
  /** Without evidence if none was collected. */
  result: Omit<Result, 'evidence'> & Partial<Pick<Result, 'evidence'>>;
}

/**
 * The segments of a report that can be shown, in order, without surrounding white space. A remote service may send
 * invalid segments: outside the content, blank, or overlapping the previous one. They are skipped, and their text
 * is shown unmarked.
 */
export function sentencesOf({ content, result }: JudgedContent): Sentence[] {
  const judged = unjudgeableReason(result) === undefined;
  const sentences: Sentence[] = [];
  const reasons = result.evidence && ownReasonsIn(content, result.evidence);
  for (const { segment, start, end } of shownPlaces(content, result.segments)) {
    const band = judged && isMarkable(content, segment) ? bandIn(result, segment.score) : undefined;
    sentences.push({
      ...segment,
      start,
      end,
      index: sentences.length,
      words: Math.max(1, segmentWordCount(content, segment)),
      band,
      strength:
        band === undefined || band === 'uncertain'
          ? undefined
          : strengthOfSegment(content, segment, result, reasons),
    });
  }
  return sentences;
}

/** The places of the segments that can be shown, in order, without surrounding white space: see `sentencesOf`. */
export function* shownPlaces(
  content: string,
  segments: readonly Segment[],
): Generator<Span & { segment: Segment }> {
  let shownTo = 0;
  for (const segment of segments) {
    if (segment.start < shownTo || segment.end > content.length) continue;
    const text = content.slice(segment.start, segment.end).trimEnd();
    const visible = text.trimStart();
    if (visible === '') continue;
    const end = segment.start + text.length;
    yield { segment, start: end - visible.length, end };
    shownTo = segment.end;
  }
}

/**
 * The shares of the words, by the sentences shown. Without a verdict they are counted from the marks, which leave
 * out sentences that may not be marked, because the result's own shares could suggest a verdict.
 */
export function shownShares(
  { verdict, shares }: Pick<Result, 'verdict' | 'shares'>,
  sentences: readonly Sentence[],
): Shares {
  if (verdict !== 'uncertain') return shares;
  const words = { human: 0, uncertain: 0, ai: 0 };
  for (const sentence of sentences) if (sentence.band) words[sentence.band] += sentence.words;
  const all = words.human + words.uncertain + words.ai;
  if (all === 0) return { human: 0, uncertain: 1, ai: 0 };
  return { human: words.human / all, uncertain: words.uncertain / all, ai: words.ai / all };
}

/** The shares as formatted whole percentages. */
export function sharesInPercent(
  result: Pick<Result, 'verdict' | 'shares'>,
  sentences: readonly Sentence[],
  locale: string,
): Record<Band, string> {
  const { human, uncertain, ai } = shownShares(result, sentences);
  const format = new Intl.NumberFormat(locale, { style: 'percent' });
  const written = wholePercents([human, uncertain, ai]).map((percent) => format.format(percent / 100));
  return { human: written[0]!, uncertain: written[1]!, ai: written[2]! };
}

/**
 * The sentence that contains the offset, if any.
 * @param sentences in order, without overlaps.
 */
export function sentenceAt<Place extends Span>(
  sentences: readonly Place[],
  offset: number,
): Place | undefined {
  const found = sentences[countBefore(sentences, ({ start }) => start <= offset) - 1];
  return found && offset < found.end ? found : undefined;
}

/** The number of runs of neighbouring sentences in the band. */
export function countPlaces(sentences: readonly Sentence[], band: Band): number {
  return sentences.filter((s, i) => s.band === band && sentences[i - 1]?.band !== band).length;
}

/** The beginning of a text on one line, cut at the end of a word if possible. */
export function excerpt(text: string, longest: number): string {
  // Only reads the characters that are needed, because a quoted place can be as long as the text.
  const line = text
    .slice(0, longest * 4)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= longest && text.length <= longest * 4) return line;
  const cut = cutOff(line, longest);
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > longest / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()} …`;
}
