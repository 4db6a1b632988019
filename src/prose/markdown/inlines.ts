import { decodeHTMLStrict } from 'entities/decode';
import type { BlockWriter } from '../blockWriter.ts';
import { hasWords } from '../../text/words.ts';
import type { Blocks } from './blocks.ts';
import { isAsciiDigit, isAsciiLetter, isLineEnd, isSpaceOrTab } from '../../text/characters.ts';
import { matchEnd, matchFrom, Finders } from '../ahead.ts';
import {
  afterSpace,
  inlineHtmlEnd,
  isAsciiAlphanumeric,
  isAsciiPunctuation,
  isMarkdownSpace,
  labelEnd,
  labelOf,
  resourceEnd,
  TagReader,
  type Dialect,
} from './syntax.ts';

/** The kinds of pieces in a paragraph. They are numbers because there are as many pieces as words. */
const piece = {
  /** Written to the prose as in the document. */
  text: 0,
  /** A run of `*`, or a bracket. It is written unchanged if it turns out not to be markup. */
  mark: 1,
  /** A soft and a hard line break. */
  space: 2,
  lineBreak: 3,
  /** A character reference, which is written decoded. */
  reference: 4,
  /** Left out without ending the sentence. */
  leftOut: 5,
  /** `<br>`. */
  breakElement: 6,
  /** The start and end of a link's text. */
  linkStart: 7,
  linkEnd: 8,
  /** An address that is its own text: left out, except as the text of a link. */
  address: 9,
  /** An image; `value` is the index of its last piece. */
  image: 10,
  noteStart: 11,
  noteEnd: 12,
  /** Markup to skip. */
  nothing: 13,
} as const;

/** A run of `*`, `_` or `~` that may open or close emphasis. Its piece is the part that is not used yet. */
interface Delimiter {
  piece: number;
  mark: number;
  /** The original length of the run. */
  length: number;
  canOpen: boolean;
  canClose: boolean;
  previous: number;
  next: number;
}

interface Bracket {
  piece: number;
  /** Where the bracket's text begins. */
  start: number;
  kind: 'link' | 'image' | 'note';
  /** The number of delimiters before the bracket. */
  delimiters: number;
  /** Whether another bracket opens within it, in which case it is not a label. */
  containsBracket: boolean;
}

/**
 * Writes the text of paragraphs without markup, addresses and hidden text. Failed searches are not repeated, so time
 * grows in proportion to length for any input.
 */
export class InlineWriter {
  /** The number of links written so far, and whether any letter or digit was outside them. */
  links = 0;
  hasText = false;

  readonly #document: string;
  readonly #writer: BlockWriter;
  readonly #blocks: Blocks;
  readonly #dialect: Dialect;
  readonly #special: Uint8Array;
  readonly #documentFinders: Finders;
  readonly #documentTags: TagReader;

  /** The text to read and where it ends: the document, or wrapped lines joined without their prefixes. */
  #text = '';
  #end = 0;
  #finders: Finders;
  #tags: TagReader;
  /** Where each joined line begins in the text and in the document. */
  #joinedStarts: number[] = [];
  #joinedPlaces: number[] = [];
  /** The joined line being written. */
  #joinedLine = 0;

  /** The pieces found, one array for each field. */
  readonly #kinds: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #values: number[] = [];
  /** Where the text after the last piece begins. */
  #textStart = 0;

  #delimiters: Delimiter[] = [];
  readonly #brackets: Bracket[] = [];
  /** Brackets before this index contain a link, so they can't be links. */
  #inactive = 0;
  /** The last run of backticks or dollars of each length. */
  readonly #runs = { [backtick]: new Runs(), [dollar]: new Runs() };
  /** After this offset no single dollar closes a formula. */
  #noFormula = Infinity;
  /** The end of the last rejected host name. */
  #noHost = 0;

