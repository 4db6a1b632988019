import { countBefore } from '../../text/ranges.ts';
import type { Segment } from '../../api/report.ts';
import type { Prose } from '../../text/prose.ts';
import { placeInDocument, type Range, toDocumentRanges } from '../../text/ranges.ts';
import { isMarkable, wordsOf } from '../../report/model/sentenceMarks.ts';
import {
  addChanges,
  type Edit,
  endNow,
  isEdited,
  type ReadText,
  startNow,
  type TextChange,
  trimEdits,
} from './edits.ts';
import { yieldIfDue } from './periodicYield.ts';

/** A sentence where it was when the document was analysed. Offsets are UTF-16 code units into the document then. */
export interface ScoredSentence {
  readonly start: number;
  readonly end: number;
  /** The sentence's place in the text that was analysed, in UTF-16 code units. */
  readonly contentStart: number;
  readonly contentEnd: number;
  /** The sentence's score then, 0..1. */
  readonly score: number;
  /** The same by its own words alone; `undefined` where that is not known. */
  readonly own_score?: number | undefined;
  readonly words: number;
  /** Whether it may be marked: a heading, a label or a licence line may not. */
  readonly isMarkable: boolean;
}

/** A sentence of an analysed document. Offsets are UTF-16 code units into the document as it is now. */
export interface MarkedSentence extends ScoredSentence {
  /** Its place among all that were found. */
  readonly index: number;
  /** Whether it was edited since. */
  readonly changed: boolean;
}

/**
 * The sentences of an analysed document, which follow what is typed into it. They are kept as they were, beside the
 * edits since: so a keystroke costs nothing a sentence, and an edit that is undone leaves no trace.
 */
export class TrackedSentences {
  #text: string;
  #sentences: readonly ScoredSentence[];
  #edits: readonly Edit[] = [];
  #all: readonly MarkedSentence[] | undefined;

  /**
   * @param text the whole document as it was analysed.
   * @param sentences in order, not overlapping.
   */
  constructor(text: string, sentences: readonly ScoredSentence[]) {
    this.#text = text;
    this.#sentences = sentences;
  }

  /** Whether the document is otherwise than when it was analysed, in a sentence or outside them. */
  get isEdited(): boolean {
    return this.#edits.length > 0;
  }

  /** How many there were when the document was analysed. */
  get count(): number {
    return this.#sentences.length;
  }

  /** The document as it was analysed. */
  get analysedText(): string {
    return this.#text;
  }

  /** The sentences where they were then. */
  get asAnalysed(): readonly ScoredSentence[] {
    return this.#sentences;
  }

