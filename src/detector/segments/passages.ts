import { isSpace } from '../../text/characters.ts';
import { isDigit, isInvisible, isLetter, lowerUnit } from '../normalise/characters.ts';
import { Fences, isBlankLine, markerEnd, opensWithMarker } from '../normalise/markup.ts';
import type { Edit } from '../edit.ts';

/** A section of a text that is analysed separately: UTF-16 offsets, end exclusive. */
export interface Passage {
  start: number;
  end: number;
}

/** The result of one step of segmentation: the passage read from `from` on. */
export interface Chunk extends Passage {
  from: number;
  /** Where the next step begins: at `end`, or after a long code block or comment that begins there. */
  next: number;
  /** How full the passage is; 1 is full. */
  fill: number;
  /** Text from this offset on has no effect on the chunk. */
  seen: number;
}

/** A passage is full at this number of words or of units. (The model was trained on texts of up to 350 words.) */
const fullWords = 350;
const fullUnits = 6000;
/** The limit up to which fenced code and comments stay in their passage. They count a quarter of their length. */
const maxInset = 4096;
/** How far beyond its position a segmenter reads to find a marker or a sentence's end. */
const lookAhead = 32;

const strengths = { sentence: 1, block: 2, paragraph: 3, heading: 4 } as const;
type Strength = (typeof strengths)[keyof typeof strengths];

type Ended = Omit<Chunk, 'from' | 'seen'>;

/** Reads a text passage by passage. The fields describe the current passage. */
class PassageCutter {
  private readonly text: string;
  private readonly fences: Fences;
  /** From this offset on, comments have no end. */
  private unclosedComment = Infinity;

  private start = 0;
  private position = 0;
  /** The furthest offset read in a search for the end of code or a comment. */
  private seen = 0;
  /** Where the passage would begin if code and comments counted in full. */
  private origin = 0;
  private words = 0;
  private betweenWords = true;
  private lastWord = 0;
  /**
   * The rhythm of the text: the number of words at the last stop, and the lengths in words of the last two
   * sentences or items. Normalisation doesn't affect it, so a disguised text has the same boundaries.
   */
  private wordsAtStop = 0;
  private lastLength = 0;
  private lengthBefore = 0;
  private minFill = 0;
  private maxFill = 0;
  private best: Ended | null = null;
  private bestStrength = 0;
  private bestHash = 0;

  constructor(text: string) {
    this.text = text;
    this.fences = new Fences(text);
  }

  /** The passage that begins at or after `from`. It ends between `minFill` and `maxFill`. */
  chunkFrom(from: number, minFill: number, maxFill: number): Chunk {
    const { text } = this;
    let start = from;
    while (start < text.length && isSpace(text.charCodeAt(start))) start++;
    this.start = this.position = this.origin = this.lastWord = this.seen = start;
    this.words = this.wordsAtStop = this.lastLength = this.lengthBefore = 0;
    this.betweenWords = true;
    this.minFill = minFill;
    this.maxFill = maxFill;
    this.best = null;
    this.bestStrength = 0;
    for (;;) {
      const wordsBefore = this.words;
      const ended = this.readLine();
      if (ended !== null) return { ...ended, from, seen: Math.max(this.seen, this.position + lookAhead) };
      this.offerLineStart(this.words === wordsBefore);
    }
  }

  /** Reads to the next line, or ends the passage. Returns the passage if it ended. */
  private readLine(): Ended | null {
    const { text } = this;
    const open = markerEnd(text, this.position);
    const codeEnd = this.fences.endOf(open);
    this.seen = Math.max(this.seen, codeEnd + lookAhead);
    if (codeEnd > open) {
      const ended = this.skipOrEnd(codeEnd);
      if (ended !== null) return ended;
    } else if (text.startsWith('```', open) || text.startsWith('~~~', open)) {
      // The fence is never closed, so the result depends on all of the following text.
      this.seen = Infinity;
    }
    while (this.readPlain()) {
      const { position } = this;
      const unit = text.charCodeAt(position);
      if (unit === 10) {
        this.position++;
        return null;
      }
      const commentEnd = unit === 60 ? this.commentEnd(position) : position;
      if (commentEnd > position) {
        const ended = this.skipOrEnd(commentEnd);
        if (ended !== null) return ended;
        continue;
      }
      if (unit !== 60) this.offerSentenceEnd(position);
      this.position++;
    }
    return this.position < text.length ? this.endAtBest() : this.endAt(text.length, text.length);
  }

