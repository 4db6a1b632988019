import type { Segment } from '../../api/report.ts';
import { escapeForRegExp } from '../../text/characters.ts';
import type { Prose } from '../../text/prose.ts';
import { countBefore, placeInDocument, type Range, toDocumentRanges } from '../../text/ranges.ts';
import { isMarkable, segmentWordCount } from '../../report/model/sentenceMarks.ts';
import {
  addChanges,
  currentEnd,
  currentRange,
  type Edit,
  isEdited,
  type ReadText,
  type TextChange,
  trimEdits,
} from './edits.ts';
import { yieldIfDue } from './periodicYield.ts';

/** A sentence's place in the document at the time of the analysis, in UTF-16 code units. */
export interface ScoredSentence {
  readonly start: number;
  readonly end: number;
  /** Its place in the analysed text, in UTF-16 code units. */
  readonly contentStart: number;
  readonly contentEnd: number;
  /** The sentence's score in the analysis, 0..1. */
  readonly score: number;
  /** The score of its own words alone; `undefined` if unknown. */
  readonly own_score?: number | undefined;
  readonly words: number;
  /** Whether it may be marked; headings, labels and licence lines may not. */
  readonly isMarkable: boolean;
}

/** A sentence of an analysed document, at its current place in UTF-16 code units. */
export interface MarkedSentence extends ScoredSentence {
  /** Its index among all sentences that were found. */
  readonly index: number;
  /** Whether it was edited since. */
  readonly isEdited: boolean;
}

/**
 * The sentences of an analysed document, which follow edits. They are stored unchanged, separately from the edits. A
 * keystroke therefore costs no work per sentence, and undoing an edit restores everything.
 */
export class TrackedSentences {
  #text: string;
  #sentences: readonly ScoredSentence[];
  #edits: readonly Edit[] = [];
  #touched = '';

  /** @param text the whole document at the time of the analysis. @param sentences in order, not overlapping. */
  constructor(text: string, sentences: readonly ScoredSentence[]) {
    this.#text = text;
    this.#sentences = sentences;
  }

  /** Whether the document was edited since the analysis, in a sentence or elsewhere. */
  get isEdited(): boolean {
    return this.#edits.length > 0;
  }

  /** The document at the time of the analysis. */
  get analysedText(): string {
    return this.#text;
  }

  /** The sentences at their places in the analysis. */
  get asAnalysed(): readonly ScoredSentence[] {
    return this.#sentences;
  }

  /** All sentences that were not deleted, in order. */
  get all(): readonly MarkedSentence[] {
    return this.slice(0, Infinity);
  }

  /**
   * Applies edits.
   * @param steps the changes that VS Code reported, oldest first.
   * @param now reads the document after all of them.
   * @returns whether any sentence became changed or unchanged.
   */
  follow(steps: readonly (readonly TextChange[])[], now: ReadText): boolean {
    const before = this.#touched;
    const textBefore: ReadText = (start, end) => this.#text.slice(start, end);
    this.#edits = trimEdits(steps.reduce(addChanges, this.#edits), textBefore, now);
    this.#touched = this.#touchedSentences();
    return this.#touched !== before;
  }

