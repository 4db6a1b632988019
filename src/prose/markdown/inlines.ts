import { decodeHTMLStrict } from 'entities/decode';
import type { BlockWriter } from '../blockWriter.ts';
import { hasWords } from '../../text/words.ts';
import type { Blocks } from './blocks.ts';
import { isAsciiDigit, isAsciiLetter, isAsciiSpace, isLineEnd } from '../../text/characters.ts';
import type { Range } from '../../text/ranges.ts';
import { matchEnd, matchFrom, Finders } from '../ahead.ts';
import {
  afterBlanks,
  beforeBlanks,
  inlineHtmlEnd,
  isAsciiAlphanumeric,
  isAsciiPunctuation,
  isMarkdownSpace,
  labelEnd,
  labelOf,
  noteCall,
  resourceEnd,
  tagFinder,
  type Dialect,
  type TagFinder,
} from './syntax.ts';

/** A piece of a paragraph's text, in UTF-16 offsets. */
interface Piece {
  kind:
    /** Written to the prose as in the document. */
    | 'text'
    /** A run of `*`, or a bracket. It is written unchanged if it is not used as markup. */
    | 'mark'
    /** A soft and a hard line break. */
    | 'space'
    | 'lineBreak'
    /** A character reference, which is written decoded. */
    | 'reference'
    /** Left out without ending the sentence. */
    | 'leftOut'
    /** `<br>`. */
    | 'breakElement'
    /** The start and end of a link's text. */
    | 'linkStart'
    | 'linkEnd'
    /** A bare address is left out, except as the text of a link. One in angle brackets is always left out. */
    | 'address'
    | 'bracketedAddress'
    /** An image's description. */
    | 'image'
    | 'noteStart'
    | 'noteEnd'
    /** Markup to skip. */
    | 'nothing';
  start: number;
  end: number;
}

/** A run of `*`, `_` or `~` that may open or close emphasis. Its piece is the part that is not used yet. */
interface Delimiter {
  piece: Piece;
  mark: string;
  /** The original length of the run. */
  length: number;
  canOpen: boolean;
  canClose: boolean;
  previous: number;
  next: number;
}

interface Bracket {
  /** The index of its piece. */
  piece: number;
  /** Where the bracket's text begins. */
  start: number;
  kind: 'link' | 'image' | 'note';
  /** The number of delimiters before the bracket. */
  delimiters: number;
  /** Whether another bracket opens within it. If so, it is not a label. */
  containsBracket: boolean;
}

/**
 * Writes the text of paragraphs without markup, addresses and hidden text. Failed searches are not repeated, so time
 * grows in proportion to length for any input.
 */
export class InlineWriter {
  /** The number of links written so far, and whether any letter or digit was written outside of links. */
  links = 0;
  hasText = false;

  readonly #document: string;
  readonly #writer: BlockWriter;
  readonly #blocks: Blocks;
  readonly #dialect: Dialect;
  readonly #special = new Uint8Array(128);

  /** The paragraph's lines, joined by line feeds. */
  #text = '';
  #finders = new Finders('');
  #tagEnd: TagFinder | undefined;
  #pieces: Piece[] = [];
  /** Where the text after the last piece begins. */
  #textStart = 0;

  #delimiters: Delimiter[] = [];
  readonly #brackets: Bracket[] = [];
  /** Brackets before this index contain a link, so they can't be links. */
  #inactive = 0;
  /** The last run of backticks or dollars of each length. */
  readonly #runs = { '`': new Runs(), $: new Runs() };
  /** After this offset no single dollar closes a formula. */
  #noFormula = Infinity;
  /** The end of the last rejected host name. */
  #noHost = 0;

  constructor(document: string, blocks: Blocks, writer: BlockWriter, dialect: Dialect) {
    this.#document = document;
    this.#blocks = blocks;
    this.#writer = writer;
    this.#dialect = dialect;
    for (const sign of `\n\\&*_~\`$[]!:@wW<${dialect.signs ?? ''}`) this.#special[sign.charCodeAt(0)] = 1;
  }