  /** Counts words up to a line break, a stop or a `<`. Returns false if the passage is full before that. */
  private readPlain(): boolean {
    const { text } = this;
    const limit = Math.min(text.length, this.origin + this.maxFill * fullUnits);
    const wordsLeft = this.maxFill * fullWords - this.words;
    let { position, betweenWords, lastWord } = this;
    let words = 0;
    let special = false;
    for (; position < limit; position++) {
      const unit = text.charCodeAt(position);
      if (unit <= 32) {
        betweenWords = true;
        if (unit !== 10) continue;
        special = true;
        break;
      }
      if (endsWords(unit)) betweenWords = true;
      else if (betweenWords && beginsWord(unit)) {
        if (words >= wordsLeft) break;
        betweenWords = false;
        words++;
        lastWord = position;
      }
      if (unit < 64 ? signs[unit] === 1 : unit > 0x3001 && isFullWidthStop(unit)) {
        special = true;
        break;
      }
    }
    this.position = position;
    this.betweenWords = betweenWords;
    this.lastWord = lastWord;
    this.words += words;
    return special;
  }

  /** Skips code or a comment within the passage, or ends the passage before a long one. */
  private skipOrEnd(end: number): Ended | null {
    const length = end - this.position;
    if (length > maxInset) return this.endAt(this.position, end);
    this.origin += length * 0.75;
    this.position = end;
    return null;
  }

  /** The offset after the comment that opens at `start`; `start` if there is none or it never closes. */
  private commentEnd(start: number): number {
    if (!this.text.startsWith('<!--', start)) return start;
    const close = start >= this.unclosedComment ? -1 : this.text.indexOf('-->', start + 4);
    if (close < 0) {
      this.unclosedComment = Math.min(start, this.unclosedComment);
      this.seen = Infinity;
      return start;
    }
    this.seen = Math.max(this.seen, close + lookAhead);
    return close + 3;
  }

  /** Considers the start of the current line as a boundary. */
  private offerLineStart(afterBlank: boolean): void {
    const { text, position } = this;
    if (position >= text.length || isBlankLine(text, position, position + lookAhead)) return;
    const heading = text.charCodeAt(position) === 35;
    if (!heading && !afterBlank && !opensWithMarker(text, position)) return;
    this.recordLength();
    if (heading) this.offerBoundary(position, strengths.heading);
    else this.offerBoundary(position, afterBlank ? strengths.paragraph : strengths.block);
  }

  /** Considers a boundary after the sentence that may end at `stop`. */
  private offerSentenceEnd(stop: number): void {
    const { text } = this;
    if (!beginsWord(text.charCodeAt(stop + 1))) this.recordLength();
    if (this.fillAt(stop) < this.minFill) return;
    const wide = text.charCodeAt(stop) > 127;
    let next = stop + 1;
    while (next < stop + 4 && closers.includes(text.charCodeAt(next))) next++;
    if (!wide && (!isSpace(text.charCodeAt(next)) || !endsWord(text, stop))) return;
    while (next < stop + 8 && isSpace(text.charCodeAt(next))) next++;
    const unit = text.charCodeAt(next);
    if (next < text.length && (wide || lowerUnit(unit) !== unit || !isLetter(unit))) {
      this.offerBoundary(next, strengths.sentence);
    }
  }

  /** Records the length in words of the sentence, paragraph or item that ends here. */
  private recordLength(): void {
    if (this.words === this.wordsAtStop) return;
    this.lengthBefore = this.lastLength;
    this.lastLength = this.words - this.wordsAtStop;
    this.wordsAtStop = this.words;
  }

  private offerBoundary(at: number, strength: Strength): void {
    const fill = this.fillAt(at);
    if (fill < this.minFill || strength < this.bestStrength) return;
    const hash = hashOf(this.words - this.wordsAtStop, this.lastLength, this.lengthBefore);
    if (this.best !== null && strength === this.bestStrength && hash <= this.bestHash) return;
    this.best = { start: this.start, end: at, next: at, fill };
    this.bestStrength = strength;
    this.bestHash = hash;
  }

  private endAtBest(): Ended {
    if (this.best !== null) return this.best;
    if (this.lastWord > this.start) return this.endAt(this.lastWord, this.lastWord);
    const unit = this.text.charCodeAt(this.position);
    const end = unit >= 0xdc00 && unit <= 0xdfff ? this.position + 1 : this.position;
    return this.endAt(end, end);
  }

  private endAt(end: number, next: number): Ended {
    return { start: this.start, end, next, fill: this.fillAt(end) };
  }

  private fillAt(position: number): number {
    return Math.max(this.words / fullWords, (position - this.origin) / fullUnits);
  }
}

/** Closing quotes and brackets. */
const closers: readonly number[] = Array.from('"\')]*_\u2019\u201d\u00bb\u300d', (sign) =>
  sign.charCodeAt(0),
);

