import { frontMatterEnd } from '../format.ts';
import { isAsciiDigit, isSpaceOrTab } from '../../text/characters.ts';
import type { Range } from '../../text/ranges.ts';
import { matchEnd, matchFrom, Finders } from '../ahead.ts';
import {
  afterBlanks,
  beforeBlanks,
  definitionAt,
  formulaEnd,
  labelOf,
  noteCall,
  tagFinder,
  type Dialect,
  type TagFinder,
} from './syntax.ts';

/** The blocks of a document in order. The lines of a paragraph or heading are without block markers. */
export type BlockEvent =
  | { kind: 'openList' | 'closeList' | 'openQuote' | 'closeQuote' }
  | { kind: 'text'; lines: readonly Range[]; beginsItem: boolean };

export interface Blocks {
  events: readonly BlockEvent[];
  /** The labels of link definitions and of notes, as returned by `labelOf`. */
  definitions: ReadonlySet<string>;
  notes: ReadonlySet<string>;
}

/** A block that can contain other blocks. */
type Container = { kind: 'quote' } | Item | { kind: 'note'; width: number };

/** Contents are indented by `width` columns; items with the same `marker` belong to one list. */
interface Item {
  kind: 'item';
  width: number;
  marker: string;
}

/** An open block of lines: it contains no text, or its text is not written yet. */
type Leaf =
  | { kind: 'none' | 'table' }
  | Paragraph
  | { kind: 'fence'; mark: string; length: number }
  /** `end` matches the last line; if undefined, a blank line ends the block. */
  | { kind: 'html'; end?: RegExp };

interface Paragraph {
  kind: 'paragraph';
  lines: Range[];
  beginsItem: boolean;
}

const none: Leaf = { kind: 'none' };
const table: Leaf = { kind: 'table' };
/** One of Pandoc's tables, whose cells have no divider. */
const simpleTable: Leaf = { kind: 'html' };

/**
 * Finds the blocks of a Markdown document by CommonMark 0.31, with GitHub's tables and notes. Each container uses at
 * least one character of a line, so time grows in proportion to length.
 */
export class BlockReader implements Blocks {
  readonly events: BlockEvent[] = [];
  readonly definitions = new Set<string>();
  readonly notes = new Set<string>();

  readonly #document: string;
  readonly #dialect: Dialect;
  readonly #finders: Finders;
  readonly #tagEnd: TagFinder;
  readonly #containers: Container[] = [];
  /** Indexes of the quotes among the containers. Only quotes can end at a blank line. */
  readonly #quotes: number[] = [];
  #leaf: Leaf = none;
  /** Whether the last block was a table. */
  #isAfterTable = false;
  /** An item that began with a blank line, and ends at another. */
  #emptyItem: Item | undefined;
  /** Whether the item to open belongs to the open list. */
  #isSibling = false;

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
  #ruleStarts: Map<string, number> | undefined;

  constructor(document: string, dialect: Dialect) {
    this.#document = document;
    this.#dialect = dialect;
    this.#finders = new Finders(document);
    this.#tagEnd = tagFinder(this.#finders);
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
    this.#end = matchFrom(lineBreak, this.#document, start)!.index;
    this.#next = lineBreak.lastIndex;
    this.#column = 0;
    this.#ruleStarts = undefined;
    this.#findText(start, 0);
  }

  /** Finds the first character that is not white space, and its column. */
  #findText(at: number, column: number): void {
    for (; at < this.#end; at++) {
      const code = this.#document.charCodeAt(at);
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

  /** Whether the line is indented enough to be code. */
  get #isIndented(): boolean {
    return this.#indent >= 4 && !this.#dialect.isMdx;
  }

