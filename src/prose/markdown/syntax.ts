import { matchEnd, matchFrom, type Finders, PlacesAhead } from '../ahead.ts';
import { isAsciiDigit, isAsciiLetter, isLineEnd, isSpaceOrTab } from '../../text/characters.ts';

/**
 * How a kind of Markdown differs from CommonMark. Offsets are UTF-16; each function takes time in proportion to what
 * it reads.
 */
export interface Dialect {
  /**
   * Whether HTML and addresses between `<` and `>` are read. MDX has components instead. In Pandoc, text within HTML
   * is text.
   */
  hasHtml: boolean;
  hasIndentedCode: boolean;
  /** Formulas between lines of two or more dollars, which may contain blank lines. */
  hasMathFences: boolean;
  /** Pandoc's inline notes, `^[so]`, and attributes after brackets, `[so]{.small}`. */
  isPandoc: boolean;
  /** Where the block without text that begins on this line ends. The rest of the line begins a paragraph. */
  blockEnd?: (line: BlockStart) => number | undefined;
  /** Where a span that begins a paragraph's line ends; no line in it begins a block. */
  spanEnd?: (at: number) => number | undefined;
  /** The characters that begin the dialect's inline syntax. */
  signs: string;
  /** Where inline syntax that begins at `at` ends. @param end where the paragraph ends. */
  inlineEnd?: (text: string, at: number, end: number) => number | undefined;
}

/** A line where a block may begin: the start of its text, and its end. */
export interface BlockStart {
  at: number;
  end: number;
  /** Whether the line could continue a paragraph. */
  isParagraph: boolean;
  isAfterTable: boolean;
  /** Whether its text begins in the first column. */
  isFirstColumn: boolean;
}

/** Markdown's white space: spaces, tabs and line ends. */
export function isMarkdownSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13 && code !== 11 && code !== 12);
}

export function isAsciiAlphanumeric(code: number): boolean {
  return isAsciiLetter(code) || isAsciiDigit(code);
}

export function isAsciiPunctuation(code: number): boolean {
  return (
    (code >= 33 && code <= 47) ||
    (code >= 58 && code <= 64) ||
    (code >= 91 && code <= 96) ||
    (code >= 123 && code <= 126)
  );
}

export function afterSpace(text: string, at: number, end: number): number {
  while (at < end && isMarkdownSpace(text.charCodeAt(at))) at++;
  return at;
}

/**
 * Where a formula on separate lines ends, including its last line: from `$$` to `$$`, for example, without blank
 * lines, with at most a full stop or label after it.
 * @param at the offset of the two-character opening mark.
 */
export function formulaEnd(finders: Finders, at: number, closing: string): number | undefined {
  const { text } = finders;
  const close = finders.at(closing, at + 2);
  if (close === Infinity || blankLine.test(text.slice(at, close))) return undefined;
  return matchEnd(afterFormula, text, close + 2);
}