const isFullWidthStop = (unit: number): boolean => unit === 0x3002 || unit === 0xff01 || unit === 0xff1f;

/** 1 for the signs below 64 that need a closer look (`!`, `.`, `?`, `<`), otherwise 0. */
const signs = new Uint8Array(64);
for (const sign of '!.?<') signs[sign.charCodeAt(0)] = 1;

/** Whether a unit can begin a word, unlike punctuation and invisible characters. */
const beginsWord = (unit: number): boolean =>
  unit > 127 ? !isInvisible(unit) : isLetter(unit) || isDigit(unit);

/** Commas, colons and unusual spaces separate words even without a plain space. */
const endsWords = (unit: number): boolean =>
  unit > 127 ? isSpace(unit) : unit === 44 || unit === 58 || unit === 59;

/** Whether three letters or digits precede `end`. Abbreviations and item numbers have fewer. */
function endsWord(text: string, end: number): boolean {
  let letters = 0;
  for (let i = end - 1; i >= 0 && i > end - 12 && letters < 3; i--) {
    const unit = text.charCodeAt(i);
    if (isLetter(unit) || isDigit(unit)) letters++;
    else if (!isInvisible(unit) && (letters > 0 || !isSpace(unit))) return false;
  }
  return letters === 3;
}

/** A hash of three numbers with evenly distributed values. */
function hashOf(...lengths: [number, number, number]): number {
  let hash = 0x811c9dc5;
  for (const words of lengths) hash = Math.imul(hash ^ words, 0x9e3779b1) ^ (hash >>> 15);
  return hash >>> 0;
}

/** How full a passage must be before it can end; 1 is full. */
const minFill = 0.5;
/** The maximum distance of a boundary from the middle of the last two passages. */
const nearMiddle = 0.1;
const pauseEvery = 64;

/** The chunks of a text before an edit, and the edit itself. */
export interface PreviousChunks {
  chunks: readonly Chunk[];
  length: number;
  edit: Edit;
}

/**
 * Segments a text into passages of about 175 to 350 words. Each ends at the strongest boundary in that range:
 * headings, then ends of paragraphs, list items, sentences and words. A hash of the preceding sentence lengths
 * breaks ties. So soon after an edit, boundaries are the same as before it (content-defined chunking), and chunks
 * of `previous` are reused. Fenced code and comments are never divided; long ones lie between passages. Linear for
 * any string. Yields every 64 passages.
 */
export function* segmentText(text: string, previous: PreviousChunks | null): Generator<void, Chunk[]> {
  const segmenter = new PassageCutter(text);
  const untouched = previous === null ? null : untouchedChunks(previous, text.length);
  const chunks: Chunk[] = [];
  let next = 0;
  while (next < text.length) {
    const chunk = untouched?.get(next) ?? segmenter.chunkFrom(next, minFill, 1);
    chunks.push(chunk);
    next = chunk.next;
    if (chunks.length % pauseEvery === 0) yield;
  }
  return chunks;
}

/** The chunks that the edit does not affect, by their start after the edit. */
function untouchedChunks({ chunks, length, edit }: PreviousChunks, newLength: number): Map<number, Chunk> {
  const untouched = new Map<number, Chunk>();
  for (const chunk of chunks) {
    if (chunk.seen <= edit.prefix) untouched.set(chunk.from, chunk);
    else if (chunk.from >= length - edit.suffix) {
      const after = shifted(chunk, newLength - length);
      untouched.set(after.from, after);
    }
  }
  return untouched;
}

function shifted({ from, start, end, next, fill, seen }: Chunk, by: number): Chunk {
  return { from: from + by, start: start + by, end: end + by, next: next + by, fill, seen: seen + by };
}

/**
 * The passages of these chunks. If the last one has too few words to score, it is joined to the passage before it,
 * or both are divided about evenly.
 */
export function passagesOf(text: string, chunks: readonly Chunk[]): Passage[] {
  const filled = chunks.filter(({ start, end }) => end > start);
  const passages = filled.map(({ start, end }) => ({ start, end }));
  const tail = filled.at(-1);
  const previous = filled.at(-2);
  if (tail === undefined || previous === undefined) return passages;
  if (tail.fill >= minFill || previous.end !== tail.from) return passages;
  const fill = previous.fill + tail.fill;
  const middle = new PassageCutter(text).chunkFrom(
    previous.start,
    fill / 2 - nearMiddle,
    fill / 2 + nearMiddle,
  ).end;
  const whole = { start: previous.start, end: tail.end };
  const divided = [
    { start: whole.start, end: middle },
    { start: middle, end: whole.end },
  ];
  passages.splice(-2, 2, ...(fill <= 1 || middle >= tail.end ? [whole] : divided));
  return passages;
}
