import { isSpace } from '../../text/characters.ts';

/** Markdown and HTML, recognised in place. */

/** The end of the line at `start`: its line break, or the end of the text. */
export function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
}

/** A line shorter than this, with another after it, was broken by its author, not by wrapping. */
export const wrapColumn = 45;

/** Whether there are only spaces from `start` to the end of its line, or to `limit`. */
export function isBlankLine(text: string, start: number, limit = text.length): boolean {
  for (let i = start; i < limit; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 10) return true;
    if (!isSpace(unit)) return false;
  }
  return true;
}

/** The offset after a pattern's match at `start`; `start` if it doesn't match there. */
function matchEnd(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start;
}

/** The characters of `isSpace`, for a character class. */
const spaces = String.raw`\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000`;
/** Indentation and a quote mark, heading sign, bullet, number or task box. */
const marker = String.raw`[ \t]*(?:>|(?:#{1,6}|[-*+\u2022\u25aa]|\d{1,3}[.)]|\[[^]\])(?![^${spaces}]))`;
const oneMarker = new RegExp(marker, 'y');
const markers = new RegExp(String.raw`(?:${marker}){8}|(?:${marker}){0,7}[ \t]*`, 'y');

/**
 * The offset after everything that opens a line: indentation, and up to eight quote marks, heading signs, bullets,
 * numbers and task boxes.
 */
export const markerEnd = (text: string, start: number): number => matchEnd(markers, text, start);

/** Whether the line that begins at `start` opens with a heading sign, a bullet, a number or a quote mark. */
export const opensWithMarker = (text: string, start: number): boolean =>
  matchEnd(oneMarker, text, start) > start;

const rule = /(?:[ \t|:\r]*[-=*_+]){3}[-=*_+ \t|:\r]*(?:\n|$)/y;

/** The offset after a line of only rule and table signs (`---`, `===`, `| --- |`); `start` if it is not such a line. */
export const ruleLine = (text: string, start: number): number => matchEnd(rule, text, start);

/** Both match at most 1000 units. */
const linkTarget = /\([^\n[\]()]{0,998}\)|\[[^\n[\](]{0,998}\]/y;
const tag = /<[A-Za-z/][^<>]{0,997}>/y;

/** The offset after the `(address)` or `[reference]` at `start`, just after `]`; `start` if there is none on this line. */
export const linkTargetEnd = (text: string, start: number): number => matchEnd(linkTarget, text, start);

/** The offset after the HTML tag at `start`; `start` if there is none. */
export const tagEnd = (text: string, start: number): number => matchEnd(tag, text, start);

const inlineTags: ReadonlySet<string> = new Set(
  (
    'a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd label mark nobr q rp rt ruby s samp small span ' +
    'strike strong sub sup time tt u var wbr'
  ).split(' '),
);

const tagName = /<\/?([A-Za-z]{0,8})/y;

/** Whether this tag can be inside a word: true for `<b>`, false for `<br>`. */
export function isInlineTag(text: string, start: number): boolean {
  tagName.lastIndex = start;
  return inlineTags.has(tagName.exec(text)?.[1]?.toLowerCase() ?? '');
}

const address = new RegExp(String.raw`[^)>\]"${spaces}]*`, 'y');

/** The end of the address that contains `start`. */
export const addressEnd = (text: string, start: number): number => matchEnd(address, text, start);

/** CommonMark requires at least three signs. A longer run than this is an ornament, not a fence. */
const openingFence = /`{3,255}(?!`)|~{3,255}(?!~)/y;
const signs = { '`': /`*/y, '~': /~*/y };
/** Longer fences count as this long, to limit the memory for searches. */
const maxSigns = 16;

/**
 * Finds the ends of fenced code and HTML comments in one text. Failed searches are remembered, so that all
 * searches together take linear time. Code or a comment that is never closed is read as ordinary text.
 */
export class Insets {
  private readonly text: string;
  /** For each sign and number of signs, the offset after which the text has no closing line. */
  private readonly unclosed = { '`': noPositions(), '~': noPositions() };
  /** From this offset on, comments have no end. */
  private unclosedComment = Infinity;

  constructor(text: string) {
    this.text = text;
  }

  /** The end of the line that closes the fenced code at `start`; `start` if none opens there or it never closes. */
  codeEnd(start: number): number {
    const { text } = this;
    const sign = text[start];
    if (sign !== '`' && sign !== '~') return start;
    const end = matchEnd(openingFence, text, start);
    if (end === start) return start;
    const firstLineEnd = lineEnd(text, start);
    // Three backticks around code on one line are not a fence.
    if (sign === '`' && text.slice(end, firstLineEnd).includes('`')) return start;
    const needed = Math.min(end - start, maxSigns);
    if (start >= this.unclosed[sign][needed]!) return start;
    const fence = sign.repeat(needed);
    let at = text.indexOf(fence, firstLineEnd);
    while (at >= 0) {
      const runEnd = matchEnd(signs[sign], text, at);
      if (isAloneOnLine(text, at, runEnd)) return lineEnd(text, at);
      at = text.indexOf(fence, runEnd);
    }
    this.unclosed[sign].fill(start, needed);
    return start;
  }

  /** The offset after the comment that opens at `start`; `start` if none opens there or it never closes. */
  commentEnd(start: number): number {
    if (start >= this.unclosedComment || !this.text.startsWith('<!--', start)) return start;
    const close = this.text.indexOf('-->', start + 4);
    if (close < 0) this.unclosedComment = start;
    return close < 0 ? start : close + 3;
  }
}

