/** How many characters the parser may read over and over. At this many, it takes a few seconds. */
const limit = 5e7;

/**
 * The parser reads on to the end of the document behind each listing, and each optional argument, that is opened and
 * never closed. Whether there are so many that it would take minutes or hours, which only happens in a document that
 * a machine made or broke. Takes time in proportion to the length.
 */
export function overloadsLatexParser(document: string): boolean {
  const listings = count(document, /\\begin\{(?:verbatim|filecontents|comment|lstlisting|minted)/g);
  const listingEnds = count(document, /\\end\{(?:verbatim|filecontents|comment|lstlisting|minted)/g);
  const options = count(document, /\\[a-z]+\*?\[/gi);
  const optionEnds = count(document, /\]/g);
  const neverClosed = Math.max(0, listings - listingEnds) + Math.max(0, options - optionEnds);
  return neverClosed * document.length > limit;
}

function count(document: string, pattern: RegExp): number {
  let found = 0;
  pattern.lastIndex = 0;
  while (pattern.test(document)) found++;
  return found;
}

/** Braces, environments and formulas within each other: more than a person writes, with what a listing leaves open. */
const deepestFree = 50;

const nesting = /\\(?:begin|end)(?=\s*\{)|\\[\s\S]|[{}]|%.*/g;

/**
 * The parser reads what stands within others once more for each that is around it. Whether pieces that it is given one
 * by one nest so deep that it would take more than some seconds. Takes time in proportion to their length.
 */
export function nestsTooDeep(pieces: readonly string[]): boolean {
  let cost = 0;
  for (const piece of pieces) cost += Math.max(0, deepestNesting(piece) - deepestFree) * piece.length;
  return cost > limit;
}

function deepestNesting(piece: string): number {
  let deepest = 0;
  let depth = 0;
  for (const [mark] of piece.matchAll(nesting)) {
    if (opening.has(mark)) deepest = Math.max(deepest, ++depth);
    else if (closing.has(mark)) depth = Math.max(0, depth - 1);
  }
  return deepest;
}

const opening: ReadonlySet<string> = new Set(['{', '\\begin', '\\[', '\\(']);
const closing: ReadonlySet<string> = new Set(['}', '\\end', '\\]', '\\)']);
