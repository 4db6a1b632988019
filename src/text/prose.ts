/** A piece of the document that stands in the prose letter for letter. Offsets are UTF-16 code units. */
export interface ProseSpan {
  /** Where the piece begins in `Prose.text`. */
  start: number;
  /** Where it begins in the document. */
  documentStart: number;
  length: number;
}

/** What a document says in running text, without its markup and code. */
export interface Prose {
  /** The prose, its blocks separated by blank lines. */
  text: string;
  /** In order, not overlapping; what lies between them in `text` is separators that the document does not hold. */
  spans: readonly ProseSpan[];
}

export const noProse: Prose = { text: '', spans: [] };

/** A state of the builder to return to. */
export interface BuilderMark {
  parts: number;
  spans: number;
  length: number;
}

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

  /** UTF-16 code units that are built. */
  get length(): number {
    return this.#length;
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

  mark(): BuilderMark {
    return { parts: this.#parts.length, spans: this.#spans.length, length: this.#length };
  }

  /** Takes back what was built after this mark, none of which goes on with a piece before it. */
  rewind({ parts, spans, length }: BuilderMark): void {
    this.#parts.length = parts;
    this.#spans.length = spans;
    this.#length = length;
  }

  build(): Prose {
    return { text: this.#parts.join(''), spans: this.#spans };
  }

  #append(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
  }
}