  get #isBlank(): boolean {
    return this.#textAt >= this.#end;
  }

  /** The first character of the line's text, or nothing. */
  get #mark(): string {
    return this.#isBlank ? '' : this.#document[this.#textAt]!;
  }

  #readLine(): void {
    const matched = this.#matchContainers();
    const isWhole = matched === this.#containers.length;
    if (isWhole && this.#continuesLeaf()) return;
    if (this.#isBlank) {
      this.#readBlank(matched);
      return;
    }
    if (isWhole && this.#textAt < this.#spanEnd && this.#leaf.kind === 'paragraph') {
      this.#addLine(this.#leaf, this.#textAt);
      return;
    }
    const opened = this.#openContainers(matched, isWhole);
    if (this.#textAt >= this.#end) return;
    if (!opened && !isWhole && this.#leaf.kind !== 'paragraph') this.#closeFrom(matched);
    this.#readText(matched, isWhole && !opened, opened);
  }

  #readBlank(matched: number): void {
    if (this.#emptyItem && this.#containers.at(-1) === this.#emptyItem) this.#emptyItem.width = Infinity;
    this.#emptyItem = undefined;
    this.#closeFrom(matched);
  }

  /** The number of open containers that the line continues. */
  #matchContainers(): number {
    const containers = this.#containers;
    let quote = 0;
    let i = 0;
    for (; i < containers.length; i++) {
      const container = containers[i]!;
      if (container.kind === 'quote') {
        if (this.#isIndented || this.#mark !== '>') break;
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
      if (!this.#isIndented && this.#mark === leaf.mark && this.#isRunOf(leaf.mark, leaf.length))
        this.#leaf = none;
      return true;
    }
    if (leaf.kind === 'html') {
      if (leaf.end === undefined ? this.#isBlank : leaf.end.test(this.#restOfLine())) this.#closeLeaf();
      return true;
    }
    // Pandoc continues a table with any line that contains a divider, GitHub with any that begins no other block.
    if (leaf.kind === 'table' && this.#dialect.isPandoc) {
      if (this.#restOfLine().includes('|')) return true;
      this.#closeLeaf();
    }
    return false;
  }

  /** Whether the line's text is at least `length` of one character, then only white space. */
  #isRunOf(mark: string, length: number): boolean {
    const end = this.#runEnd(mark);
    return end - this.#textAt >= length && this.#isBlankFrom(end);
  }

  /** The end of the run of this character at the beginning of the line's text. */
  #runEnd(mark: string): number {
    let at = this.#textAt;
    while (at < this.#end && this.#document[at] === mark) at++;
    return at;
  }

  #isBlankFrom(at: number): boolean {
    return afterBlanks(this.#document, at) >= this.#end;
  }

  #restOfLine(): string {
    return this.#document.slice(this.#textAt, this.#end);
  }

  /** Opens the quotes, items and notes that begin on the line, and closes those that it does not continue. */
  #openContainers(matched: number, isWhole: boolean): boolean {
    let opened = false;
    while (!this.#isBlank && !this.#isIndented) {
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

  /** Reads the marker of a container that begins here, if any. */
  #containerHere(mayContinue: boolean): Container | undefined {
    const { isPandoc } = this.#dialect;
    const mark = this.#mark;
    const isParagraph = mayContinue && this.#leaf.kind === 'paragraph';
    if (mark === '>') {
      // Pandoc requires a blank line before a quote.
      if (isPandoc && isParagraph) return undefined;
      this.#enterQuote();
      return { kind: 'quote' };
    }
    if (mark === '[') return this.#noteHere();
    if ('*-+'.includes(mark) || isAsciiDigit(mark.charCodeAt(0))) return this.#itemHere(isParagraph);
    if (!isPandoc) return undefined;
    return mark === ':' || mark === '~'
      ? this.#definitionHere(isParagraph)
      : this.#letteredItemHere(isParagraph);
  }

  /**
   * `a.`, `iv)`, `(2)`, `#.`, `(@example)`. Outside an item, a blank line must precede it if it follows a
   * paragraph.
   */
  #letteredItemHere(isParagraph: boolean): Container | undefined {
    const end = matchEnd(letteredMark, this.#document, this.#textAt);
    if (end === undefined || (isParagraph && this.#containers.at(-1)?.kind !== 'item')) return undefined;
    return this.#enterItem(end, 'a');
  }

  /** `:   a definition`, which continues with the indented lines below it. */
  #definitionHere(isParagraph: boolean): Container | undefined {
    const at = this.#textAt + 1;
    if (at >= this.#end || !isSpaceOrTab(this.#document.charCodeAt(at))) return undefined;
    // The caption of a table begins the same way.
    if (this.#ownBlockEnd(isParagraph) !== undefined) return undefined;
    return this.#enterNote(at);
  }

  /** `[^label]:`. */
  #noteHere(): Container | undefined {
    const match = matchFrom(noteCall, this.#document, this.#textAt);
    const end = noteCall.lastIndex;
    if (!match || this.#document[end] !== ':') return undefined;
    this.notes.add(labelOf(match[1]!));
    return this.#enterNote(end + 1);
  }

  /** @param at where the note's marker ends. */
  #enterNote(at: number): Container {
    this.#findText(at, this.#textColumn + at - this.#textAt);
    this.#column = this.#textColumn;
    return { kind: 'note', width: 4 };
  }

  /** @param isParagraph whether the line could continue a paragraph, which only some items can interrupt. */
  #itemHere(isParagraph: boolean): Container | undefined {
    const marker = matchFrom(itemMark, this.#document, this.#textAt)?.[0];
    if (marker === undefined || ('*-'.includes(marker) && this.#isRule(marker))) return undefined;
    const end = this.#textAt + marker.length;
    // An item that is empty, or has a number other than 1, can't interrupt a paragraph.
    if (isParagraph && (!/^\D|^1.$/.test(marker) || this.#isBlankFrom(end))) return undefined;
    return this.#enterItem(end, marker.at(-1)!);
  }

  /** @param at where the item's marker ends. */
  #enterItem(at: number, marker: string): Container {
    const start = this.#column;
    this.#column = this.#textColumn + at - this.#textAt;
    this.#findText(at, this.#column);
    // After five or more columns of indentation, the item begins with indented code.
    const isCode = this.#indent > 4 && !this.#dialect.isMdx;
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
   * @param isIn whether the line is inside the containers of the block before it; false for a lazy continuation.
   */
  #readText(matched: number, isIn: boolean, opened: boolean): void {
    const paragraph = !opened && this.#leaf.kind === 'paragraph' ? this.#leaf : undefined;
    if (this.#isIndented) {
      if (paragraph) this.#addLine(paragraph, this.#textAt);
      else this.#closeLeaf();
    } else if (paragraph && isIn && this.#endsParagraph(paragraph)) return;
    else if (this.#opensBlock(matched, paragraph !== undefined)) return;
    else if (paragraph) this.#addLine(paragraph, this.#textAt);
    else if (!isIn || this.#leaf.kind !== 'table') this.#openParagraph(this.#textAt, opened);
  }

  #openParagraph(at: number, opened: boolean): void {
    this.#closeLeaf();
    const beginsItem = opened && this.#containers.at(-1)?.kind === 'item';
    const paragraph: Paragraph = { kind: 'paragraph', lines: [], beginsItem };
    this.#leaf = paragraph;
    this.#addLine(paragraph, at);
  }

  #addLine({ lines }: Paragraph, start: number): void {
    if (start >= this.#spanEnd) this.#spanEnd = this.#dialect.spanEnd?.(start) ?? 0;
    lines.push({ start, end: this.#end });
  }

  /** Whether the line turns the paragraph into a heading, or its last line into the head of a table. */
  #endsParagraph(paragraph: Paragraph): boolean {
    const { isPandoc } = this.#dialect;
    const mark = this.#mark;
    if ((mark === '=' || mark === '-') && this.#isRunOf(mark, 1)) {
      paragraph.lines = this.#withoutDefinitions(paragraph.lines);
      // A paragraph of only definitions has no text to underline.
      if (paragraph.lines.length > 0) {
        this.#closeLeaf();
        return true;
      }
    }
    if (!'|-:'.includes(mark)) return false;
    const isSimple = mark === '-' && isPandoc && simpleTableLine.test(this.#restOfLine());
    if (!isSimple) {
      const columns = columnsOf(this.#restOfLine());
      if (columns === 0) return false;
      const { start, end } = paragraph.lines.at(-1)!;
      const cells = cellsOf(this.#document.slice(start, end));
      // Pandoc accepts any number of cells.
      if (isPandoc ? cells < 2 && columns > 1 : cells !== columns) return false;
    }
    paragraph.lines.pop();
    this.#closeLeaf();
    this.#leaf = isSimple ? simpleTable : table;
    return true;
  }

  /** Reads a line that begins a block other than a paragraph. */
  #opensBlock(matched: number, isParagraph: boolean): boolean {
    const document = this.#document;
    const close = (): true => {
      this.#closeFrom(isParagraph ? matched : this.#containers.length);
      return true;
    };
    const own = this.#ownBlockEnd(isParagraph);
    if (own !== undefined) {
      close();
      this.#continueAt(own);
      return true;
    }
    const mark = this.#mark;
    switch (mark) {
      case '#': {
        const end = matchEnd(headingMark, document, this.#textAt);
        if (end === undefined) return false;
        close();
        this.#isAfterTable = false;
        this.#writeHeading(end);
        return true;
      }
      case '`':
      case '~': {
        const fence = this.#fenceHere(mark);
        if (!fence) return false;
        close();
        this.#leaf = fence;
        return true;
      }
      case '$': {
        if (this.#dialect.isPandoc || !document.startsWith('$$', this.#textAt)) return false;
        const end = formulaEnd(this.#finders, this.#textAt, '$$');
        if (end !== undefined) {
          close();
          this.#continueAt(end);
          return true;
        }
        const runEnd = this.#runEnd(mark);
        const isClosed = this.#finders.at('$$', this.#end) < Infinity;
        if (!this.#isBlankFrom(runEnd) || !isClosed) return false;
        close();
        this.#leaf = { kind: 'fence', mark, length: runEnd - this.#textAt };
        return true;
      }
      case '*':
      case '-':
      case '_':
        return this.#isRule(mark) && close();
      case '<': {
        const html = this.#dialect.isMdx ? undefined : this.#htmlHere(isParagraph);
        if (!html) return false;
        close();
        this.#leaf = html.end?.test(this.#restOfLine()) ? none : html;
        return true;
      }
      default:
        return false;
    }
  }

  /** The end of the dialect's own block that begins here, if any. */
  #ownBlockEnd(isParagraph: boolean): number | undefined {
    return this.#dialect.blockEnd({
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
    const start = afterBlanks(this.#document, at);
    if (start < this.#end) this.#openParagraph(start, false);
  }

  #writeHeading(at: number): void {
    const document = this.#document;
    const start = afterBlanks(document, at);
    let end = beforeBlanks(document, this.#end, start);
    let closing = end;
    while (closing > start && document[closing - 1] === '#') closing--;
    if (closing === start || isSpaceOrTab(document.charCodeAt(closing - 1))) end = closing;
    this.events.push({ kind: 'text', lines: [{ start, end }], beginsItem: false });
  }

  #fenceHere(mark: '`' | '~'): Leaf | undefined {
    const end = this.#runEnd(mark);
    const length = end - this.#textAt;
    if (length < 3) return undefined;
    // A line that contains the mark again begins with inline code.
    if (mark === '`' && this.#document.slice(end, this.#end).includes(mark)) return undefined;
    // Older versions of Knitr allowed any three backticks to close a chunk.
    const isClosed = !this.#dialect.isPandoc || length !== 4 || this.#finders.at('````', end) < Infinity;
    return { kind: 'fence', mark, length: isClosed ? length : 3 };
  }

  /** Whether the line contains only three or more of this mark. */
  #isRule(mark: string): boolean {
    const document = this.#document;
    this.#ruleStarts ??= new Map();
    let start = this.#ruleStarts.get(mark);
    if (start === undefined) {
      start = this.#end;
      while (
        start > this.#textAt &&
        (document[start - 1] === mark || isSpaceOrTab(document.charCodeAt(start - 1)))
      )
        start--;
      this.#ruleStarts.set(mark, start);
    }
    if (start > this.#textAt) return false;
    let count = 0;
    for (let at = this.#textAt; at < this.#end && count < 3; at++) if (document[at] === mark) count++;
    return count === 3;
  }

  #htmlHere(isParagraph: boolean): Extract<Leaf, { kind: 'html' }> | undefined {
    const text = this.#document.slice(this.#textAt, Math.min(this.#end, this.#textAt + 40));
    const { isPandoc } = this.#dialect;
    if (text.startsWith('<!--')) {
      if (this.#textFollowsComment()) return undefined;
      // An unclosed comment is text in Pandoc; in CommonMark it extends to the end.
      if (isPandoc && this.#finders.at('-->', this.#textAt) === Infinity) return undefined;
    }
    const known = htmlBlocks.find(({ begin }) => begin.test(text));
    if (known) return { kind: 'html', end: known.end };
    if (isPandoc) return undefined;
    if (htmlBlockElement.test(text)) return { kind: 'html' };
    if (isParagraph || !/^<\/?[a-z]/i.test(text)) return undefined;
    const end = this.#tagEnd(this.#textAt);
    return end !== undefined && end <= this.#end && this.#isBlankFrom(end) ? { kind: 'html' } : undefined;
  }

  /** Whether text follows a comment on its line. CommonMark treats that text as HTML, but it is read here. */
  #textFollowsComment(): boolean {
    const close = this.#finders.at('-->', this.#textAt + '<!--'.length);
    if (close >= this.#end) return false;
    const at = afterBlanks(this.#document, close + '-->'.length);
    return at < this.#end && this.#document[at] !== '<';
  }

  #closeLeaf(): void {
    const leaf = this.#leaf;
    const isTable = leaf.kind === 'table' || leaf === simpleTable;
    this.#isAfterTable = isTable || (this.#isAfterTable && leaf.kind === 'none');
    this.#leaf = none;
    if (leaf.kind !== 'paragraph') return;
    const lines = this.#withoutDefinitions(leaf.lines);
    if (lines.length > 0) this.events.push({ kind: 'text', lines, beginsItem: leaf.beginsItem });
  }

  /** Records the definitions at a paragraph's beginning, and returns the lines after them. */
  #withoutDefinitions(lines: Range[]): Range[] {
    if (lines.length === 0 || this.#document[lines[0]!.start] !== '[') return lines;
    const text = lines.map(({ start, end }) => this.#document.slice(start, end)).join('\n');
    const finders = new Finders(text);
    let line = 0;
    let at = 0;
    while (line < lines.length) {
      const definition = definitionAt(finders, at);
      if (!definition) break;
      this.definitions.add(definition.label);
      for (; at < definition.end; line++) at += lines[line]!.end - lines[line]!.start + 1;
    }
    return lines.slice(line);
  }
}

const lineBreak = /\r\n|\n|\r|$/g;
const itemMark = /(?:[-+*]|\d{1,9}[.)])(?=[ \t\r\n]|$)/y;
/** A capital letter with a full stop must be followed by two spaces, so that initials don't begin items. */
const letteredMark =
  /(?![A-Z]\. ?\S)(?:\((?:[A-Za-z]|[ivxlc]{2,6}|\d{1,9}|@[\w-]*)\)|(?:[A-Za-z]|[ivxlc]{2,6}|#)[.)])(?=[ \t])/y;
const headingMark = /#{1,6}(?=[ \t\r\n]|$)/y;

/** HTML blocks that extend to their end mark, over blank lines. */
const htmlBlocks: readonly { begin: RegExp; end: RegExp }[] = [
  {
    begin: /^<(?:script|pre|style|textarea)(?:[\s>]|$)/i,
    end: /<\/(?:script|pre|style|textarea)>/i,
  },
  { begin: /^<!--/, end: /-->/ },
  { begin: /^<\?/, end: /\?>/ },
  { begin: /^<!\[CDATA\[/, end: /\]\]>/ },
  { begin: /^<![A-Za-z]/, end: />/ },
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

const tableLine = /^\|?(?:[ \t]*:?-+:?[ \t]*(?:\||$))+[ \t]*$/;

/** The number of columns in the line below a table's head; 0 if it isn't such a line. */
function columnsOf(line: string): number {
  return tableLine.test(line) && /[|:]/.test(line) ? line.match(/-+/g)!.length : 0;
}

/** The number of cells in a table row. */
function cellsOf(row: string): number {
  const bare = row.slice(0, beforeBlanks(row, row.length)).replace(/\\[\\|]/g, 'x');
  return bare.slice(1).split('|').length - (bare.endsWith('|') ? 1 : 0);
}
