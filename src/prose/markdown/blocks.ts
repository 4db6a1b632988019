import { frontMatterEnd } from '../format.ts';
import { isAsciiDigit, isAsciiLetter, isSpaceOrTab } from '../../text/characters.ts';
import { matchFrom, Finder, Finders } from '../ahead.ts';
import { definitionAt, formulaEnd, labelOf, TagReader, type Dialect } from './syntax.ts';

/** The blocks of a document in order. A `text` contains the lines of a paragraph or heading from `first` to `end`. */
export type BlockEvent =
  | { kind: 'openList' | 'closeList' | 'openQuote' | 'closeQuote' }
  | { kind: 'text'; first: number; end: number; beginsItem: boolean };

export interface Blocks {
  events: readonly BlockEvent[];
  /** Where each line of text begins and ends, without block markers, in UTF-16 offsets. */
  lineStarts: readonly number[];
  lineEnds: readonly number[];
  /** The labels of link definitions and of notes, as returned by `labelOf`. */
  definitions: ReadonlySet<string>;
  notes: ReadonlySet<string>;
}

/** A block that can contain other blocks. */
type Container =
  | { kind: 'quote' }
  /** Contents are indented by `width` columns; items with the same `marker` belong to one list. */
  | { kind: 'item'; width: number; marker: number }
  /** The text of a footnote or a definition. */
  | { kind: 'note'; width: number };

/** An open block of lines that contains no text, or text not yet written. */
type Leaf =
  | { kind: 'none' | 'table' }
  | { kind: 'paragraph'; first: number; beginsItem: boolean }
  | { kind: 'fence'; mark: number; length: number }
  /** `end` matches the last line; if undefined, a blank line ends the block. */
  | { kind: 'html'; end: RegExp | undefined };

const none: Leaf = { kind: 'none' };
const table: Leaf = { kind: 'table' };
/** One of Pandoc's tables, whose cells have no divider. */
const simpleTable: Leaf = { kind: 'html', end: undefined };

/**
 * The blocks of a Markdown document by CommonMark 0.31, with GitHub's tables and notes. Each container uses at least
 * one character of a line, so time grows in proportion to length.
 */
export function blocksOf(document: string, dialect: Dialect): Blocks {
  return new BlockReader(document, dialect).read();
}

class BlockReader implements Blocks {
  readonly events: BlockEvent[] = [];
  readonly lineStarts: number[] = [];
  readonly lineEnds: number[] = [];
  readonly definitions = new Set<string>();
  readonly notes = new Set<string>();

  readonly #document: string;
  readonly #dialect: Dialect;
  readonly #lineFeeds: Finder;
  readonly #carriageReturns: Finder;
  readonly #finders: Finders;
  readonly #tags: TagReader;
  readonly #containers: Container[] = [];
  /** Indexes of the quotes among the containers: only these check a blank line. */
  readonly #quotes: number[] = [];
  #leaf: Leaf = none;
  /** An item that began with a blank line, and ends at another. */
  #emptyItem: Container | undefined;

  /** The current line: its end without the line break, the column read so far, and where its text begins. */
  #end = 0;
  #column = 0;
  #textAt = 0;
  #textColumn = 0;
  /** Where the next line begins. */
  #next = 0;
  /** Before this offset, no line of a paragraph begins another block. */
  #spanEnd = 0;
  /** For `*`, `-` and `_`, the offset from which the line contains only that mark. */
  #ruleStarts: Record<number, number> | undefined;

  constructor(document: string, dialect: Dialect) {
    this.#document = document;
    this.#dialect = dialect;
    this.#lineFeeds = new Finder(document, '\n');
    this.#carriageReturns = new Finder(document, '\r');
    this.#finders = new Finders(document);
    this.#tags = new TagReader(this.#finders);
  }

  read(): Blocks {
    this.#next = frontMatterEnd(this.#document, this.#dialect.isPandoc);
    while (this.#next < this.#document.length) {
      this.#startLine(this.#next);
      this.#readLine();
    }
    this.#closeFrom(0);
    return this;
  }