  constructor(document: string, blocks: Blocks, writer: BlockWriter, dialect: Dialect) {
    this.#document = document;
    this.#blocks = blocks;
    this.#writer = writer;
    this.#dialect = dialect;
    this.#special = new Uint8Array(128);
    for (const sign of `\n\r\\&*_~\`$[]!:@wW<${dialect.signs}`) this.#special[sign.charCodeAt(0)] = 1;
    this.#documentFinders = this.#finders = new Finders(document);
    this.#documentTags = this.#tags = new TagReader(this.#finders);
  }

  /** Writes these lines as a block. @param beginsItem whether they may begin with a task's checkbox. */
  write(first: number, end: number, beginsItem: boolean): void {
    const start = this.#begin(first, end);
    this.#writer.open();
    this.#read(start, beginsItem);
    this.#emphasize(0);
    this.#writePieces();
    this.#writer.close();
  }

  /** Whether only a line break separates this line from the next. */
  #isJoined(line: number): boolean {
    const { lineStarts, lineEnds } = this.#blocks;
    const gap = lineStarts[line + 1]! - lineEnds[line]!;
    return gap === 1 || (gap === 2 && this.#document.charCodeAt(lineEnds[line]!) === 13);
  }

  /** Chooses the text to read and returns where the paragraph begins in it. */
  #begin(first: number, end: number): number {
    const { lineStarts, lineEnds } = this.#blocks;
    let line = first;
    while (line + 1 < end && this.#isJoined(line)) line++;
    let start = lineStarts[first]!;
    if (line + 1 >= end) {
      this.#text = this.#document;
      this.#end = lineEnds[end - 1]!;
      this.#finders = this.#documentFinders;
      this.#tags = this.#documentTags;
      this.#joinedStarts.length = 0;
    } else {
      start = 0;
      const lines: string[] = [];
      this.#joinedStarts = [];
      this.#joinedPlaces = [];
      let length = 0;
      for (let i = first; i < end; i++) {
        const text = this.#document.slice(lineStarts[i], lineEnds[i]);
        lines.push(text);
        this.#joinedStarts.push(length);
        this.#joinedPlaces.push(lineStarts[i]!);
        length += text.length + 1;
      }
      this.#text = lines.join('\n');
      this.#end = this.#text.length;
      this.#finders = new Finders(this.#text);
      this.#tags = new TagReader(this.#finders);
      this.#joinedLine = 0;
    }
    while (this.#end > start && isSpaceOrTab(this.#text.charCodeAt(this.#end - 1))) this.#end--;
    this.#kinds.length = this.#starts.length = this.#ends.length = this.#values.length = 0;
    this.#delimiters.length = this.#brackets.length = 0;
    this.#inactive = 0;
    this.#runs[backtick].forget();
    this.#runs[dollar].forget();
    this.#noFormula = Infinity;
    this.#noHost = 0;
    this.#textStart = start;
    return start;
  }

  #read(start: number, beginsItem: boolean): void {
    const text = this.#text;
    const end = this.#end;
    const special = this.#special;
    let at = start;
    if (beginsItem) at = this.#readTask(start);
    while (at < end) {
      const code = text.charCodeAt(at);
      at = code >= 128 || special[code] === 0 ? at + 1 : this.#readSign(code, at, start);
    }
    this.#flush(end);
  }

