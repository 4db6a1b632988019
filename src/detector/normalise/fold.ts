import { rareLookalikes } from './lookalikes.ts';

const longest = 8;
const mostKnown = 4096;
const folds = new Map<number, string>();

/**
 * A character and the mark on it (a UTF-16 unit, or 0) in plain form: NFKC, and the Latin letter for a rare lookalike.
 * Compatibility forms longer than 8 units are decoration: a space.
 */
export function fold(codePoint: number, mark = 0): string {
  const key = codePoint * 65536 + mark;
  const known = folds.get(key);
  if (known !== undefined) return known;
  const marks = mark > 0 ? String.fromCharCode(mark) : '';
  const folded = (rareLookalikes.get(codePoint) ?? String.fromCodePoint(codePoint)) + marks;
  const compatible = folded.normalize('NFKC');
  const short = compatible.length > longest ? ' ' : compatible;
  if (folds.size < mostKnown) folds.set(key, short);
  return short;
}
