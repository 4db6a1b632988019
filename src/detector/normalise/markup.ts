import { isAsciiLetter, isSpace } from '../../text/characters.ts';

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

const isBlank = (unit: number): boolean => unit === 32 || unit === 9;

/**
 * The offset after everything that opens a line: indentation, quote marks, heading signs, bullets, numbers and task
 * boxes.
 */
export function markerEnd(text: string, start: number): number {
  let i = start;
  for (let depth = 0; depth < 8; depth++) {
    while (isBlank(text.charCodeAt(i))) i++;
    const end = oneMarkerEnd(text, i);
    if (end === i) break;
    i = end;
  }
  return i;
}

/** Whether the line that begins at `start` opens with a heading sign, a bullet, a number or a quote mark. */
export function opensWithMarker(text: string, start: number): boolean {
  let i = start;
  while (isBlank(text.charCodeAt(i))) i++;
  return oneMarkerEnd(text, i) > i;
}

function oneMarkerEnd(text: string, start: number): number {
  const unit = text.charCodeAt(start);
  if (unit === 62) return start + 1; // >
  if (unit === 35) {
    let i = start; // #
    while (text.charCodeAt(i) === 35) i++;
    return i - start <= 6 && endsMarker(text, i) ? i : start;
  }
  // - * + •, one of the usual bullets
  if (unit === 45 || unit === 42 || unit === 43 || unit === 0x2022 || unit === 0x25aa) {
    return endsMarker(text, start + 1) ? start + 1 : start;
  }
  if (unit >= 48 && unit <= 57) {
    let i = start;
    while (i < start + 3 && text.charCodeAt(i) >= 48 && text.charCodeAt(i) <= 57) i++;
    const after = text.charCodeAt(i);
    return (after === 46 || after === 41) && endsMarker(text, i + 1) ? i + 1 : start;
  }
  // [ ] and [x]
  if (unit === 91 && text.charCodeAt(start + 2) === 93 && endsMarker(text, start + 3)) {
    return start + 3;
  }
  return start;
}

const endsMarker = (text: string, index: number): boolean =>
  index >= text.length || isSpace(text.charCodeAt(index));

/** The offset after a line of only rule and table signs (`---`, `===`, `| --- |`); `start` if it is not such a line. */
export function ruleLine(text: string, start: number): number {
  let signs = 0;
  let i = start;
  for (; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 10) break;
    if (unit === 45 || unit === 61 || unit === 42 || unit === 95 || unit === 43) signs++;
    else if (!isBlank(unit) && unit !== 124 && unit !== 58 && unit !== 13) return start;
  }
  return signs >= 3 ? Math.min(i + 1, text.length) : start;
}

const maxMarkLength = 1000;

/**
 * The offset after the `(address)` or `[reference]` at `start`, just after `]`; `start` if there is none on this
 * line.
 */
export function linkTargetEnd(text: string, start: number): number {
  const open = text.charCodeAt(start);
  if (open !== 40 && open !== 91) return start;
  const close = open === 40 ? 41 : 93;
  const limit = Math.min(text.length, start + maxMarkLength);
  for (let i = start + 1; i < limit; i++) {
    const unit = text.charCodeAt(i);
    if (unit === close) return i + 1;
    if (unit === 10 || unit === 91 || unit === 93 || unit === 40) return start;
  }
  return start;
}

/** The offset after the HTML tag at `start`; `start` if there is none. */
export function tagEnd(text: string, start: number): number {
  const first = text.charCodeAt(start + 1);
  if (!isAsciiLetter(first) && first !== 47) return start;
  const limit = Math.min(text.length, start + maxMarkLength);
  for (let i = start + 1; i < limit; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 62) return i + 1;
    if (unit === 60) return start;
  }
  return start;
}

const inlineTags: ReadonlySet<string> = new Set(
  (
    'a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd label mark nobr q rp rt ruby s samp small span ' +
    'strike strong sub sup time tt u var wbr'
  ).split(' '),
);

/** Whether the text around this tag is one word, as with `<b>` but not with `<br>`. */
export function isInlineTag(text: string, start: number): boolean {
  const nameStart = text.charCodeAt(start + 1) === 47 ? start + 2 : start + 1;
  let end = nameStart;
  while (end < nameStart + 8 && isAsciiLetter(text.charCodeAt(end))) end++;
  return inlineTags.has(text.slice(nameStart, end).toLowerCase());
}

/** The end of the address that contains `start`. */
export function addressEnd(text: string, start: number): number {
  let i = start;
  for (; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (isSpace(unit) || unit === 41 || unit === 62 || unit === 93 || unit === 34) break;
  }
  return i;
}

/** CommonMark requires at least three signs. Longer fences count as `maxSigns`, to limit the memory for searches. */
const minSigns = 3;
const maxSigns = 16;
/** A run of this many signs is an ornament, not a fence. */
const maxRun = 256;

/**
 * Finds the ends of fenced code in one text. Failed searches are remembered, so that all searches together take
 * linear time. An unclosed fence is ordinary text.
 */
export class Fences {
  private readonly text: string;
  /** For each sign and number of signs, the offset after which the text has no closing line. */
  private readonly unclosed = { '`': noPositions(), '~': noPositions() };

  constructor(text: string) {
    this.text = text;
  }

  /** The end of the line that closes the fenced code at `start`; `start` if none opens there or it never closes. */
  endOf(start: number): number {
    const { text } = this;
    const sign = text[start];
    if (sign !== '`' && sign !== '~') return start;
    const signs = runEnd(text, start, start + maxRun) - start;
    if (signs < minSigns || signs === maxRun) return start;
    const firstLineEnd = lineEnd(text, start);
    // Three backticks around code on one line are not a fence.
    if (sign === '`' && text.slice(start + signs, firstLineEnd).includes('`')) return start;
    const needed = Math.min(signs, maxSigns);
    if (start >= this.unclosed[sign][needed]!) return start;
    const close = closingLine(text, sign.repeat(needed), firstLineEnd);
    if (close < 0) this.unclosed[sign].fill(start, needed);
    return close < 0 ? start : lineEnd(text, close);
  }
}

const noPositions = (): number[] => new Array<number>(maxSigns + 1).fill(Infinity);

/** The end of the run of one sign that begins at `start`, or `limit`. */
function runEnd(text: string, start: number, limit: number): number {
  const sign = text.charCodeAt(start);
  let i = start + 1;
  while (i < limit && text.charCodeAt(i) === sign) i++;
  return i;
}

/** The offset of the next fence, at least as long as `fence`, that is alone on its line; -1 if there is none. */
function closingLine(text: string, fence: string, from: number): number {
  let at = text.indexOf(fence, from);
  while (at >= 0) {
    const end = runEnd(text, at, text.length);
    if (isAloneOnLine(text, at, end)) return at;
    at = text.indexOf(fence, end);
  }
  return -1;
}

/** Whether the same line has only blanks and quote marks before the range, and only blanks after it. */
function isAloneOnLine(text: string, start: number, end: number): boolean {
  let before = start - 1;
  while (isBlank(text.charCodeAt(before)) || text.charCodeAt(before) === 62) before--;
  if (before >= 0 && text.charCodeAt(before) !== 10) return false;
  let after = end;
  while (isBlank(text.charCodeAt(after)) || text.charCodeAt(after) === 13) after++;
  return after >= text.length || text.charCodeAt(after) === 10;
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
