import { partitionPoint } from '../text/ranges.ts';

/** A line with a word alone; PHP ends the statement after it. */
const loneWord = /^[ \t]*([\p{L}_][\p{L}\p{N}_]*)[;,)]*(?=[ \t]*$)/gmu;

/** A document whose lines can be looked up, each in no time, however often. */
export class Source {
  readonly document: string;
  #lines: Map<string, number[]> | undefined;

  constructor(document: string) {
    this.document = document;
  }

  /** The end of the first line after `offset` that holds `word` alone; `undefined` where there is none. */
  endOfLineHolding(word: string, offset: number): number | undefined {
    this.#lines ??= this.#indexLines();
    const ends = this.#lines.get(word) ?? [];
    return ends[partitionPoint(ends.length, (i) => ends[i]! <= offset)];
  }

  #indexLines(): Map<string, number[]> {
    const lines = new Map<string, number[]>();
    for (const { index, 0: line, 1: word = '' } of this.document.matchAll(loneWord)) {
      const ends = lines.get(word);
      if (ends) ends.push(index + line.length);
      else lines.set(word, [index + line.length]);
    }
    return lines;
  }
}

/** UTF-16 code units. A document of one line has millions, and is asked at each of its comments. */
const maxLookBack = 1000;

/** What stands before an offset on its line, as far as it is worth looking at. */
export function lineBefore(document: string, offset: number): string {
  const before = document.slice(Math.max(0, offset - maxLookBack), offset);
  return before.slice(before.lastIndexOf('\n') + 1);
}
