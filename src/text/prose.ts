/** A piece of the document that the prose contains unchanged. Offsets are UTF-16 code units. */
export interface ProseSpan {
  /** Where the piece begins in `Prose.text`. */
  start: number;
  /** Where it begins in the document. */
  documentStart: number;
  length: number;
}

/** The running text of a document, without markup and code. */
export interface Prose {
  /** The prose, with blank lines between its blocks. */
  text: string;
  /** In order, without overlaps. Text between two spans is not in the document: separators and decoded characters. */
  spans: readonly ProseSpan[];
}

export const noProse: Prose = { text: '', spans: [] };

/** Builds prose from pieces of a document and the separators between them. */
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

  /** The length so far, in UTF-16 code units. */
  get length(): number {
    return this.#length;
  }

  /** Appends a piece of the document unchanged. Offsets are UTF-16 code units, end exclusive. */
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
    this.add(this.#document.slice(documentStart, documentEnd));
  }

  /** Appends text that is not in the document: a blank line between blocks, a decoded character. */
  add(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
  }

  /** @returns a function that removes everything appended since. No removed piece may continue an earlier one. */
  checkpoint(): () => void {
    const parts = this.#parts.length;
    const spans = this.#spans.length;
    const length = this.#length;
    return () => {
      this.#parts.length = parts;
      this.#spans.length = spans;
      this.#length = length;
    };
  }

  build(): Prose {
    return { text: this.#parts.join(''), spans: this.#spans };
  }
}
