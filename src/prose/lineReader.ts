import { isBlank, linesOf, type Line } from '../text/lines.ts';
import type { Prose } from '../text/prose.ts';
import { countBefore, type Range } from '../text/ranges.ts';
import { BlockWriter } from './blockWriter.ts';

/** Reads a document whose blocks are told by the lines that they begin with, and whose marks stand within paragraphs. */
export abstract class LineReader {
  protected readonly document: string;
  /** A line whose mark was read may be replaced by what stands behind it. */
  protected readonly lines: Line[];
  protected readonly writer: BlockWriter;
  protected isInList = false;
  readonly #marks: RegExp;
  readonly #writeMark: WriteMark;

  /** @param marks a global pattern. Each match takes time in proportion to its own length, or this takes the square. */
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

  /** Reads the block that begins at this line, which isn't blank. Returns the index of the line after it, as all do. */
  protected abstract block(i: number): number;

  protected beginList(): void {
    if (!this.isInList) this.writer.openList();
    this.isInList = true;
  }

  protected endList(): void {
    if (this.isInList) this.writer.closeList();
    this.isInList = false;
  }

  /** What stands in a line behind a mark of this length, which white space may stand before. */
  protected after(i: number, mark: number): Range {
    const { text, end } = this.lines[i]!;
    return { start: end - text.trimStart().length + mark, end };
  }

  /** The index of the first blank line from this one on. */
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

  /** The same within a block. */
  protected writeText(pieces: readonly Range[]): void {
    writeMarkedText(this.writer, new WrappedText(this.document, pieces), this.#marks, this.#writeMark);
  }
}

type WriteMark = (writer: BlockWriter, mark: Mark) => void;

/** Wrapped lines as one text, with the way back. White space around each piece is left out. */
class WrappedText {
  /** The pieces, a line feed between each two. */
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

  /** Writes a part of the text as it stands in the document, a space for each line end. */
  write(writer: BlockWriter, from: number, to: number): void {
    for (let i = this.#pieceAt(from); i < this.#pieces.length && from < to; i++) {
      const { textStart, start } = this.#pieces[i]!;
      const end = Math.min(to, (this.#pieces[i + 1]?.textStart ?? Infinity) - 1);
      if (end > from) writer.takeWords(start + from - textStart, start + end - textStart);
      if (end < to) writer.space();
      from = Math.max(from, end + 1);
    }
  }

  /** The index of the piece that holds this offset of the text. */
  #pieceAt(offset: number): number {
    return countBefore(this.#pieces, ({ textStart }) => textStart <= offset) - 1;
  }
}

/** Marks within marks: bold in italic in a note. No person writes deeper ones. */
const maxDepth = 6;

/** A mark that was met in a paragraph. Offsets are UTF-16, of the paragraph's text. */
export interface Mark {
  match: RegExpExecArray;
  start: number;
  end: number;
  /** Writes a part of the mark as it stands. */
  literally: (start: number, end: number) => void;
  /** Writes a part of the mark, whose marks are marks in turn. */
  nested: (start: number, end: number) => void;
}

/** Writes a paragraph: what stands between the marks as it stands, and each mark as `writeMark` does. */
function writeMarkedText(
  writer: BlockWriter,
  wrapped: WrappedText,
  marks: RegExp,
  writeMark: WriteMark,
): void {
  const literally = (start: number, end: number): void => {
    wrapped.write(writer, start, end);
  };
  const write = (start: number, end: number, depth: number): void => {
    const nested = (from: number, to: number): void => {
      if (depth < maxDepth) write(from, to, depth + 1);
      else literally(from, to);
    };
    let from = start;
    for (const match of wrapped.text.slice(start, end).matchAll(marks)) {
      const at = start + match.index;
      literally(from, at);
      from = at + match[0].length;
      writeMark(writer, { match, start: at, end: from, literally, nested });
    }
    literally(from, end);
  };
  write(0, wrapped.text.length, 0);
}
