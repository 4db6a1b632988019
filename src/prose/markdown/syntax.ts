import { matchEnd, matchFrom, type Finders, PlacesAhead } from '../ahead.ts';
import { isAsciiDigit, isAsciiLetter, isLineEnd, isSpaceOrTab } from '../../text/characters.ts';

/** How a kind of Markdown differs from CommonMark. Each function takes time in proportion to what it reads. */
export interface Dialect {
  /**
   * Whether the dialect has components instead of HTML and of addresses in angle brackets, and has no indented
   * code.
   */
  isMdx: boolean;
  /**
   * Whether text inside HTML elements is read, and the dialect has inline notes (`^[so]`) and attributes after
   * brackets (`[so]{.small}`).
   */
  isPandoc: boolean;
  /** The end of the block without text that begins on this line. The rest of the line begins a paragraph. */
  blockEnd: (line: BlockStart) => number | undefined;
  /** The end of a span that begins a paragraph's line; no line in it begins a block. */
  spanEnd?: (at: number) => number | undefined;
  /** The characters that begin the dialect's inline syntax. */
  signs?: string;
  /** The end of inline syntax that begins here in a paragraph's text. */
  inlineEnd?: (text: string, at: number) => number | undefined;
}

/** A line where a block may begin: the start of its text, and its end. */
export interface BlockStart {
  at: number;
  end: number;
  /** Whether the line could continue a paragraph. */
  isParagraph: boolean;
  isAfterTable: boolean;
  /** Whether the line's text begins in the first column. */
  isFirstColumn: boolean;
}

/** Markdown's white space: spaces, tabs and line ends. */
export function isMarkdownSpace(code: number): boolean {
  return code === 32 || code === 9 || isLineEnd(code);
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

/** The offset after any spaces and tabs. */
export function afterBlanks(text: string, at: number): number {
  while (isSpaceOrTab(text.charCodeAt(at))) at++;
  return at;
}

/** The offset before any spaces and tabs that precede `end`. */
export function beforeBlanks(text: string, end: number, start = 0): number {
  while (end > start && isSpaceOrTab(text.charCodeAt(end - 1))) end--;
  return end;
}

/** The offset after any white space. */
function afterSpace(text: string, at: number): number {
  while (isMarkdownSpace(text.charCodeAt(at))) at++;
  return at;
}

/**
 * The end of a formula on separate lines, including its last line: from `$$` to `$$`, for example, without blank
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

/** Finds where the TeX environment that begins at an offset ends: `\begin{align}` to `\end{align}`. */
export function environmentFinder(text: string): (at: number) => number | undefined {
  let ends: PlacesAhead | undefined;
  return (at) => {
    const name = text[at] === '\\' ? matchFrom(environmentStart, text, at)?.[1] : undefined;
    if (name === undefined) return undefined;
    ends ??= PlacesAhead.ofEnds(text, environmentEnd);
    return ends.next(name, at + 1);
  };
}

const environmentStart = /\\begin\{([A-Za-z]+\*?)\}/y;
const environmentEnd = /\\end\{([A-Za-z]+\*?)\}/g;

/** `[^label]`, where a note is referred to or begins. */
export const noteCall = /\[\^((?:\\[[\]\\]|[^\s[\]\\]|\\(?![[\]\\])){1,999})\]/y;

/** A label normalised for comparison: ignores white space, case, and the difference between ß and SS. */
export function labelOf(text: string): string {
  return text
    .replace(/[\t\n\r ]+/g, ' ')
    .trim()
    .toLowerCase()
    .toUpperCase();
}

const maxLabelLength = 999;

/** The offset after the label in brackets that begins here. It contains no other bracket. */
export function labelEnd(text: string, at: number): number | undefined {
  const end = matchEnd(label, text, at);
  return end !== undefined && end - at <= maxLabelLength + 2 ? end : undefined;
}

const label = /\[(?![\t\n\r ]*\])(?:[^[\]\\]|\\[[\]\\]|\\(?![[\]\\])){1,999}\]/y;

/** The maximum nesting of parentheses in a bare address, as in other parsers. */
const maxBalance = 32;

/** The end of the link address that begins here, in angle brackets or bare. */
function destinationEnd(text: string, at: number): number | undefined {
  if (text[at] === '<') return matchEnd(bracketedAddress, text, at);
  let balance = 0;
  for (let i = at; ; i++) {
    const char = text.charAt(i);
    const isSpace = char === '' || isMarkdownSpace(text.charCodeAt(i));
    if (char === '(') {
      if (++balance > maxBalance) return undefined;
    } else if (char === '\\' && isAsciiPunctuation(text.charCodeAt(i + 1))) i++;
    else if (balance === 0 && i > at && (isSpace || char === ')')) return i;
    else if (char === ')') {
      if (balance-- === 0) return undefined;
    } else if (isSpace || isControl(text.charCodeAt(i))) return undefined;
  }
}

function isControl(code: number): boolean {
  return code < 32 || code === 127;
}

const bracketedAddress = /<(?:[^<>\\\r\n]|\\[<>\\]|\\(?![<>\\]))*>/y;

/** The end of the link title that begins here. */
function titleEnd(finders: Finders, at: number): number | undefined {
  const open = finders.text[at];
  if (open !== '"' && open !== "'" && open !== '(') return undefined;
  const end = finders.at(open === '(' ? ')' : open, at + 1, true) + 1;
  return end === Infinity ? undefined : end;
}