const blankLine = /\n[ \t]*\r?\n|\r[ \t]*\r/;
const afterFormula = /[.,;:]?[ \t]*(?:\{[^\r\n]*)?(?=[\r\n]|$)/y;

/** Finds where TeX environments end, `\begin{align}` to `\end{align}`. */
export class EnvironmentReader {
  readonly #text: string;
  #ends: PlacesAhead | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Where the environment that begins here ends. */
  end(at: number): number | undefined {
    if (this.#text.charCodeAt(at) !== backslash) return undefined;
    const name = matchFrom(environmentStart, this.#text, at)?.[1];
    if (name === undefined) return undefined;
    this.#ends ??= PlacesAhead.ofEnds(this.#text, environmentEnd);
    return this.#ends.next(name, at + 1);
  }
}

const environmentStart = /\\begin\{([A-Za-z]+\*?)\}/y;
const environmentEnd = /\\end\{([A-Za-z]+\*?)\}/g;

/** A label normalised for comparison: white space and case are ignored, as is ß or SS. */
export function labelOf(text: string): string {
  return text
    .replace(/[\t\n\r ]+/g, ' ')
    .trim()
    .toLowerCase()
    .toUpperCase();
}

const maxLabelLength = 999;

/** The offset after the label in brackets that begins here. It contains no other bracket. */
export function labelEnd(text: string, at: number, end: number): number | undefined {
  const last = Math.min(end, at + maxLabelLength + 2);
  let isEmpty = true;
  for (let i = at + 1; i < last; i++) {
    const code = text.charCodeAt(i);
    if (code === closingBracket) return isEmpty ? undefined : i + 1;
    if (code === openingBracket) return undefined;
    if (!isMarkdownSpace(code)) isEmpty = false;
    if (code === backslash && isBracketOrBackslash(text.charCodeAt(i + 1))) i++;
  }
  return undefined;
}

function isBracketOrBackslash(code: number): boolean {
  return code === openingBracket || code === closingBracket || code === backslash;
}

/** The maximum nesting of parentheses in a bare address, as in other parsers. */
const maxBalance = 32;

/** Where the link address that begins here ends, in angle brackets or bare. */
function destinationEnd(text: string, at: number, end: number): number | undefined {
  if (text.charCodeAt(at) === less) {
    for (let i = at + 1; i < end; i++) {
      const code = text.charCodeAt(i);
      if (code === greater) return i + 1;
      if (code === less || isLineEnd(code)) return undefined;
      if (code === backslash && isAsciiPunctuation(text.charCodeAt(i + 1))) i++;
    }
    return undefined;
  }
  let balance = 0;
  for (let i = at; ; i++) {
    const code = i < end ? text.charCodeAt(i) : 32;
    if (code === openingParenthesis) {
      if (++balance > maxBalance) return undefined;
    } else if (code === backslash && i + 1 < end && isAsciiPunctuation(text.charCodeAt(i + 1))) i++;
    else if (balance === 0 && i > at && (isMarkdownSpace(code) || code === closingParenthesis)) return i;
    else if (code === closingParenthesis) {
      if (balance-- === 0) return undefined;
    } else if (code <= 32 || code === 127) return undefined;
  }
}

/** Where the link title that begins here ends. */
function titleEnd(finders: Finders, at: number, end: number): number | undefined {
  const open = finders.text.charCodeAt(at);
  if (open !== quote && open !== apostrophe && open !== openingParenthesis) return undefined;
  const close = open === openingParenthesis ? ')' : String.fromCharCode(open);
  const found = finders.at(close, at + 1, true);
  return found < end ? found + 1 : undefined;
}

/** A definition, `[label]: address "title"`, that begins here: its label, and where the next line begins. */
export function definitionAt(finders: Finders, at: number): { label: string; end: number } | undefined {
  const { text } = finders;
  const end = text.length;
  if (text.charCodeAt(at) !== openingBracket) return undefined;
  const labelStop = labelEnd(text, at, end);
  if (labelStop === undefined || text.charCodeAt(labelStop) !== colon) return undefined;
  const destination = destinationEnd(text, afterSpace(text, labelStop + 1, end), end);
  if (destination === undefined) return undefined;
  const label = labelOf(text.slice(at + 1, labelStop - 1));
  const titleStart = afterSpace(text, destination, end);
  const title = titleStart > destination ? titleEnd(finders, titleStart, end) : undefined;
  const titled = title === undefined ? undefined : lineEndAfter(text, title);
  const bare = lineEndAfter(text, destination);
  const lineEnd = titled ?? bare;
  return lineEnd === undefined ? undefined : { label, end: lineEnd };
}

/** Where the next line begins, if this one is blank from here on. */
function lineEndAfter(text: string, at: number): number | undefined {
  while (at < text.length && isSpaceOrTab(text.charCodeAt(at))) at++;
  if (at >= text.length) return at;
  return isLineEnd(text.charCodeAt(at)) ? at + 1 : undefined;
}

/**
 * Where the address and title in parentheses after a link's text end.
 * @param at the offset of the opening parenthesis.
 */
export function resourceEnd(finders: Finders, at: number, end: number): number | undefined {
  const { text } = finders;
  let i = afterSpace(text, at + 1, end);
  if (text.charCodeAt(i) !== closingParenthesis || i >= end) {
    const destination = destinationEnd(text, i, end);
    if (destination === undefined) return undefined;
    i = afterSpace(text, destination, end);
    if (i > destination && i < end && text.charCodeAt(i) !== closingParenthesis) {
      const title = titleEnd(finders, i, end);
      if (title === undefined) return undefined;
      i = afterSpace(text, title, end);
    }
  }
  return i < end && text.charCodeAt(i) === closingParenthesis ? i + 1 : undefined;
}

/**
 * Finds where an HTML tag with its attributes ends. Results are cached, since a quoted value may contain the
 * beginning of the next tag, and so on.
 */
export class TagReader {
  readonly #finders: Finders;
  /** For each quotation mark that opens a value, where its tag ends; `undefined` if it never does. */
  readonly #endsByQuote = new Map<number, number | undefined>();

  constructor(finders: Finders) {
    this.#finders = finders;
  }

  /**
   * @param at the offset of `<`.
   * @param braceEnd in a dialect with expressions, where the expression that begins at a brace ends.
   */
  end(at: number, end: number, braceEnd?: (at: number) => number | undefined): number | undefined {
    const { text } = this.#finders;
    const isJsx = braceEnd !== undefined;
    const isClosing = text.charCodeAt(at + 1) === slash;
    const start = isClosing ? at + 2 : at + 1;
    if (isJsx && text.charCodeAt(start) === greater) return start + 1;
    const nameEnd = matchEnd(isJsx ? jsxName : htmlName, text, start);
    if (nameEnd === undefined) return undefined;
    if (isClosing) {
      const i = afterSpace(text, nameEnd, end);
      return i < end && text.charCodeAt(i) === greater ? i + 1 : undefined;
    }
    return this.#attributesEnd(nameEnd, end, braceEnd);
  }

  #attributesEnd(at: number, end: number, braceEnd?: (at: number) => number | undefined): number | undefined {
    const { text } = this.#finders;
    const quotes: number[] = [];
    const found = (tagEnd: number | undefined): number | undefined => {
      for (const quoteAt of quotes) this.#endsByQuote.set(quoteAt, tagEnd);
      return tagEnd !== undefined && tagEnd <= end ? tagEnd : undefined;
    };
    const name = braceEnd ? jsxAttribute : htmlAttribute;
    for (let i = at; ;) {
      const start = i;
      i = afterSpace(text, i, end);
      const code = i < end ? text.charCodeAt(i) : 0;
      if (code === greater) return found(i + 1);
      if (code === slash) {
        const next = afterSpace(text, i + 1, braceEnd ? end : i + 1);
        return found(next < end && text.charCodeAt(next) === greater ? next + 1 : undefined);
      }
      if (code === openingBrace && braceEnd) {
        const brace = braceEnd(i);
        if (brace === undefined || brace > end) return found(undefined);
        i = brace;
        continue;
      }
      // HTML requires white space before attributes.
      if (start === i && !braceEnd) return found(undefined);
      const nameEnd = matchEnd(name, text, i);
      if (nameEnd === undefined) return found(undefined);
      i = nameEnd;
      const equals = afterSpace(text, i, end);
      if (equals >= end || text.charCodeAt(equals) !== 61) continue;
      i = afterSpace(text, equals + 1, end);
      const open = i < end ? text.charCodeAt(i) : 0;
      if (open === quote || open === apostrophe) {
        if (this.#endsByQuote.has(i)) return found(this.#endsByQuote.get(i));
        quotes.push(i);
        i = this.#finders.at(String.fromCharCode(open), i + 1) + 1;
        if (i > end) return found(undefined);
      } else if (braceEnd && open === openingBrace) {
        const brace = braceEnd(i);
        if (brace === undefined || brace > end) return found(undefined);
        i = brace;
      } else {
        const valueEnd = matchEnd(htmlUnquoted, text, i);
        if (valueEnd === undefined) return found(undefined);
        i = valueEnd;
      }
    }
  }
}

const htmlName = /[A-Za-z][A-Za-z0-9-]*/y;
const htmlAttribute = /[A-Za-z_:][\w.:-]*/y;
const htmlUnquoted = /[^\s"'=<>`]+/y;
const jsxName =
  /[$_\p{ID_Start}][$\u200c\u200d\p{ID_Continue}-]*(?:[.:][$_\p{ID_Start}][$\u200c\u200d\p{ID_Continue}-]*)*/uy;
const jsxAttribute = /[$_\p{ID_Start}][$\u200c\u200d\p{ID_Continue}:-]*/uy;

/** Where HTML that begins within a paragraph ends: a tag, comment, instruction, declaration or CDATA section. */
export function inlineHtmlEnd(
  finders: Finders,
  tags: TagReader,
  at: number,
  end: number,
): number | undefined {
  const { text } = finders;
  const next = text.charCodeAt(at + 1);
  if (isAsciiLetter(next) || next === slash) return tags.end(at, end);
  const closing = next === 63 ? '?>' : next === 33 ? declarationEnd(text, at + 2) : undefined;
  if (closing === undefined) return undefined;
  // `<!-->` is also a comment.
  const found = finders.at(closing, at + 2) + closing.length;
  return found <= end ? found : undefined;
}

function declarationEnd(text: string, at: number): string | undefined {
  if (text.startsWith('--', at)) return '-->';
  if (text.startsWith('[CDATA[', at)) return ']]>';
  return isAsciiLetter(text.charCodeAt(at)) ? '>' : undefined;
}

const backslash = 92;
const openingBracket = 91;
const closingBracket = 93;
const openingParenthesis = 40;
const closingParenthesis = 41;
const openingBrace = 123;
const less = 60;
const greater = 62;
const quote = 34;
const apostrophe = 39;
const colon = 58;
const slash = 47;
