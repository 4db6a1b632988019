import { BlockWriter } from '../text/blockWriter.ts';
import { isBlank, linesOf, WrappedText, type Line } from '../text/lines.ts';
import * as org from './blocks.ts';
import { writeOrgText } from './inline.ts';
import type { Prose } from '../text/prose.ts';
import type { Range } from '../text/ranges.ts';

/**
 * The prose of an Org document: headlines, paragraphs, items, definitions, quotes, captions, and footnotes where they
 * stand. Left out are settings, drawers, comments, code, tables, formulas, dates, references and what is never exported.
 *
 * Read line by line by our own rules, after https://orgmode.org/worg/org-syntax.html.
 */
export function orgProse(document: string): Prose {
  return new OrgReader(document).read();
}

class OrgReader {
  readonly #document: string;
  readonly #lines: readonly Line[];
  readonly #writer: BlockWriter;
  /** Of each thing that closes a block, the lines where it stands that lie ahead, the nearest last. */
  readonly #closers = new Map<string, number[]>();
  #isInList = false;

  constructor(document: string) {
    this.#document = document;
    this.#lines = linesOf(document);
    this.#writer = new BlockWriter(document);
    for (let i = this.#lines.length - 1; i >= 0; i--) {
      const closed = org.closedBy(this.#lines[i]!.text);
      if (closed === undefined) continue;
      const places = this.#closers.get(closed);
      if (places) places.push(i);
      else this.#closers.set(closed, [i]);
    }
  }

  read(): Prose {
    for (let i = 0; i < this.#lines.length;) i = this.#element(i);
    return this.#writer.build();
  }

  /** Returns the index of the line behind what begins here, as all do. */
  #element(i: number): number {
    const line = this.#lines[i]!;
    if (isBlank(line)) return i + 1;
    const headline = org.headlineOf(line.text);
    if (headline) return this.#headline(i, headline);
    const closer = org.closerOf(line.text);
    if (closer !== undefined) {
      const end = this.#next(closer, i);
      if (end !== undefined) return end + 1;
    }
    const shown = org.shownSettingMark(line.text);
    if (shown > 0) {
      this.#write([{ start: line.start + shown, end: line.end }]);
      return i + 1;
    }
    if (org.isUnread(line.text)) return i + 1;
    const item = org.itemMark(line.text);
    if (item > 0) return this.#item(i, item);
    // What is indented below an item belongs to it.
    if (line.indent === 0) this.#endList();
    return this.#text(i, org.footnoteMark(line.text));
  }

  /** The next line that closes a block. */
  #next(closer: string, from: number): number | undefined {
    const places = this.#closers.get(closer) ?? [];
    while (places.length > 0 && places.at(-1)! < from) places.pop();
    return places.at(-1);
  }

  #headline(i: number, { level, mark, end, isComment }: org.Headline): number {
    this.#endList();
    if (!isComment) {
      const { start } = this.#lines[i]!;
      this.#write([{ start: start + mark, end: start + end }]);
      return i + 1;
    }
    for (i++; i < this.#lines.length; i++) {
      if ((org.headlineOf(this.#lines[i]!.text)?.level ?? Infinity) <= level) break;
    }
    return i;
  }

  #item(i: number, mark: number): number {
    if (!this.#isInList) this.#writer.openList();
    this.#isInList = true;
    const { start, text } = this.#lines[i]!;
    const term = org.termOf(text.slice(mark));
    if (!term) return this.#text(i, mark);
    this.#write([{ start: start + mark, end: start + mark + term.length }]);
    return this.#text(i, mark + term.behind);
  }

  #endList(): void {
    if (this.#isInList) this.#writer.closeList();
    this.#isInList = false;
  }

  /** Writes a paragraph: this line behind its mark, and all lines to the next blank one or the next element. */
  #text(i: number, mark: number): number {
    const { start, end } = this.#lines[i]!;
    const pieces: Range[] = [{ start: start + mark, end }];
    for (i++; i < this.#lines.length && !org.interrupts(this.#lines[i]!); i++) pieces.push(this.#lines[i]!);
    this.#write(pieces);
    return i;
  }

  #write(pieces: readonly Range[]): void {
    this.#writer.open();
    writeOrgText(this.#writer, new WrappedText(this.#document, pieces));
    this.#writer.close();
  }
}
