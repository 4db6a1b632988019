import type { Range } from '../text/ranges.ts';

/** From this length on, in UTF-16 code units, a piece ends at the next place where it can. */
const enough = 16_000;

/** The parser takes about a second and half a gigabyte for a piece of this length. */
const mostInOnePiece = 256_000;

/**
 * Cuts what stands between `\begin{document}` and `\end{document}`, or all where there is no such, into pieces that
 * can be read each on its own: at blank lines outside of braces and environments, and before headings. The parser
 * remembers all that it tried, so the memory it takes for a book would be too much. Only counts; takes time in
 * proportion to the length.
 * @param source with lines that end in a line feed.
 * @returns `undefined` when a piece would be longer than any that a person writes.
 */
export function latexPieces(source: string): Range[] | undefined {
  const { start, end } = bodyOf(source);
  const pieces: Range[] = [];
  let from = start;
  let depth = 0;
  const cut = (at: number): void => {
    if (at > from) pieces.push({ start: from, end: at });
    from = at;
    depth = 0;
  };
  marks.lastIndex = start;
  for (let match = marks.exec(source); match && match.index < end; match = marks.exec(source)) {
    const [mark] = match;
    if (mark === '{' || mark.startsWith('\\begin')) depth++;
    else if (mark === '}' || mark.startsWith('\\end')) depth--;
    else if (mark.startsWith('\n') && match.index - from >= enough) {
      // A brace in a listing would be counted for ever: a heading stands in none.
      if (depth <= 0 || match.groups?.['heading'] !== undefined) cut(match.index);
    }
  }
  cut(end);
  return pieces.some((piece) => piece.end - piece.start > mostInOnePiece) ? undefined : pieces;
}

/** What the count needs to see: other commands and comments, which hide braces, are passed over whole. */
const marks =
  /\\(?:begin|end)(?=\s*\{)|\\[\s\S]|[{}]|%.*|\n(?=[ \t]*\n)|(?<heading>\n(?=[ \t]*\\(?:part|chapter|section)\b))/g;

function bodyOf(source: string): Range {
  const begin = /^[^%\n]*?\\begin\{document\}/m.exec(source);
  if (!begin) return { start: 0, end: source.length };
  const start = begin.index + begin[0].length;
  const end = source.lastIndexOf('\\end{document}');
  return { start, end: end < start ? source.length : end };
}
