import { Cutter, type Cut, type Passage } from './cutter.ts';
import type { Edit } from '../edit.ts';

/** How full a passage must be before it may end, where 1 is full. */
const leastFill = 0.5;
/** How far from the middle of the last two passages the cut between them may be. */
const nearMiddle = 0.1;
const pauseEvery = 64;

/** The cuts of a text before an edit, and what the edit left alone. */
export interface PreviousCuts {
  cuts: readonly Cut[];
  length: number;
  edit: Edit;
}

/**
 * Cuts a text into passages of about 175 to 350 words, each at the strongest boundary in that range: a heading is
 * stronger than the end of a paragraph, that than a list item's, a sentence's, a word's. Equals are told apart by a
 * hash of the rhythm of words before them, so that the cuts behind an edit soon fall where they fell before it
 * (content-defined chunking); from there on they are taken from `previous`. Fenced code and comments are never cut;
 * long ones lie between passages. Linear for any string. Yields every 64 cuts.
 */
export function* cutText(text: string, previous: PreviousCuts | null): Generator<void, Cut[]> {
  const cutter = new Cutter(text);
  const untouched = previous === null ? null : untouchedCuts(previous, text.length);
  const cuts: Cut[] = [];
  let next = 0;
  while (next < text.length) {
    const cut = untouched?.get(next) ?? cutter.cut(next, leastFill, 1);
    cuts.push(cut);
    next = cut.next;
    if (cuts.length % pauseEvery === 0) yield;
  }
  return cuts;
}

/** The cuts that saw nothing of what an edit changed, by where they begin after it. */
function untouchedCuts({ cuts, length, edit }: PreviousCuts, newLength: number): Map<number, Cut> {
  const untouched = new Map<number, Cut>();
  for (const cut of cuts) {
    if (cut.seen <= edit.prefix) untouched.set(cut.from, cut);
    else if (cut.from >= length - edit.suffix) {
      const after = shifted(cut, newLength - length);
      untouched.set(after.from, after);
    }
  }
  return untouched;
}

function shifted({ from, start, end, next, fill, seen }: Cut, by: number): Cut {
  return { from: from + by, start: start + by, end: end + by, next: next + by, fill, seen: seen + by };
}

/**
 * The passages between cuts. A few words at the end would be judged badly on their own, so they are joined to the
 * passage before them, or both are cut about evenly.
 */
export function passagesOf(text: string, cuts: readonly Cut[]): Passage[] {
  const filled = cuts.filter(({ start, end }) => end > start);
  const passages = filled.map(({ start, end }) => ({ start, end }));
  const tail = filled.at(-1);
  const previous = filled.at(-2);
  if (tail === undefined || previous === undefined) return passages;
  if (tail.fill >= leastFill || previous.end !== tail.from) return passages;
  const fill = previous.fill + tail.fill;
  const middle = new Cutter(text).cut(previous.start, fill / 2 - nearMiddle, fill / 2 + nearMiddle).end;
  const whole = { start: previous.start, end: tail.end };
  const divided = [
    { start: whole.start, end: middle },
    { start: middle, end: whole.end },
  ];
  passages.splice(-2, 2, ...(fill <= 1 || middle >= tail.end ? [whole] : divided));
  return passages;
}
