import { isSpace } from '../../text/characters.ts';
import { isDigit, isInvisible, isLetter, lowerUnit } from '../normalise/characters.ts';
import { Insets, isBlankLine, markerEnd, opensWithMarker } from '../normalise/markup.ts';

/** A section of a text that is analysed separately: UTF-16 offsets, end exclusive. */
export interface Passage {
  start: number;
  end: number;
}

/**
 * A passage as it is cut from a text, empty before a long code block or comment. Offsets are relative to where reading
 * began, so that they are the same when earlier text changes.
 */
export interface Cut extends Passage {
  /** Where the next passage may begin: at `end`, or after a long code block or comment that begins there. */
  next: number;
  /** How full the passage is; 1 is full. */
  fill: number;
  /** Text from this offset on has no effect on the cut. */
  seen: number;
}

type Ended = Omit<Cut, 'seen'>;

/** A passage is full at this number of words or of units. (The model was trained on texts of up to 350 words.) */
const fullWords = 350;
const fullUnits = 6000;
/** Fenced code and comments up to this length stay in their passage, and count a quarter of their length. */
const maxInset = 4096;
/** How far beyond its position a segmenter reads to find a marker or a sentence's end. */
const lookAhead = 32;

const strengths = { sentence: 1, block: 2, paragraph: 3, heading: 4 } as const;
type Strength = (typeof strengths)[keyof typeof strengths];

/** Reads one passage of a text. */
class PassageCutter {
  private readonly text: string;
  private readonly insets: Insets;
  private readonly from: number;
  private readonly start: number;
  private readonly minFill: number;
  private readonly maxFill: number;
  private position: number;
  /** The furthest offset read in a search for the end of code or a comment. */
  private seen: number;
  /** Where the passage would begin if code and comments counted in full. */
  private origin: number;
  private words = 0;
  private betweenWords = true;
  private lastWord: number;
  /**
   * The number of words at the last stop, and the lengths in words of the last two sentences or items.
   * Normalisation doesn't change these numbers, so a disguised text has the same boundaries.
   */
  private wordsAtStop = 0;
  private lastLength = 0;
  private lengthBefore = 0;
  private best: Ended | null = null;
  private bestStrength = 0;
  private bestHash = 0;

  constructor(text: string, insets: Insets, from: number, minFill: number, maxFill: number) {
    this.text = text;
    this.insets = insets;
    this.from = from;
    let start = from;
    while (start < text.length && isSpace(text.charCodeAt(start))) start++;
    this.start = this.position = this.origin = this.lastWord = this.seen = start;
    this.minFill = minFill;
    this.maxFill = maxFill;
  }

  /** The passage that begins at or after `from`. It ends between `minFill` and `maxFill`. */
  cut(): Cut {
    for (;;) {
      const wordsBefore = this.words;
      const ended = this.readLine();
      if (ended !== null)
        return { ...ended, seen: Math.max(this.seen, this.position + lookAhead) - this.from };
      this.offerLineStart(this.words === wordsBefore);
    }
  }

  /** Reads to the next line, or ends the passage. Returns the passage if it ended. */
  private readLine(): Ended | null {
    const { text } = this;
    const open = markerEnd(text, this.position);
    const codeEnd = this.insets.codeEnd(open);
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
      const commentEnd = unit === 60 ? this.insets.commentEnd(position) : position;
      if (commentEnd > position) {
        this.seen = Math.max(this.seen, commentEnd + lookAhead);
        const ended = this.skipOrEnd(commentEnd);
        if (ended !== null) return ended;
        continue;
      }
      if (unit !== 60) this.offerSentenceEnd(position);
      else if (text.startsWith('<!--', position)) this.seen = Infinity;
      this.position++;
    }
    return this.position < text.length ? this.endAtBestBoundary() : this.endAt(text.length);
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
      const kind = unit < 128 ? asciiKinds[unit]! : kindOf(unit);
      if (kind === gap) betweenWords = true;
      else if (kind === word || kind === wideStop) {
        if (betweenWords) {
          if (words >= wordsLeft) break;
          betweenWords = false;
          words++;
          lastWord = position;
        }
      }
      if (kind >= stop) {
        if (unit === 10) betweenWords = true;
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
    this.best = this.endAt(at);
    this.bestStrength = strength;
    this.bestHash = hash;
  }

  private endAtBestBoundary(): Ended {
    if (this.best !== null) return this.best;
    if (this.lastWord > this.start) return this.endAt(this.lastWord);
    const unit = this.text.charCodeAt(this.position);
    return this.endAt(unit >= 0xdc00 && unit <= 0xdfff ? this.position + 1 : this.position);
  }

