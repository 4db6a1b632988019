import { countBefore } from '../text/ranges.ts';

/** The first match of a global pattern from an offset on, or that of a sticky one there. */
export function matchFrom(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Where that match ends. */
export function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Finds where each of several things stands next in a text, each of which was found once. */
export class PlacesAhead {
  readonly #places = new Map<string, number[]>();

  /** @param found what stands where, in order; `undefined` stands for nothing. */
  constructor(found: Iterable<readonly [what: string | undefined, place: number]>) {
    for (const [what, place] of found) {
      if (what === undefined) continue;
      const places = this.#places.get(what);
      if (places) places.push(place);
      else this.#places.set(what, [place]);
    }
  }

  /** Where the matches of a pattern end, by their first group. */
  static ofEnds(text: string, pattern: RegExp): PlacesAhead {
    return new PlacesAhead(
      Array.from(text.matchAll(pattern), ({ index, 0: { length }, 1: what }) => [what, index + length]),
    );
  }

  /** The first place from this one on; takes logarithmic time. */
  next(what: string, from: number): number | undefined {
    const places = this.#places.get(what) ?? [];
    return places[countBefore(places, (place) => place < from)];
  }
}

/** Looks for one string in a text, from offsets that mostly rise, and reads no part of the text twice. */
export class Finder {
  readonly #text: string;
  readonly #sought: string;
  readonly #isEscapable: boolean;
  #from = 0;
  #found = -1;

  /** @param isEscapable whether a backslash before it takes it out of account. */
  constructor(text: string, sought: string, isEscapable = false) {
    this.#text = text;
    this.#sought = sought;
    this.#isEscapable = isEscapable;
  }

  /** The first offset from this one on where it stands, or `Infinity`. */
  at(from: number): number {
    if (from > this.#found || from < this.#from) {
      this.#from = from;
      let found = this.#text.indexOf(this.#sought, from);
      while (this.#isEscapable && found >= 0 && isEscaped(this.#text, found)) {
        found = this.#text.indexOf(this.#sought, found + 1);
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

/** Finders of many strings in one text, each kept from one search to the next. */
export class Finders {
  readonly text: string;
  readonly #finders = new Map<string, Finder>();

  constructor(text: string) {
    this.text = text;
  }

  /** The first offset from this one on where the string stands, or `Infinity`. */
  at(sought: string, from: number, isEscapable = false): number {
    const key = isEscapable ? `\\${sought}` : sought;
    let finder = this.#finders.get(key);
    if (!finder) this.#finders.set(key, (finder = new Finder(this.text, sought, isEscapable)));
    return finder.at(from);
  }
}
