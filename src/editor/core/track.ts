import type { Segment } from '../../api/report.ts';
import type { Prose } from '../../text/prose.ts';
import { countBefore, placeInDocument, type Range, toDocumentRanges } from '../../text/ranges.ts';
import { isMarkable, wordsOf } from '../../report/model/sentenceMarks.ts';
import {
  addChanges,
  type Edit,
  currentEnd,
  isEdited,
  type ReadText,
  currentStart,
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
  /** The score by its own words only; `undefined` if unknown. */
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
  readonly changed: boolean;
}

/**
 * The sentences of an analysed document, which follow edits. They are stored unchanged, separately from the edits.
 * So a keystroke costs no work per sentence, and an undone edit leaves no trace.
 */
export class TrackedSentences {
  #text: string;
  #sentences: readonly ScoredSentence[];
  #edits: readonly Edit[] = [];
  #all: readonly MarkedSentence[] | undefined;

  /**
   * @param text the whole document at the time of the analysis.
   * @param sentences in order, not overlapping.
   */
  constructor(text: string, sentences: readonly ScoredSentence[]) {
    this.#text = text;
    this.#sentences = sentences;
  }

  /** Whether the document was edited since the analysis, in a sentence or elsewhere. */
  get isEdited(): boolean {
    return this.#edits.length > 0;
  }

  /** The number of sentences in the analysis. */
  get count(): number {
    return this.#sentences.length;
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
    return (this.#all ??= this.slice(0, this.count));
  }

  /**
   * Applies edits.
   * @param steps the changes that VS Code reported, oldest first.
   * @param now reads the document after all of them.
   * @returns whether any sentence became changed or unchanged.
   */
  follow(steps: readonly (readonly TextChange[])[], now: ReadText): boolean {
    const before = this.#touchedSentences();
    const textBefore: ReadText = (start, end) => this.#text.slice(start, end);
    this.#edits = trimEdits(steps.reduce<readonly Edit[]>(addChanges, this.#edits), textBefore, now);
    this.#all = undefined;
    const after = this.#touchedSentences();
    return before.length !== after.length || before.some((index, i) => index !== after[i]);
  }

  /**
   * Applies a change of line endings, which VS Code reports as one change of the whole text although no sentence
   * changed.
   * @param read reads the whole document.
   * @returns whether the line endings differ from before.
   */
  setLineEnds(lineEnd: LineEnd, read: () => string): boolean {
    if (!hasOtherLineEnds(this.#text, lineEnd)) return false;
    const now = read();
    ({ text: this.#text, sentences: this.#sentences } = withLineEnds(this.#text, this.#sentences, lineEnd));
    this.#edits = [];
    this.follow([[{ rangeOffset: 0, rangeLength: this.#text.length, text: now }]], (start, end) =>
      now.slice(start, end),
    );
    return true;
  }

  /** The sentence at this current offset of the document. */
  at(offset: number): MarkedSentence | undefined {
    const index = this.indexAt(offset);
    const sentence = this.#sentences[index] && this.#currentSentence(index);
    return sentence && sentence.start <= offset && offset < sentence.end ? sentence : undefined;
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
  isEditedIn({ start, end }: Range): boolean {
    return isEdited(this.#edits, start, end);
  }

  /** The current range of the text that was between these offsets in the analysis. */
  currentRange({ start, end }: Range): Range {
    return { start: currentStart(this.#edits, start), end: currentEnd(this.#edits, end) };
  }

  /** The sentences with indexes from `from` to before `to`, without deleted ones. */
  slice(from: number, to: number): MarkedSentence[] {
    const sentences: MarkedSentence[] = [];
    for (let i = Math.max(0, from); i < Math.min(to, this.count); i++) {
      const sentence = this.#currentSentence(i);
      if (sentence.start < sentence.end) sentences.push(sentence);
    }
    return sentences;
  }

  #currentSentence(index: number): MarkedSentence {
    const sentence = this.#sentences[index]!;
    const { start, end } = sentence;
    return {
      ...sentence,
      start: currentStart(this.#edits, start),
      end: currentEnd(this.#edits, end),
      index,
      changed: isEdited(this.#edits, start, end),
    };
  }

  /** For each edit, the indexes of the sentences that it touches, and whether any of them remains. */
  #touchedSentences(): number[] {
    return this.#edits.flatMap(({ start, end, nowStart, nowEnd }) => {
      const first = countBefore(this.#sentences, (sentence) => sentence.end <= start);
      const afterLast = countBefore(this.#sentences, (sentence) => sentence.start < end);
      return first < afterLast ? [first, afterLast, Number(nowStart < nowEnd)] : [];
    });
  }
}

/**
 * Maps the segments of an analysed text to the document of its prose. Yields now and then, because a text of
 * megabytes has 100,000 segments.
 * @param document as it was read. Without it, a sentence that is not in the document letter for letter (one entity
 *   or macro) gets no place.
 */
export async function sentencesIn(
  segments: readonly Segment[],
  prose: Prose,
  document?: string,
): Promise<ScoredSentence[]> {
  const sentences: ScoredSentence[] = [];
  for (const segment of segments) {
    await yieldIfDue();
    const { start: contentStart, end: contentEnd, score, own_score } = segment;
    const words = wordsOf(prose.text, segment);
    const mayBeMarked = isMarkable(prose.text, segment);
    const known = toDocumentRanges(prose, contentStart, contentEnd);
    const ranges =
      known.length > 0 || document === undefined
        ? known
        : [placeInDocument(document, prose, segment)].filter(
            ({ start, end }) => start < end && start >= (sentences.at(-1)?.end ?? 0),
          );
    for (const { start, end } of ranges)
      sentences.push({
        ...{ start, end, contentStart, contentEnd, score, own_score, words },
        isMarkable: mayBeMarked,
      });
  }
  return sentences;
}

export type LineEnd = '\n' | '\r\n';

/** Whether a document with uniform line ends has different ones. */
function hasOtherLineEnds(text: string, lineEnd: LineEnd): boolean {
  const first = text.indexOf('\n');
  return first >= 0 && (text[first - 1] === '\r') !== (lineEnd === '\r\n');
}

/** Converts the text's line ends, and moves its sentences accordingly. */
function withLineEnds(
  text: string,
  sentences: readonly ScoredSentence[],
  lineEnd: LineEnd,
): { text: string; sentences: ScoredSentence[] } {
  const step = lineEnd === '\r\n' ? 1 : -1;
  let moved = 0;
  let next = text.indexOf('\n');
  /** Called with increasing offsets. */
  const toNewOffset = (offset: number): number => {
    for (; next >= 0 && next < offset; next = text.indexOf('\n', next + 1)) moved += step;
    return offset + moved;
  };
  return {
    sentences: sentences.map((sentence) => ({
      ...sentence,
      start: toNewOffset(sentence.start),
      end: toNewOffset(sentence.end),
    })),
    text: text.replace(/\r?\n/g, lineEnd),
  };
}

/**
 * The place of the sentence in the text, ignoring differences in white space; of several places the one nearest to the
 * offset. `undefined` if there is none.
 */
export function nearestOccurrence(text: string, sentence: string, offset: number): Range | undefined {
  const words = sentence.trim().split(/\s+/);
  if (words[0] === '') return undefined;
  const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('\\s+');
  let nearest: Range | undefined;
  for (const { index, 0: found } of text.matchAll(new RegExp(pattern, 'g'))) {
    if (nearest && Math.abs(index - offset) >= Math.abs(nearest.start - offset)) break;
    nearest = { start: index, end: index + found.length };
  }
  return nearest;
}
