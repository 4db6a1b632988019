import { matchEnd, matchFrom, type Finders, PlacesAhead } from '../ahead.ts';
import { isAsciiDigit, isAsciiLetter, isLineEnd, isSpaceOrTab } from '../../text/characters.ts';

/** Where a kind of Markdown differs from CommonMark. Offsets are UTF-16; each function takes time for what it reads. */
export interface Dialect {
  /** HTML, and addresses between `<` and `>`. MDX has components instead. In Pandoc's, text within HTML is text. */
  hasHtml: boolean;
  hasIndentedCode: boolean;
  /** Formulas between lines of two dollars or more, which may hold blank lines. */
  hasMathFences: boolean;
  /** Notes within the text, `^[so]`, and attributes after brackets, `[so]{.small}`: Pandoc's. */
  isPandoc: boolean;
  /** Where the block that begins on this line, and holds no text of its own, ends. The line's rest is a paragraph. */
  blockEnd?: (line: BlockStart) => number | undefined;
  /** Where something ends that a paragraph's line begins with, and whose lines begin nothing else. */
  spanEnd?: (at: number) => number | undefined;
  /** The characters that something may begin with that a sentence is read without. */
  signs: string;
  /** Where it ends. @param end where the paragraph does. */
  inlineEnd?: (text: string, at: number, end: number) => number | undefined;
}

/** A line as far as blocks are told by it: where its text begins and it ends. */
export interface BlockStart {
  at: number;
  end: number;
  /** Whether it would otherwise go on with a paragraph. */
  isParagraph: boolean;
  isAfterTable: boolean;
  /** Whether its text begins in the document's first column. */
  isFirstColumn: boolean;
}

/** White space as Markdown means it: spaces, tabs, line ends. */
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
 * Where a formula that stands alone on its lines ends, to the end of the last one: `$$` to `$$`, say, with no blank line
 * between them and a full stop or a label behind it at most.
 * @param at where the opening mark of two characters stands.
 */
export function formulaEnd(finders: Finders, at: number, closing: string): number | undefined {
  const { text } = finders;
  const close = finders.at(closing, at + 2);
  if (close === Infinity || blankLine.test(text.slice(at, close))) return undefined;
  return matchEnd(afterFormula, text, close + 2);
}

const blankLine = /\n[ \t]*\r?\n|\r[ \t]*\r/;
const afterFormula = /[.,;:]?[ \t]*(?:\{[^\r\n]*)?(?=[\r\n]|$)/y;

/** Finds where environments of TeX end, `\begin{align}` to `\end{align}`. */
export class EnvironmentReader {
  readonly #text: string;
  #ends: PlacesAhead | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Where the one ends that begins here. */
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

/** A label as it is compared with others: white space and case make no difference, nor whether it is ß or SS. */
export function labelOf(text: string): string {
  return text
    .replace(/[\t\n\r ]+/g, ' ')
    .trim()
    .toLowerCase()
    .toUpperCase();
}

const maxLabelLength = 999;

/** Where the label in brackets ends that begins here: after its closing bracket. It holds no bracket of its own. */
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

/** Brackets in brackets that a bare address may hold, as everywhere. */
const maxBalance = 32;

/** Where the address of a link ends that begins here, in angle brackets or bare. */
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

/** Where the title of a link ends that begins here. */
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

/** Where the next line begins, if nothing else stands on this one. */
function lineEndAfter(text: string, at: number): number | undefined {
  while (at < text.length && isSpaceOrTab(text.charCodeAt(at))) at++;
  if (at >= text.length) return at;
  return isLineEnd(text.charCodeAt(at)) ? at + 1 : undefined;
}

/**
 * Where the address and title in parentheses end that follow a link's text.
 * @param at where the opening parenthesis stands.
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
 * Where a tag of HTML ends, opening or closing, with its attributes. What is read of attributes is remembered, since
 * a quoted value may hold the beginning of the next tag, and that of another.
 */
export class TagReader {
  readonly #finders: Finders;
  /** Of each quotation mark that opened a value, where its tag ends; `undefined` where it never does. */
  readonly #endsByQuote = new Map<number, number | undefined>();

  constructor(finders: Finders) {
    this.#finders = finders;
  }

  /**
   * @param at where `<` stands.
   * @param braceEnd in a dialect with expressions, where the one ends that begins at a brace.
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
      // HTML's attributes have white space before them.
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

/** Where HTML ends that begins within a paragraph: a tag, a comment, an instruction, a declaration, data. */
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
  // `<!-->` is a comment too.
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
