import { isDigit, isLetter, isSpace, lowerUnit } from './characters.ts';
import { Fences } from './fences.ts';
import { isBlankLine, markerEnd, opensWithMarker, wrapColumn } from './markup.ts';

/** A stretch of a text that is analysed on its own: UTF-16 offsets, end exclusive. */
export interface Passage {
  start: number;
  end: number;
}

/** A passage is full at so many words (the model learnt from stretches of up to 350), or at so many units. */
const fullWords = 350;
const fullUnits = 6000;
/** How full a passage must be before it may end, where 1 is full. */
const leastFill = 0.5;
/** How far from the middle of the last two passages the cut between them may be. */
const nearMiddle = 0.1;
/** Fenced code and comments of up to so many units stay in their passage, and fill it a quarter as fast. */
const longestInset = 4096;
const pauseEvery = 64;

/**
 * Cuts a text into passages of about 175 to 350 words, each at the strongest boundary in that range: a heading is
 * stronger than the end of a paragraph, that than a list item's, a sentence's, a word's. Equals are told apart by a
 * hash of what stands before them, so that the cuts behind an edit soon fall where they fell before it (content-defined
 * chunking). Fenced code and comments are never cut; long ones lie between passages.
 * Linear for any string. Yields every 64 passages.
 */
export function* cutPassages(text: string): Generator<void, Passage[]> {
  const cutter = new Cutter(text);
  const passages: Passage[] = [];
  let last: Cut | null = null;
  let next = 0;
  while (next < text.length) {
    const cut = cutter.cut(next, leastFill, 1);
    const shortTail = cut.next === text.length && cut.fill < leastFill && last?.end === last?.next;
    next = cut.next;
    if (cut.end === cut.start) continue;
    passages.push({ start: cut.start, end: cut.end });
    if (shortTail && last !== null) evenOut(cutter, passages, last.fill + cut.fill);
    last = cut;
    if (passages.length % pauseEvery === 0) yield;
  }
  return passages;
}

/** A few words at the end would be judged badly on their own: the last two passages are joined, or cut about evenly. */
function evenOut(cutter: Cutter, passages: Passage[], fill: number): void {
  const tail = passages.pop()!;
  const previous = passages.pop()!;
  if (fill <= 1) {
    passages.push({ start: previous.start, end: tail.end });
    return;
  }
  const { end } = cutter.cut(previous.start, fill / 2 - nearMiddle, fill / 2 + nearMiddle);
  passages.push({ start: previous.start, end }, { start: end, end: tail.end });
}

interface Cut extends Passage {
  /** Where to look for the next passage: at `end`, or behind the long code or comment that stands there. */
  next: number;
  /** How full the passage is, where 1 is full. */
  fill: number;
}

const strengths = { sentence: 1, block: 2, paragraph: 3, heading: 4 } as const;
type Strength = (typeof strengths)[keyof typeof strengths];

/** Reads a text passage by passage. The fields tell of the passage being read. */
class Cutter {
  private readonly text: string;
  private readonly fences: Fences;
  /** From here on the text is known to hold no end of a comment. */
  private unclosedComment = Infinity;

  private start = 0;
  private position = 0;
  /** Where the passage would begin if insets filled it like text. */
  private origin = 0;
  private words = 0;
  private betweenWords = true;
  private lastWord = 0;
  private leastFill = 0;
  private mostFill = 0;
  private best: Cut | null = null;
  private bestStrength = 0;
  private bestHash = 0;

  constructor(text: string) {
    this.text = text;
    this.fences = new Fences(text);
  }

  /** The passage that begins at or after `from`, ended where it is between `least` and `most` full. */
  cut(from: number, least: number, most: number): Cut {
    const { text } = this;
    let start = from;
    while (start < text.length && isSpace(text.charCodeAt(start))) start++;
    this.start = this.position = this.origin = this.lastWord = start;
    this.words = 0;
    this.betweenWords = true;
    this.leastFill = least;
    this.mostFill = most;
    this.best = null;
    this.bestStrength = 0;
    for (;;) {
      const line = this.position;
      const wordsBefore = this.words;
      const cut = this.readLine();
      if (cut !== null) return cut;
      this.considerLine(this.words === wordsBefore, this.position - 1 - line < wrapColumn);
    }
  }

