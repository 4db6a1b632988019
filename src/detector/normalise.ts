import { isAsciiLetter, isDigit, isInvisible, isLetter, isSpace, latinLookalike } from './characters.ts';
import { Fences } from './fences.ts';
import { markerEnd, ruleLine } from './markup.ts';

/** A text as the features see it: one line of plain characters, no markup, one form for each quote and dash. */
export interface Normalised {
  /** UTF-16 units; only the first `length` count. */
  units: Uint16Array;
  /** For each unit, where the character that it came from begins in the original text. */
  origins: Uint32Array;
  length: number;
  /** Zero-width and similar characters between Latin letters, taken out. */
  hidden: number;
  /** Letters of other alphabets inside Latin words, put back. */
  lookalikes: number;
}

/** Room for a normalised text; it grows as needed. */
export const noText = (): Normalised => ({
  units: new Uint16Array(),
  origins: new Uint32Array(),
  length: 0,
  hidden: 0,
  lookalikes: 0,
});

const pauseEvery = 16384;
const longestMark = 1000;

/**
 * Takes out what says nothing about who wrote a text: markup (Markdown, HTML tags), fenced code, line breaks,
 * list markers, kinds of quotes and dashes, emoji, invisible characters, compatibility forms (NFKC), lookalikes.
 * Linear in the text's length for any string. Yields about every 16 K characters.
 * @param room a text no longer needed, whose memory the new one may take.
 */
export function* normalise(text: string, room = noText()): Generator<void, Normalised> {
  const writer = new Normaliser(text, room);
  while (writer.advance(pauseEvery)) yield;
  return writer.finish();
}

class Normaliser {
  private readonly text: string;
  private position = 0;
  private atLineStart = true;
  private units: Uint16Array;
  private origins: Uint32Array;
  private length = 0;
  private hidden = 0;
  private readonly fences: Fences;
  /** Set once a search for the end of a comment has failed: it need not be made again. */
  private noMoreComments = false;

  constructor(text: string, room: Normalised) {
    this.text = text;
    this.fences = new Fences(text);
    const enough = room.units.length >= text.length + 64;
    this.units = enough ? room.units : new Uint16Array(text.length + 64);
    this.origins = enough ? room.origins : new Uint32Array(text.length + 64);
  }

  /** Reads about `count` more units; false when the text is at its end. */
  advance(count: number): boolean {
    const { text } = this;
    const end = Math.min(text.length, this.position + count);
    while (this.position < end) {
      if (this.atLineStart) {
        this.atLineStart = false;
        if (this.skipLineStart()) continue;
      }
      const unit = text.charCodeAt(this.position);
      if (unit < 128) this.ascii(unit);
      else this.other(unit);
    }
    return this.position < text.length;
  }

  finish(): Normalised {
    const { units, origins } = this;
    let length = this.length;
    if (length > 0 && units[length - 1] === 32) length--;
    const lookalikes = undoLookalikes(units, length);
    return { units, origins, length, hidden: this.hidden, lookalikes };
  }

  /** Skips list markers, headings, quote marks, rules and fenced code. True when something was skipped. */
  private skipLineStart(): boolean {
    const { text, position } = this;
    const rule = ruleLine(text, position);
    if (rule > position) {
      this.position = rule;
      this.atLineStart = true;
      this.space(position);
      return true;
    }
    const start = markerEnd(text, position);
    const codeEnd = this.fences.endOf(start);
    if (codeEnd > start) {
      this.space(position);
      this.position = codeEnd;
      return true;
    }
    this.position = start;
    return start > position;
  }

  private ascii(unit: number): void {
    const { text, position } = this;
    if (unit === 32 || (unit >= 9 && unit <= 13)) {
      this.space(position);
      this.position++;
      if (unit === 10) this.atLineStart = true;
      return;
    }
    if ((unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90)) {
      this.push(unit, position);
      this.position++;
      return;
    }
    switch (unit) {
      case 42: // *
      case 96: // `
      case 92: // \
      case 126: // ~
      case 91: // [
        this.position++;
        return;
      case 124: // |
        this.space(position);
        this.position++;
        return;
      case 95: // _ of emphasis, not of a_name
        if (this.isWordUnit(position - 1) && this.isWordUnit(position + 1)) {
          this.push(unit, position);
        }
        this.position++;
        return;
      case 93: // ]
        this.position = this.linkTargetEnd(position + 1);
        return;
      case 60: // <
        this.tag(position);
        return;
      case 45: // -
        this.hyphen(position);
        return;
      case 34: // "
        this.push(34, position);
        this.position++;
        return;
      case 39: // '
        if (text.charCodeAt(position + 1) === 39) {
          this.push(34, position);
          this.position += 2;
        } else {
          this.push(39, position);
          this.position++;
        }
        return;
      case 58: // : of an address
        if (text.startsWith('//', position + 1) && this.dropScheme()) {
          this.position = addressEnd(text, position);
          return;
        }
        break;
    }
    if (unit < 32 || unit === 127) {
      this.hidden++;
      this.position++;
      return;
    }
    if (isClosing(unit)) this.dropSpace();
    this.push(unit, position);
    this.position++;
  }

