import { countBefore } from '../text/ranges.ts';

/** The next match of a pattern: at or after the offset if it is global, at the offset if it is sticky. */
export function matchFrom(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The end of the match that `matchFrom` finds. */
export function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** The length of a pattern's match in a text; 0 if it doesn't match. */
export function matchLength(pattern: RegExp, text: string): number {
  return pattern.exec(text)?.[0].length ?? 0;
}

type Place = readonly [what: string | undefined, place: number];

/** Finds the next occurrence of each of several things in a text. The index is built once. */
export class PlacesAhead {
  readonly #places: ReadonlyMap<string | undefined, readonly Place[]>;

  /** @param found the things and their places, in order. */
  constructor(found: Iterable<Place>) {
    this.#places = Map.groupBy(found, ([what]) => what);
  }

  /** The ends of a pattern's matches, by their first group. */
  static ofEnds(text: string, pattern: RegExp): PlacesAhead {
    return new PlacesAhead(
      Array.from(text.matchAll(pattern), ({ index, 0: { length }, 1: what }) => [what, index + length]),
    );
  }

  /** The first place at or after `from`, found in logarithmic time. */
  next(what: string, from: number): number | undefined {
    const places = this.#places.get(what) ?? [];
    return places[countBefore(places, ([, place]) => place < from)]?.[1];
  }
}

function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (start > 0 && text.charCodeAt(start - 1) === 92) start--;
  return (at - start) % 2 === 1;
}

/** Finds strings in one text. While the offsets for a string increase, no part of the text is searched twice for it. */
export class Finders {
  readonly text: string;
  /** For each string, the offset of its last search, and the result. */
  #last: Map<string, { from: number; found: number }> | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /**
   * The string's first offset at or after `from`, or `Infinity`.
   * @param isEscapable whether to skip occurrences after a backslash.
   */
  at(needle: string, from: number, isEscapable = false): number {
    const key = isEscapable ? `\\${needle}` : needle;
    this.#last ??= new Map();
    const last = this.#last.get(key);
    if (last && from >= last.from && from <= last.found) return last.found;
    let found = this.text.indexOf(needle, from);
    while (isEscapable && found >= 0 && isEscaped(this.text, found)) {
      found = this.text.indexOf(needle, found + 1);
    }
    if (found < 0) found = Infinity;
    this.#last.set(key, { from, found });
    return found;
  }
}
