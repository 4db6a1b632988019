/** A sentence of a scanned document. Offsets are UTF-16 code units into the document as it is now. */
export interface MarkedSentence {
  start: number;
  end: number;
  /** The sentence's place in the report's content, in UTF-16 code units. */
  contentStart: number;
  contentEnd: number;
  /** The sentence's score at the scan, 0..1. */
  score: number;
  /** Whether it was edited since the scan. */
  changed: boolean;
}

/** One replacement in a document, as VS Code tells it. */
export interface TextChange {
  rangeOffset: number;
  rangeLength: number;
  text: string;
}

/**
 * The sentences after the changes: moved along with the text around them, `changed` where the edit touched them,
 * gone where their whole text was deleted.
 * @param changes of one edit, none overlapping, all in offsets of the document before it.
 */
export function followChanges(
  sentences: readonly MarkedSentence[],
  changes: readonly TextChange[],
): MarkedSentence[] {
  // From the end backwards, no change moves another.
  const fromTheEnd = [...changes].sort((a, b) => b.rangeOffset - a.rangeOffset);
  return sentences
    .map((sentence) => fromTheEnd.reduce(followChange, sentence))
    .filter(({ start, end }) => start < end);
}

function followChange(sentence: MarkedSentence, change: TextChange): MarkedSentence {
  const { start, end } = sentence;
  const from = change.rangeOffset;
  const to = from + change.rangeLength;
  const grown = change.text.length - change.rangeLength;
  if (from >= end) return sentence;
  if (to <= start) return { ...sentence, start: start + grown, end: end + grown };
  return {
    ...sentence,
    // What was replaced across the sentence's edge belongs to it no more.
    start: from < start ? from + change.text.length : start,
    end: to > end ? from : end + grown,
    changed: true,
  };
}
