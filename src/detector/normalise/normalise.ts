import { isAsciiLetter, isAsciiSpace, isSpace } from '../../text/characters.ts';
import {
  isDigit,
  isEdgeMark,
  isInvisible,
  isLetter,
  isMark,
  isPictograph,
  softHyphen,
} from './characters.ts';
import {
  addressEnd,
  Insets,
  isInlineTag,
  linkTargetEnd,
  markerEnd,
  readEntity,
  ruleLine,
  tagEnd,
} from './markup.ts';
import { foldCharacter, mayImitate, undoLookalikes } from './lookalikes.ts';

/**
 * A text in the form that features are computed from: one line of plain characters without markup, with one form of
 * quotes and dashes.
 */
export interface Normalised extends Disguises {
  /** The original. */
  text: string;
  /** UTF-16 units; only the first `length` count. */
  units: Uint16Array;
  /** For each unit, the offset of its source character in the original text. */
  origins: Uint32Array;
  length: number;
}

/** The number of each disguise that was undone. */
export interface Disguises {
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
 * Removes what gives no clue to the author of a text: markup (Markdown, HTML tags and character references),
 * fenced code, line breaks, list markers, differences between quotes, dashes and spaces, emoji, invisible
 * characters, compatibility forms (NFKC), lookalikes. Linear in the text's length for any string.
 * @param room a text no longer needed; its memory is reused.
 */
export function normalise(text: string, room = noText()): Normalised {
  return new Normaliser(text, room).read();
}

/** The end, in the original text, of the source character of a unit; covers a whole surrogate pair or reference. */
export function originEnd({ text, origins }: Normalised, index: number): number {
  const start = origins[index]!;
  const entity = text.charCodeAt(start) === 38 ? readEntity(text, start) : null;
  return entity?.end ?? start + unitsOf(text.codePointAt(start)!);
}

const space = 32;

/**
 * Reads a text and writes its plain units. When the handler of a character runs, the position is just past that
 * character.
 */
class Normaliser {
  private readonly text: string;
  private position = 0;
  private atLineStart = true;
  private readonly insets: Insets;

  private units: Uint16Array;
  private origins: Uint32Array;
  private length = 0;
  private hidden = 0;
  private oddSpaces = 0;
  private markedLetters = 0;
  /** Set if a letter may imitate a Latin one. Other texts skip the search for lookalikes. */
  private hasImitations = false;

  constructor(text: string, { units, origins }: Normalised) {
    this.text = text;
    this.insets = new Insets(text);
    this.units = units;
    this.origins = origins;
  }

  read(): Normalised {
    const { text } = this;
    while (this.position < text.length) {
      if (this.atLineStart) {
        this.atLineStart = false;
        if (this.skipLineStart()) continue;
      }
      const start = this.position++;
      const unit = text.charCodeAt(start);
      if (unit < 128) this.ascii(unit, start);
      else this.nonAscii(unit, start);
    }
    if (this.endsWithSpace) this.length--;
    const { units, origins, length, hidden, oddSpaces, markedLetters } = this;
    const lookalikes = this.hasImitations ? undoLookalikes({ text, units, origins, length }) : 0;
    return { text, units, origins, length, hidden, lookalikes, oddSpaces, markedLetters };
  }

  /** The last unit written; a space if there is none. */
  private get last(): number {
    return this.length > 0 ? this.units[this.length - 1]! : space;
  }

  private get endsWithSpace(): boolean {
    return this.length > 0 && this.last === space;
  }

  private push(unit: number, origin: number): void {
    if (this.length === this.units.length) this.grow();
    this.units[this.length] = unit;
    this.origins[this.length++] = origin;
  }

  private grow(): void {
    const { units, origins } = this;
    const capacity = Math.max(1024, 2 * units.length);
    this.units = new Uint16Array(capacity);
    this.origins = new Uint32Array(capacity);
    this.units.set(units);
    this.origins.set(origins);
  }

  /** Writes a space, except at the start and after another space. */
  private space(origin: number): void {
    if (this.last !== space) this.push(space, origin);
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
    const codeEnd = this.insets.codeEnd(start);
    if (codeEnd > start) this.space(position);
    this.position = codeEnd;
    return codeEnd > position;
  }

