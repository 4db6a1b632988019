import { countBefore, type Range } from '../text/ranges.ts';
import type { BlockWriter } from './blockWriter.ts';

/** Wrapped lines as one text, with the way back. White space around each piece is left out. */
export class WrappedText {
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

/**
 * Writes a paragraph: what stands between the marks as it stands, and each mark as `writeMark` does.
 * @param marks a global pattern. Each match takes time in proportion to its own length, or this takes the square.
 */
export function writeMarkedText(
  writer: BlockWriter,
  wrapped: WrappedText,
  marks: RegExp,
  writeMark: (writer: BlockWriter, mark: Mark) => void,
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