  private other(unit: number): void {
    const { text, position } = this;
    if (unit >= 0x2010 && unit <= 0x2015) {
      this.dash(position);
      return;
    }
    if (unit === 0x2018 || unit === 0x2019 || unit === 0x201b || unit === 0x2032) {
      this.push(39, position);
      this.position++;
      return;
    }
    if (unit === 0x201c || unit === 0x201d || unit === 0x201e || unit === 0x201f) {
      this.push(34, position);
      this.position++;
      return;
    }
    if (isSpace(unit)) {
      this.space(position);
      this.position++;
      if (unit === 0x2028 || unit === 0x2029 || unit === 0x85) this.atLineStart = true;
      return;
    }
    const codePoint = text.codePointAt(position)!;
    const width = codePoint > 0xffff ? 2 : 1;
    if (isInvisible(codePoint)) {
      this.position += width;
      const between = this.length > 0 && isAsciiLetter(this.units[this.length - 1]!);
      if (codePoint !== 0xad && between && text.charCodeAt(this.position) < 128) this.hidden++;
      return;
    }
    this.position += width;
    if (isMark(unit)) {
      this.combine(unit);
      return;
    }
    const source = codePoint >= 0xd800 && codePoint <= 0xdfff ? 0xfffd : codePoint;
    if (isPictograph(source)) this.space(position);
    else this.pushFolded(fold(source), position);
  }

  private pushFolded(folded: string, origin: number): void {
    for (let i = 0; i < folded.length; i++) {
      const unit = folded.charCodeAt(i);
      if (unit === 32) this.space(origin);
      else if (!isMark(unit)) this.push(unit, origin);
    }
  }

  /** Joins a mark to the letter before it where the pair has one form (e + ´); else drops it. */
  private combine(mark: number): void {
    const last = this.length - 1;
    if (last < 0 || !isAsciiLetter(this.units[last]!)) return;
    const joined = fold(this.units[last]!, mark);
    if (joined.length === 1) this.units[last] = joined.charCodeAt(0);
  }

  private push(unit: number, origin: number): void {
    if (this.length === this.units.length) this.grow();
    this.units[this.length] = unit;
    this.origins[this.length++] = origin;
  }

  private space(origin: number): void {
    if (this.length > 0 && this.units[this.length - 1] !== 32) this.push(32, origin);
  }

  /** A space between a word and its comma is an artefact of tokenised corpora. */
  private dropSpace(): void {
    if (this.length > 1 && this.units[this.length - 1] === 32) this.length--;
  }

  private grow(): void {
    const units = new Uint16Array(this.units.length * 2);
    units.set(this.units);
    this.units = units;
    const origins = new Uint32Array(units.length);
    origins.set(this.origins);
    this.origins = origins;
  }

  private isWordUnit(index: number): boolean {
    const unit = this.text.charCodeAt(index);
    return isLetter(unit) || isDigit(unit) || unit === 95;
  }

  private hyphen(position: number): void {
    const { text } = this;
    const next = text.charCodeAt(position + 1);
    const spaced = this.length > 0 && this.units[this.length - 1] === 32 && isSpace(next);
    if (next !== 45 && !spaced) {
      this.push(45, position);
      this.position++;
      return;
    }
    this.dash(position);
  }

  /** Any dash between words becomes ` - `, between digits `-`. */
  private dash(position: number): void {
    const { text } = this;
    let end = position + 1;
    while (text.charCodeAt(end) === 45) end++;
    this.position = end;
    if (text.charCodeAt(position) <= 0x2011 && text.charCodeAt(position) > 128) {
      this.push(45, position);
      return;
    }
    const before = this.length > 0 ? this.units[this.length - 1]! : 32;
    if (isDigit(before) && isDigit(text.charCodeAt(end))) {
      this.push(45, position);
      return;
    }
    this.space(position);
    this.push(45, position);
    this.space(position);
  }