  /** Reads the markup at this sign, if any. @returns where to continue. */
  #readSign(code: number, at: number, start: number): number {
    const own = this.#dialect.inlineEnd?.(this.#text, at, this.#end);
    if (own !== undefined) return this.#push(piece.leftOut, at, own);
    switch (code) {
      case lineFeed:
      case carriageReturn:
        return this.#readLineEnd(at);
      case backslash:
        return this.#readEscape(at);
      case ampersand:
        return this.#readReference(at);
      case star:
      case underscore:
      case tilde:
        return this.#readDelimiter(code, at, start);
      case backtick:
        return this.#readSpan(code, at);
      case dollar:
        return this.#readFormula(at);
      case openingBracket:
        return this.#readNoteCall(at) ?? this.#openBracket('link', at, at + 1);
      case exclamation:
        return this.#readImage(at);
      case caret:
        return this.#dialect.isPandoc && this.#text.charCodeAt(at + 1) === openingBracket
          ? this.#openBracket('note', at, at + 2)
          : at + 1;
      case closingBracket:
        return this.#closeBracket(at);
      case less:
        return this.#readHtml(at);
      case colon:
        return this.#readProtocol(at, start);
      case atSign:
        return this.#readMail(at, start);
      case smallW:
      case capitalW:
        return this.#readHost(at, start);
      default:
        return at + 1;
    }
  }

  /** Adds the text so far as a piece, then one of this kind. @returns where it ends. */
  #push(kind: number, start: number, end: number, value = 0): number {
    this.#flush(start);
    this.#kinds.push(kind);
    this.#starts.push(start);
    this.#ends.push(end);
    this.#values.push(value);
    this.#textStart = end;
    return end;
  }

  #flush(end: number): void {
    if (this.#textStart >= end) return;
    this.#kinds.push(piece.text);
    this.#starts.push(this.#textStart);
    this.#ends.push(end);
    this.#values.push(0);
    this.#textStart = end;
  }

  #readTask(at: number): number {
    const text = this.#text;
    if (text.charCodeAt(at) !== openingBracket || text.charCodeAt(at + 2) !== closingBracket) return at;
    if (!' \tXx\r\n'.includes(text.charAt(at + 1)) || !isMarkdownSpace(text.charCodeAt(at + 3))) return at;
    return afterSpace(text, at + 3, this.#end) < this.#end ? this.#push(piece.leftOut, at, at + 3) : at;
  }

  #readLineEnd(at: number): number {
    const text = this.#text;
    let end = at;
    let isEffective = true;
    while (end > this.#textStart && isSpaceOrTab(text.charCodeAt(end - 1))) {
      end--;
      if (text.charCodeAt(end) === 9) isEffective = false;
    }
    this.#flush(end);
    return this.#pushLineEnd(isEffective && at - end >= 2 ? piece.lineBreak : piece.space, at);
  }

  #pushLineEnd(kind: number, at: number): number {
    const text = this.#text;
    let next = at + (text.charCodeAt(at) === carriageReturn && text.charCodeAt(at + 1) === lineFeed ? 2 : 1);
    while (next < this.#end && isSpaceOrTab(text.charCodeAt(next))) next++;
    this.#textStart = at;
    return this.#push(kind, at, next);
  }

  #readEscape(at: number): number {
    if (at + 1 >= this.#end) return at + 1;
    const next = this.#text.charCodeAt(at + 1);
    if (isLineEnd(next)) {
      this.#flush(at);
      return this.#pushLineEnd(piece.lineBreak, at + 1);
    }
    if (!isAsciiPunctuation(next)) return at + 1;
    this.#flush(at);
    this.#textStart = at + 1;
    return at + 2;
  }

  #readReference(at: number): number {
    const match = matchFrom(reference, this.#text, at)?.[0];
    // An unknown named reference is plain text.
    if (match === undefined || decodeHTMLStrict(match) === match) return at + 1;
    return this.#push(piece.reference, at, at + match.length);
  }

  #runEnd(code: number, at: number): number {
    while (at < this.#end && this.#text.charCodeAt(at) === code) at++;
    return at;
  }

  #readDelimiter(code: number, at: number, start: number): number {
    const end = this.#runEnd(code, at);
    const length = end - at;
    if (code === tilde && length > 2) return end;
    const before = at > start ? classBefore(this.#text, at) : space;
    const after = end < this.#end ? classAfter(this.#text, end) : space;
    const previous = this.#text.charCodeAt(at - 1);
    let opens = after === other || (after === punctuation && before !== other);
    let closes = before === other || (before === punctuation && after !== other);
    if (code !== tilde) {
      opens ||= end < this.#end && this.#text.charCodeAt(end) === tilde;
      closes ||= at > start && previous === tilde;
    }
    // An underscore within a word is not a delimiter.
    const canOpen = opens && (code !== underscore || before !== other || !closes);
    const canClose = closes && (code !== underscore || after !== other || !opens);
    if (!canOpen && !canClose) return end;
    this.#push(piece.mark, at, end);
    const index = this.#kinds.length - 1;
    this.#delimiters.push({ piece: index, mark: code, length, canOpen, canClose, previous: 0, next: 0 });
    return end;
  }

  /** Reads code, or a formula in double dollars: the text between two runs of equal length. */
  #readSpan(code: typeof backtick | typeof dollar, at: number): number {
    const open = this.#runEnd(code, at);
    const close = this.#closingRun(code, open - at, open);
    if (close === undefined) return open;
    const end = close + open - at;
    // `<br>`{=html} is only for one output format.
    const isRaw = this.#dialect.isPandoc && this.#text.startsWith('{=', end);
    const rawEnd = isRaw ? this.#attributesEnd(end) : undefined;
    return rawEnd === undefined
      ? this.#pushSpan(at, open, close, end)
      : this.#push(piece.leftOut, at, rawEnd);
  }

  #closingRun(code: typeof backtick | typeof dollar, length: number, from: number): number | undefined {
    const runs = this.#runs[code];
    if (runs.areKnown && !((runs.last.get(length) ?? -1) >= from)) return undefined;
    const mark = String.fromCharCode(code);
    for (let at = from; ;) {
      at = this.#finders.at(mark, at);
      if (at >= this.#end) break;
      const end = this.#runEnd(code, at);
      if (!runs.areKnown) runs.last.set(end - at, at);
      if (end - at === length) return at;
      at = end;
    }
    runs.areKnown = true;
    return undefined;
  }

  /** Adds the text between two marks, without one space of padding at each end. */
  #pushSpan(at: number, open: number, close: number, end: number): number {
    const text = this.#text;
    const isPadding = (code: number): boolean => code === 32 || isLineEnd(code);
    this.#flush(at);
    if (isPadding(text.charCodeAt(open)) && isPadding(text.charCodeAt(close - 1))) {
      let inner = open;
      while (inner < close && isPadding(text.charCodeAt(inner))) inner++;
      if (inner < close) {
        open += text.startsWith('\r\n', open) ? 2 : 1;
        close -= text.startsWith('\r\n', close - 2) ? 2 : 1;
      }
    }
    this.#textStart = open;
    for (let i = open; i < close;) {
      if (isLineEnd(text.charCodeAt(i))) {
        this.#flush(i);
        i = this.#pushLineEnd(piece.space, i);
      } else i++;
    }
    this.#flush(close);
    this.#textStart = end;
    return end;
  }

  /** Reads a formula. Single dollars follow Pandoc's rule, because they also mark sums of money. */
  #readFormula(at: number): number {
    const text = this.#text;
    if (text.charCodeAt(at + 1) === dollar) return this.#readSpan(dollar, at);
    if (at > this.#noFormula || at + 1 >= this.#end || isMarkdownSpace(text.charCodeAt(at + 1)))
      return at + 1;
    for (let close = at + 1; ;) {
      close = this.#finders.at('$', close, true);
      if (close >= this.#end) break;
      const end = this.#runEnd(dollar, close);
      if (
        end === close + 1 &&
        !isMarkdownSpace(text.charCodeAt(close - 1)) &&
        !isAsciiDigit(text.charCodeAt(end))
      ) {
        return this.#pushSpan(at, at + 1, close, end);
      }
      close = end;
    }
    this.#noFormula = at;
    return at + 1;
  }

  #readNoteCall(at: number): number | undefined {
    if (this.#blocks.notes.size === 0 || this.#text.charCodeAt(at + 1) !== caret) return undefined;
    const match = matchFrom(noteCall, this.#text, at);
    if (!match || noteCall.lastIndex > this.#end || !this.#blocks.notes.has(labelOf(match[1]!)))
      return undefined;
    return this.#push(piece.leftOut, at, at + match[0].length);
  }

  #readImage(at: number): number {
    if (this.#text.charCodeAt(at + 1) !== openingBracket || at + 1 >= this.#end) return at + 1;
    // "Mind this![^1]"
    return this.#readNoteCall(at + 1) ?? this.#openBracket('image', at, at + 2);
  }

  #openBracket(kind: Bracket['kind'], at: number, end: number): number {
    this.#push(piece.mark, at, end);
    const outer = this.#brackets.at(-1);
    if (outer) outer.containsBracket = true;
    this.#brackets.push({
      piece: this.#kinds.length - 1,
      start: end,
      kind,
      delimiters: this.#delimiters.length,
      containsBracket: false,
    });
    return end;
  }

  #closeBracket(at: number): number {
    const bracket = this.#brackets.pop();
    if (!bracket) return at + 1;
    const { kind } = bracket;
    const mayBeLink = kind === 'image' || this.#brackets.length >= this.#inactive;
    this.#inactive = Math.min(this.#inactive, this.#brackets.length);
    if (kind === 'note') return this.#enclose(bracket, piece.noteStart, piece.noteEnd, at, at + 1);
    const end = mayBeLink ? this.#linkEnd(bracket, at) : undefined;
    if (end === undefined) {
      const attributes = this.#dialect.isPandoc ? this.#attributesEnd(at + 1) : undefined;
      if (attributes !== undefined)
        return this.#enclose(bracket, piece.nothing, piece.leftOut, at, attributes);
      // Brackets that contain only an address are left out with it.
      const last = this.#kinds.length - 1;
      const isAddress = this.#kinds[last] === piece.address && this.#textStart === at;
      if (!isAddress || this.#starts[last] !== bracket.start) return at + 1;
      return this.#enclose(bracket, piece.nothing, piece.leftOut, at, at + 1);
    }
    if (kind === 'link') {
      this.#inactive = this.#brackets.length;
      return this.#enclose(bracket, piece.linkStart, piece.linkEnd, at, end);
    }
    this.#delimiters.length = bracket.delimiters;
    this.#push(piece.leftOut, at, end);
    this.#kinds[bracket.piece] = piece.image;
    this.#values[bracket.piece] = this.#kinds.length - 1;
    return end;
  }

  /** Sets the kinds of two brackets after pairing the emphasis between them. @returns where the closing one ends. */
  #enclose(bracket: Bracket, opening: number, closing: number, at: number, end: number): number {
    this.#emphasize(bracket.delimiters);
    this.#kinds[bracket.piece] = opening;
    return this.#push(closing, at, end);
  }

  #attributesEnd(at: number): number | undefined {
    if (this.#text.startsWith('{}', at) && at + 2 <= this.#end) return at + 2;
    const isOpen = at < this.#end && this.#text.charCodeAt(at) === openingBrace;
    return isOpen ? this.#dialect.inlineEnd?.(this.#text, at, this.#end) : undefined;
  }

  /** The end of the link or image whose closing bracket is at `at`; undefined if it is neither. */
  #linkEnd({ start, containsBracket }: Bracket, at: number): number | undefined {
    const text = this.#text;
    const end = this.#end;
    const { definitions } = this.#blocks;
    const next = at + 1 < end ? text.charCodeAt(at + 1) : 0;
    if (next === openingParenthesis) {
      const resource = resourceEnd(this.#finders, at + 1, end);
      if (resource !== undefined) return resource;
    }
    if (definitions.size === 0) return undefined;
    const isDefined =
      !containsBracket && at - start < 1000 && definitions.has(labelOf(text.slice(start, at)));
    if (next !== openingBracket) return isDefined ? at + 1 : undefined;
    const label = labelEnd(text, at + 1, end);
    if (label !== undefined && definitions.has(labelOf(text.slice(at + 2, label - 1)))) return label;
    return isDefined && text.charCodeAt(at + 2) === closingBracket && at + 2 < end ? at + 3 : undefined;
  }

  #readHtml(at: number): number {
    if (!this.#dialect.hasHtml) return at + 1;
    const address = matchEnd(autolink, this.#text, at);
    if (address !== undefined && address <= this.#end) return this.#push(piece.address, at, address, 1);
    const end = inlineHtmlEnd(this.#finders, this.#tags, at, this.#end);
    if (end === undefined) return at + 1;
    return this.#push(isBreak(this.#text, at) ? piece.breakElement : piece.leftOut, at, end);
  }

  /** Reads a URL from its colon: `https://`. */
  #readProtocol(at: number, start: number): number {
    const text = this.#text;
    if (!text.startsWith('//', at + 1)) return at + 1;
    const scheme = /https?$/i.exec(text.slice(Math.max(this.#textStart, at - 5), at))?.[0];
    if (scheme === undefined) return at + 1;
    const begin = at - scheme.length;
    if (begin > start && isAsciiLetter(text.charCodeAt(begin - 1))) return at + 1;
    const code = at + 3 < this.#end ? text.charCodeAt(at + 3) : 32;
    return code <= 32 || isAsciiPunctuation(code) ? at + 1 : this.#pushAddress(begin, at + 3, at + 1);
  }

  /** Reads a URL that begins with `www.`. */
  #readHost(at: number, start: number): number {
    const text = this.#text;
    if (text.charCodeAt(at + 3) !== dot || at + 4 >= this.#end || !/^www$/i.test(text.slice(at, at + 3)))
      return at + 1;
    const isAfterMark =
      at === start || isMarkdownSpace(text.charCodeAt(at - 1)) || '(*_[]~'.includes(text.charAt(at - 1));
    return isAfterMark ? this.#pushAddress(at, at, at + 1) : at + 1;
  }

  /** @param otherwise where to continue if there is no host name. */
  #pushAddress(start: number, host: number, otherwise: number): number {
    const text = this.#text;
    const hostEnd = this.#hostEnd(host);
    if (hostEnd === undefined) return otherwise;
    let end = hostEnd;
    let open = 0;
    for (; end < this.#end; end++) {
      const code = text.charCodeAt(end);
      if (code === less || isMarkdownSpace(code) || (code > 127 && /\s/.test(text[end]!))) break;
      if (code === closingBracket) {
        const next = text.charCodeAt(end + 1);
        if (this.#brackets.length > 0 || next === openingParenthesis || next === openingBracket) break;
      }
      if (code === openingParenthesis) open++;
      else if (code === closingParenthesis) open--;
    }
    return this.#push(piece.address, start, this.#trimmedEnd(hostEnd, end, open));
  }

  /** Where an address ends, without the sentence's punctuation after it. */
  #trimmedEnd(start: number, end: number, open: number): number {
    const text = this.#text;
    for (; end > start; end--) {
      const last = text.charCodeAt(end - 1);
      if (last === closingParenthesis) {
        if (open >= 0) return end;
        open++;
      } else if (last === 59) {
        let letter = end - 1;
        while (letter > start && isAsciiLetter(text.charCodeAt(letter - 1))) letter--;
        if (letter > start && text.charCodeAt(letter - 1) === ampersand) end = letter;
      } else if (!'!"\'*,.:?_~]'.includes(text[end - 1]!)) return end;
    }
    return end;
  }

  /** Where the host name ends; undefined if its last two parts contain an underscore. */
  #hostEnd(at: number): number | undefined {
    if (at < this.#noHost) return undefined;
    const text = this.#text;
    let end = at;
    while (end < this.#end && isHostCharacter(text, end)) end++;
    let last = end;
    while (last > at && (text.charCodeAt(last - 1) === dot || text.charCodeAt(last - 1) === underscore))
      last--;
    const parts = text.slice(at, last).split('.');
    if (last > at && !parts.slice(-2).some((part) => part.includes('_'))) return last;
    this.#noHost = end;
    return undefined;
  }

  /** Reads a mail address from its `@`. */
  #readMail(at: number, start: number): number {
    const text = this.#text;
    let begin = at;
    while (begin > this.#textStart && isMailboxCharacter(text.charCodeAt(begin - 1))) begin--;
    if (begin === at) return at + 1;
    if (begin > start) {
      const before = text.charCodeAt(begin - 1);
      if (before === 47 || isMailboxCharacter(before)) return at + 1;
    }
    let end = at + 1;
    let hasDot = false;
    for (; end < this.#end; end++) {
      const code = text.charCodeAt(end);
      if (code === dot && end + 1 < this.#end && isAsciiAlphanumeric(text.charCodeAt(end + 1))) hasDot = true;
      else if (code !== 45 && code !== underscore && !isAsciiAlphanumeric(code)) break;
    }
    if (!hasDot || !isAsciiLetter(text.charCodeAt(end - 1))) return at + 1;
    return this.#push(piece.address, begin, end);
  }

  /**
   * Pairs the delimiters from `bottom` on, following CommonMark's appendix, and removes them. For each kind of
   * closer, `bottoms` records the place before which no opener was found.
   */
  #emphasize(bottom: number): void {
    const all = this.#delimiters;
    const count = all.length;
    if (count - bottom > 1) {
      for (let i = bottom; i < count; i++) {
        all[i]!.previous = i - 1;
        all[i]!.next = i + 1;
      }
      const bottoms = new Array<number>(kindsOfCloser).fill(bottom - 1);
      for (let i = bottom; i < count;) {
        const closer = all[i]!;
        if (!closer.canClose) {
          i = closer.next;
          continue;
        }
        const kind = kindOfCloser(closer);
        let j = closer.previous;
        while (j > bottoms[kind]! && !arePair(all[j]!, closer)) j = all[j]!.previous;
        if (j > bottoms[kind]!) {
          i = this.#pair(j, i, bottom);
        } else {
          bottoms[kind] = closer.previous;
          if (!closer.canOpen) this.#unlink(closer, bottom);
          i = closer.next;
        }
      }
    }
    all.length = bottom;
  }

  /** Uses one or two marks of each delimiter. @returns the next possible closer. */
  #pair(opening: number, closing: number, bottom: number): number {
    const opener = this.#delimiters[opening]!;
    const closer = this.#delimiters[closing]!;
    const openLeft = this.#ends[opener.piece]! - this.#starts[opener.piece]!;
    const closeLeft = this.#ends[closer.piece]! - this.#starts[closer.piece]!;
    const used = openLeft > 1 && closeLeft > 1 ? 2 : 1;
    this.#ends[opener.piece]! -= used;
    this.#starts[closer.piece]! += used;
    opener.next = closing;
    closer.previous = opening;
    if (openLeft === used) this.#unlink(opener, bottom);
    if (closeLeft > used) return closing;
    this.#unlink(closer, bottom);
    return closer.next;
  }

  #unlink({ previous, next }: Delimiter, bottom: number): void {
    if (previous >= bottom) this.#delimiters[previous]!.next = next;
    if (next < this.#delimiters.length) this.#delimiters[next]!.previous = previous;
  }

  #writePieces(): void {
    const writer = this.#writer;
    let linkDepth = 0;
    for (let i = 0; i < this.#kinds.length; i++) {
      const start = this.#starts[i]!;
      const end = this.#ends[i]!;
      switch (this.#kinds[i]!) {
        case piece.text:
          this.hasText ||= linkDepth === 0 && hasWords(this.#text.slice(start, end));
          this.#take(start, end);
          break;
        case piece.mark:
          if (start < end) this.#take(start, end);
          break;
        case piece.space:
          writer.space();
          break;
        case piece.lineBreak:
          writer.hardBreak();
          break;
        case piece.reference:
          writer.decoded(decodeHTMLStrict(this.#text.slice(start, end)));
          break;
        case piece.leftOut:
          writer.leaveOut();
          break;
        case piece.breakElement:
          writer.hardBreak();
          writer.leaveOut();
          break;
        case piece.linkStart:
          if (linkDepth++ === 0) this.links++;
          break;
        case piece.linkEnd:
          linkDepth--;
          if (end > start + 1) writer.leaveOut();
          break;
        case piece.address:
          if (linkDepth === 0) this.links++;
          if (linkDepth > 0 && this.#values[i] === 0) this.#take(start, end);
          else writer.leaveOut();
          break;
        case piece.image: {
          const closing = this.#values[i]!;
          this.hasText ||= linkDepth === 0 && hasWords(this.#text.slice(end, this.#starts[closing]));
          writer.leaveOut();
          i = closing;
          break;
        }
        case piece.noteStart:
          writer.openNote();
          break;
        case piece.noteEnd:
          writer.closeNote();
          break;
        default:
          break;
      }
    }
  }

  #take(start: number, end: number): void {
    const starts = this.#joinedStarts;
    if (starts.length === 0) {
      this.#writer.take(start, end);
      return;
    }
    while (this.#joinedLine + 1 < starts.length && starts[this.#joinedLine + 1]! <= start) this.#joinedLine++;
    const shift = this.#joinedPlaces[this.#joinedLine]! - starts[this.#joinedLine]!;
    this.#writer.take(start + shift, end + shift);
  }
}

/** The last run of one character in a paragraph, by length. */
class Runs {
  /** Whether the whole paragraph was searched. */
  areKnown = false;
  readonly last = new Map<number, number>();

  forget(): void {
    this.areKnown = false;
    this.last.clear();
  }
}

/** `*` and `_` are distinguished by length and whether they can open, `~` by length. */
const kindsOfCloser = 15;

function kindOfCloser({ mark, length, canOpen }: Delimiter): number {
  if (mark === tilde) return 12 + length;
  return (mark === star ? 0 : 6) + (canOpen ? 3 : 0) + (length % 3);
}

function arePair(opener: Delimiter, closer: Delimiter): boolean {
  if (opener.mark !== closer.mark || !opener.canOpen) return false;
  if (opener.mark === tilde) return opener.length === closer.length;
  const couldBeEither = opener.canClose || closer.canOpen;
  return !couldBeEither || closer.length % 3 === 0 || (opener.length + closer.length) % 3 !== 0;
}

const other = 0;
const space = 1;
const punctuation = 2;

/** The class of the character before this offset, which decides whether a run opens or closes emphasis. */
function classBefore(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  if (code < 128) return classOfAscii(code);
  const isLow = code >= 0xdc00 && code <= 0xdfff && at > 1;
  return classOf(isLow ? text.slice(at - 2, at) : text[at - 1]!);
}

function classAfter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? classOfAscii(code) : classOf(String.fromCodePoint(text.codePointAt(at)!));
}

function classOfAscii(code: number): number {
  if (code === 32 || (code >= 9 && code <= 13)) return space;
  return isAsciiPunctuation(code) ? punctuation : other;
}

function classOf(char: string): number {
  if (/\s/.test(char)) return space;
  return /[\p{P}\p{S}]/u.test(char) ? punctuation : other;
}

/** Whether a character may be in the part before `@` of a mail address. */
function isMailboxCharacter(code: number): boolean {
  return isAsciiAlphanumeric(code) || code === 43 || code === 45 || code === dot || code === underscore;
}

function isHostCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return isAsciiAlphanumeric(code) || code === dot || code === 45 || code === underscore;
  return classOf(text[at]!) === other;
}

function isBreak(text: string, at: number): boolean {
  return /^<br\b/i.test(text.slice(at, at + 4));
}

const reference = /&(?:#(?:\d{1,7}|x[\da-f]{1,6})|[\da-z]{1,31});/iy;
const noteCall = /\[\^((?:\\[[\]\\]|[^\s[\]\\]|\\(?![[\]\\])){1,999})\]/y;
const autolink =
  /<(?:[a-z][a-z0-9+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*)>/iy;

const lineFeed = 10;
const carriageReturn = 13;
const exclamation = 33;
const dollar = 36;
const ampersand = 38;
const openingParenthesis = 40;
const closingParenthesis = 41;
const star = 42;
const dot = 46;
const colon = 58;
const less = 60;
const atSign = 64;
const capitalW = 87;
const openingBracket = 91;
const backslash = 92;
const closingBracket = 93;
const caret = 94;
const underscore = 95;
const backtick = 96;
const smallW = 119;
const openingBrace = 123;
const tilde = 126;
