/** A line with a word alone; PHP ends the statement behind it. */
const loneWord = /^[ \t]*([\p{L}_][\p{L}\p{N}_]*)[;,)]*(?=[ \t]*$)/gmu;

/** A document whose lines can be looked up, each in no time, however often. */
export class Source {
  readonly document: string;
  #lines: Map<string, number[]> | undefined;

  constructor(document: string) {
    this.document = document;
  }

  /** The end of the first line behind `offset` that holds `word` alone; `undefined` where there is none. */
  endOfLineHolding(word: string, offset: number): number | undefined {
    this.#lines ??= this.#indexLines();
    const ends = this.#lines.get(word) ?? [];
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (ends[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return ends[low];
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
