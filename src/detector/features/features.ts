import { lowerUnit } from '../normalise/characters.ts';
import type { Normalised } from '../normalise/normalise.ts';
import type { Tokens } from './tokens.ts';

/**
 * The three families of hashed n-grams (feature hashing, Weinberger et al. 2009). `characters`: 4, 6 and 8
 * characters, also across words. `words`: 1 to 3 words. `context`: 2 or 3 words of which some are replaced by their
 * shape. They were chosen by accuracy on sources that training did not use (lab/training/README.md).
 */
export const families = ['characters', 'words', 'context'] as const;
export type Family = (typeof families)[number];

/** Number of bits in the hash of an n-gram. A smaller model uses only the top bits. */
export const maxBucketBits = 20;

/** The n-grams of a text, in order: the bucket of each, and the unit at which it begins. Reused between calls. */
export interface Occurrences {
  buckets: Uint32Array;
  positions: Uint32Array;
  count: number;
}

export const noOccurrences = (): Occurrences => ({
  buckets: new Uint32Array(4096),
  positions: new Uint32Array(4096),
  count: 0,
});

/** Writes the n-grams of one family in a range of tokens to `into`; `to` is exclusive. */
export function collectNgrams(
  family: Family,
  text: Normalised,
  tokens: Tokens,
  from: number,
  to: number,
  into: Occurrences,
): void {
  into.count = 0;
  if (from >= to) return;
  switch (family) {
    case 'characters':
      collectCharacters(text.units, tokens.starts[from]!, tokens.ends[to - 1]!, into);
      return;
    case 'words':
      collectWords(tokens.words, tokens.starts, from, to, into);
      return;
    case 'context':
      collectContexts(tokens, from, to, into);
      return;
  }
}

/** Converts buckets for a smaller table of 2 ** `bits` entries. */
export function narrowBuckets({ buckets, count }: Occurrences, bits: number): void {
  const shift = maxBucketBits - bits;
  if (shift > 0) for (let i = 0; i < count; i++) buckets[i]! >>>= shift;
}

const fnvBasis = 0x811c9dc5;
const fnvPrime = 0x01000193;

// Scratch space, reused: the text in lower case, so that each unit is converted once although several n-grams
// contain it.
let lowered = new Uint16Array(8192);

function collectCharacters(units: Uint16Array, from: number, to: number, into: Occurrences): void {
  const length = to - from;
  reserve(into, length * 3);
  if (lowered.length < length) lowered = new Uint16Array(length * 2);
  const { buckets, positions } = into;
  const lower = lowered;
  for (let i = 0; i < length; i++) lower[i] = lowerUnit(units[from + i]!);
  let count = 0;
  for (let first = 0; first + 4 <= length; first++) {
    let hash = Math.imul(fnvBasis ^ lower[first]!, fnvPrime);
    hash = Math.imul(hash ^ lower[first + 1]!, fnvPrime);
    hash = Math.imul(hash ^ lower[first + 2]!, fnvPrime);
    hash = Math.imul(hash ^ lower[first + 3]!, fnvPrime);
    buckets[count] = finaliseHash(hash);
    positions[count++] = from + first;
    if (first + 6 > length) continue;
    hash = Math.imul(hash ^ lower[first + 4]!, fnvPrime);
    hash = Math.imul(hash ^ lower[first + 5]!, fnvPrime);
    buckets[count] = finaliseHash(hash);
    positions[count++] = from + first;
    if (first + 8 > length) continue;
    hash = Math.imul(hash ^ lower[first + 6]!, fnvPrime);
    hash = Math.imul(hash ^ lower[first + 7]!, fnvPrime);
    buckets[count] = finaliseHash(hash);
    positions[count++] = from + first;
  }
  into.count = count;
}

function collectWords(
  words: Uint32Array,
  starts: Uint32Array,
  from: number,
  to: number,
  into: Occurrences,
): void {
  const maxWords = 3;
  reserve(into, (to - from) * maxWords);
  const { buckets, positions } = into;
  let count = 0;
  for (let first = from; first < to; first++) {
    const start = starts[first]!;
    const last = Math.min(first + maxWords, to);
    let hash = 0x3c6ef372;
    for (let k = first; k < last; k++) {
      hash = joinHash(hash, words[k]! | 0);
      buckets[count] = finaliseHash(hash);
      positions[count++] = start;
    }
  }
  into.count = count;
}

/**
 * The number of context n-grams that begin at one token. Each is a pattern of words (`w`) and masked words (`s`,
 * for shape), with its own seed for the hash: 1 `ws`, 2 `sw`, 3 `wsw`, 4 `wss`, 5 `ssw`, 6 `sws`.
 */
const contexts = 6;

