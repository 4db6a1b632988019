import { isAsciiLetter, isSpace } from '../../text/characters.ts';
import {
  isDigit,
  isEdgeMark,
  isInvisible,
  isLetter,
  isMark,
  isPictograph,
  softHyphen,
} from './characters.ts';
import { readEntity } from './entities.ts';
import { Fences, addressEnd, isInlineTag, linkTargetEnd, markerEnd, ruleLine, tagEnd } from './markup.ts';
import { foldCharacter, mayImitate, undoLookalikes } from './lookalikes.ts';
import { UnitWriter } from './unitWriter.ts';

/**
 * A text in the form that features are computed from: one line of plain characters without markup, with one form of
 * quotes and dashes.
 */
export interface Normalised {
  /** The original. */
  text: string;
  /** UTF-16 units; only the first `length` count. */
  units: Uint16Array;
  /** For each unit, the offset of its source character in the original text. */
  origins: Uint32Array;
  length: number;
  /** Invisible characters removed inside and beside Latin words. Soft hyphens are not counted: typesetting uses them. */
  hidden: number;
  /** Lookalike letters from other alphabets, replaced by the Latin letters they imitate. */
  lookalikes: number;
  /** Gaps of several or unusual spaces between two words on a line, replaced by one space. */
  oddSpaces: number;
  /** Tags, comments and emphasis between lower-case letters, and letters written as character references. */
  markedLetters: number;
}

/** Room for a normalised text; it grows as needed. */
export const noText = (): Normalised => ({
  text: '',
  units: new Uint16Array(),
  origins: new Uint32Array(),
  ...{ length: 0, hidden: 0, lookalikes: 0, oddSpaces: 0, markedLetters: 0 },
});

/**
 * Removes what gives no clue to the author of a text: markup (Markdown, HTML tags and character references), fenced
 * code, line breaks, list markers, kinds of quotes, dashes and spaces, emoji, invisible characters, compatibility
 * forms (NFKC), lookalikes. Linear in the text's length for any string.
 * @param room a text no longer needed; its memory is reused.
 */
export function normalise(text: string, room = noText()): Normalised {
  return new Normaliser(text, room).normalised();
}

/** The end, in the original text, of the source character of a unit; covers a whole surrogate pair or reference. */
export function originEnd({ text, origins }: Normalised, index: number): number {
  const start = origins[index]!;
  const entity = text.charCodeAt(start) === 38 ? readEntity(text, start) : null;
  return entity?.end ?? start + (text.codePointAt(start)! > 0xffff ? 2 : 1);
}

class Normaliser {
  private readonly text: string;
  private readonly writer: UnitWriter;
  private position = 0;
  private atLineStart = true;
  private hidden = 0;
  private oddSpaces = 0;
  private markedLetters = 0;
  /** Set if a letter may imitate a Latin one. Other texts skip the search for lookalikes. */
  private hasImitations = false;
  private readonly fences: Fences;
  /** Set if a search for the end of a comment failed, because later searches would fail too. */
  private noMoreComments = false;

  constructor(text: string, room: Normalised) {
    this.text = text;
    this.fences = new Fences(text);
    this.writer = new UnitWriter(text.length + 64, room);
  }

  normalised(): Normalised {
    const { text } = this;
    while (this.position < text.length) {
      if (this.atLineStart) {
        this.atLineStart = false;
        if (this.skipLineStart()) continue;
      }
      const unit = text.charCodeAt(this.position);
      if (unit < 128) this.ascii(unit);
      else this.nonAscii(unit);
    }
    const { writer, hidden, oddSpaces, markedLetters } = this;
    const { units, origins } = writer;
    const length = writer.length > 0 && writer.last === 32 ? writer.length - 1 : writer.length;
    const lookalikes = this.hasImitations ? undoLookalikes({ text, units, origins, length }) : 0;
    return { text, units, origins, length, hidden, lookalikes, oddSpaces, markedLetters };
  }

  /** Skips list markers, headings, quote marks, rules and fenced code. True when something was skipped. */
  private skipLineStart(): boolean {
    const { text, position } = this;
    const rule = ruleLine(text, position);
    if (rule > position) {
      this.position = rule;
      this.atLineStart = true;
      this.writer.space(position);
      return true;
    }
    const start = markerEnd(text, position);
    const codeEnd = this.fences.endOf(start);
    if (codeEnd > start) {
      this.writer.space(position);
      this.position = codeEnd;
      return true;
    }
    this.position = start;
    return start > position;
  }

