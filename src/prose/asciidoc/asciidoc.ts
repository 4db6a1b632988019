import { BlockWriter } from '../text/blockWriter.ts';
import * as adoc from './blocks.ts';
import { writeAsciidocText } from './inline.ts';
import { isBlank, linesOf, WrappedText, type Line } from '../text/lines.ts';
import type { Prose } from '../text/prose.ts';
import type { Range } from '../text/ranges.ts';

/**
 * The prose of an AsciiDoc document: titles, paragraphs, items, definitions, admonitions, quotes, and footnotes in
 * brackets where they are called. Left out are the header, attributes, comments, code, tables, formulas, references
 * and macros that write no text.
 *
 * Read line by line by our own rules, after https://docs.asciidoctor.org/asciidoc/latest/, because Asciidoctor says
 * on which line a block begins but not where a word stands: it turns marks within a paragraph into HTML at once.
 */
export function asciidocProse(document: string): Prose {
  return new AsciidocReader(document).read();
}

class AsciidocReader {
  readonly #document: string;
  readonly #lines: readonly Line[];
  readonly #writer: BlockWriter;
  #isInList = false;
  /** Whether the attributes above the block that comes say that it is code or a formula. */
  #isCode = false;

  constructor(document: string) {
    this.#document = document;
    this.#lines = linesOf(document);
    this.#writer = new BlockWriter(document);
  }

  read(): Prose {
    let i = this.#header();
    while (i < this.#lines.length) i = this.#block(i);
    return this.#writer.build();
  }

  /** Front matter, the document's title, author and attributes. Returns the index of the line behind it, as all do. */
  #header(): number {
    let i = 0;
    if (this.#lines[0]?.text === '---') i = adoc.closingLine(this.#lines, 0, '---') ?? 0;
    while (i < this.#lines.length && (isBlank(this.#lines[i]) || adoc.isUnread(this.#lines[i]!.text))) i++;
    const title = adoc.titleMark(this.#lines[i]?.text ?? '');
    if (title !== 2) return i;
    this.#write([this.#behind(i, title)]);
    // Who wrote it and when stands directly below.
    for (i++; i < this.#lines.length && !isBlank(this.#lines[i]);) i++;
    return i;
  }

  #block(i: number): number {
    const line = this.#lines[i]!;
    const text = line.text.trimEnd();
    if (isBlank(line)) return i + 1;
    const fence = adoc.fenceOf(text);
    if (fence !== undefined) return this.#fence(i, text, fence);
    if (text === '+') return i + 1;
    if (adoc.isAttributes(text)) {
      this.#isCode = this.#isCode || adoc.saysCode(text);
      return i + 1;
    }
    if (adoc.isUnread(text)) return this.#continued(i);
    const item = adoc.itemMark(text);
    if (this.#isCode || (item === 0 && line.indent > 0 && !this.#isInList)) return this.#code(i);
    if (item > 0) return this.#item(i, item);
    const definition = adoc.definitionMark(text);
    if (definition) return this.#definition(i, definition);
    const title = adoc.titleMark(text) || adoc.captionMark(text);
    if (title > 0) {
      this.#endList();
      this.#write([this.#behind(i, title)]);
      return i + 1;
    }
    if (adoc.isUnderlined(this.#lines, i)) {
      this.#endList();
      this.#write([line]);
      return i + 2;
    }
    // In a list, only what a plus sign joins to an item belongs to it.
    if (this.#lines[i - 1]?.text.trimEnd() !== '+') this.#endList();
    return this.#text(i, adoc.admonitionMark(text));
  }

  /** A line that opens or closes a block: what it holds is left out, or read as if the line were not there. */
  #fence(i: number, text: string, fence: 'code' | 'text'): number {
    const isCode = fence === 'code' || this.#isCode;
    this.#isCode = false;
    if (!isCode) return i + 1;
    return (adoc.closingLine(this.#lines, i, text) ?? this.#lines.length - 1) + 1;
  }

  #code(i: number): number {
    this.#isCode = false;
    while (i < this.#lines.length && !isBlank(this.#lines[i])) i++;
    return i;
  }

  /** An attribute may go on behind a backslash at the end of its line. */
  #continued(i: number): number {
    while ((this.#lines[i]?.text ?? '').endsWith(' \\')) i++;
    return i + 1;
  }

  #item(i: number, mark: number): number {
    this.#beginList();
    return this.#text(i, mark);
  }

  #definition(i: number, { term, length }: adoc.DefinitionMark): number {
    this.#beginList();
    const { start, text } = this.#lines[i]!;
    const indent = text.length - text.trimStart().length;
    this.#write([{ start: start + indent, end: start + indent + term }]);
    if (text.trimEnd().length > indent + length) return this.#text(i, length);
    const next = this.#lines[i + 1];
    return next && !adoc.interrupts(next, true) ? this.#text(i + 1, 0) : i + 1;
  }

  #beginList(): void {
    if (!this.#isInList) this.#writer.openList();
    this.#isInList = true;
  }

  #endList(): void {
    if (this.#isInList) this.#writer.closeList();
    this.#isInList = false;
  }

  /** Writes a paragraph: this line behind its mark, and all lines to the next blank one or the next block. */
  #text(i: number, mark: number): number {
    const pieces: Range[] = [this.#behind(i, mark)];
    for (i++; i < this.#lines.length && !adoc.interrupts(this.#lines[i]!, this.#isInList); i++) {
      const line = this.#lines[i]!;
      if (!adoc.isDirective(line.text)) pieces.push(line);
    }
    this.#write(pieces);
    return i;
  }

  #behind(i: number, mark: number): Range {
    const { text, end } = this.#lines[i]!;
    return { start: end - text.trimStart().length + mark, end };
  }

  #write(pieces: readonly Range[]): void {
    this.#writer.open();
    writeAsciidocText(this.#writer, new WrappedText(this.#document, pieces));
    this.#writer.close();
  }
}
