import { isAsciiSpace } from '../text/characters.ts';
import { ProseBuilder, type Prose } from '../text/prose.ts';

/** Writes blocks and lines with the separators between them. Offsets are in UTF-16 code units. */
export class BlockWriter {
  readonly #document: string;
  readonly #builder: ProseBuilder;
  #listDepth = 0;
  #quoteDepth = 0;
  /** Whether the previous block is in the same list. */
  #isListOpen = false;
  #isOpen = false;
  #containsText = false;
  /** Whether the next line is an item of the same list as the previous line. */
  #isNextItem = false;
  /** The offset of the last line in the prose. */
  #lineStart = 0;
  /** The separator to write before the next character. It is delayed so that a block never ends in white space. */
  #pending = '';
  /** The offset of the pending spaces in the document. */
  #pendingStart = NaN;
  #leftOut = false;
  /** The last characters of the prose, enough to detect the end of a sentence. */
  #lastWritten = '';
  /** For each open footnote, whether it is in brackets. */
  readonly #notes: boolean[] = [];

  constructor(document: string) {
    this.#document = document;
    this.#builder = new ProseBuilder(document);
  }

  /** Begins a block: a paragraph, a heading or an item. Text outside of blocks is dropped. */
  open(): void {
    this.#isOpen = true;
    this.#containsText = false;
    this.#isNextItem = this.#isListOpen;
    this.#pending = this.#isListOpen ? '\n' : '\n\n';
  }