/** A definition, `[label]: address "title"`, that begins here: its label, and where the next line begins. */
export function definitionAt(finders: Finders, at: number): { label: string; end: number } | undefined {
  const { text } = finders;
  const labelStop = labelEnd(text, at);
  if (labelStop === undefined || text[labelStop] !== ':') return undefined;
  const destination = destinationEnd(text, afterSpace(text, labelStop + 1));
  if (destination === undefined) return undefined;
  const titleStart = afterSpace(text, destination);
  const title = titleStart > destination ? titleEnd(finders, titleStart) : undefined;
  const titled = title === undefined ? undefined : lineEndAfter(text, title);
  const end = titled ?? lineEndAfter(text, destination);
  return end === undefined ? undefined : { label: labelOf(text.slice(at + 1, labelStop - 1)), end };
}

/** Where the next line begins, if this one is blank from here on. */
function lineEndAfter(text: string, at: number): number | undefined {
  const end = afterBlanks(text, at);
  if (end >= text.length) return end;
  return isLineEnd(text.charCodeAt(end)) ? end + 1 : undefined;
}

/**
 * The end of the address and title in parentheses after a link's text.
 * @param at the offset of the opening parenthesis.
 */
export function resourceEnd(finders: Finders, at: number): number | undefined {
  const { text } = finders;
  let i = afterSpace(text, at + 1);
  if (text[i] !== ')') {
    const destination = destinationEnd(text, i);
    if (destination === undefined) return undefined;
    i = afterSpace(text, destination);
    if (i > destination && i < text.length && text[i] !== ')') {
      const title = titleEnd(finders, i);
      if (title === undefined) return undefined;
      i = afterSpace(text, title);
    }
  }
  return text[i] === ')' ? i + 1 : undefined;
}

/** Finds the end of the tag that begins at an offset. */
export type TagFinder = (at: number) => number | undefined;

/**
 * Finds tags with their attributes. Results are cached: a quoted value may contain the start of another tag, whose
 * value contains a third, and so on, which would take quadratic time.
 * @param braceEnd for JSX: finds the end of the expression that begins at a brace.
 */
export function tagFinder(finders: Finders, braceEnd?: TagFinder): TagFinder {
  const { text } = finders;
  /** For each quotation mark that opens a value, where its tag ends; `undefined` if it never does. */
  const endsByQuote = new Map<number, number | undefined>();
  const attributesEnd = (at: number, quotes: number[]): number | undefined => {
    for (let i: number | undefined = at; i !== undefined && i < text.length;) {
      const start: number = i;
      i = afterSpace(text, i);
      if (text[i] === '>') return i + 1;
      if (text[i] === '/') {
        const next = braceEnd ? afterSpace(text, i + 1) : i + 1;
        return text[next] === '>' ? next + 1 : undefined;
      }
      if (text[i] === '{' && braceEnd) {
        i = braceEnd(i);
        continue;
      }
      // HTML requires white space before attributes.
      if (start === i && !braceEnd) return undefined;
      i = matchEnd(braceEnd ? jsxAttribute : htmlAttribute, text, i);
      if (i === undefined) return undefined;
      const equals = afterSpace(text, i);
      if (text[equals] !== '=') continue;
      i = afterSpace(text, equals + 1);
      const open = text[i];
      if (open === '"' || open === "'") {
        if (endsByQuote.has(i)) return endsByQuote.get(i);
        quotes.push(i);
        i = finders.at(open, i + 1) + 1;
      } else i = braceEnd && open === '{' ? braceEnd(i) : matchEnd(htmlUnquoted, text, i);
    }
    return undefined;
  };
  return (at) => {
    const isClosing = text[at + 1] === '/';
    const start = isClosing ? at + 2 : at + 1;
    if (braceEnd && text[start] === '>') return start + 1;
    const nameEnd = matchEnd(braceEnd ? jsxName : htmlName, text, start);
    if (nameEnd === undefined) return undefined;
    if (isClosing) {
      const close = afterSpace(text, nameEnd);
      return text[close] === '>' ? close + 1 : undefined;
    }
    const quotes: number[] = [];
    const end = attributesEnd(nameEnd, quotes);
    for (const quote of quotes) endsByQuote.set(quote, end);
    return end;
  };
}

const htmlName = /[A-Za-z][A-Za-z0-9-]*/y;
const htmlAttribute = /[A-Za-z_:][\w.:-]*/y;
const htmlUnquoted = /[^\s"'=<>`]+/y;
const jsxName =
  /[$_\p{ID_Start}][$\u200c\u200d\p{ID_Continue}-]*(?:[.:][$_\p{ID_Start}][$\u200c\u200d\p{ID_Continue}-]*)*/uy;
const jsxAttribute = /[$_\p{ID_Start}][$\u200c\u200d\p{ID_Continue}:-]*/uy;

/** The end of HTML that begins within a paragraph: a tag, comment, instruction, declaration or CDATA section. */
export function inlineHtmlEnd(finders: Finders, tagEnd: TagFinder, at: number): number | undefined {
  const { text } = finders;
  const next = text[at + 1];
  if (next === '/' || isAsciiLetter(text.charCodeAt(at + 1))) return tagEnd(at);
  const closing = next === '?' ? '?>' : next === '!' ? declarationEnd(text, at + 2) : undefined;
  if (closing === undefined) return undefined;
  // `<!-->` is also a comment.
  const close = finders.at(closing, at + 2);
  return close === Infinity ? undefined : close + closing.length;
}

function declarationEnd(text: string, at: number): string | undefined {
  if (text.startsWith('--', at)) return '-->';
  if (text.startsWith('[CDATA[', at)) return ']]>';
  return isAsciiLetter(text.charCodeAt(at)) ? '>' : undefined;
}
