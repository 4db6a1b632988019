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