  /** All that were not deleted, in order. */
  get all(): readonly MarkedSentence[] {
    return (this.#all ??= this.slice(0, this.count));
  }

  /**
   * Takes in what was typed.
   * @param changes what VS Code reported in one or more steps, oldest first.
   * @param now reads the document as it is after all of them.
   * @returns whether a sentence turned into a changed one, or back.
   */
  follow(steps: readonly (readonly TextChange[])[], now: ReadText): boolean {
    const before = this.#touched();
    const then: ReadText = (start, end) => this.#text.slice(start, end);
    this.#edits = trimEdits(steps.reduce<readonly Edit[]>(addChanges, this.#edits), then, now);
    this.#all = undefined;
    const after = this.#touched();
    return before.length !== after.length || before.some((index, i) => index !== after[i]);
  }

  /**
   * Takes in that the document has these line ends now, which is reported as one change of everything and is none of any
   * sentence.
   * @param read reads the whole document.
   * @returns whether they were others before.
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

  /** The sentence at this offset of the document as it is now. */
  at(offset: number): MarkedSentence | undefined {
    const index = this.indexAt(offset);
    const sentence = this.#sentences[index] && this.#now(index);
    return sentence && sentence.start <= offset && offset < sentence.end ? sentence : undefined;
  }

  /** The place among all of the first sentence that ends after this offset of the document as it is now. */
  indexAt(offset: number): number {
    return countBefore(this.#sentences, ({ end }) => endNow(this.#edits, end) <= offset);
  }

  /** What the sentence said when the document was analysed. */
  analysedTextOf({ index }: MarkedSentence): string {
    const { start, end } = this.#sentences[index]!;
    return this.#text.slice(start, end);
  }

  /** Whether anything between these offsets was replaced since the document was analysed. */
  isEditedIn({ start, end }: Range): boolean {
    return isEdited(this.#edits, start, end);
  }

  /** Where what lay between these offsets when the document was analysed is now. */
  rangeNow({ start, end }: Range): Range {
    return { start: startNow(this.#edits, start), end: endNow(this.#edits, end) };
  }

  /** Those from one place among all to before another, without those that were deleted. */
  slice(from: number, to: number): MarkedSentence[] {
    const sentences: MarkedSentence[] = [];
    for (let i = Math.max(0, from); i < Math.min(to, this.count); i++) {
      const sentence = this.#now(i);
      if (sentence.start < sentence.end) sentences.push(sentence);
    }
    return sentences;
  }

  #now(index: number): MarkedSentence {
    const sentence = this.#sentences[index]!;
    const { start, end } = sentence;
    return {
      ...sentence,
      start: startNow(this.#edits, start),
      end: endNow(this.#edits, end),
      index,
      changed: isEdited(this.#edits, start, end),
    };
  }

  /** The sentences that each edit touches, as places among all, and whether it left anything of them. */
  #touched(): number[] {
    return this.#edits.flatMap(({ start, end, nowStart, nowEnd }) => {
      const first = countBefore(this.#sentences, (sentence) => sentence.end <= start);
      const afterLast = countBefore(this.#sentences, (sentence) => sentence.start < end);
      return first < afterLast ? [first, afterLast, Number(nowStart < nowEnd)] : [];
    });
  }
}

/**
 * The segments of an analysed text where they stand in the document that its prose was taken from. The thread is free
 * now and then: a text of megabytes has 100,000.
 * @param document as it was read. A sentence of which no letter stands in it, as where it is one entity or macro, has the
 *   place of that; without a document, none.
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

/** Whether a document, whose line ends are all alike, has others than these. */
function hasOtherLineEnds(text: string, lineEnd: LineEnd): boolean {
  const first = text.indexOf('\n');
  return first >= 0 && (text[first - 1] === '\r') !== (lineEnd === '\r\n');
}

/** The text with these line ends, and its sentences where they are then. */
function withLineEnds(
  text: string,
  sentences: readonly ScoredSentence[],
  lineEnd: LineEnd,
): { text: string; sentences: ScoredSentence[] } {
  const step = lineEnd === '\r\n' ? 1 : -1;
  let moved = 0;
  let next = text.indexOf('\n');
  /** Called with offsets that grow. */
  const move = (offset: number): number => {
    for (; next >= 0 && next < offset; next = text.indexOf('\n', next + 1)) moved += step;
    return offset + moved;
  };
  return {
    sentences: sentences.map((sentence) => ({
      ...sentence,
      start: move(sentence.start),
      end: move(sentence.end),
    })),
    text: text.replace(/\r?\n/g, lineEnd),
  };
}

/** UTF-16 offsets, end exclusive. */
interface Place {
  start: number;
  end: number;
}

/**
 * Where the sentence stands in the text, whatever white space is between its words; of several places the one that
 * begins nearest to the offset. `undefined` when it is nowhere.
 */
export function nearestOccurrence(text: string, sentence: string, offset: number): Place | undefined {
  const words = sentence.trim().split(/\s+/);
  if (words[0] === '') return undefined;
  const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('\\s+');
  let nearest: Place | undefined;
  for (const { index, 0: found } of text.matchAll(new RegExp(pattern, 'g'))) {
    if (nearest && Math.abs(index - offset) >= Math.abs(nearest.start - offset)) break;
    nearest = { start: index, end: index + found.length };
  }
  return nearest;
}