  #startLine(start: number): void {
    const document = this.#document;
    const lineFeed = this.#lineFeeds.at(start);
    const carriageReturn = this.#carriageReturns.at(start);
    const end = Math.min(lineFeed, carriageReturn, document.length);
    this.#next = Math.min(end + (lineFeed === carriageReturn + 1 ? 2 : 1), document.length);
    this.#end = end;
    this.#column = 0;
    this.#ruleStarts = undefined;
    this.#findText(start, 0);
  }

  /** Finds the first character that is not white space, and its column. */
  #findText(at: number, column: number): void {
    const document = this.#document;
    const end = this.#end;
    for (; at < end; at++) {
      const code = document.charCodeAt(at);
      if (code === 32) column++;
      else if (code === 9) column += 4 - (column % 4);
      else break;
    }
    this.#textAt = at;
    this.#textColumn = column;
  }

  get #indent(): number {
    return this.#textColumn - this.#column;
  }

  get #isBlank(): boolean {
    return this.#textAt >= this.#end;
  }

  get #mark(): number {
    return this.#textAt < this.#end ? this.#document.charCodeAt(this.#textAt) : 0;
  }

  #readLine(): void {
    const matched = this.#matchContainers();
    const isWhole = matched === this.#containers.length;
    if (isWhole && this.#continuesLeaf()) return;
    if (isWhole && this.#textAt < this.#spanEnd && this.#leaf.kind === 'paragraph' && !this.#isBlank) {
      this.#addLine(this.#textAt);
      return;
    }
    if (this.#isBlank) {
      this.#readBlank(matched);
      return;
    }
    const opened = this.#openContainers(matched, isWhole);
    if (this.#textAt >= this.#end) return;
    const leaf = this.#leaf;
    const isParagraph = leaf.kind === 'paragraph';
    if (!opened && !isWhole && !isParagraph) this.#closeFrom(matched);
    this.#readText(matched, isWhole && !opened, opened);
  }

  #readBlank(matched: number): void {
    if (this.#emptyItem !== undefined && this.#containers.at(-1) === this.#emptyItem) {
      if (this.#emptyItem.kind === 'item') this.#emptyItem.width = Infinity;
    }
    this.#emptyItem = undefined;
    this.#closeLeaf();
    if (matched < this.#containers.length) this.#closeFrom(matched);
  }

  /** The number of open containers that the line continues. */
  #matchContainers(): number {
    const containers = this.#containers;
    let quote = 0;
    let i = 0;
    for (; i < containers.length; i++) {
      const container = containers[i]!;
      if (container.kind === 'quote') {
        if (this.#indent >= 4 && this.#dialect.hasIndentedCode) break;
        if (this.#mark !== greater) break;
        this.#enterQuote();
        quote++;
      } else if (this.#isBlank) {
        // Only quotes end at a blank line.
        i = (this.#quotes[quote] ?? containers.length) - 1;
      } else if (this.#indent >= container.width) {
        this.#column += container.width;
      } else break;
    }
    return i;
  }

  #enterQuote(): void {
    this.#column = this.#textColumn + 1;
    this.#findText(this.#textAt + 1, this.#column);
    if (this.#indent > 0) this.#column++;
  }

  /** Whether the line continues a block that can contain anything until its end. */
  #continuesLeaf(): boolean {
    const leaf = this.#leaf;
    if (leaf.kind === 'fence') {
      const mayEnd = this.#indent < 4 || !this.#dialect.hasIndentedCode;
      const isEnd = mayEnd && this.#mark === leaf.mark && this.#isRunOf(this.#textAt, leaf.mark, leaf.length);
      if (isEnd) this.#leaf = none;
      return true;
    }
    if (leaf.kind === 'html') {
      if (leaf.end === undefined ? this.#isBlank : this.#restMatches(leaf.end)) this.#closeLeaf();
      return true;
    }
    // Pandoc continues a table with any line that contains a divider, GitHub with any that begins no other block.
    if (leaf.kind === 'table' && this.#dialect.isPandoc) {
      if (this.#restOfLine().includes('|')) return true;
      this.#closeLeaf();
    }
    return false;
  }

  /** Whether the rest of the line is at least `length` of one character, then only white space. */
  #isRunOf(at: number, mark: number, length: number): boolean {
    const end = this.#runEnd(at, mark);
    return end - at >= length && this.#isBlankFrom(end);
  }

  #runEnd(at: number, mark: number): number {
    while (at < this.#end && this.#document.charCodeAt(at) === mark) at++;
    return at;
  }

  #isBlankFrom(at: number): boolean {
    while (at < this.#end && isSpaceOrTab(this.#document.charCodeAt(at))) at++;
    return at >= this.#end;
  }

  #restOfLine(): string {
    return this.#document.slice(this.#textAt, this.#end);
  }

  #restMatches(pattern: RegExp): boolean {
    return pattern.test(this.#restOfLine());
  }

  /** Opens the quotes, items and notes that the line begins, and closes those that it is not in. */
  #openContainers(matched: number, isWhole: boolean): boolean {
    let opened = false;
    while (!this.#isBlank && (this.#indent < 4 || !this.#dialect.hasIndentedCode)) {
      const container = this.#containerHere(isWhole && !opened);
      if (!container) break;
      if (opened) this.#closeLeaf();
      else this.#closeFrom(matched, container);
      opened = true;
      this.#open(container);
    }
    if (opened) {
      const last = this.#containers.at(-1);
      this.#emptyItem = this.#isBlank && last?.kind === 'item' ? last : undefined;
    } else if (matched === this.#containers.length) this.#emptyItem = undefined;
    return opened;
  }

  #open(container: Container): void {
    if (container.kind === 'quote') {
      this.#quotes.push(this.#containers.length);
      this.events.push({ kind: 'openQuote' });
    } else if (container.kind === 'item' && !this.#isSibling) this.events.push({ kind: 'openList' });
    this.#isSibling = false;
    this.#containers.push(container);
  }
  /** Whether the item to open belongs to the open list. */
  #isSibling = false;

  /** Reads the marker of a container that begins here, if any. */
  #containerHere(mayContinue: boolean): Container | undefined {
    switch (this.#mark) {
      case greater:
        // Pandoc requires a blank line before it.
        if (this.#dialect.isPandoc && mayContinue && this.#leaf.kind === 'paragraph') return undefined;
        this.#enterQuote();
        return { kind: 'quote' };
      case openingBracket:
        return this.#noteHere();
      case star:
      case dash:
      case plus:
      case 48:
      case 49:
      case 50:
      case 51:
      case 52:
      case 53:
      case 54:
      case 55:
      case 56:
      case 57:
        return this.#itemHere(mayContinue && this.#leaf.kind === 'paragraph');
      case colon:
      case tilde:
        return this.#dialect.isPandoc ? this.#definitionHere(mayContinue) : undefined;
      default:
        return this.#dialect.isPandoc
          ? this.#letteredItemHere(mayContinue && this.#leaf.kind === 'paragraph')
          : undefined;
    }
  }

  /** `a.`, `iv)`, `(2)`, `#.`, `(@example)`. It can follow a paragraph directly only within an item. */
  #letteredItemHere(isParagraph: boolean): Container | undefined {
    const mark = matchFrom(letteredMark, this.#document, this.#textAt)?.[0];
    if (mark === undefined || this.#textAt + mark.length > this.#end) return undefined;
    if (isParagraph && this.#containers.at(-1)?.kind !== 'item') return undefined;
    return this.#enterItem(this.#textAt + mark.length, letter);
  }

  /** `:   a definition`, which continues with the indented lines below it. */
  #definitionHere(mayContinue: boolean): Container | undefined {
    const at = this.#textAt + 1;
    if (at >= this.#end || !isSpaceOrTab(this.#document.charCodeAt(at))) return undefined;
    // The caption of a table begins the same way.
    if (this.#ownBlockEnd(mayContinue && this.#leaf.kind === 'paragraph') !== undefined) return undefined;
    this.#column = this.#textColumn + 1;
    this.#findText(at, this.#column);
    this.#column = this.#textColumn;
    return { kind: 'note', width: 4 };
  }

  /** `[^label]:`. */
  #noteHere(): Container | undefined {
    const match = this.#document.startsWith('[^', this.#textAt) && noteMark.exec(this.#restOfLine());
    if (!match) return undefined;
    this.notes.add(labelOf(match[1]!));
    this.#column = this.#textColumn + match[0].length;
    this.#findText(this.#textAt + match[0].length, this.#column);
    this.#column = this.#textColumn;
    return { kind: 'note', width: 4 };
  }

  /** @param isParagraph whether the line could continue a paragraph, which only some items can interrupt. */
  #itemHere(isParagraph: boolean): Container | undefined {
    const document = this.#document;
    let at = this.#textAt;
    let marker = this.#mark;
    if (isAsciiDigit(marker)) {
      while (at < this.#end && isAsciiDigit(document.charCodeAt(at))) at++;
      if (at - this.#textAt > 9) return undefined;
      marker = at < this.#end ? document.charCodeAt(at) : 0;
      if (marker !== closingParenthesis && marker !== dot) return undefined;
    } else if (marker !== plus && this.#isRule(marker)) return undefined;
    at++;
    if (at < this.#end && !isSpaceOrTab(document.charCodeAt(at))) return undefined;
    if (isParagraph) {
      // An item that is empty or whose number is not one can't interrupt a paragraph.
      const isFirst = this.#mark === 49 || !isAsciiDigit(this.#mark);
      if (!isFirst || at - this.#textAt > 2 || this.#isBlankFrom(at)) return undefined;
    }
    return this.#enterItem(at, marker);
  }

  /** @param at where the item's marker ends. */
  #enterItem(at: number, marker: number): Container {
    const start = this.#column;
    this.#column = this.#textColumn + at - this.#textAt;
    this.#findText(at, this.#column);
    // After five or more columns of indentation, the item begins with indented code.
    const isCode = this.#indent > 4 && this.#dialect.hasIndentedCode;
    this.#column = this.#isBlank || isCode ? this.#column + 1 : this.#textColumn;
    return { kind: 'item', width: this.#column - start, marker };
  }

  /** Closes the containers from `first` on, but not a list that the item `next` continues. */
  #closeFrom(first: number, next?: Container): void {
    this.#closeLeaf();
    const containers = this.#containers;
    while (containers.length > first) {
      const container = containers.pop()!;
      if (container.kind === 'quote') {
        this.#quotes.pop();
        this.events.push({ kind: 'closeQuote' });
      } else if (container.kind === 'item') {
        this.#isSibling =
          containers.length === first && next?.kind === 'item' && next.marker === container.marker;
        if (!this.#isSibling) this.events.push({ kind: 'closeList' });
      }
    }
  }

  /**
   * Reads the text of a non-blank line.
   * @param isIn whether the line is in the block before it, other than as a lazy continuation.
   */
  #readText(matched: number, isIn: boolean, opened: boolean): void {
    const { hasIndentedCode } = this.#dialect;
    const isParagraph = !opened && this.#leaf.kind === 'paragraph';
    const isIndented = hasIndentedCode && this.#indent >= 4;
    if (isIndented && isParagraph) this.#addLine(this.#textAt);
    else if (isIndented) this.#closeLeaf();
    else if (isParagraph && isIn && this.#endsParagraph()) return;
    else if (this.#opensBlock(matched, isParagraph)) return;
    else if (isParagraph) this.#addLine(this.#textAt);
    else if (!isIn || this.#leaf.kind !== 'table') this.#openParagraph(this.#textAt, opened);
  }

  #openParagraph(at: number, opened: boolean): void {
    this.#closeLeaf();
    const beginsItem = opened && this.#containers.at(-1)?.kind === 'item';
    this.#leaf = { kind: 'paragraph', first: this.lineStarts.length, beginsItem };
    this.#addLine(at);
  }

  #addLine(at: number): void {
    if (at >= this.#spanEnd) this.#spanEnd = this.#dialect.spanEnd?.(at) ?? 0;
    this.lineStarts.push(at);
    this.lineEnds.push(this.#end);
  }

  /** Whether the line turns the paragraph into a heading, or its last line into the head of a table. */
  #endsParagraph(): boolean {
    const mark = this.#mark;
    if (mark === equals || mark === dash) {
      if (this.#isRunOf(this.#textAt, mark, 1) && this.#underlines()) return true;
    }
    if (mark === dash && this.#dialect.isPandoc && this.#restMatches(simpleTableLine)) {
      this.lineStarts.pop();
      this.lineEnds.pop();
      this.#closeLeaf();
      this.#leaf = simpleTable;
      return true;
    }
    if (mark !== pipe && mark !== dash && mark !== colon) return false;
    const columns = columnsOf(this.#document, this.#textAt, this.#end);
    if (columns === 0) return false;
    const last = this.lineStarts.length - 1;
    const cells = cellsOf(this.#document, this.lineStarts[last]!, this.lineEnds[last]!);
    // Pandoc accepts any number of cells.
    if (this.#dialect.isPandoc ? cells < 2 && columns > 1 : cells !== columns) return false;
    this.lineStarts.pop();
    this.lineEnds.pop();
    this.#closeLeaf();
    this.#leaf = table;
    return true;
  }

  #underlines(): boolean {
    const leaf = this.#leaf;
    if (leaf.kind !== 'paragraph') return false;
    leaf.first = this.#afterDefinitions(leaf.first);
    // A paragraph of only definitions has no text to underline.
    if (leaf.first === this.lineStarts.length) return false;
    this.#closeLeaf();
    return true;
  }

  /** Reads a line that begins a block other than a paragraph. */
  #opensBlock(matched: number, isParagraph: boolean): boolean {
    const close = (): void => {
      this.#closeFrom(isParagraph ? matched : this.#containers.length);
    };
    const own = this.#ownBlockEnd(isParagraph);
    if (own !== undefined) {
      close();
      this.#continueAt(own);
      return true;
    }
    switch (this.#mark) {
      case hash: {
        const end = this.#runEnd(this.#textAt, hash);
        if (end - this.#textAt > 6 || (end < this.#end && !isSpaceOrTab(this.#document.charCodeAt(end))))
          return false;
        close();
        this.#isAfterTable = false;
        this.#writeHeading(end);
        return true;
      }
      case backtick:
      case tilde: {
        const fence = this.#fenceHere(this.#mark);
        if (!fence) return false;
        close();
        this.#leaf = fence;
        return true;
      }
      case dollar: {
        if (!this.#dialect.hasMathFences || !this.#document.startsWith('$$', this.#textAt)) return false;
        const end = formulaEnd(this.#finders, this.#textAt, '$$');
        const length = this.#runEnd(this.#textAt, dollar) - this.#textAt;
        if (end === undefined && !this.#isMathFence(length)) return false;
        close();
        if (end === undefined) this.#leaf = { kind: 'fence', mark: dollar, length };
        else this.#continueAt(end);
        return true;
      }
      case star:
      case dash:
      case underscore:
        if (!this.#isRule(this.#mark)) return false;
        close();
        return true;
      case less: {
        const html = this.#dialect.hasHtml ? this.#htmlHere(isParagraph) : undefined;
        if (!html) return false;
        close();
        this.#leaf = html.end !== undefined && this.#restMatches(html.end) ? none : html;
        return true;
      }
      default:
        return false;
    }
  }

  /** Where the dialect's own block that begins here ends, if any. */
  #ownBlockEnd(isParagraph: boolean): number | undefined {
    return this.#dialect.blockEnd?.({
      at: this.#textAt,
      end: this.#end,
      isParagraph,
      isAfterTable: this.#isAfterTable,
      isFirstColumn: this.#textColumn === 0,
    });
  }

  /** Continues at this offset, possibly lines further down. Text left on its line begins a paragraph. */
  #continueAt(at: number): void {
    while (at >= this.#next && this.#next < this.#document.length) this.#startLine(this.#next);
    while (at < this.#end && isSpaceOrTab(this.#document.charCodeAt(at))) at++;
    if (at < this.#end) this.#openParagraph(at, false);
  }

  #writeHeading(at: number): void {
    const document = this.#document;
    while (at < this.#end && isSpaceOrTab(document.charCodeAt(at))) at++;
    let end = this.#end;
    while (end > at && isSpaceOrTab(document.charCodeAt(end - 1))) end--;
    let closing = end;
    while (closing > at && document.charCodeAt(closing - 1) === hash) closing--;
    if (closing === at || isSpaceOrTab(document.charCodeAt(closing - 1))) end = closing;
    const first = this.lineStarts.length;
    this.lineStarts.push(at);
    this.lineEnds.push(end);
    this.events.push({ kind: 'text', first, end: first + 1, beginsItem: false });
  }

  #fenceHere(mark: number): Leaf | undefined {
    const end = this.#runEnd(this.#textAt, mark);
    const length = end - this.#textAt;
    if (length < 3) return undefined;
    // A line that contains the mark again begins with inline code.
    if (mark !== tilde && this.#document.slice(end, this.#end).includes(String.fromCharCode(mark)))
      return undefined;
    // Older versions of Knitr allowed any three backticks to close a chunk.
    const isClosed = !this.#dialect.isPandoc || length !== 4 || this.#finders.at('````', end) < Infinity;
    return { kind: 'fence', mark, length: isClosed ? length : 3 };
  }

  /** Whether the line contains only these dollars, and more follow further down. */
  #isMathFence(length: number): boolean {
    return this.#isBlankFrom(this.#textAt + length) && this.#finders.at('$$', this.#end) < Infinity;
  }

  /** Whether the line contains only three or more of this mark. */
  #isRule(mark: number): boolean {
    const document = this.#document;
    this.#ruleStarts ??= {};
    let start = this.#ruleStarts[mark];
    if (start === undefined) {
      start = this.#end;
      while (start > this.#textAt) {
        const code = document.charCodeAt(start - 1);
        if (code !== mark && !isSpaceOrTab(code)) break;
        start--;
      }
      this.#ruleStarts[mark] = start;
    }
    if (start > this.#textAt) return false;
    let count = 0;
    for (let at = this.#textAt; at < this.#end && count < 3; at++) {
      if (document.charCodeAt(at) === mark) count++;
    }
    return count === 3;
  }

  #htmlHere(isParagraph: boolean): Extract<Leaf, { kind: 'html' }> | undefined {
    const text = this.#document.slice(this.#textAt, Math.min(this.#end, this.#textAt + 40));
    const { isPandoc } = this.#dialect;
    // An unclosed comment is text in Pandoc; in CommonMark it extends to the end.
    if (isPandoc && text.startsWith('<!--') && this.#finders.at('-->', this.#textAt) === Infinity)
      return undefined;
    if (text.startsWith('<!--') && this.#textFollowsComment()) return undefined;
    for (const [begin, end] of htmlBlocks) if (begin.test(text)) return { kind: 'html', end };
    if (isPandoc) return undefined;
    if (htmlBlockElement.test(text)) return { kind: 'html', end: undefined };
    if (isParagraph || !isAsciiLetter(text.charCodeAt(text[1] === '/' ? 2 : 1))) return undefined;
    const end = this.#tags.end(this.#textAt, this.#end);
    return end !== undefined && this.#isBlankFrom(end) ? { kind: 'html', end: undefined } : undefined;
  }

  /** Whether text follows a comment on its line. CommonMark treats that text as HTML, but it is read here. */
  #textFollowsComment(): boolean {
    const close = this.#finders.at('-->', this.#textAt + '<!--'.length);
    if (close >= this.#end) return false;
    let at = close + '-->'.length;
    while (at < this.#end && isSpaceOrTab(this.#document.charCodeAt(at))) at++;
    return at < this.#end && this.#document.charCodeAt(at) !== less;
  }

  #closeLeaf(): void {
    const leaf = this.#leaf;
    const isTable = leaf.kind === 'table' || leaf === simpleTable;
    this.#isAfterTable = isTable || (this.#isAfterTable && leaf.kind === 'none');
    this.#leaf = none;
    if (leaf.kind !== 'paragraph') return;
    const first = this.#afterDefinitions(leaf.first);
    const end = this.lineStarts.length;
    if (first < end) this.events.push({ kind: 'text', first, end, beginsItem: leaf.beginsItem });
  }
  /** Whether the last block was a table. */
  #isAfterTable = false;

  /** Records the definitions at a paragraph's beginning, and returns the first line after them. */
  #afterDefinitions(first: number): number {
    const { lineStarts, lineEnds } = this;
    const count = lineStarts.length;
    if (first >= count || this.#document.charCodeAt(lineStarts[first]!) !== openingBracket) return first;
    const lines: string[] = [];
    for (let i = first; i < count; i++) lines.push(this.#document.slice(lineStarts[i], lineEnds[i]));
    const text = new Finders(lines.join('\n'));
    let line = first;
    let at = 0;
    for (;;) {
      const definition = definitionAt(text, at);
      if (!definition) return line;
      this.definitions.add(definition.label);
      while (at < definition.end) {
        at += lineEnds[line]! - lineStarts[line]! + 1;
        line++;
      }
      if (line >= count) return line;
    }
  }
}

const greater = 62;
const less = 60;
const star = 42;
const dash = 45;
const dot = 46;
const closingParenthesis = 41;
const plus = 43;
const underscore = 95;
const hash = 35;
const backtick = 96;
const tilde = 126;
const dollar = 36;
const equals = 61;
const pipe = 124;
const colon = 58;
const backslash = 92;
const openingBracket = 91;

/** A capital letter and a full stop need two spaces, so that initials don't begin items. */
const letteredMark =
  /(?![A-Z]\. ?\S)(?:\((?:[A-Za-z]|[ivxlc]{2,6}|\d{1,9}|@[\w-]*)\)|(?:[A-Za-z]|[ivxlc]{2,6}|#)[.)])(?=[ \t])/y;
/** The marker of items with letters. */
const letter = 97;

const noteMark = /^\[\^((?:\\[[\]\\]|[^\s[\]\\]|\\(?![[\]\\])){1,999})\]:/;

/** HTML blocks that extend to their end mark, over blank lines. */
const htmlBlocks: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![A-Za-z]/, />/],
];

export const htmlBlockElement = new RegExp(
  String.raw`^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|` +
    'dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|' +
    'link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|' +
    String.raw`thead|title|tr|track|ul)(?:\s|\/?>|$)`,
  'i',
);

/** The line below the head of one of Pandoc's simple tables. */
export const simpleTableLine = /^-{2,}(?:[ \t]+-+)+[ \t]*$/;

/** The number of columns in the line below a table's head; 0 if it isn't such a line. */
function columnsOf(document: string, start: number, end: number): number {
  while (end > start && isSpaceOrTab(document.charCodeAt(end - 1))) end--;
  let columns = 0;
  let isTable = false;
  let at = start;
  if (document.charCodeAt(at) === pipe) {
    isTable = true;
    at++;
  }
  const skipSpace = (): void => {
    while (at < end && isSpaceOrTab(document.charCodeAt(at))) at++;
  };
  while (at < end) {
    skipSpace();
    const cellStart = at;
    if (document.charCodeAt(at) === colon) at++;
    const dashes = at;
    while (at < end && document.charCodeAt(at) === dash) at++;
    if (at === dashes) return 0;
    if (at < end && document.charCodeAt(at) === colon) at++;
    isTable ||= document.charCodeAt(cellStart) === colon || document.charCodeAt(at - 1) === colon;
    columns++;
    skipSpace();
    if (at >= end) break;
    if (document.charCodeAt(at) !== pipe) return 0;
    isTable = true;
    at++;
  }
  return isTable ? columns : 0;
}

/** The number of cells in a table row. */
function cellsOf(document: string, start: number, end: number): number {
  while (end > start && isSpaceOrTab(document.charCodeAt(end - 1))) end--;
  if (end - start < 1) return 0;
  let cells = 1;
  let isDivided = false;
  for (let at = start; at < end; at++) {
    const code = document.charCodeAt(at);
    if (code === pipe && at > start) cells++;
    isDivided = code === pipe;
    if (code === backslash) {
      const escaped = document.charCodeAt(at + 1);
      if (escaped === backslash || escaped === pipe) at++;
      isDivided = false;
    }
  }
  return isDivided ? cells - 1 : cells;
}