  private endAt(end: number, next = end): Ended {
    const { from, start } = this;
    return { start: start - from, end: end - from, next: next - from, fill: this.fillAt(end) };
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

/** Whether a unit can begin a word, unlike punctuation and invisible characters. */
const beginsWord = (unit: number): boolean =>
  unit > 127 ? !isInvisible(unit) : isLetter(unit) || isDigit(unit);

const sign = 0;
const gap = 1;
const word = 2;
const stop = 3;
const wideStop = 4;
const kindOf = (unit: number): number => {
  if (unit > 0x3001 && isFullWidthStop(unit)) return wideStop;
  if (unit < 128 && '!.?<\n'.includes(String.fromCharCode(unit))) return stop;
  if (unit <= 32 || unit === 44 || unit === 58 || unit === 59 || (unit > 127 && isSpace(unit))) return gap;
  return beginsWord(unit) ? word : sign;
};
const asciiKinds = Uint8Array.from({ length: 128 }, (_, unit) => kindOf(unit));

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
/** The maximum distance of a boundary from the middle when the last two passages are divided again. */
const nearMiddle = 0.1;

/** The cuts of a text, in order, by the offset where reading began. */
export type Cuts = ReadonlyMap<number, Cut>;

/**
 * Cuts a text into passages of about 175 to 350 words. Each ends at the strongest boundary in that range:
 * headings, then ends of paragraphs, list items, sentences and words. A hash of the preceding sentence lengths
 * breaks ties. As a result, a short distance after an edit, boundaries are the same as before the edit
 * (content-defined chunking), and cuts of `previous` are used again. Fenced code and comments are never divided;
 * long ones lie between passages. Linear for any string.
 */
export function cutsOf(text: string, previous: { text: string; cuts: Cuts } | null): Cuts {
  const untouched = previous && untouchedCuts(previous.text, previous.cuts, text);
  const insets = new Insets(text);
  const cuts = new Map<number, Cut>();
  for (let from = 0; from < text.length;) {
    const cut = untouched?.get(from) ?? new PassageCutter(text, insets, from, minFill, 1).cut();
    cuts.set(from, cut);
    from += cut.next;
  }
  return cuts;
}

/** Texts are compared in blocks of this many units. */
const blockSize = 1024;

/** The cuts that an edit does not affect, keyed by the offset in `after` where reading begins. */
function untouchedCuts(before: string, cuts: Cuts, after: string): Cuts {
  const shorter = Math.min(before.length, after.length);
  const isSame = (at: number, other: number): boolean =>
    before.slice(at, at + blockSize) === after.slice(other, other + blockSize);
  let same = 0;
  while (same < shorter && isSame(same, same)) same += blockSize;
  let changedTo = before.length;
  const moved = after.length - before.length;
  const earliest = Math.max(same, same - moved);
  while (changedTo - blockSize >= earliest && isSame(changedTo - blockSize, changedTo - blockSize + moved))
    changedTo -= blockSize;
  const untouched = new Map<number, Cut>();
  for (const [from, cut] of cuts) {
    if (from + cut.seen <= same) untouched.set(from, cut);
    else if (from >= changedTo) untouched.set(from + moved, cut);
  }
  return untouched;
}

/**
 * The passages of these cuts. If the last one has too few words to score, it is joined to the passage before it, or
 * both are divided about evenly.
 */
export function passagesOf(text: string, cuts: Cuts): Passage[] {
  const filled = [...cuts].filter(([, { start, end }]) => end > start);
  const passages = filled.map(([from, { start, end }]) => ({ start: from + start, end: from + end }));
  const [tailFrom, tail] = filled.at(-1) ?? [];
  const [, previous] = filled.at(-2) ?? [];
  if (tail === undefined || previous === undefined || tail.fill >= minFill) return passages;
  const { start, end: border } = passages.at(-2)!;
  const { end } = passages.at(-1)!;
  if (border !== tailFrom) return passages;
  const fill = previous.fill + tail.fill;
  const { end: half } = new PassageCutter(
    text,
    new Insets(text),
    start,
    fill / 2 - nearMiddle,
    fill / 2 + nearMiddle,
  ).cut();
  const middle = start + half;
  const divided =
    fill <= 1 || middle >= end
      ? [{ start, end }]
      : [
          { start, end: middle },
          { start: middle, end },
        ];
  return [...passages.slice(0, -2), ...divided];
}