const noPositions = (): number[] => new Array<number>(maxSigns + 1).fill(Infinity);

const quotedStart = /(?<=(?:^|\n)[ \t>]*)/y;
const blankEnd = /[ \t\r]*(?:\n|$)/y;

/** Whether the same line has only blanks and quote marks before the range, and only blanks after it. */
function isAloneOnLine(text: string, start: number, end: number): boolean {
  quotedStart.lastIndex = start;
  blankEnd.lastIndex = end;
  return quotedStart.test(text) && blankEnd.test(text);
}

/** The HTML character references that occur in prose, each with its character. Source: the table in WHATWG HTML. */
const references =
  'amp& lt< gt> quot" apos\' num# lpar( rpar) comma, period. colon: semi; excl! quest? lowbar_ ast* sol/ ' +
  'nbsp\u00a0 ensp\u2002 emsp\u2003 thinsp\u2009 hairsp\u200a numsp\u2007 Tab\t NewLine\n ' +
  'shy\u00ad zwnj\u200c zwj\u200d lrm\u200e rlm\u200f ZeroWidthSpace\u200b NoBreak\u2060 ' +
  'hyphen\u2010 dash\u2010 ndash– mdash— horbar\u2015 hellip… bull• lsquo‘ rsquo’ sbquo‚ ldquo“ rdquo” bdquo„ prime′ ' +
  'laquo« raquo» lsaquo‹ rsaquo› middot· sect§ para¶ copy© reg® trade™ deg° plusmn± times× divide÷ frac12½ ' +
  'pound£ euro€ cent¢ yen¥ rarr→ larr← minus\u2212 ne≠ ' +
  'agraveà aacuteá acircâ aumlä aringå aeligæ ccedilç egraveè eacuteé ecircê eumlë iacuteí iumlï ntildeñ oacuteó ' +
  'ocircô oumlö oslashø uacuteú uumlü szligß AumlÄ EacuteÉ OumlÖ';
const named: ReadonlyMap<string, number> = new Map(
  references.split(' ').map((pair) => [pair.slice(0, -1), pair.charCodeAt(pair.length - 1)]),
);

const reference = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,15}));/y;

/**
 * The character that the reference (`&eacute;`, `&#233;`, `&#xe9;`) at `start` encodes, and the offset after the
 * reference; null if there is none.
 */
export function readEntity(text: string, start: number): { codePoint: number; end: number } | null {
  reference.lastIndex = start;
  const match = reference.exec(text);
  if (match === null) return null;
  const [whole, decimal, hexadecimal, name] = match;
  const codePoint = name === undefined ? numbered(decimal, hexadecimal) : named.get(name);
  return codePoint === undefined ? null : { codePoint, end: start + whole.length };
}

/** HTML reads references to NUL, to surrogates and to numbers beyond Unicode as U+FFFD. */
function numbered(decimal: string | undefined, hexadecimal: string | undefined): number {
  const codePoint = decimal === undefined ? parseInt(hexadecimal ?? '', 16) : parseInt(decimal, 10);
  const isCharacter = codePoint > 0 && codePoint <= 0x10ffff && !(codePoint >= 0xd800 && codePoint <= 0xdfff);
  return isCharacter ? codePoint : 0xfffd;
}
