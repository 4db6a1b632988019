import { isDigit, isLetter, lowerUnit } from '../normalise/characters.ts';
import type { Normalised } from '../normalise/normalise.ts';
import { hashUnits, isFunctionWord, suffixClass } from './words.ts';

/** The tokens of a normalised text, as columns: words, numbers and single signs. */
export interface Tokens {
  count: number;
  /** The first unit of each token, and the unit after its end. */
  starts: Uint32Array;
  ends: Uint32Array;
  /** Hash of the token in lower case. */
  words: Uint32Array;
  /** Hash of the token without its topic: the word itself for a function word, shape and suffix for other words. */
  shapes: Uint32Array;
  kinds: Uint8Array;
}

export const wordKind = 1;
export const numberKind = 2;
export const signKind = 3;

const apostrophe = 39;
const numberHash = 0x2f0b4c47;

/**
 * Divides a normalised text into tokens.
 * @param tokens the columns to fill; their old content is overwritten.
 */
export function tokenise(text: Normalised, tokens = noTokens()): Tokens {
  const { units, length } = text;
  tokens.count = 0;
  let i = 0;
  while (i < length) {
    const unit = units[i]!;
    if (unit === 32) {
      i++;
      continue;
    }
    const start = i;
    if (isLetter(unit)) {
      i = wordEnd(units, start, length);
      addWord(tokens, units, start, i);
    } else if (isDigit(unit)) {
      while (i < length && isDigit(units[i]!)) i++;
      add(tokens, start, i, hashUnits(units, start, i), numberHash, numberKind);
    } else {
      i++;
      const hash = Math.imul(unit + 0x51ed27, 0x9e3779b1) >>> 0;
      add(tokens, start, i, hash, hash, signKind);
    }
  }
  return tokens;
}

function wordEnd(units: Uint16Array, start: number, length: number): number {
  let i = start + 1;
  for (; i < length; i++) {
    const unit = units[i]!;
    if (isLetter(unit)) continue;
    if (unit !== apostrophe || i + 1 >= length || !isLetter(units[i + 1]!)) break;
  }
  return i;
}

function addWord(tokens: Tokens, units: Uint16Array, start: number, end: number): void {
  const hash = hashUnits(units, start, end);
  if (isFunctionWord(hash)) {
    add(tokens, start, end, hash, hash, wordKind);
    return;
  }
  // A word in capitals is emphasis or an attempt to evade detection, so it is read as lower case. Units after the
  // word are not read, because after the last word they belong to an earlier text.
  const isAllCapitals = end - start > 1 && isCapital(units[start + 1]!);
  const capital = isCapital(units[start]!) && !isAllCapitals ? 1 : 0;
  const size = Math.min(Math.floor((end - start) / 3), 4);
  const shape = 1 + capital + 2 * (size + 5 * suffixClass(units, start, end));
  add(tokens, start, end, hash, Math.imul(shape, 0x85ebca6b) >>> 0, wordKind);
}

const isCapital = (unit: number): boolean => lowerUnit(unit) !== unit;

function add(tokens: Tokens, start: number, end: number, word: number, shape: number, kind: number): void {
  if (tokens.count === tokens.starts.length) grow(tokens);
  const i = tokens.count++;
  tokens.starts[i] = start;
  tokens.ends[i] = end;
  tokens.words[i] = word;
  tokens.shapes[i] = shape;
  tokens.kinds[i] = kind;
}

/** Columns for tokens, which grow as needed. */
export function noTokens(capacity = 1024): Tokens {
  return {
    count: 0,
    starts: new Uint32Array(capacity),
    ends: new Uint32Array(capacity),
    words: new Uint32Array(capacity),
    shapes: new Uint32Array(capacity),
    kinds: new Uint8Array(capacity),
  };
}

function grow(tokens: Tokens): void {
  const larger = noTokens(tokens.starts.length * 2);
  larger.starts.set(tokens.starts);
  larger.ends.set(tokens.ends);
  larger.words.set(tokens.words);
  larger.shapes.set(tokens.shapes);
  larger.kinds.set(tokens.kinds);
  larger.count = tokens.count;
  Object.assign(tokens, larger);
}
