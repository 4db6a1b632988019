import type { Range } from '../../text/ranges.ts';

/** A heading, a label or an entry of a list of contents is no longer than this. */
const labelWords = 12;
const labelUnits = 90;

/** How a statement ends, in any script, with what may close after it. A question that stands alone is a heading. */
const statementEnd = /[.!…,;。！．、，；۔।॥][\s"'”’»›)\]）」』】*_\p{Extended_Pictographic}]*$/u;

/**
 * Whether a segment is a heading, a label or an entry of a list rather than a sentence: few words, nothing that ends a
 * statement, and nothing else on its lines, no list marker either: readers of documents leave those out. Nobody chose such
 * words as they choose those of a sentence.
 * @param segment without white space around it, in UTF-16 code units of `content`.
 * @param words of the segment.
 */
export function isLabel(content: string, { start, end }: Range, words: number): boolean {
  if (end - start > labelUnits || !standsAlone(content, start, end)) return false;
  return !statementEnd.test(content.slice(start, end)) && words <= labelWords;
}

/** Whether nothing else stands on the lines that it begins and ends in. Its offsets leave out white space. */
function standsAlone(content: string, start: number, end: number): boolean {
  let before = start;
  while (before > 0 && isBlank(content[before - 1]!)) before--;
  let after = end;
  while (after < content.length && isBlank(content[after]!)) after++;
  return (
    (before === 0 || isLineEnd(content[before - 1]!)) &&
    (after === content.length || isLineEnd(content[after]!))
  );
}

function isLineEnd(character: string): boolean {
  return character === '\n' || character === '\r';
}

function isBlank(character: string): boolean {
  return !isLineEnd(character) && /\s/.test(character);
}
