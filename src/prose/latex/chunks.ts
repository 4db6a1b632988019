import type { Range } from '../text/ranges.ts';

/** From this length on, in UTF-16 code units, a chunk ends at the next place where it can. */
const minChunkLength = 16_000;

/** The parser takes about a second and half a gigabyte for a chunk of this length. */
const maxChunkLength = 256_000;

/**
 * Cuts what stands between `\begin{document}` and `\end{document}`, or all where there is no such, into chunks that
 * can be read each on its own: at blank lines outside of braces and environments, and before headings. The parser
 * remembers all that it tried, so the memory it takes for a book would be too much. Only counts; takes time in
 * proportion to the length.
 * @param source with lines that end in a line feed.
 * @returns `undefined` when a chunk would be longer than any that a person writes.
 */
export function latexChunks(source: string): Range[] | undefined {
  const { start, end } = bodyOf(source);
  const chunks: Range[] = [];
  let from = start;
  let depth = 0;
  const cut = (at: number): void => {
    if (at > from) chunks.push({ start: from, end: at });
    from = at;
    depth = 0;
  };
  marks.lastIndex = start;
  for (let match = marks.exec(source); match && match.index < end; match = marks.exec(source)) {
    const [mark] = match;
    if (mark === '{' || mark.startsWith('\\begin')) depth++;
    else if (mark === '}' || mark.startsWith('\\end')) depth--;
    else if (mark.startsWith('\n') && match.index - from >= minChunkLength) {
      // A brace in a listing would be counted for ever: a heading stands in none.
      if (depth <= 0 || match.groups?.['heading'] !== undefined) cut(match.index);
    }
  }
  cut(end);
  return chunks.some((chunk) => chunk.end - chunk.start > maxChunkLength) ? undefined : chunks;
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

/** How many characters the parser may read over and over. At this many, it takes a few seconds. */
const maxCost = 5e7;

/**
 * The parser reads on to the end of the document after each listing, and each optional argument, that is opened and
 * never closed. Whether there are so many that it would take minutes or hours, which only happens in a document that
 * a machine made or broke. Takes time in proportion to the length.
 */
export function isTooComplex(document: string): boolean {
  const listings = count(document, /\\begin\{(?:verbatim|filecontents|comment|lstlisting|minted)/g);
  const listingEnds = count(document, /\\end\{(?:verbatim|filecontents|comment|lstlisting|minted)/g);
  const options = count(document, /\\[a-z]+\*?\[/gi);
  const optionEnds = count(document, /\]/g);
  const neverClosed = Math.max(0, listings - listingEnds) + Math.max(0, options - optionEnds);
  return neverClosed * document.length > maxCost;
}

function count(document: string, pattern: RegExp): number {
  let found = 0;
  pattern.lastIndex = 0;
  while (pattern.test(document)) found++;
  return found;
}

/** Braces, environments and formulas within each other: more than a person writes, with what a listing leaves open. */
const freeDepth = 50;

const nesting = /\\(?:begin|end)(?=\s*\{)|\\[\s\S]|[{}]|%.*/g;

/**
 * The parser reads what stands within others once more for each that is around it. Whether chunks that it is given one
 * by one nest so deep that it would take more than some seconds. Takes time in proportion to their length.
 */
export function isTooDeep(chunks: readonly string[]): boolean {
  let cost = 0;
  for (const chunk of chunks) cost += Math.max(0, maxNesting(chunk) - freeDepth) * chunk.length;
  return cost > maxCost;
}

function maxNesting(chunk: string): number {
  let max = 0;
  let depth = 0;
  for (const [mark] of chunk.matchAll(nesting)) {
    if (opening.has(mark)) max = Math.max(max, ++depth);
    else if (closing.has(mark)) depth = Math.max(0, depth - 1);
  }
  return max;
}

const opening: ReadonlySet<string> = new Set(['{', '\\begin', '\\[', '\\(']);
const closing: ReadonlySet<string> = new Set(['}', '\\end', '\\]', '\\)']);
