import type { ScoredSentence } from './track.ts';

export type LineEnd = '\n' | '\r\n';

/** Whether a document, whose line ends are all alike, has others than these. */
export function hasOtherLineEnds(text: string, lineEnd: LineEnd): boolean {
  const first = text.indexOf('\n');
  return first >= 0 && (text[first - 1] === '\r') !== (lineEnd === '\r\n');
}

/** The text with these line ends, and its sentences where they are then. */
export function withLineEnds(
  text: string,
  sentences: readonly ScoredSentence[],
  lineEnd: LineEnd,
): { text: string; sentences: ScoredSentence[] } {
  const step = lineEnd === '\r\n' ? 1 : -1;
  let moved = 0;
  let next = text.indexOf('\n');
  /** Called with offsets that grow. */
  const move = (offset: number): number => {
    for (; next >= 0 && next < offset; next = text.indexOf('\n', next + 1)) moved += step;
    return offset + moved;
  };
  return {
    sentences: sentences.map((sentence) => ({
      ...sentence,
      start: move(sentence.start),
      end: move(sentence.end),
    })),
    text: text.replace(/\r?\n/g, lineEnd),
  };
}