  private ascii(unit: number, start: number): void {
    const { text } = this;
    if (isAsciiLetter(unit)) {
      this.push(unit, start);
      return;
    }
    if (isAsciiSpace(unit)) {
      this.writeSpace(start);
      return;
    }
    switch (unit) {
      case 42: // *
      case 96: // `
        while (text.charCodeAt(this.position) === unit) this.position++;
        this.countMarkInside();
        return;
      case 92: // \
      case 126: // ~
      case 91: // [
        return;
      case 124: // |
        this.space(start);
        return;
      case 95: // _
        this.underscores(start);
        return;
      case 93: // ]
        this.position = linkTargetEnd(text, this.position);
        return;
      case 60: // <
        this.tag(start);
        return;
      case 38: // &
        this.entity(start);
        return;
      case 45: // -
        this.hyphen(start);
        return;
      case 39: // '
        if (text.charCodeAt(this.position) === 39) {
          this.position++;
          this.push(34, start);
        } else this.push(unit, start);
        return;
      case 58: // :
        if (text.startsWith('//', this.position) && this.dropScheme()) {
          this.position = addressEnd(text, start);
          return;
        }
        this.closing(unit, start);
        return;
      case 44: // ,
      case 46: // .
      case 59: // ;
      case 33: // !
      case 63: // ?
        this.closing(unit, start);
        return;
    }
    if (isInvisible(unit)) this.invisible(start);
    else this.push(unit, start);
  }

  private nonAscii(unit: number, start: number): void {
    if (isSpace(unit)) {
      this.writeSpace(start);
      return;
    }
    const codePoint = this.text.codePointAt(start)!;
    this.position = start + unitsOf(codePoint);
    if (isInvisible(codePoint)) this.invisible(start);
    else this.character(codePoint, start);
  }

  /** Writes a character that is not markup. */
  private character(codePoint: number, origin: number): void {
    if (codePoint >= 0x2010 && codePoint <= 0x2015) {
      if (codePoint <= 0x2011) this.push(45, origin);
      else this.dash(origin);
    } else if (isSingleQuote(codePoint)) this.push(39, origin);
    else if (isDoubleQuote(codePoint)) this.push(34, origin);
    else if (isSpace(codePoint) || isPictograph(codePoint)) this.space(origin);
    else if (isMark(codePoint)) this.combine(codePoint);
    else this.writeFolded(foldCharacter(isSurrogate(codePoint) ? 0xfffd : codePoint), origin);
  }

  private writeFolded(folded: string, origin: number): void {
    for (let i = 0; i < folded.length; i++) {
      const unit = folded.charCodeAt(i);
      if (unit === space) this.space(origin);
      else if (!isMark(unit)) this.push(unit, origin);
      this.hasImitations ||= mayImitate(unit);
    }
  }

  /** Joins a mark to the letter before it if Unicode has one character for both (e + ´); otherwise drops the mark. */
  private combine(mark: number): void {
    if (!isAsciiLetter(this.last)) return;
    const joined = foldCharacter(this.last, mark);
    if (joined.length === 1) this.units[this.length - 1] = joined.charCodeAt(0);
  }

  /** Replaces a run of spaces, up to and including the first line break, by one space. */
  private writeSpace(start: number): void {
    const { text } = this;
    let end = start;
    let breaksLine = false;
    for (let unit = text.charCodeAt(end); isSpace(unit) && !this.atLineStart; unit = text.charCodeAt(end)) {
      end++;
      breaksLine ||= unit === 10 || unit === 13;
      this.atLineStart = unit === 10 || unit === 0x85 || unit === 0x2028 || unit === 0x2029;
    }
    const isPlain = end === start + 1 && text.charCodeAt(start) === space;
    if (!breaksLine && !isPlain && isAsciiLetter(this.last) && isAsciiLetter(text.charCodeAt(end))) {
      this.oddSpaces++;
    }
    this.space(start);
    this.position = end;
  }

  /** Removes a run of invisible characters and counts those that touch a Latin word. */
  private invisible(start: number): void {
    const { text } = this;
    let count = 0;
    let edgeMarks = 0;
    let end = start;
    for (let codePoint = text.codePointAt(end); codePoint !== undefined; codePoint = text.codePointAt(end)) {
      if (!isInvisible(codePoint)) break;
      if (isEdgeMark(codePoint)) edgeMarks++;
      else if (codePoint !== softHyphen) count++;
      end += unitsOf(codePoint);
    }
    this.position = end;
    // NFKC turns a trade mark sign into TM; that M is not a letter of the original.
    const before = isAsciiLetter(this.last) && isAsciiLetter(text.charCodeAt(this.origins[this.length - 1]!));
    const next = text.charCodeAt(end);
    const after = isAsciiLetter(next);
    if (before && after) this.hidden += count + edgeMarks;
    else if (before && next >= 32 && next < 127) this.hidden += count;
    else if (after && text.charCodeAt(start - 1) === space) this.hidden += count;
  }

