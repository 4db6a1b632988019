import type { Prose, ProseSpan } from './prose.ts';

/** Puts prose together from pieces of a document and what stands between them. */
export class ProseBuilder {
  readonly #document: string;
  readonly #parts: string[] = [];
  readonly #spans: ProseSpan[] = [];
  #length = 0;

  constructor(document: string) {
    this.#document = document;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** Takes a piece of the document as it stands. Offsets are UTF-16 code units, end exclusive. */
  take(documentStart: number, documentEnd: number): void {
    const length = documentEnd - documentStart;
    if (length <= 0) return;
    const last = this.#spans.at(-1);
    if (
      last &&
      last.start + last.length === this.#length &&
      last.documentStart + last.length === documentStart
    ) {
      last.length += length;
    } else {
      this.#spans.push({ start: this.#length, documentStart, length });
    }
    this.#append(this.#document.slice(documentStart, documentEnd));
  }

  /** Adds what the document does not hold letter for letter: a blank line between blocks, a decoded character. */
  add(text: string): void {
    this.#append(text);
  }

  build(): Prose {
    return { text: this.#parts.join(''), spans: this.#spans };
  }

  #append(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
  }
}