  private ascii(unit: number): void {
    const { text, writer, position } = this;
    if ((unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90)) {
      writer.push(unit, position);
      this.position++;
      return;
    }
    if (unit === 32 && isVisibleAscii(text.charCodeAt(position + 1))) {
      writer.space(position);
      this.position++;
      return;
    }
    switch (unit) {
      case 9: // tab, line feed, vertical tab, form feed, carriage return, space
      case 10:
      case 11:
      case 12:
      case 13:
      case 32:
        this.writeSpace();
        return;
      case 42: // *
      case 96: // `
        this.emphasis(unit);
        return;
      case 92: // \
      case 126: // ~
      case 91: // [
        this.position++;
        return;
      case 124: // |
        writer.space(position);
        this.position++;
        return;
      case 95: // _
        this.underscores();
        return;
      case 93: // ]
        this.position = linkTargetEnd(text, position + 1);
        return;
      case 60: // <
        this.tag();
        return;
      case 38: // &
        this.entity();
        return;
      case 45: // -
        this.hyphen();
        return;
      case 39: // '
        if (text.charCodeAt(position + 1) !== 39) break;
        writer.push(34, position);
        this.position += 2;
        return;
      case 44: // ,
      case 46: // .
      case 59: // ;
      case 33: // !
      case 63: // ?
        this.closing(unit);
        return;
      case 58: // :
        if (text.startsWith('//', position + 1) && this.dropScheme()) {
          this.position = addressEnd(text, position);
          return;
        }
        this.closing(unit);
        return;
    }
    if (unit < 32 || unit === 127) {
      this.invisible();
      return;
    }
    writer.push(unit, position);
    this.position++;
  }

  private nonAscii(unit: number): void {
    const { text, position } = this;
    if (isSpace(unit)) {
      this.writeSpace();
      return;
    }
    const codePoint = text.codePointAt(position)!;
    if (isInvisible(codePoint)) {
      this.invisible();
      return;
    }
    this.position += codePoint > 0xffff ? 2 : 1;
    this.character(codePoint, position);
  }

  /** Writes one character that is not markup. The position is already past it. */
  private character(codePoint: number, origin: number): void {
    const { writer } = this;
    if (codePoint >= 0x2010 && codePoint <= 0x2015) {
      if (codePoint <= 0x2011) writer.push(45, origin);
      else this.dash(origin);
    } else if (isSingleQuote(codePoint)) writer.push(39, origin);
    else if (isDoubleQuote(codePoint)) writer.push(34, origin);
    else if (isSpace(codePoint) || isPictograph(codePoint)) writer.space(origin);
    else if (isMark(codePoint)) this.combine(codePoint);
    else this.writeFolded(foldCharacter(isSurrogate(codePoint) ? 0xfffd : codePoint), origin);
  }

  private writeFolded(folded: string, origin: number): void {
    for (let i = 0; i < folded.length; i++) {
      const unit = folded.charCodeAt(i);
      if (unit === 32) this.writer.space(origin);
      else if (!isMark(unit)) this.writer.push(unit, origin);
      this.hasImitations ||= mayImitate(unit);
    }
  }

  /** Joins a mark to the letter before it if Unicode has one character for both (e + ´); otherwise drops the mark. */
  private combine(mark: number): void {
    const { units, length, last } = this.writer;
    if (!isAsciiLetter(last)) return;
    const joined = foldCharacter(last, mark);
    if (joined.length === 1) units[length - 1] = joined.charCodeAt(0);
  }

  /** Replaces a run of spaces, up to and including the first line break, by one space. */
  private writeSpace(): void {
    const { text, writer, position } = this;
    let end = position;
    let breaksLine = false;
    for (let unit = text.charCodeAt(end); isSpace(unit) && !this.atLineStart; unit = text.charCodeAt(end)) {
      end++;
      breaksLine ||= unit === 10 || unit === 13;
      this.atLineStart = unit === 10 || unit === 0x85 || unit === 0x2028 || unit === 0x2029;
    }
    const plain = end === position + 1 && text.charCodeAt(position) === 32;
    if (!breaksLine && !plain && isAsciiLetter(writer.last) && isAsciiLetter(text.charCodeAt(end))) {
      this.oddSpaces++;
    }
    writer.space(position);
    this.position = end;
  }

  /** Removes a run of invisible characters and counts those that touch a Latin word. */
  private invisible(): void {
    const { text, writer, position } = this;
    let count = 0;
    let edgeMarks = 0;
    let end = position;
    for (let codePoint = text.codePointAt(end); codePoint !== undefined; codePoint = text.codePointAt(end)) {
      if (!isInvisible(codePoint)) break;
      if (isEdgeMark(codePoint)) edgeMarks++;
      else if (codePoint !== softHyphen) count++;
      end += codePoint > 0xffff ? 2 : 1;
    }
    this.position = end;
    // The M that NFKC makes of a trade mark sign is not a letter of the original.
    const before = isAsciiLetter(writer.last) && isAsciiLetter(text.charCodeAt(writer.lastOrigin));
    const next = text.charCodeAt(end);
    const after = isAsciiLetter(next);
    if (before && after) this.hidden += count + edgeMarks;
    else if (before && next >= 32 && next < 127) this.hidden += count;
    else if (after && text.charCodeAt(position - 1) === 32) this.hidden += count;
  }

