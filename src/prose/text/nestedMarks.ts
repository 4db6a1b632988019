import type { BlockWriter } from './blockWriter.ts';
import type { WrappedText } from './lines.ts';

/** Marks within marks: bold in italic in a note. Deeper is nothing that a person reads. */
const deepest = 6;

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
      if (depth < deepest) write(from, to, depth + 1);
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
