import { countBefore, type Range } from './ranges.ts';

/** A line of a document, without its end. Offsets are UTF-16 code units. */
export interface Line extends Range {
  text: string;
  /**
   * The width of the white space before the first character, with tab stops at every eighth column; Infinity for a
   * blank line.
   */
  indent: number;
}

/** The lines of a document, without a byte order mark. */
export function linesOf(document: string): Line[] {
  const lines: Line[] = [];
  const { length } = document;
  for (let start = document.startsWith('\uFEFF') ? 1 : 0; start < length;) {
    let end = start;
    for (; end < length; end++) {
      const code = document.charCodeAt(end);
      if (code === 10 || code === 13) break;
    }
    const text = document.slice(start, end);
    lines.push({ start, end, text, indent: indentOf(text) });
    start = document.startsWith('\r\n', end) ? end + 2 : end + 1;
  }
  return lines;
}

export function isBlank(line: Line | undefined): boolean {
  return line?.indent === Infinity;
}

function indentOf(text: string): number {
  let column = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 9) column += 8 - (column % 8);
    else if (code <= 32 || code > 127) {
      if (!/\s/.test(text[i]!)) return column;
      column++;
    } else return column;
  }
  return Infinity;
}

/**
 * The offset of each line's first character.
 * @param ends matches the line breaks: by default `\n`, `\r\n` and `\r`.
 */
export function lineStartsOf(text: string, ends = /\r\n|[\r\n]/g): number[] {
  return [0, ...Array.from(text.matchAll(ends), ({ index, 0: end }) => index + end.length)];
}

/** A place in a text as editors show it: line and column from 1, columns in UTF-16 code units. */
export interface Place {
  line: number;
  column: number;
}

/** Converts offsets of a text to places. Each look-up takes logarithmic time. */
export function placeFinder(text: string): (offset: number) => Place {
  const starts = lineStartsOf(text);
  return (offset) => {
    const line = countBefore(starts, (start) => start <= offset);
    return { line, column: offset - starts[line - 1]! + 1 };
  };
}