  /**
   * Applies a change of line endings, which VS Code reports as one change of the whole text.
   * @param read reads the whole document.
   * @returns whether the line endings differ from before.
   */
  setLineEnds(lineEnd: '\n' | '\r\n', read: () => string): boolean {
    const first = this.#text.indexOf('\n');
    const hadReturns = this.#text[first - 1] === '\r';
    if (first < 0 || hadReturns === (lineEnd === '\r\n')) return false;
    const places = this.#text.matchAll(hadReturns ? /\r(?=\n)/g : /(?=\n)/g);
    const text = hadReturns ? '' : '\r';
    const returns = addChanges(
      [],
      Array.from(places, ({ index, 0: { length } }) => ({ rangeOffset: index, rangeLength: length, text })),
    );
    this.#sentences = this.#sentences.map((sentence) => ({
      ...sentence,
      ...currentRange(returns, sentence),
    }));
    this.#text = this.#text.replace(/\r?\n/g, lineEnd);
    this.#edits = [];
    const now = read();
    this.follow([[{ rangeOffset: 0, rangeLength: this.#text.length, text: now }]], (start, end) =>
      now.slice(start, end),
    );
    return true;
  }

  /** The sentence at this current offset of the document. */
  at(offset: number): MarkedSentence | undefined {
    const index = this.indexAt(offset);
    const [sentence] = this.slice(index, index + 1);
    return sentence && sentence.start <= offset ? sentence : undefined;
  }

  /** The index of the first sentence that ends after this current offset. */
  indexAt(offset: number): number {
    return countBefore(this.#sentences, ({ end }) => currentEnd(this.#edits, end) <= offset);
  }

  /** The sentence's text at the time of the analysis. */
  analysedTextOf({ index }: MarkedSentence): string {
    const { start, end } = this.#sentences[index]!;
    return this.#text.slice(start, end);
  }

  /** Whether anything between these offsets was edited since the analysis. */
  isEditedIn(range: Range): boolean {
    return isEdited(this.#edits, range);
  }

  /** The current range of the text that was between these offsets in the analysis. */
  currentRange(range: Range): Range {
    return currentRange(this.#edits, range);
  }

  /** The sentences with indexes from `from` to before `to`, without deleted ones. */
  slice(from: number, to: number): MarkedSentence[] {
    const sentences: MarkedSentence[] = [];
    for (let index = Math.max(0, from); index < Math.min(to, this.#sentences.length); index++) {
      const sentence = this.#sentences[index]!;
      const { start, end } = this.currentRange(sentence);
      if (start < end)
        sentences.push({ ...sentence, start, end, index, isEdited: this.isEditedIn(sentence) });
    }
    return sentences;
  }

  /** For each edit that touches sentences, their indexes and whether any of them remains. */
  #touchedSentences(): string {
    const touched = this.#edits.flatMap(({ start, end, nowStart, nowEnd }) => {
      const first = countBefore(this.#sentences, (sentence) => sentence.end <= start);
      const afterLast = countBefore(this.#sentences, (sentence) => sentence.start < end);
      return first < afterLast ? [first, afterLast, nowStart < nowEnd] : [];
    });
    return touched.join();
  }
}

/** Finds the segments of an analysed text in its document. Yields, because there may be 100,000 segments. */
export async function trackSentences(
  segments: readonly Segment[],
  prose: Prose,
  document: string,
): Promise<TrackedSentences> {
  const sentences: ScoredSentence[] = [];
  for (const segment of segments) {
    await yieldIfDue();
    const { start: contentStart, end: contentEnd, score, own_score } = segment;
    const words = segmentWordCount(prose.text, segment);
    const mayBeMarked = isMarkable(prose.text, segment);
    let ranges = toDocumentRanges(prose, contentStart, contentEnd);
    if (ranges.length === 0) {
      // The document spells the segment differently, for example as an entity or macro.
      const place = placeInDocument(document, prose, segment);
      if (place.start < place.end && place.start >= (sentences.at(-1)?.end ?? 0)) ranges = [place];
    }
    for (const { start, end } of ranges)
      sentences.push({
        ...{ start, end, contentStart, contentEnd, score, own_score, words },
        isMarkable: mayBeMarked,
      });
  }
  return new TrackedSentences(document, sentences);
}

/**
 * The sentence's occurrence in the text nearest to the offset, ignoring differences in white space; `undefined` if
 * there is none.
 */
export function nearestOccurrence(text: string, sentence: string, offset: number): Range | undefined {
  const words = sentence.trim().split(/\s+/);
  if (words[0] === '') return undefined;
  const pattern = words.map(escapeForRegExp).join('\\s+');
  let nearest: Range | undefined;
  for (const { index, 0: found } of text.matchAll(new RegExp(pattern, 'g'))) {
    if (nearest && Math.abs(index - offset) >= Math.abs(nearest.start - offset)) break;
    nearest = { start: index, end: index + found.length };
  }
  return nearest;
}
