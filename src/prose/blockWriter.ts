import { isAsciiSpace } from '../text/characters.ts';
import { ProseBuilder, type BuilderMark, type Prose } from '../text/prose.ts';

/** A place between two blocks. */
interface WriterMark {
  built: BuilderMark;
  listGoesOn: boolean;
  pending: string;
  lastWritten: string;
}

/** Writes blocks with what belongs between them, and lines with what belongs between those. Offsets are UTF-16. */
export class BlockWriter {
  readonly #document: string;
  readonly #builder: ProseBuilder;
  #listDepth = 0;
  #quoteDepth = 0;
  /** Whether the block before this one stands in the same list. */
  #listGoesOn = false;
  #isOpen = false;
  #holdsText = false;
  /** Whether the next line is an item of the list that the line before it is in. */
  #isNextItem = false;
  /** Where in the prose its last line begins. */
  #lineStart = 0;
  /** What has to stand before the next character: nothing is written after the last word of a block. */
  #pending = '';
  /** Where in the document the spaces stand that are pending. */
  #pendingStart = NaN;
  #leftOut = false;
  /** The last characters of the prose, enough to see the end of a sentence. */
  #lastWritten = '';
  /** Of each footnote that is open, whether it stands in brackets. */
  readonly #notes: boolean[] = [];

  constructor(document: string) {
    this.#document = document;
    this.#builder = new ProseBuilder(document);
  }

  /** Begins a block: a paragraph, a heading, an item. What is written outside of one is dropped. */
  open(): void {
    this.#isOpen = true;
    this.#holdsText = false;
    this.#isNextItem = this.#listGoesOn;
    this.#pending = this.#listGoesOn ? '\n' : '\n\n';
  }

  close(): void {
    this.#isOpen = false;
    if (this.#holdsText) this.#listGoesOn = this.#listDepth > 0;
    this.#holdsText = false;
  }

  /** Ends one block and begins the next. */
  next(): void {
    this.close();
    this.open();
  }

  openList(): void {
    if (this.#listDepth++ === 0) this.#listGoesOn = false;
  }

  closeList(): void {
    if (--this.#listDepth === 0) this.#listGoesOn = false;
  }

  /**
   * Begins a quotation. Each line that is written of it begins with `> `, as in a mail, so that whoever reads the prose
   * knows that it is another's: the detector leaves such lines out of its score.
   */
  openQuote(): void {
    this.#quoteDepth++;
  }

  closeQuote(): void {
    this.#quoteDepth = Math.max(0, this.#quoteDepth - 1);
  }

  /** Takes a piece of the document as it stands, but for spaces at the ends of a block. */
  take(start: number, end: number): void {
    if (!this.#isOpen) return;
    if (start === 0 && this.#document.startsWith('\uFEFF')) start = 1;
    if (!this.#holdsText || this.#pending !== '')
      while (start < end && this.#document[start] === ' ') start++;
    let wordsEnd = end;
    while (wordsEnd > start && this.#document[wordsEnd - 1] === ' ') wordsEnd--;
    if (start < wordsEnd) {
      this.#flush(this.#document.slice(start, start + 2), start);
      this.#builder.take(start, wordsEnd);
      this.#lastWritten = this.#document.slice(Math.max(start, wordsEnd - 4), wordsEnd);
    }
    if (wordsEnd === end || this.#pending !== '') return;
    // Written with the next word, as it stands if that follows at once.
    this.#pending = this.#document.slice(wordsEnd, end);
    this.#pendingStart = wordsEnd;
  }

  /** Takes a piece of the document, its white space (spaces, tabs, line ends) as one space. */
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
        // Single spaces between words stand in the prose as they stand here.
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

  /** Writes what the document spells otherwise: the character that an entity stands for. */
  decoded(text: string): void {
    if (!this.#isOpen) return;
    this.#flush(text);
    this.#builder.add(text);
    this.#lastWritten = text;
  }

  /** A line break that was meant. A second one ends the paragraph for a reader. */
  hardBreak(): void {
    if (this.#isOpen && this.#holdsText) this.#pending = this.#pending.startsWith('\n') ? '\n\n' : '\n';
  }

  /** White space within a block, the end of a wrapped line among it. */
  space(): void {
    if (!this.#isOpen || this.#pending !== '') return;
    this.#pending = ' ';
    this.#pendingStart = NaN;
  }

  /**
   * Begins a footnote where it is called. One after a sentence is read as the next; one within a sentence stands in
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

  /** Says that the sentence goes on after something that is not written: a reference, a formula. */
  leaveOut(): void {
    this.#leftOut = true;
  }

  /** Where the prose ends, to go back to: all that is written after it can be taken back with `rewind`. */
  mark(): WriterMark {
    return {
      built: this.#builder.mark(),
      listGoesOn: this.#listGoesOn,
      pending: this.#pending,
      lastWritten: this.#lastWritten,
    };
  }

  rewind(mark: WriterMark): void {
    this.#builder.rewind(mark.built);
    this.#listGoesOn = mark.listGoesOn;
    this.#pending = mark.pending;
    this.#lastWritten = mark.lastWritten;
  }

  build(): Prose {
    return this.#builder.build();
  }

  /** Whether a line of this length would go on in the next, which begins with this text. */
  #runsOn(length: number, next: string): boolean {
    if (length < wrapColumn || this.#quoteDepth > 0) return false;
    return !/[.!?…][)\]}'"’”]*$/.test(this.#lastWritten) || !/^[\p{Lu}\d]/u.test(next);
  }

  /** @param start where in the document the text begins that is written next, if it stands there. */
  #flush(next: string, start?: number): void {
    const isSpace = this.#pending.startsWith(' ');
    // "as Marsh wrote [3]." is read without the space that stood before what is left out.
    const isDropped = this.#builder.isEmpty || (isSpace && this.#leftOut && /[.,;:!?)\]]/.test(next[0]!));
    if (!isDropped) {
      if (isSpace && start !== undefined && this.#pendingStart + this.#pending.length === start) {
        this.#builder.take(this.#pendingStart, start);
      } else this.#builder.add(isSpace ? ' ' : this.#pending);
    }
    const lineLength = this.#builder.length - this.#lineStart;
    if (this.#pending.startsWith('\n')) {
      if (!isDropped && this.#isNextItem && this.#runsOn(lineLength, next)) this.#builder.add(itemMark);
      this.#lineStart = this.#builder.length;
    }
    this.#isNextItem = false;
    if (this.#quoteDepth > 0 && (this.#builder.isEmpty || this.#pending.startsWith('\n'))) {
      this.#builder.add(quoteMark);
    }
    this.#pending = '';
    this.#leftOut = false;
    this.#holdsText = true;
  }
}

const quoteMark = '> ';

/** What an item begins with that would be read as one sentence with the item before it. */
const itemMark = '- ';
/** A line that is shorter ends its sentence for whoever reads prose: nobody wraps lines so early. */
const wrapColumn = 45;