  /** Reads to the beginning of the next line, or to the end of the passage, which it then gives. */
  private readLine(): Cut | null {
    const { text } = this;
    const open = markerEnd(text, this.position);
    const codeEnd = this.fences.endOf(open);
    const cut = codeEnd > open ? this.passOver(codeEnd) : null;
    if (cut !== null) return cut;
    while (this.readPlain()) {
      const { position } = this;
      const unit = text.charCodeAt(position);
      if (unit === 10) {
        this.position++;
        return null;
      }
      if (text.startsWith('<!--', position)) {
        const end = this.passOver(this.commentEnd(position));
        if (end !== null) return end;
      } else {
        if (unit !== 60 && this.fillAt(position) >= this.leastFill) this.considerSentence(position);
        this.position++;
      }
    }
    return this.position < text.length ? this.full() : this.endAt(text.length, text.length);
  }

  /** Counts words up to a line break, a stop or a `<`, where it gives true; false when the passage is full before. */
  private readPlain(): boolean {
    const { text } = this;
    const limit = Math.min(text.length, this.origin + this.mostFill * fullUnits);
    const wordsLeft = this.mostFill * fullWords - this.words;
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
      if (betweenWords) {
        if (words >= wordsLeft) break;
        betweenWords = false;
        words++;
        lastWord = position;
      }
      if (unit < 64 ? signs[unit] === 1 : unit > 0x3001 && isWideStop(unit)) {
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

  /** Past code or a comment: within the passage, or by ending it when that is long. */
  private passOver(end: number): Cut | null {
    const length = end - this.position;
    if (length > longestInset) return this.endAt(this.position, end);
    this.origin += length * 0.75;
    this.position = end;
    return null;
  }

  /** The unit past the comment that opens at `start`; past its `<` when it never closes. */
  private commentEnd(start: number): number {
    if (start >= this.unclosedComment) return start + 1;
    const close = this.text.indexOf('-->', start + 4);
    if (close < 0) this.unclosedComment = start;
    return close < 0 ? start + 1 : close + 3;
  }

  /** Offers the beginning of the line at hand, given what the line before it was. */
  private considerLine(afterBlank: boolean, afterShort: boolean): void {
    const { text, position } = this;
    if (position >= text.length || this.fillAt(position) < this.leastFill || isBlankLine(text, position))
      return;
    if (text.charCodeAt(position) === 35) this.offer(position, strengths.heading);
    else if (afterBlank) this.offer(position, strengths.paragraph);
    else if (afterShort || opensWithMarker(text, position)) this.offer(position, strengths.block);
  }

  /** Offers the end of the sentence that the sign at `stop` may close. */
  private considerSentence(stop: number): void {
    const { text } = this;
    const wide = text.charCodeAt(stop) > 127;
    let next = stop + 1;
    while (next < stop + 4 && closers.includes(text.charCodeAt(next))) next++;
    if (!wide && (!isSpace(text.charCodeAt(next)) || !endsWord(text, stop))) return;
    while (next < stop + 8 && isSpace(text.charCodeAt(next))) next++;
    const unit = text.charCodeAt(next);
    if (next < text.length && (wide || lowerUnit(unit) !== unit || !isLetter(unit))) {
      this.offer(next, strengths.sentence);
    }
  }

  private offer(at: number, strength: Strength): void {
    if (strength < this.bestStrength) return;
    const hash = hashBefore(this.text, at);
    if (this.best !== null && strength === this.bestStrength && hash <= this.bestHash) return;
    this.best = { start: this.start, end: at, next: at, fill: this.fillAt(at) };
    this.bestStrength = strength;
    this.bestHash = hash;
  }

  private full(): Cut {
    if (this.best !== null) return this.best;
    if (this.lastWord > this.start) return this.endAt(this.lastWord, this.lastWord);
    const unit = this.text.charCodeAt(this.position);
    const end = unit >= 0xdc00 && unit <= 0xdfff ? this.position + 1 : this.position;
    return this.endAt(end, end);
  }

  private endAt(end: number, next: number): Cut {
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

const isWideStop = (unit: number): boolean => unit === 0x3002 || unit === 0xff01 || unit === 0xff1f;

/** 1 for the signs below 64 at which reading pauses: `!`, `.`, `?` and `<`. */
const signs = new Uint8Array(64);
for (const sign of '!.?<') signs[sign.charCodeAt(0)] = 1;

/** Whether three letters or digits stand before `end`: an abbreviation or a numbered item has fewer. */
function endsWord(text: string, end: number): boolean {
  for (let i = end - 3; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (!isLetter(unit) && !isDigit(unit)) return false;
  }
  return true;
}

/** FNV-1a over the 16 units before `end`. */
function hashBefore(text: string, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = Math.max(0, end - 16); i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
