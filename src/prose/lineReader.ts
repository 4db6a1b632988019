import { isBlank, linesOf, type Line } from '../text/lines.ts';
import type { Prose } from '../text/prose.ts';
import { countBefore, type Range } from '../text/ranges.ts';
import { BlockWriter } from './blockWriter.ts';

/** Reads a format whose blocks are recognised by their first line and whose inline marks are within paragraphs. */
export abstract class LineReader {
  protected readonly document: string;
  /** A line can be replaced by its rest once its mark is read. */
  protected readonly lines: Line[];
  protected readonly writer: BlockWriter;
  protected isInList = false;
  readonly #marks: RegExp;
  readonly #writeMark: WriteMark;

  /** @param marks a global pattern. Each match must take linear time in its own length, or reading takes quadratic time. */
  constructor(document: string, marks: RegExp, writeMark: WriteMark) {
    this.document = document;
    this.lines = linesOf(document);
    this.writer = new BlockWriter(document);
    this.#marks = marks;
    this.#writeMark = writeMark;
  }

  /** @param first the index of the line to begin with. */
  read(first = 0): Prose {
    for (let i = first; i < this.lines.length;) i = isBlank(this.lines[i]) ? i + 1 : this.block(i);
    return this.writer.build();
  }

  /** Reads the block that begins at this line, which isn't blank. @returns the index of the line after the block. */
  protected abstract block(i: number): number;

  protected beginList(): void {
    if (!this.isInList) this.writer.openList();
    this.isInList = true;
  }

  protected endList(): void {
    if (this.isInList) this.writer.closeList();
    this.isInList = false;
  }

  /** The rest of a line after white space and a mark of this length. */
  protected after(i: number, mark: number): Range {
    const { text, end } = this.lines[i]!;
    return { start: end - text.trimStart().length + mark, end };
  }

  /** The index of the first blank line at or after this one. */
  protected blankAfter(i: number): number {
    while (i < this.lines.length && !isBlank(this.lines[i])) i++;
    return i;
  }

  /** Writes wrapped lines as a block. */
  protected write(pieces: readonly Range[]): void {
    this.writer.open();
    this.writeText(pieces);
    this.writer.close();
  }

  /** Writes wrapped lines within an open block. */
  protected writeText(pieces: readonly Range[]): void {
    writeMarkedText(this.writer, new WrappedText(this.document, pieces), this.#marks, this.#writeMark);
  }
}

type WriteMark = (writer: BlockWriter, mark: Mark) => void;

/** Wrapped lines as one text that maps back to the document. White space around each piece is left out. */
class WrappedText {
  /** The pieces, joined by line feeds. */
  readonly text: string;
  readonly #pieces: { textStart: number; start: number }[] = [];

  constructor(document: string, pieces: readonly Range[]) {
    const parts: string[] = [];
    let textStart = 0;
    for (const { start, end } of pieces) {
      const piece = document.slice(start, end);
      const text = piece.trim();
      this.#pieces.push({ textStart, start: start + piece.length - piece.trimStart().length });
      parts.push(text);
      textStart += text.length + 1;
    }
    this.text = parts.join('\n');
  }

  /** Writes a part of the text, with a space for each line end. */
  write(writer: BlockWriter, from: number, to: number): void {
    for (let i = this.#pieceAt(from); i < this.#pieces.length && from < to; i++) {
      const { textStart, start } = this.#pieces[i]!;
      const end = Math.min(to, (this.#pieces[i + 1]?.textStart ?? Infinity) - 1);
      if (end > from) writer.takeWords(start + from - textStart, start + end - textStart);
      if (end < to) writer.space();
      from = Math.max(from, end + 1);
    }
  }

  /** The index of the piece at this offset of the text. */
  #pieceAt(offset: number): number {
    return countBefore(this.#pieces, ({ textStart }) => textStart <= offset) - 1;
  }
}

/** The deepest nesting of marks that is read, such as bold in italic in a note. */
const maxDepth = 6;

/** A mark in a paragraph. Offsets are in UTF-16 code units of the paragraph's text. */
export interface Mark {
  match: RegExpExecArray;
  start: number;
  end: number;
  /** Writes a part of the mark unchanged. */
  writeLiterally: (start: number, end: number) => void;
  /** Writes a part of the mark that can contain other marks. */
  writeNested: (start: number, end: number) => void;
}

/** Writes a paragraph: each mark with `writeMark`, and the text between marks unchanged. */
function writeMarkedText(
  writer: BlockWriter,
  wrapped: WrappedText,
  marks: RegExp,
  writeMark: WriteMark,
): void {
  const writeLiterally = (start: number, end: number): void => {
    wrapped.write(writer, start, end);
  };
  const write = (start: number, end: number, depth: number): void => {
    const writeNested = (from: number, to: number): void => {
      if (depth < maxDepth) write(from, to, depth + 1);
      else writeLiterally(from, to);
    };
    let from = start;
    for (const match of wrapped.text.slice(start, end).matchAll(marks)) {
      const at = start + match.index;
      writeLiterally(from, at);
      from = at + match[0].length;
      writeMark(writer, { match, start: at, end: from, writeLiterally, writeNested });
    }
    writeLiterally(from, end);
  };
  write(0, wrapped.text.length, 0);
}