  /** Writes these lines as a block. @param beginsItem whether they may begin with a task's checkbox. */
  write(lines: readonly Range[], beginsItem: boolean): void {
    const text =
      lines.length === 1
        ? this.#document.slice(lines[0]!.start, lines[0]!.end)
        : lines.map(({ start, end }) => this.#document.slice(start, end)).join('\n');
    this.#text = text.slice(0, beforeBlanks(text, text.length));
    this.#finders = new Finders(this.#text);
    this.#tagEnd = undefined;
    this.#pieces = [];
    this.#textStart = 0;
    this.#delimiters = [];
    this.#brackets.length = 0;
    this.#inactive = 0;
    this.#runs['`'].forget();
    this.#runs.$.forget();
    this.#noFormula = Infinity;
    this.#noHost = 0;
    this.#read(beginsItem);
    this.#emphasize(0);
    this.#writer.open();
    this.#writePieces(lines);
    this.#writer.close();
  }

  #read(beginsItem: boolean): void {
    const text = this.#text;
    const special = this.#special;
    let at = beginsItem ? this.#readTask() : 0;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      at = code >= 128 || special[code] === 0 ? at + 1 : this.#readSign(at);
    }
    this.#flush(text.length);
  }

  /** Reads the markup at this sign, if any. @returns where to continue. */
  #readSign(at: number): number {
    const text = this.#text;
    const own = this.#dialect.inlineEnd?.(text, at);
    if (own !== undefined) return this.#push('leftOut', at, own);
    const sign = text[at]!;
    switch (sign) {
      case '\n':
        return this.#readLineEnd(at);
      case '\\':
        return this.#readEscape(at);
      case '&':
        return this.#readReference(at);
      case '*':
      case '_':
      case '~':
        return this.#readDelimiter(sign, at);
      case '`':
        return this.#readSpan(sign, at);
      case '$':
        return this.#readFormula(at);
      case '[':
        return this.#readNoteCall(at) ?? this.#openBracket('link', at, at + 1);
      case '!':
        if (text[at + 1] !== '[') return at + 1;
        // "Mind this![^1]" ends with a note, not an image.
        return this.#readNoteCall(at + 1) ?? this.#openBracket('image', at, at + 2);
      case '^':
        return this.#dialect.isPandoc && text[at + 1] === '['
          ? this.#openBracket('note', at, at + 2)
          : at + 1;
      case ']':
        return this.#closeBracket(at);
      case '<':
        return this.#readHtml(at);
      case ':':
        return this.#readProtocol(at);
      case '@':
        return this.#readMail(at);
      case 'w':
      case 'W':
        return this.#readHost(at);
      default:
        return at + 1;
    }
  }

  /** Adds the text so far as a piece, then one of this kind. @returns where it ends. */
  #push(kind: Piece['kind'], start: number, end: number): number {
    this.#flush(start);
    this.#pieces.push({ kind, start, end });
    this.#textStart = end;
    return end;
  }

  #flush(end: number): void {
    if (this.#textStart < end) this.#pieces.push({ kind: 'text', start: this.#textStart, end });
    this.#textStart = Math.max(this.#textStart, end);
  }

  #readTask(): number {
    return matchEnd(checkbox, this.#text, 0) === undefined ? 0 : this.#push('leftOut', 0, 3);
  }

  #readLineEnd(at: number): number {
    const end = beforeBlanks(this.#text, at, this.#textStart);
    const isHard = at - end >= 2 && !this.#text.slice(end, at).includes('\t');
    this.#flush(end);
    return this.#pushLineEnd(isHard ? 'lineBreak' : 'space', at);
  }

  #pushLineEnd(kind: 'lineBreak' | 'space', at: number): number {
    this.#textStart = at;
    return this.#push(kind, at, afterBlanks(this.#text, at + 1));
  }

  #readEscape(at: number): number {
    const next = this.#text.charCodeAt(at + 1);
    if (isLineEnd(next)) {
      this.#flush(at);
      return this.#pushLineEnd('lineBreak', at + 1);
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
    return this.#push('reference', at, at + match.length);
  }

  #runEnd(mark: string, at: number): number {
    while (this.#text[at] === mark) at++;
    return at;
  }

  #readDelimiter(mark: '*' | '_' | '~', at: number): number {
    const text = this.#text;
    const end = this.#runEnd(mark, at);
    const length = end - at;
    if (mark === '~' && length > 2) return end;
    const before = at > 0 ? classBefore(text, at) : space;
    const after = end < text.length ? classAfter(text, end) : space;
    const opens =
      after === other || (after === punctuation && before !== other) || (mark !== '~' && text[end] === '~');
    const closes =
      before === other ||
      (before === punctuation && after !== other) ||
      (mark !== '~' && text[at - 1] === '~');
    // An underscore within a word is not a delimiter.
    const canOpen = opens && (mark !== '_' || before !== other || !closes);
    const canClose = closes && (mark !== '_' || after !== other || !opens);
    if (!canOpen && !canClose) return end;
    this.#push('mark', at, end);
    const piece = this.#pieces.at(-1)!;
    this.#delimiters.push({ piece, mark, length, canOpen, canClose, previous: 0, next: 0 });
    return end;
  }

  /** Reads code, or a formula in double dollars: the text between two runs of equal length. */
  #readSpan(mark: '`' | '$', at: number): number {
    const open = this.#runEnd(mark, at);
    const close = this.#closingRun(mark, open - at, open);
    if (close === undefined) return open;
    const end = close + open - at;
    // `<br>`{=html} is output in only one format.
    const isRaw = this.#dialect.isPandoc && this.#text.startsWith('{=', end);
    const rawEnd = isRaw ? this.#attributesEnd(end) : undefined;
    return rawEnd === undefined ? this.#pushSpan(at, open, close, end) : this.#push('leftOut', at, rawEnd);
  }

  #closingRun(mark: '`' | '$', length: number, from: number): number | undefined {
    const runs = this.#runs[mark];
    if (runs.areKnown && !((runs.last.get(length) ?? -1) >= from)) return undefined;
    for (let at = from; ;) {
      at = this.#finders.at(mark, at);
      if (at === Infinity) break;
      const end = this.#runEnd(mark, at);
      if (!runs.areKnown) runs.last.set(end - at, at);
      if (end - at === length) return at;
      at = end;
    }
    runs.areKnown = true;
    return undefined;
  }

  /** Adds the text between two marks, without one space of padding at each end. */
  #pushSpan(at: number, open: number, close: number, end: number): number {
    const content = this.#text.slice(open, close);
    const isPadded = /^[ \n]/.test(content) && /[ \n]$/.test(content) && /[^ \n]/.test(content);
    const contentEnd = isPadded ? close - 1 : close;
    this.#flush(at);
    this.#textStart = isPadded ? open + 1 : open;
    for (let i = this.#textStart; (i = this.#finders.at('\n', i)) < contentEnd;) {
      this.#flush(i);
      i = this.#pushLineEnd('space', i);
    }
    this.#flush(contentEnd);
    this.#textStart = end;
    return end;
  }

  /** Reads a formula. Single dollars follow Pandoc's rule, because they also mark sums of money. */
  #readFormula(at: number): number {
    const text = this.#text;
    if (text[at + 1] === '$') return this.#readSpan('$', at);
    if (at > this.#noFormula || isMarkdownSpace(text.charCodeAt(at + 1))) return at + 1;
    for (let close = at + 1; (close = this.#finders.at('$', close, true)) < Infinity;) {
      const end = this.#runEnd('$', close);
      const isSingle = end === close + 1;
      if (isSingle && !isMarkdownSpace(text.charCodeAt(close - 1)) && !isAsciiDigit(text.charCodeAt(end)))
        return this.#pushSpan(at, at + 1, close, end);
      close = end;
    }
    this.#noFormula = at;
    return at + 1;
  }

  #readNoteCall(at: number): number | undefined {
    const { notes } = this.#blocks;
    const match = notes.size > 0 && this.#text[at + 1] === '^' && matchFrom(noteCall, this.#text, at);
    if (!match || !notes.has(labelOf(match[1]!))) return undefined;
    return this.#push('leftOut', at, at + match[0].length);
  }

  #openBracket(kind: Bracket['kind'], at: number, end: number): number {
    this.#push('mark', at, end);
    const outer = this.#brackets.at(-1);
    if (outer) outer.containsBracket = true;
    this.#brackets.push({
      piece: this.#pieces.length - 1,
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
    const { kind, start } = bracket;
    const mayBeLink = kind === 'image' || this.#brackets.length >= this.#inactive;
    this.#inactive = Math.min(this.#inactive, this.#brackets.length);
    if (kind === 'note') return this.#enclose(bracket, 'noteStart', 'noteEnd', at, at + 1);
    const end = mayBeLink ? this.#linkEnd(bracket, at) : undefined;
    if (end === undefined) {
      const attributes = this.#dialect.isPandoc ? this.#attributesEnd(at + 1) : undefined;
      if (attributes !== undefined) return this.#enclose(bracket, 'nothing', 'leftOut', at, attributes);
      // Brackets that contain only an address are left out with the address.
      const last = this.#pieces.at(-1)!;
      const isAddress = last.kind === 'address' || last.kind === 'bracketedAddress';
      if (!isAddress || last.start !== start || this.#textStart !== at) return at + 1;
      return this.#enclose(bracket, 'nothing', 'leftOut', at, at + 1);
    }
    if (kind === 'link') {
      this.#inactive = this.#brackets.length;
      return this.#enclose(bracket, 'linkStart', 'linkEnd', at, end);
    }
    this.#delimiters.length = bracket.delimiters;
    this.#pieces.length = bracket.piece;
    this.#pieces.push({ kind: 'image', start, end: at });
    this.#textStart = end;
    return end;
  }

  /** Sets the kinds of two brackets after pairing the emphasis between them. @returns where the closing one ends. */
  #enclose(
    bracket: Bracket,
    opening: Piece['kind'],
    closing: Piece['kind'],
    at: number,
    end: number,
  ): number {
    this.#emphasize(bracket.delimiters);
    this.#pieces[bracket.piece]!.kind = opening;
    return this.#push(closing, at, end);
  }

  #attributesEnd(at: number): number | undefined {
    if (this.#text.startsWith('{}', at)) return at + 2;
    return this.#text[at] === '{' ? this.#dialect.inlineEnd?.(this.#text, at) : undefined;
  }

  /** The end of the link or image whose closing bracket is at `at`; undefined if it is neither. */
  #linkEnd({ start, containsBracket }: Bracket, at: number): number | undefined {
    const text = this.#text;
    const { definitions } = this.#blocks;
    const next = text[at + 1];
    if (next === '(') {
      const resource = resourceEnd(this.#finders, at + 1);
      if (resource !== undefined) return resource;
    }
    if (definitions.size === 0) return undefined;
    const isDefined =
      !containsBracket && at - start < 1000 && definitions.has(labelOf(text.slice(start, at)));
    if (next !== '[') return isDefined ? at + 1 : undefined;
    const label = labelEnd(text, at + 1);
    if (label !== undefined && definitions.has(labelOf(text.slice(at + 2, label - 1)))) return label;
    return isDefined && text[at + 2] === ']' ? at + 3 : undefined;
  }

  #readHtml(at: number): number {
    if (this.#dialect.isMdx) return at + 1;
    const address = matchEnd(autolink, this.#text, at);
    if (address !== undefined) return this.#push('bracketedAddress', at, address);
    this.#tagEnd ??= tagFinder(this.#finders);
    const end = inlineHtmlEnd(this.#finders, this.#tagEnd, at);
    if (end === undefined) return at + 1;
    const isBreak = /^<br\b/i.test(this.#text.slice(at, at + 4));
    return this.#push(isBreak ? 'breakElement' : 'leftOut', at, end);
  }

  /** Reads a URL from its colon: `https://`. */
  #readProtocol(at: number): number {
    const text = this.#text;
    if (!text.startsWith('//', at + 1)) return at + 1;
    const scheme = /https?$/i.exec(text.slice(Math.max(this.#textStart, at - 5), at))?.[0];
    if (scheme === undefined) return at + 1;
    const begin = at - scheme.length;
    if (isAsciiLetter(text.charCodeAt(begin - 1))) return at + 1;
    const code = text.charCodeAt(at + 3);
    return code > 32 && !isAsciiPunctuation(code) ? this.#pushAddress(begin, at + 3, at + 1) : at + 1;
  }

  /** Reads a URL that begins with `www.`. */
  #readHost(at: number): number {
    const isHost = this.#text[at + 3] === '.' && matchEnd(webHost, this.#text, at) !== undefined;
    return isHost ? this.#pushAddress(at, at, at + 1) : at + 1;
  }

  /** @param otherwise where to continue if there is no host name. */
  #pushAddress(start: number, host: number, otherwise: number): number {
    const text = this.#text;
    const hostEnd = this.#hostEnd(host);
    if (hostEnd === undefined) return otherwise;
    let end = hostEnd;
    let open = 0;
    for (; end < text.length; end++) {
      const char = text[end]!;
      if (char === '<' || isMarkdownSpace(char.charCodeAt(0)) || (char > '\x7F' && /\s/.test(char))) break;
      if (char === ']' && (this.#brackets.length > 0 || text[end + 1] === '(' || text[end + 1] === '['))
        break;
      if (char === '(') open++;
      else if (char === ')') open--;
    }
    return this.#push('address', start, this.#trimmedEnd(hostEnd, end, open));
  }

  /** The end of an address, without the sentence's punctuation after it. */
  #trimmedEnd(start: number, end: number, open: number): number {
    const text = this.#text;
    for (; end > start; end--) {
      const last = text[end - 1]!;
      if (last === ')') {
        if (open >= 0) return end;
        open++;
      } else if (last === ';') {
        let letter = end - 1;
        while (letter > start && isAsciiLetter(text.charCodeAt(letter - 1))) letter--;
        if (letter > start && text[letter - 1] === '&') end = letter;
      } else if (!'!"\'*,.:?_~]'.includes(last)) return end;
    }
    return end;
  }

  /** The end of the host name; undefined if its last two parts contain an underscore. */
  #hostEnd(at: number): number | undefined {
    if (at < this.#noHost) return undefined;
    const text = this.#text;
    let end = at;
    while (end < text.length && isHostCharacter(text, end)) end++;
    let last = end;
    while (last > at && '._'.includes(text[last - 1]!)) last--;
    const parts = text.slice(at, last).split('.');
    if (last > at && !parts.slice(-2).some((part) => part.includes('_'))) return last;
    this.#noHost = end;
    return undefined;
  }

  /** Reads a mail address from its `@`. */
  #readMail(at: number): number {
    const text = this.#text;
    let begin = at;
    while (begin > this.#textStart && isMailboxCharacter(text.charCodeAt(begin - 1))) begin--;
    if (begin === at || text[begin - 1] === '/' || isMailboxCharacter(text.charCodeAt(begin - 1)))
      return at + 1;
    const end = matchEnd(mailHost, text, at + 1) ?? at;
    const hasDot = text.slice(at, end).includes('.');
    if (!hasDot || !isAsciiLetter(text.charCodeAt(end - 1))) return at + 1;
    return this.#push('address', begin, end);
  }

  /**
   * Pairs the delimiters from `bottom` on, following CommonMark's appendix, and removes them. For each kind of
   * closer, `bottoms` records the place before which no opener was found.
   */
  #emphasize(bottom: number): void {
    const all = this.#delimiters;
    for (let i = bottom; i < all.length; i++) {
      all[i]!.previous = i - 1;
      all[i]!.next = i + 1;
    }
    const bottoms: number[] = [];
    for (let i = bottom; i < all.length;) {
      const closer = all[i]!;
      if (!closer.canClose) {
        i = closer.next;
        continue;
      }
      const kind = kindOfCloser(closer);
      const lowest = bottoms[kind] ?? bottom - 1;
      let j = closer.previous;
      while (j > lowest && !arePair(all[j]!, closer)) j = all[j]!.previous;
      if (j > lowest) {
        i = this.#pair(j, i, bottom);
      } else {
        bottoms[kind] = closer.previous;
        if (!closer.canOpen) this.#unlink(closer, bottom);
        i = closer.next;
      }
    }
    all.length = bottom;
  }

  /** Uses one or two marks of each delimiter. @returns the next possible closer. */
  #pair(opening: number, closing: number, bottom: number): number {
    const opener = this.#delimiters[opening]!;
    const closer = this.#delimiters[closing]!;
    const openLeft = opener.piece.end - opener.piece.start;
    const closeLeft = closer.piece.end - closer.piece.start;
    const used = openLeft > 1 && closeLeft > 1 ? 2 : 1;
    opener.piece.end -= used;
    closer.piece.start += used;
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

  #writePieces(lines: readonly Range[]): void {
    const writer = this.#writer;
    const text = this.#text;
    /** The line being written, and where it begins in the text. */
    let line = 0;
    let lineStart = 0;
    const take = (start: number, end: number): void => {
      for (; start > lineStart + lines[line]!.end - lines[line]!.start; line++)
        lineStart += lines[line]!.end - lines[line]!.start + 1;
      const shift = lines[line]!.start - lineStart;
      writer.take(start + shift, end + shift);
    };
    let linkDepth = 0;
    for (const { kind, start, end } of this.#pieces) {
      switch (kind) {
        case 'text':
          this.hasText ||= linkDepth === 0 && hasWords(text.slice(start, end));
          take(start, end);
          break;
        case 'mark':
          if (start < end) take(start, end);
          break;
        case 'space':
          writer.space();
          break;
        case 'lineBreak':
          writer.hardBreak();
          break;
        case 'reference':
          writer.decoded(decodeHTMLStrict(text.slice(start, end)));
          break;
        case 'leftOut':
          writer.leaveOut();
          break;
        case 'breakElement':
          writer.hardBreak();
          writer.leaveOut();
          break;
        case 'linkStart':
          if (linkDepth++ === 0) this.links++;
          break;
        case 'linkEnd':
          linkDepth--;
          if (end > start + 1) writer.leaveOut();
          break;
        case 'address':
        case 'bracketedAddress':
          if (linkDepth === 0) this.links++;
          if (linkDepth > 0 && kind === 'address') take(start, end);
          else writer.leaveOut();
          break;
        case 'image':
          this.hasText ||= linkDepth === 0 && hasWords(text.slice(start, end));
          writer.leaveOut();
          break;
        case 'noteStart':
          writer.openNote();
          break;
        case 'noteEnd':
          writer.closeNote();
          break;
        case 'nothing':
      }
    }
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
function kindOfCloser({ mark, length, canOpen }: Delimiter): number {
  if (mark === '~') return 12 + length;
  return (mark === '*' ? 0 : 6) + (canOpen ? 3 : 0) + (length % 3);
}

function arePair(opener: Delimiter, closer: Delimiter): boolean {
  if (opener.mark !== closer.mark || !opener.canOpen) return false;
  if (opener.mark === '~') return opener.length === closer.length;
  const couldBeEither = opener.canClose || closer.canOpen;
  return !couldBeEither || closer.length % 3 === 0 || (opener.length + closer.length) % 3 !== 0;
}

const other = 0;
const space = 1;
const punctuation = 2;

/** The class of the character before this offset, which decides whether a run opens or closes emphasis. */
function classBefore(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  const isLow = code >= 0xdc00 && code <= 0xdfff && at > 1;
  return classOf(isLow ? text.slice(at - 2, at) : text[at - 1]!);
}

function classAfter(text: string, at: number): number {
  return classOf(String.fromCodePoint(text.codePointAt(at)!));
}

function classOf(char: string): number {
  const code = char.charCodeAt(0);
  if (code < 128) return isAsciiSpace(code) ? space : isAsciiPunctuation(code) ? punctuation : other;
  if (/\s/.test(char)) return space;
  return /[\p{P}\p{S}]/u.test(char) ? punctuation : other;
}

/** Whether a character may be in the part before `@` of a mail address. */
function isMailboxCharacter(code: number): boolean {
  return isAsciiAlphanumeric(code) || code === 43 || code === 45 || code === 46 || code === 95;
}

function isHostCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return isMailboxCharacter(code) ? code !== 43 : code > 127 && classOf(text[at]!) === other;
}

/** A task's checkbox, with text after it. */
const checkbox = /\[[ \txX\n]\](?=[ \t\n])/y;
const reference = /&(?:#(?:\d{1,7}|x[\da-f]{1,6})|[\da-z]{1,31});/iy;
const autolink =
  /<(?:[a-z][a-z0-9+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*)>/iy;
const mailHost = /(?:[\w-]|\.(?=[A-Za-z\d]))+/y;
const webHost = /(?<=^|[ \t\n(*_[\]~])www\.[^]/iy;
