import { lowerUnit } from '../normalise/characters.ts';
import type { Normalised } from '../normalise/normalise.ts';
import type { Tokens } from './tokens.ts';

/**
 * The three families of hashed n-grams (feature hashing, Weinberger et al. 2009): 4, 6 and 8 characters across words,
 * words 1 to 3, and words in context: one or two of two or three words, the others masked to their shape. Chosen on
 * sources left out (lab/training/README.md).
 */
export const families = ['characters', 'words', 'context'] as const;
export type Family = (typeof families)[number];

const bucketBits = 20;
export const bucketCount = 2 ** bucketBits;

/** Every n-gram in a stretch of text, in order: its bucket, and the unit at which it begins. Reused between calls. */
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

/** Fills `into` with the n-grams of one family between two tokens, `to` exclusive. */
export function collect(
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

function collectCharacters(units: Uint16Array, from: number, to: number, into: Occurrences): void {
  reserve(into, (to - from) * 3);
  const { buckets, positions } = into;
  let count = 0;
  for (let first = from; first + 4 <= to; first++) {
    let hash = 0x811c9dc5;
    let k = first;
    for (const length of [4, 6, 8]) {
      const end = first + length;
      if (end > to) break;
      for (; k < end; k++) hash = Math.imul(hash ^ lowerUnit(units[k]!), 0x01000193);
      buckets[count] = mix(hash);
      positions[count++] = first;
    }
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
    const last = Math.min(first + maxWords, to);
    let hash = 0x3c6ef372;
    for (let k = first; k < last; k++) {
      hash = join(hash, words[k]!);
      buckets[count] = mix(hash);
      positions[count++] = starts[first]!;
    }
  }
  into.count = count;
}

/** Which of two or three neighbours stay words; the others are masked to their shape. */
const contexts = [
  [true, false],
  [false, true],
  [true, false, true],
  [true, false, false],
  [false, false, true],
  [false, true, false],
] as const;

function collectContexts(tokens: Tokens, from: number, to: number, into: Occurrences): void {
  const { words, shapes, starts } = tokens;
  reserve(into, (to - from) * contexts.length);
  const { buckets, positions } = into;
  let count = 0;
  for (let first = from; first < to; first++) {
    for (let kind = 0; kind < contexts.length; kind++) {
      const kept = contexts[kind]!;
      if (first + kept.length > to) continue;
      let hash = kind + 1;
      for (let k = 0; k < kept.length; k++) {
        hash = join(hash, kept[k] === true ? words[first + k]! : shapes[first + k]!);
      }
      buckets[count] = mix(hash);
      positions[count++] = starts[first]!;
    }
  }
  into.count = count;
}

function join(hash: number, token: number): number {
  const product = Math.imul(hash ^ token, 0x9e3779b1);
  return product ^ (product >>> 15);
}

/** The top bits of a finalised hash (the finaliser of MurmurHash3). */
function mix(hash: number): number {
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> (32 - bucketBits);
}

function reserve(into: Occurrences, capacity: number): void {
  if (into.buckets.length >= capacity) return;
  into.buckets = new Uint32Array(capacity * 2);
  into.positions = new Uint32Array(capacity * 2);
}

/**
 * An open-addressing hash table, small enough for a processor's near memory: by place, one more than the bucket there
 * (0 for none), and its number among the distinct ones. A table of all buckets took twice the time.
 */
let keys = new Uint32Array(8192);
let numbers = new Uint32Array(8192);

/** The buckets that occur at all, numbered in order of first appearance. */
interface DistinctBuckets {
  buckets: Uint32Array;
  /** How often each occurs. */
  times: Uint32Array;
  length: number;
  /** The number of each occurrence's bucket. */
  numbers: Uint32Array;
}

export const noBuckets = (): DistinctBuckets => ({
  buckets: new Uint32Array(4096),
  times: new Uint32Array(4096),
  length: 0,
  numbers: new Uint32Array(4096),
});

/**
 * Gathers into `into`. An n-gram is in a text or not: how often says no more on sources left out (lab/training/README.md).
 * Later passes work on numbers that lie close together, where a table of all buckets is slow to reach.
 * The scratch table is module-wide: a call runs to its end before another can start.
 */
export function gatherDistinct(occurrences: Occurrences, into: DistinctBuckets): void {
  const { count } = occurrences;
  if (into.buckets.length < count) {
    into.buckets = new Uint32Array(count * 2);
    into.times = new Uint32Array(count * 2);
    into.numbers = new Uint32Array(count * 2);
  }
  const { buckets, times } = into;
  const mask = emptied(count * 2) - 1;
  let length = 0;
  for (let i = 0; i < count; i++) {
    const bucket = occurrences.buckets[i]!;
    let place = bucket & mask;
    while (keys[place] !== bucket + 1 && keys[place] !== 0) place = (place + 1) & mask;
    if (keys[place] === 0) {
      keys[place] = bucket + 1;
      numbers[place] = length;
      times[length] = 0;
      buckets[length++] = bucket;
    }
    const number = numbers[place]!;
    times[number]! += 1;
    into.numbers[i] = number;
  }
  into.length = length;
}

/** Empties a table of at least `least` places; gives its size, a power of two. */
function emptied(least: number): number {
  let size = 1024;
  while (size < least) size *= 2;
  if (size > keys.length) {
    keys = new Uint32Array(size);
    numbers = new Uint32Array(size);
  } else keys.fill(0, 0, size);
  return size;
}
