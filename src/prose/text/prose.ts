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
