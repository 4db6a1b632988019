import { lowerUnit } from '../normalise/characters.ts';

/** English words and endings that show style rather than topic. */

const functionWordList =
  'an the of to in for on with at by from as is are was were be been being am do does did have has had having ' +
  'will would can could may might shall should must not no nor and or but if then than so that this these those ' +
  'there here it its he she they we you i me him her us them his hers their theirs our ours your yours my mine ' +
  'who whom whose which what when where why how all any both each few more most other some such only own same too ' +
  'very just about above after again against before below between down during further into off once out over ' +
  'through under up until while because also however therefore thus although though since yet still even much ' +
  "many a it's don't doesn't can't isn't i'm you're we're that's didn't won't there's i've they're wasn't " +
  "couldn't wouldn't aren't haven't let's you'll we'll i'll he's she's what's you've we've";

/** The FNV-1a hash of these units in lower case. */
export function hashUnits(units: Uint16Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ lowerUnit(units[i]!), 0x01000193);
  return hash >>> 0;
}

/** The `hashUnits` of a lower-case word. */
export function hashWord(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash;
}

/**
 * A hash table from hashes of words to small numbers, read for every word of a text. It uses open addressing by the
 * lowest bits.
 */
export class HashTable {
  private readonly keys = new Int32Array(1024);
  private readonly values = new Uint8Array(1024);

  /** @param value 1 to 255. */
  set(hash: number, value: number): void {
    const place = this.placeOf(hash);
    this.keys[place] = hash;
    this.values[place] = value;
  }

  /** The value of a hash; 0 if it is not in the table. */
  get(hash: number): number {
    return this.values[this.placeOf(hash)]!;
  }

  private placeOf(hash: number): number {
    const { keys, values } = this;
    let place = hash & 1023;
    while (values[place] !== 0 && keys[place] !== (hash | 0)) place = (place + 1) & 1023;
    return place;
  }
}

const functionWords = new HashTable();
for (const word of functionWordList.split(' ')) functionWords.set(hashWord(word), 1);

/** Whether a hash from `hashUnits` belongs to a function word, which masking leaves unchanged. */
export const isFunctionWord = (hash: number): boolean => functionWords.get(hash) === 1;

/**
 * A function that finds a word's ending in a list, where longer endings come before shorter ones, and returns its
 * number; 0 if there is none.
 * @param endings lower-case ASCII, each with its number. The stem keeps at least three letters, or one before an
 *   ending with an apostrophe.
 */
export function endingFinder(
  endings: Iterable<readonly [ending: string, number: number]>,
): (units: Uint16Array, start: number, end: number) => number {
  const byLastUnit: { reversed: number[]; minStem: number; number: number }[][] = Array.from(
    { length: 128 },
    () => [],
  );
  for (const [ending, number] of endings) {
    const reversed = Array.from(ending, (character) => character.charCodeAt(0)).reverse();
    byLastUnit[reversed[0]!]!.push({ reversed, minStem: ending.includes("'") ? 1 : 3, number });
  }
  return (units, start, end) => {
    const last = units[end - 1]! | 32;
    if (last >= 128) return 0;
    for (const { reversed, minStem, number } of byLastUnit[last]!) {
      if (end - start >= reversed.length + minStem && endsWith(units, end, reversed)) return number;
    }
    return 0;
  };
}

function endsWith(units: Uint16Array, end: number, reversed: number[]): boolean {
  for (let i = 1; i < reversed.length; i++) {
    if ((units[end - 1 - i]! | 32) !== reversed[i]) return false;
  }
  return true;
}

const suffixes = [
  ...['tion', 'sion', 'ment', 'ness', 'able', 'ible', 'ance', 'ence'],
  ...['ing', 'ity', 'ive', 'ous', 'ful', 'ist', 'ism', 'ize', 'ise'],
  ...['ly', 'ed', 'es', 'al', 'er', 'or', 's'],
];

/** The number of the longest known ending of a word, or 0. */
export const suffixClass = endingFinder(suffixes.map((suffix, index) => [suffix, index + 1]));