function collectContexts(
  { words, shapes, starts }: Tokens,
  from: number,
  to: number,
  into: Occurrences,
): void {
  reserve(into, (to - from) * contexts);
  const { buckets, positions } = into;
  let count = 0;
  for (let first = from; first + 2 <= to; first++) {
    const start = starts[first]!;
    const word = words[first]! | 0;
    const shape = shapes[first]! | 0;
    const word2 = words[first + 1]! | 0;
    const shape2 = shapes[first + 1]! | 0;
    buckets[count] = finaliseHash(joinHash(joinHash(1, word), shape2));
    positions[count++] = start;
    buckets[count] = finaliseHash(joinHash(joinHash(2, shape), word2));
    positions[count++] = start;
    if (first + 3 > to) continue;
    const word3 = words[first + 2]! | 0;
    const shape3 = shapes[first + 2]! | 0;
    buckets[count] = finaliseHash(joinHash(joinHash(joinHash(3, word), shape2), word3));
    positions[count++] = start;
    buckets[count] = finaliseHash(joinHash(joinHash(joinHash(4, word), shape2), shape3));
    positions[count++] = start;
    buckets[count] = finaliseHash(joinHash(joinHash(joinHash(5, shape), shape2), word3));
    positions[count++] = start;
    buckets[count] = finaliseHash(joinHash(joinHash(joinHash(6, shape), word2), shape3));
    positions[count++] = start;
  }
  into.count = count;
}

function joinHash(hash: number, token: number): number {
  const product = Math.imul(hash ^ token, 0x9e3779b1);
  return product ^ (product >>> 15);
}

/** The top bits of a hash after MurmurHash3's finalising step. */
function finaliseHash(hash: number): number {
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> (32 - maxBucketBits);
}

function reserve(into: Occurrences, capacity: number): void {
  if (into.buckets.length >= capacity) return;
  into.buckets = new Uint32Array(capacity * 2);
  into.positions = new Uint32Array(capacity * 2);
}

/**
 * An open-addressing hash table from buckets to their numbers in `DistinctBuckets`. An entry is that number plus
 * one; 0 is empty. It stores no keys, so that it fits into the processor's nearest cache: with keys it took 1.5
 * times as long, and a plain table of all buckets twice as long.
 */
let table: Uint16Array | Uint32Array = new Uint16Array(16384);

/** The distinct buckets of a text, numbered by first appearance. */
interface DistinctBuckets {
  buckets: Uint32Array;
  /** The number of occurrences of each bucket. */
  times: Uint32Array;
  length: number;
  /** For each occurrence, the number of its bucket. */
  numbers: Uint32Array;
}

export const noBuckets = (): DistinctBuckets => ({
  buckets: new Uint32Array(4096),
  times: new Uint32Array(4096),
  length: 0,
  numbers: new Uint32Array(4096),
});

/**
 * Finds the distinct buckets among the occurrences. Scoring then counts each once, because repetitions did not
 * improve accuracy (lab/training/README.md), and works on consecutive numbers, which is faster than a table of all
 * buckets. It uses a table shared by the module, so calls must not overlap.
 */
export function gatherDistinct(occurrences: Occurrences, into: DistinctBuckets): void {
  const { count } = occurrences;
  if (into.buckets.length < count) {
    into.buckets = new Uint32Array(count * 2);
    into.times = new Uint32Array(count * 2);
    into.numbers = new Uint32Array(count * 2);
  }
  const { buckets, times, numbers } = into;
  const found = occurrences.buckets;
  const places = emptied(count);
  const mask = tableSize - 1;
  let length = 0;
  for (let i = 0; i < count; i++) {
    const bucket = found[i]!;
    let place = bucket & mask;
    let number = places[place]!;
    while (number !== 0 && buckets[number - 1] !== bucket) {
      place = (place + 1) & mask;
      number = places[place]!;
    }
    if (number === 0) {
      buckets[length] = bucket;
      times[length] = 1;
      numbers[i] = length++;
      places[place] = length;
    } else {
      times[number - 1]! += 1;
      numbers[i] = number - 1;
    }
  }
  into.length = length;
}

/** The number of entries in use in the table, a power of two. */
let tableSize = 0;

/** Returns an empty table with room for `count` buckets. */
function emptied(count: number): Uint16Array | Uint32Array {
  tableSize = 1024;
  while (tableSize < 2 * count) tableSize *= 2;
  const isWide = count > 65535;
  if (tableSize > table.length || isWide !== table instanceof Uint32Array) {
    table = isWide ? new Uint32Array(tableSize) : new Uint16Array(Math.max(16384, tableSize));
  } else table.fill(0, 0, tableSize);
  return table;
}