  close(): void {
    this.#isOpen = false;
    if (this.#containsText) this.#isListOpen = this.#listDepth > 0;
    this.#containsText = false;
  }

  /** Ends one block and begins the next. */
  next(): void {
    this.close();
    this.open();
  }

  openList(): void {
    if (this.#listDepth++ === 0) this.#isListOpen = false;
  }

  closeList(): void {
    if (--this.#listDepth === 0) this.#isListOpen = false;
  }

  /**
   * Begins a quotation. Each of its lines begins with `> `, as in mail, because the detector leaves such lines out of its
   * score.
   */
  openQuote(): void {
    this.#quoteDepth++;
  }

  closeQuote(): void {
    this.#quoteDepth = Math.max(0, this.#quoteDepth - 1);
  }

  /** Copies a range of the document, without spaces at the ends of a block. */
  take(start: number, end: number): void {
    if (!this.#isOpen) return;
    if (start === 0 && this.#document.startsWith('\uFEFF')) start = 1;
    if (!this.#containsText || this.#pending !== '')
      while (start < end && this.#document[start] === ' ') start++;
    let wordsEnd = end;
    while (wordsEnd > start && this.#document[wordsEnd - 1] === ' ') wordsEnd--;
    if (start < wordsEnd) {
      this.#flush(this.#document.slice(start, start + 2), start);
      this.#builder.take(start, wordsEnd);
      this.#lastWritten = this.#document.slice(Math.max(start, wordsEnd - 4), wordsEnd);
    }
    if (wordsEnd === end || this.#pending !== '') return;
    // Spaces are written together with the next word. They are copied from the document if the word directly
    // follows them.
    this.#pending = this.#document.slice(wordsEnd, end);
    this.#pendingStart = wordsEnd;
  }

  /** Copies a range of the document, with each run of white space (spaces, tabs, line ends) as one space. */
  takeWords(start: number, end: number): void {
    for (let from = start; from < end;) {
      if (isAsciiSpace(this.#document.charCodeAt(from))) {
        while (from < end && isAsciiSpace(this.#document.charCodeAt(from))) from++;
        this.space();
        continue;
      }
      let to = from;
      for (; to < end; to++) {
        const code = this.#document.charCodeAt(to);
        // Single spaces between words are copied unchanged.
        if (
          isAsciiSpace(code) &&
          (code !== 32 || to + 1 === end || isAsciiSpace(this.#document.charCodeAt(to + 1)))
        )
          break;
      }
      this.take(from, to);
      from = to;
    }
  }

  /** Writes text that is spelled differently in the document, such as the character of an entity. */
  decoded(text: string): void {
    if (!this.#isOpen) return;
    this.#flush(text);
    this.#builder.add(text);
    this.#lastWritten = text;
  }

  /** An explicit line break. Two in a row end the paragraph. */
  hardBreak(): void {
    if (this.#isOpen && this.#containsText) this.#pending = this.#pending.startsWith('\n') ? '\n\n' : '\n';
  }

  /** White space within a block, including the end of a wrapped line. */
  space(): void {
    if (!this.#isOpen || this.#pending !== '') return;
    this.#pending = ' ';
    this.#pendingStart = NaN;
  }

  /**
   * Begins a footnote at its reference. After a sentence it becomes the next sentence; within a sentence it is put in
   * brackets, which keep that sentence whole.
   */
  openNote(): void {
    const isBracketed = !/(?:^|[.!?…][)\]}'"’”]*)$/.test(this.#lastWritten);
    this.#notes.push(isBracketed);
    if (isBracketed) {
      this.space();
      this.decoded('(');
    } else this.hardBreak();
  }

  closeNote(): void {
    const isBracketed = this.#notes.pop();
    if (!isBracketed) {
      this.hardBreak();
      return;
    }
    if (this.#pending.startsWith(' ')) this.#pending = '';
    this.decoded(')');
  }

  /** Marks where something was left out of a sentence: a reference or a formula. */
  leaveOut(): void {
    this.#leftOut = true;
  }

  /** Called between two blocks. @returns a function that removes everything written since. */
  checkpoint(): () => void {
    const rewindBuilder = this.#builder.checkpoint();
    const isListOpen = this.#isListOpen;
    const pending = this.#pending;
    const lastWritten = this.#lastWritten;
    return () => {
      rewindBuilder();
      this.#isListOpen = isListOpen;
      this.#pending = pending;
      this.#lastWritten = lastWritten;
    };
  }

  build(): Prose {
    return this.#builder.build();
  }

  /** Whether a line of this length would read as one sentence with the next line, which begins like this. */
  #continuesBlock(length: number, next: string): boolean {
    if (length < wrapColumn || this.#quoteDepth > 0) return false;
    return !/[.!?…][)\]}'"’”]*$/.test(this.#lastWritten) || !/^[\p{Lu}\d]/u.test(next);
  }

  /** @param start where `next` begins in the document, if it is copied from there. */
  #flush(next: string, start?: number): void {
    const isSpace = this.#pending.startsWith(' ');
    // "as Marsh wrote [3]." becomes "as Marsh wrote.", without the space before the reference.
    const isDropped = this.#builder.isEmpty || (isSpace && this.#leftOut && /[.,;:!?)\]]/.test(next[0]!));
    if (!isDropped) {
      if (isSpace && start !== undefined && this.#pendingStart + this.#pending.length === start) {
        this.#builder.take(this.#pendingStart, start);
      } else this.#builder.add(isSpace ? ' ' : this.#pending);
    }
    const lineLength = this.#builder.length - this.#lineStart;
    if (this.#pending.startsWith('\n')) {
      if (!isDropped && this.#isNextItem && this.#continuesBlock(lineLength, next))
        this.#builder.add(itemMark);
      this.#lineStart = this.#builder.length;
    }
    this.#isNextItem = false;
    if (this.#quoteDepth > 0 && (this.#builder.isEmpty || this.#pending.startsWith('\n'))) {
      this.#builder.add(quoteMark);
    }
    this.#pending = '';
    this.#leftOut = false;
    this.#containsText = true;
  }
}

const quoteMark = '> ';

/** The start of an item that would otherwise read as one sentence with the previous item. */
const itemMark = '- ';
/** A shorter line is read as the end of a sentence, because nobody wraps lines that early. */
const wrapColumn = 45;