  private emphasis(sign: number): void {
    const { text, position } = this;
    let end = position + 1;
    while (text.charCodeAt(end) === sign) end++;
    this.markInside(end);
    this.position = end;
  }

  /** Counts markup inside a word, from the position to `end`. Between capitals it may be a sign in a formula. */
  private markInside(end: number): void {
    if (isSmallLetter(this.writer.last) && isSmallLetter(this.text.charCodeAt(end))) this.markedLetters++;
  }

  /** Keeps underscores in a_name, drops them in _emphasis_. */
  private underscores(): void {
    const { text, writer, position } = this;
    let end = position + 1;
    while (text.charCodeAt(end) === 95) end++;
    const next = text.charCodeAt(end);
    if (isNamePart(writer.last) && isNamePart(next)) {
      for (let i = position; i < end; i++) writer.push(95, i);
    }
    this.position = end;
  }

  /** Writes a sign that ends a clause, without a space before it, and with one after a comma or semicolon between words. */
  private closing(sign: number): void {
    const { text, writer, position } = this;
    const next = text.charCodeAt(position + 1);
    // A full stop can also begin a word: .NET, .5, .gitignore.
    const beginsWord = sign === 46 && isNamePart(next);
    if (!beginsWord) writer.dropSpace();
    const joins = (sign === 44 || sign === 59) && isLetter(writer.last) && mayBeLetter(next);
    writer.push(sign, position);
    if (joins) writer.space(position);
    this.position++;
  }

  private hyphen(): void {
    const { text, writer, position } = this;
    const next = text.charCodeAt(position + 1);
    const spaced = writer.length > 0 && writer.last === 32 && isSpace(next);
    this.position++;
    if (next === 45 || spaced) this.dash(position);
    else writer.push(45, position);
  }

  /** Writes a dash as ` - ` between words and as `-` between digits. The position is already past its first sign. */
  private dash(origin: number): void {
    const { text, writer } = this;
    while (text.charCodeAt(this.position) === 45) this.position++;
    if (isDigit(writer.last) && isDigit(text.charCodeAt(this.position))) {
      writer.push(45, origin);
      return;
    }
    writer.space(origin);
    writer.push(45, origin);
    writer.space(origin);
  }

  private tag(): void {
    const { text, writer, position } = this;
    if (!this.noMoreComments && text.startsWith('<!--', position)) {
      const close = text.indexOf('-->', position + 4);
      if (close >= 0) {
        this.markInside(close + 3);
        this.position = close + 3;
        return;
      }
      this.noMoreComments = true;
    }
    const end = tagEnd(text, position);
    if (end === position) {
      writer.push(60, position);
      this.position++;
      return;
    }
    if (isInlineTag(text, position)) this.markInside(end);
    else writer.space(position);
    this.position = end;
  }

  /** Reads a character reference as the character it encodes. */
  private entity(): void {
    const { text, writer, position } = this;
    const entity = readEntity(text, position);
    if (entity === null) {
      writer.push(38, position);
      this.position++;
      return;
    }
    const { codePoint, end } = entity;
    if (isAsciiLetter(codePoint) || (isInvisible(codePoint) && codePoint !== softHyphen)) {
      if (isAsciiLetter(writer.last) || isAsciiLetter(text.charCodeAt(end))) this.markedLetters++;
    }
    this.position = end;
    if (!isInvisible(codePoint)) this.character(codePoint, position);
  }

  /** Removes the `http` or `https` just written; false if the last word is another. */
  private dropScheme(): boolean {
    const { writer } = this;
    let start = writer.length;
    while (start > 0 && writer.length - start < 6 && isAsciiLetter(writer.units[start - 1]!)) start--;
    const scheme = String.fromCharCode(...writer.units.subarray(start, writer.length)).toLowerCase();
    if (scheme !== 'http' && scheme !== 'https') return false;
    writer.length = start;
    return true;
  }
}

/** A letter, or the high surrogate of a mathematical letter or one from a historic alphabet. */
const mayBeLetter = (unit: number): boolean => isLetter(unit) || (unit >= 0xd801 && unit <= 0xd835);

const isVisibleAscii = (unit: number): boolean => unit > 32 && unit < 127;

const isSmallLetter = (unit: number): boolean => unit >= 97 && unit <= 122;

const isNamePart = (unit: number): boolean => mayBeLetter(unit) || isDigit(unit);

const isSurrogate = (codePoint: number): boolean => codePoint >= 0xd800 && codePoint <= 0xdfff;

const isSingleQuote = (codePoint: number): boolean =>
  codePoint === 0x2018 || codePoint === 0x2019 || codePoint === 0x201b || codePoint === 0x2032;

const isDoubleQuote = (codePoint: number): boolean => codePoint >= 0x201c && codePoint <= 0x201f;
