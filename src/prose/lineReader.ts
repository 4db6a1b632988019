import { decodeHTMLStrict } from 'entities/decode';
import { isBlank, linesOf, type Line } from '../text/lines.ts';
import type { Prose } from '../text/prose.ts';
import { countBefore, type Range } from '../text/ranges.ts';
import { BlockWriter } from './blockWriter.ts';

/** Reads a format whose blocks are recognised by their first line and whose inline marks are within paragraphs. */
export abstract class LineReader {
  protected abstract readonly marks: InlineMarks;
  protected readonly document: string;
  /** After a line's mark is read, the line can be replaced by its rest. */
  protected readonly lines: Line[];
  protected readonly writer: BlockWriter;
  protected isInList = false;

  constructor(document: string) {
    this.document = document;
    this.lines = linesOf(document);
    this.writer = new BlockWriter(document);
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

  /** Writes wrapped lines within an open block, without the white space around each. */
  protected writeText(pieces: readonly Range[]): void {
    const { document, writer } = this;
    const lines: { textStart: number; start: number }[] = [];
    let text = '';
    for (const { start, end } of pieces) {
      const piece = document.slice(start, end);
      if (lines.length > 0) text += '\n';
      lines.push({ textStart: text.length, start: start + piece.length - piece.trimStart().length });
      text += piece.trim();
    }
    const writeLiterally = (from: number, to: number): void => {
      let i = countBefore(lines, ({ textStart }) => textStart <= from) - 1;
      for (; i < lines.length && from < to; i++) {
        const { textStart, start } = lines[i]!;
        const end = Math.min(to, (lines[i + 1]?.textStart ?? Infinity) - 1);
        if (end > from) writer.takeWords(start + from - textStart, start + end - textStart);
        if (end < to) writer.space();
        from = Math.max(from, end + 1);
      }
    };
    const write = (start: number, end: number, depth: number): void => {
      let from = start;
      for (const match of text.slice(start, end).matchAll(this.marks.pattern)) {
        const at = start + match.index;
        const next = at + match[0].length;
        writeLiterally(from, at);
        this.marks.write({
          writer,
          text: match[0],
          groups: match.groups!,
          writeLiterally: (before, after = before) => {
            writeLiterally(at + before, next - after);
          },
          writeNested: (before, after = before) => {
            if (depth < maxDepth) write(at + before, next - after, depth + 1);
            else writeLiterally(at + before, next - after);
          },
        });
        from = next;
      }
      writeLiterally(from, end);
    };
    write(0, text.length, 0);
  }
}

/** The deepest nesting of marks that is read, such as bold in italic in a note. */
const maxDepth = 6;

/** A mark in a paragraph. */
export interface Mark {
  writer: BlockWriter;
  text: string;
  /** The named groups of its pattern. */
  groups: Partial<Record<string, string>>;
  /**
   * Writes the mark without the first `before` and the last `after` characters; by default, `after` equals
   * `before`.
   */
  writeLiterally: (before: number, after?: number) => void;
  /** Does the same for text that can contain other marks. */
  writeNested: (before: number, after?: number) => void;
}

/** The inline marks of a format. */
interface InlineMarks {
  pattern: RegExp;
  write: (mark: Mark) => void;
}

/** The source of a mark's pattern, and what writes it. */
type InlineMark = readonly [pattern: string, write: (mark: Mark) => void];

/**
 * Combines the marks of a format: of several that match at an offset, the first is used. Each match must take linear time
 * in its own length, or reading takes quadratic time.
 */
export function inlineMarks(marks: readonly InlineMark[], flags = 'g'): InlineMarks {
  const named = marks.map(([pattern, write], i) => ({ name: `mark${i}`, pattern, write }));
  const source = named.map(({ name, pattern }) => `(?<${name}>${pattern})`).join('|');
  return {
    pattern: new RegExp(source, flags),
    write: (mark) => {
      named.find(({ name }) => mark.groups[name] !== undefined)!.write(mark);
    },
  };
}

/** Writes a mark's text unchanged, without that number of characters at both ends. */
export function literal(before: number, after = before): InlineMark[1] {
  return ({ writeLiterally }) => {
    writeLiterally(before, after);
  };
}

/** Writes a mark's text, which can contain other marks, without that number of characters at both ends. */
export function nested(before: number, after = before): InlineMark[1] {
  return ({ writeNested }) => {
    writeNested(before, after);
  };
}

export function leaveOut({ writer }: Mark): void {
  writer.leaveOut();
}

export function hardBreak({ writer }: Mark): void {
  writer.hardBreak();
}

export function characterReference({ writer, text }: Mark): void {
  writer.decoded(decodeHTMLStrict(text));
}
