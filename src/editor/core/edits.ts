import { countBefore, type Range } from '../../text/ranges.ts';

/** One replacement in a document, as VS Code reports it. */
export interface TextChange {
  rangeOffset: number;
  rangeLength: number;
  text: string;
}

/** A replaced range of a text, in UTF-16 code units, ends exclusive. */
interface Replacement {
  /** The range before the edit. */
  readonly start: number;
  readonly end: number;
  /** The current range of its replacement. */
  readonly nowStart: number;
  readonly nowEnd: number;
}

/** One edit of a text. Text outside the edits is unchanged. */
export interface Edit extends Replacement {
  /** Whether it was trimmed since it last grew: see `trimEdits`. */
  readonly isTrimmed: boolean;
}

/** Reads a range of a text without building the whole. */
export type ReadText = (start: number, end: number) => string;

/**
 * Adds changes to the edits; a change that touches edits is merged with them.
 * @param edits in order, not touching one another.
 * @param changes of one step, not overlapping, in offsets of the text before the step.
 */
export function addChanges(edits: readonly Edit[], changes: readonly TextChange[]): Edit[] {
  /** Edits and changes, in offsets of the text before this step, with the length that each added to the text. */
  const parts = [
    ...edits.map(({ start, end, nowStart, nowEnd, isTrimmed }) => {
      const growth = nowEnd - nowStart - (end - start);
      return { from: nowStart, to: nowEnd, growth, stepGrowth: 0, isTrimmed };
    }),
    ...changes.map(({ rangeOffset, rangeLength, text }) => {
      const to = rangeOffset + rangeLength;
      const stepGrowth = text.length - rangeLength;
      return { from: rangeOffset, to, growth: 0, stepGrowth, isTrimmed: false };
    }),
  ].sort((a, b) => a.from - b.from);
  const added: Edit[] = [];
  /** The growth of the text up to the current place: by the edits, and by this step. */
  let growth = 0;
  let stepGrowth = 0;
  for (let i = 0; i < parts.length;) {
    let { to, isTrimmed } = parts[i]!;
    const { from } = parts[i]!;
    const [start, nowStart] = [from - growth, from + stepGrowth];
    for (let part = parts[i]; part && part.from <= to; part = parts[++i]) {
      to = Math.max(to, part.to);
      growth += part.growth;
      stepGrowth += part.stepGrowth;
      isTrimmed &&= part.isTrimmed;
    }
    added.push({ start, end: to - growth, nowStart, nowEnd: to + stepGrowth, isTrimmed });
  }
  return added;
}

/**
 * Removes unchanged text from both ends of the edits; an undone edit disappears. An edit whose text continues an
 * adjacent word includes a letter of that word, so that the word's sentence counts as edited too.
 */
export function trimEdits(edits: readonly Edit[], old: ReadText, now: ReadText): Edit[] {
  const left = edits.flatMap((edit): Edit[] => {
    if (edit.isTrimmed) return [edit];
    const rest = trimmed(edit, old, now);
    if (isEmpty(rest)) return [];
    const { start, end, nowStart, nowEnd } = rest;
    const before = Number(isLetter(old(start - 1, start)) && isLetter(now(nowStart, nowStart + 1)));
    const after = Number(isLetter(old(end, end + 1)) && isLetter(now(nowEnd - 1, nowEnd)));
    const [from, to] = [start - before, end + after];
    return [{ start: from, end: to, nowStart: nowStart - before, nowEnd: nowEnd + after, isTrimmed: true }];
  });
  const [first] = left;
  const last = left.at(-1);
  if (!first || !last) return left;
  // After a deleted piece was inserted again, the text from the first edit to the last is the same as before.
  const whole = { start: first.start, end: last.end, nowStart: first.nowStart, nowEnd: last.nowEnd };
  return isEmpty(trimmed(whole, old, now)) ? [] : left;
}

function isLetter(character: string): boolean {
  return /^[\p{L}\p{N}]$/u.test(character);
}

function isEmpty({ start, end, nowStart, nowEnd }: Replacement): boolean {
  return start === end && nowStart === nowEnd;
}

function trimmed({ start, end, nowStart, nowEnd }: Replacement, old: ReadText, now: ReadText): Replacement {
  const shorter = Math.min(end - start, nowEnd - nowStart);
  const prefix = commonLength(shorter, (from, to) => [
    old(start + from, start + to),
    now(nowStart + from, nowStart + to),
  ]);
  const suffix = commonLength(shorter - prefix, (from, to) => [
    reversed(old(end - to, end - from)),
    reversed(now(nowEnd - to, nowEnd - from)),
  ]);
  return {
    start: start + prefix,
    end: end - suffix,
    nowStart: nowStart + prefix,
    nowEnd: nowEnd - suffix,
  };
}

/** The length of the common beginning of two texts. Reads pieces of growing size, because most texts differ early. */
function commonLength(maxLength: number, read: (from: number, to: number) => [string, string]): number {
  let length = 0;
  for (let piece = 64; length < maxLength; piece *= 4) {
    const to = Math.min(maxLength, length + piece);
    const [a, b] = read(length, to);
    if (a !== b) {
      let same = 0;
      while (a.charCodeAt(same) === b.charCodeAt(same)) same++;
      return length + same;
    }
    length = to;
  }
  return length;
}

/** Reverses UTF-16 code units. */
function reversed(text: string): string {
  return text.split('').reverse().join('');
}

/** Whether anything in this original range was replaced or inserted. */
export function isEdited(edits: readonly Edit[], { start, end }: Range): boolean {
  const edit = edits[countBefore(edits, (before) => before.end <= start)];
  return edit !== undefined && edit.start < end;
}

/** Converts an original range to the current one. Text inserted across its start is not part of it. */
export function currentRange(edits: readonly Edit[], { start, end }: Range): Range {
  return { start: currentStart(edits, start), end: currentEnd(edits, end) };
}

function currentStart(edits: readonly Edit[], start: number): number {
  const edit = edits[countBefore(edits, (before) => before.start <= start) - 1];
  if (!edit) return start;
  if (start >= edit.end) return start - edit.end + edit.nowEnd;
  return start === edit.start ? edit.nowStart : edit.nowEnd;
}

/** The current end of a range that ended at this original offset. */
export function currentEnd(edits: readonly Edit[], end: number): number {
  const edit = edits[countBefore(edits, (before) => before.start < end) - 1];
  if (!edit) return end;
  return end >= edit.end ? end - edit.end + edit.nowEnd : edit.nowStart;
}