  /** After `]`: past `(address)` or `[reference]`, when it stands on the same line. */
  private linkTargetEnd(start: number): number {
    const { text } = this;
    const open = text.charCodeAt(start);
    if (open !== 40 && open !== 91) return start;
    const close = open === 40 ? 41 : 93;
    const limit = Math.min(text.length, start + longestMark);
    for (let i = start + 1; i < limit; i++) {
      const unit = text.charCodeAt(i);
      if (unit === close) return i + 1;
      if (unit === 10 || unit === 91 || unit === 93 || unit === 40) return start;
    }
    return start;
  }

  private tag(position: number): void {
    const { text } = this;
    if (!this.noMoreComments && text.startsWith('<!--', position)) {
      const close = text.indexOf('-->', position + 4);
      if (close < 0) this.noMoreComments = true;
      else {
        this.space(position);
        this.position = close + 3;
        return;
      }
    }
    const first = text.charCodeAt(position + 1);
    if (isAsciiLetter(first) || first === 47) {
      const limit = Math.min(text.length, position + longestMark);
      for (let i = position + 1; i < limit; i++) {
        const unit = text.charCodeAt(i);
        if (unit === 62) {
          this.space(position);
          this.position = i + 1;
          return;
        }
        if (unit === 60) break;
      }
    }
    this.push(60, position);
    this.position++;
  }

  /** Takes back the `http` or `https` just written; false when another word stands there. */
  private dropScheme(): boolean {
    const { units } = this;
    let start = this.length;
    while (start > 0 && this.length - start < 6 && isAsciiLetter(units[start - 1]!)) start--;
    const scheme = String.fromCharCode(...units.subarray(start, this.length)).toLowerCase();
    if (scheme !== 'http' && scheme !== 'https') return false;
    this.length = start;
    return true;
  }
}

function addressEnd(text: string, start: number): number {
  let i = start;
  for (; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (isSpace(unit) || unit === 41 || unit === 62 || unit === 93 || unit === 34) break;
  }
  return i;
}

function isClosing(unit: number): boolean {
  return unit === 44 || unit === 46 || unit === 59 || unit === 58 || unit === 33 || unit === 63;
}

function isMark(unit: number): boolean {
  return (
    (unit >= 0x300 && unit <= 0x36f) ||
    (unit >= 0x1ab0 && unit <= 0x1aff) ||
    (unit >= 0x1dc0 && unit <= 0x1dff) ||
    (unit >= 0x20d0 && unit <= 0x20ff) ||
    (unit >= 0xfe20 && unit <= 0xfe2f)
  );
}

function isPictograph(codePoint: number): boolean {
  return (
    (codePoint >= 0x1f000 && codePoint <= 0x1faff) ||
    (codePoint >= 0x2190 && codePoint <= 0x21ff) ||
    (codePoint >= 0x2300 && codePoint <= 0x27bf) ||
    (codePoint >= 0x2900 && codePoint <= 0x297f) ||
    (codePoint >= 0x2b00 && codePoint <= 0x2bff) ||
    codePoint === 0x2022 ||
    codePoint === 0x25aa ||
    codePoint === 0x20e3
  );
}

const folds = new Map<number, string>();

/** NFKC of a character and a mark on it. Compatibility forms longer than 8 units are decoration. */
function fold(codePoint: number, mark = 0): string {
  const key = codePoint * 65536 + mark;
  const known = folds.get(key);
  if (known !== undefined) return known;
  const marks = mark > 0 ? String.fromCharCode(mark) : '';
  const folded = (String.fromCodePoint(codePoint) + marks).normalize('NFKC');
  const short = folded.length > 8 ? ' ' : folded;
  if (folds.size < 4096) folds.set(key, short);
  return short;
}

/** Puts Latin letters back into words that mix them with lookalikes; returns how many. */
function undoLookalikes(units: Uint16Array, length: number): number {
  let undone = 0;
  let i = 0;
  while (i < length) {
    if (!isLetter(units[i]!)) {
      i++;
      continue;
    }
    let end = i;
    let ascii = 0;
    let alike = 0;
    for (; end < length && isLetter(units[end]!); end++) {
      if (isAsciiLetter(units[end]!)) ascii++;
      else if (latinLookalike(units[end]!) > 0) alike++;
    }
    if (alike > 0 && ascii > 0 && ascii + alike === end - i) {
      for (let k = i; k < end; k++) {
        const latin = latinLookalike(units[k]!);
        if (latin > 0) units[k] = latin;
      }
      undone += alike;
    }
    i = end;
  }
  return undone;
}
