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

/** How much of the prose is built. */
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

/**
 * Adds prose that was found in a text which is itself pieced together from the document: a comment without its
 * marks, a string without its escapes.
 * @param outer the text that was read, with its place in the document.
 * @param inner the prose in it; its spans are offsets into `outer.text`.
 */
export function takeThrough(builder: ProseBuilder, outer: Prose, inner: Prose): void {
  let taken = 0;
  let i = 0;
  for (const { start, documentStart, length } of inner.spans) {
    builder.add(inner.text.slice(taken, start));
    taken = start + length;
    let from = documentStart;
    const end = documentStart + length;
    while (from < end) {
      while (i < outer.spans.length && outer.spans[i]!.start + outer.spans[i]!.length <= from) i++;
      const span = outer.spans[i];
      const spanStart = Math.min(span?.start ?? end, end);
      // What the document does not hold letter for letter.
      if (from < spanStart) builder.add(outer.text.slice(from, spanStart));
      from = Math.max(from, spanStart);
      if (!span || from >= end) break;
      const to = Math.min(end, span.start + span.length);
      builder.take(span.documentStart + from - span.start, span.documentStart + to - span.start);
      from = to;
    }
  }
  builder.add(inner.text.slice(taken));
}
