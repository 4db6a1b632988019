import { countBefore } from '../../text/ranges.ts';
/** One replacement in a document, as VS Code reports it. */
export interface TextChange {
  rangeOffset: number;
  rangeLength: number;
  text: string;
}

/**
 * A replaced range of a text. Outside such ranges the text is unchanged. Offsets are UTF-16 code units, ends exclusive.
 */
export interface Edit {
  /** The range before the edit. */
  readonly start: number;
  readonly end: number;
  /** The current range of its replacement. */
  readonly nowStart: number;
  readonly nowEnd: number;
  /** Whether it was trimmed after its last growth: see `trimEdits`. */
  readonly isTrimmed: boolean;
}

/** Reads a range of a text without building the whole. */
export type ReadText = (start: number, end: number) => string;

/**
 * Adds changes to the edits; a change that touches edits is merged with them.
 * @param edits in order, not touching one another.
 * @param changes of one step, none overlapping, all in offsets of the text before it.
 */
export function addChanges(edits: readonly Edit[], changes: readonly TextChange[]): Edit[] {
  const inOrder = changes.toSorted((a, b) => a.rangeOffset - b.rangeOffset);
  const added: Edit[] = [];
  /** The growth of the text up to the current place: by these edits, and by this step. */
  let grown = 0;
  let growing = 0;
  let e = 0;
  let c = 0;
  while (e < edits.length || c < inOrder.length) {
    const from = Math.min(edits[e]?.nowStart ?? Infinity, inOrder[c]?.rangeOffset ?? Infinity);
    const start = from - grown;
    const nowStart = from + growing;
    const firstChange = c;
    const only = edits[e];
    let to = from;
    for (;;) {
      const edit = edits[e];
      const change = inOrder[c];
      if (edit && edit.nowStart <= to) {
        to = Math.max(to, edit.nowEnd);
        grown += edit.nowEnd - edit.nowStart - (edit.end - edit.start);
        e++;
      } else if (change && change.rangeOffset <= to) {
        to = Math.max(to, change.rangeOffset + change.rangeLength);
        growing += change.text.length - change.rangeLength;
        c++;
      } else break;
    }
    const isTrimmed = c === firstChange && (only?.isTrimmed ?? false);
    added.push({ start, end: to - grown, nowStart, nowEnd: to + growing, isTrimmed });
  }
  return added;
}

/**
 * Removes unchanged text from both ends of the edits; an undone edit disappears. An edit whose text continues an
 * adjacent word includes a letter of that word, so that the word's sentence counts as edited too.
 * @param then reads the text before the edits.
 * @param now reads the text with them.
 */
export function trimEdits(edits: readonly Edit[], then: ReadText, now: ReadText): Edit[] {
  const left = edits.flatMap((edit) => {
    if (edit.isTrimmed) return [edit];
    const { start, end, nowStart, nowEnd, ...rest } = trimmed(edit, then, now);
    if (start === end && nowStart === nowEnd) return [];
    const before = Number(isLetter(then(start - 1, start)) && isLetter(now(nowStart, nowStart + 1)));
    const after = Number(isLetter(then(end, end + 1)) && isLetter(now(nowEnd - 1, nowEnd)));
    return [
      {
        start: start - before,
        end: end + after,
        nowStart: nowStart - before,
        nowEnd: nowEnd + after,
        ...rest,
      },
    ];
  });
  return cancelOut(left, then, now) ? [] : left;
}

function isLetter(character: string): boolean {
  return /^[\p{L}\p{N}]$/u.test(character);
}

/**
 * Whether the text from the first edit to the last is the same as before, for example after a deleted piece was
 * inserted again.
 */
function cancelOut(edits: readonly Edit[], then: ReadText, now: ReadText): boolean {
  const [first] = edits;
  const last = edits.at(-1);
  if (!first || !last || first === last) return false;
  const length = last.end - first.start;
  if (last.nowEnd - first.nowStart !== length) return false;
  return (
    commonLength(length, (from, to) => [
      then(first.start + from, first.start + to),
      now(first.nowStart + from, first.nowStart + to),
    ]) === length
  );
}

function trimmed({ start, end, nowStart, nowEnd }: Edit, then: ReadText, now: ReadText): Edit {
  const shorter = Math.min(end - start, nowEnd - nowStart);
  const prefix = commonLength(shorter, (from, to) => [
    then(start + from, start + to),
    now(nowStart + from, nowStart + to),
  ]);
  const suffix = commonLength(shorter - prefix, (from, to) => [
    reversed(then(end - to, end - from)),
    reversed(now(nowEnd - to, nowEnd - from)),
  ]);
  return {
    start: start + prefix,
    end: end - suffix,
    nowStart: nowStart + prefix,
    nowEnd: nowEnd - suffix,
    isTrimmed: true,
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

/** Whether anything between these original offsets was replaced or inserted. */
export function isEdited(edits: readonly Edit[], start: number, end: number): boolean {
  const edit = edits[countBefore(edits, (before) => before.end <= start)];
  return edit !== undefined && edit.start < end;
}

/**
 * The current start of a range that began at this original offset. Text inserted across the start is not part of
 * it.
 */
export function currentStart(edits: readonly Edit[], start: number): number {
  const edit = edits[countBefore(edits, (before) => before.start <= start) - 1];
  if (!edit) return start;
  if (start >= edit.end) return start - edit.end + edit.nowEnd;
  return start === edit.start ? edit.nowStart : edit.nowEnd;
}

/** The current end of a range that ended at this original offset. */
export function currentEnd(edits: readonly Edit[], end: number): number {
  const edit = edits[countBefore(edits, (before) => before.start < end) - 1];
  if (!edit) return end;
  if (end >= edit.end) return end - edit.end + edit.nowEnd;
  return edit.nowStart;
}
