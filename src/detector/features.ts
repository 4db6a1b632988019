import { lowerUnit } from './characters.ts';
import type { Normalised } from './normalise.ts';
import type { Tokens } from './tokens.ts';

/**
 * The three families of hashed n-grams, after HashingVectorizer (Weinberger et al. 2009): characters 2 to 5 within
 * space-separated words, words 1 to 3, and words with their topic masked 1 to 4.
 */
export const families = ['characters', 'words', 'masked'] as const;
export type Family = (typeof families)[number];

export const bucketBits = 20;
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

const space = 32;

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
      collectTokens(tokens.words, tokens.starts, from, to, 3, into);
      return;
    case 'masked':
      collectTokens(tokens.shapes, tokens.starts, from, to, 4, into);
      return;
  }
}

function collectCharacters(units: Uint16Array, from: number, to: number, into: Occurrences): void {
  reserve(into, (to - from + 2) * 8);
  const { buckets, positions } = into;
  let count = 0;
  let i = from;
  while (i < to) {
    if (units[i] === space) {
      i++;
      continue;
    }
    let end = i + 1;
    while (end < to && units[end] !== space) end++;
    // One space stands before and after every word: position i - 1 and end.
    for (let first = i - 1; first < end; first++) {
      let hash = Math.imul((first < i ? space : lowerUnit(units[first]!)) ^ 0x811c9dc5, 0x01000193);
      const last = Math.min(first + 4, end);
      for (let k = first + 1; k <= last; k++) {
        hash = Math.imul(hash ^ (k === end ? space : lowerUnit(units[k]!)), 0x01000193);
        buckets[count] = mix(hash);
        positions[count++] = first < i ? i : first;
      }
    }
    i = end;
  }
  into.count = count;
}

function collectTokens(
  hashes: Uint32Array,
  starts: Uint32Array,
  from: number,
  to: number,
  longest: number,
  into: Occurrences,
): void {
  reserve(into, (to - from) * longest);
  const { buckets, positions } = into;
  let count = 0;
  for (let first = from; first < to; first++) {
    const last = Math.min(first + longest, to);
    let hash = 0x3c6ef372;
    for (let k = first; k < last; k++) {
      hash = Math.imul(hash ^ hashes[k]!, 0x9e3779b1);
      hash ^= hash >>> 15;
      buckets[count] = mix(hash);
      positions[count++] = starts[first]!;
    }
  }
  into.count = count;
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
