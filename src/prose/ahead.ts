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

/** Finds the next place of each of several things in a text. The index is built once. */
export class PlacesAhead {
  readonly #places = new Map<string, number[]>();

  /** @param found the things and their places, in order; an `undefined` entry is skipped. */
  constructor(found: Iterable<readonly [what: string | undefined, place: number]>) {
    for (const [what, place] of found) {
      if (what === undefined) continue;
      const places = this.#places.get(what);
      if (places) places.push(place);
      else this.#places.set(what, [place]);
    }
  }

  /** The ends of a pattern's matches, by their first group. */
  static ofEnds(text: string, pattern: RegExp): PlacesAhead {
    return new PlacesAhead(
      Array.from(text.matchAll(pattern), ({ index, 0: { length }, 1: what }) => [what, index + length]),
    );
  }

  /** The first place at or after this one, in logarithmic time. */
  next(what: string, from: number): number | undefined {
    const places = this.#places.get(what) ?? [];
    return places[countBefore(places, (place) => place < from)];
  }
}

/** Finds one string in a text. If offsets increase, no part of the text is read twice. */
export class Finder {
  readonly #text: string;
  readonly #needle: string;
  readonly #isEscapable: boolean;
  #from = 0;
  #found = -1;

  /** @param isEscapable whether to skip occurrences after a backslash. */
  constructor(text: string, needle: string, isEscapable = false) {
    this.#text = text;
    this.#needle = needle;
    this.#isEscapable = isEscapable;
  }

  /** Its first offset at or after this one, or `Infinity`. */
  at(from: number): number {
    if (from > this.#found || from < this.#from) {
      this.#from = from;
      let found = this.#text.indexOf(this.#needle, from);
      while (this.#isEscapable && found >= 0 && isEscaped(this.#text, found)) {
        found = this.#text.indexOf(this.#needle, found + 1);
      }
      this.#found = found < 0 ? Infinity : found;
    }
    return this.#found;
  }
}

function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (start > 0 && text.charCodeAt(start - 1) === 92) start--;
  return (at - start) % 2 === 1;
}

/** Finds many strings in one text, with one reused finder for each. */
export class Finders {
  readonly text: string;
  #finders: Map<string, Finder> | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The string's first offset at or after this one, or `Infinity`. */
  at(needle: string, from: number, isEscapable = false): number {
    const key = isEscapable ? `\\${needle}` : needle;
    this.#finders ??= new Map();
    let finder = this.#finders.get(key);
    if (!finder) this.#finders.set(key, (finder = new Finder(this.text, needle, isEscapable)));
    return finder.at(from);
  }
}