  /** Counts markup that is inside a word. Between capitals it may be a sign in a formula. */
  private countMarkInside(): void {
    if (isSmallLetter(this.last) && isSmallLetter(this.text.charCodeAt(this.position))) this.markedLetters++;
  }

  /** Keeps underscores in a_name, drops them in _emphasis_. */
  private underscores(start: number): void {
    const { text } = this;
    while (text.charCodeAt(this.position) === 95) this.position++;
    if (!isNamePart(this.last) || !isNamePart(text.charCodeAt(this.position))) return;
    for (let i = start; i < this.position; i++) this.push(95, i);
  }

  /** Writes a sign that ends a clause, without a space before it, and with one after a comma or semicolon between words. */
  private closing(sign: number, start: number): void {
    const next = this.text.charCodeAt(this.position);
    // A full stop can also begin a word: .NET, .5, .gitignore.
    const beginsWord = sign === 46 && isNamePart(next);
    if (!beginsWord && this.endsWithSpace) this.length--;
    const joins = (sign === 44 || sign === 59) && isLetter(this.last) && mayBeLetter(next);
    this.push(sign, start);
    if (joins) this.space(start);
  }

  private hyphen(start: number): void {
    const next = this.text.charCodeAt(this.position);
    if (next === 45 || (this.endsWithSpace && isSpace(next))) this.dash(start);
    else this.push(45, start);
  }

  /** Writes a dash as ` - ` between words and as `-` between digits. */
  private dash(origin: number): void {
    const { text } = this;
    while (text.charCodeAt(this.position) === 45) this.position++;
    const isInNumber = isDigit(this.last) && isDigit(text.charCodeAt(this.position));
    if (!isInNumber) this.space(origin);
    this.push(45, origin);
    if (!isInNumber) this.space(origin);
  }

  private tag(start: number): void {
    const { text } = this;
    const commentEnd = this.insets.commentEnd(start);
    const isComment = commentEnd > start;
    const end = isComment ? commentEnd : tagEnd(text, start);
    if (end === start) {
      this.push(60, start);
      return;
    }
    this.position = end;
    if (isComment || isInlineTag(text, start)) this.countMarkInside();
    else this.space(start);
  }

  /** Reads a character reference as the character it encodes. */
  private entity(start: number): void {
    const { text } = this;
    const entity = readEntity(text, start);
    if (entity === null) {
      this.push(38, start);
      return;
    }
    const { codePoint, end } = entity;
    if (isAsciiLetter(codePoint) || (isInvisible(codePoint) && codePoint !== softHyphen)) {
      if (isAsciiLetter(this.last) || isAsciiLetter(text.charCodeAt(end))) this.markedLetters++;
    }
    this.position = end;
    if (!isInvisible(codePoint)) this.character(codePoint, start);
  }

  /** Removes the `http` or `https` just written. Returns false if the last word is neither. */
  private dropScheme(): boolean {
    let start = this.length;
    while (start > 0 && this.length - start < 6 && isAsciiLetter(this.units[start - 1]!)) start--;
    const scheme = String.fromCharCode(...this.units.subarray(start, this.length)).toLowerCase();
    if (scheme !== 'http' && scheme !== 'https') return false;
    this.length = start;
    return true;
  }
}

const unitsOf = (codePoint: number): number => (codePoint > 0xffff ? 2 : 1);

/** A letter, or the high surrogate of a mathematical letter or one from a historic alphabet. */
const mayBeLetter = (unit: number): boolean => isLetter(unit) || (unit >= 0xd801 && unit <= 0xd835);

const isSmallLetter = (unit: number): boolean => unit >= 97 && unit <= 122;

const isNamePart = (unit: number): boolean => mayBeLetter(unit) || isDigit(unit);

const isSurrogate = (codePoint: number): boolean => codePoint >= 0xd800 && codePoint <= 0xdfff;

const isSingleQuote = (codePoint: number): boolean =>
  codePoint === 0x2018 || codePoint === 0x2019 || codePoint === 0x201b || codePoint === 0x2032;

const isDoubleQuote = (codePoint: number): boolean => codePoint >= 0x201c && codePoint <= 0x201f;
