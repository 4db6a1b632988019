import { isAsciiLetter, isLetter } from '../normalise/characters.ts';
import type { Normalised } from '../normalise/normalise.ts';
import { wordKind, type Tokens } from '../features/tokens.ts';
import type { Sentences } from './sentences.ts';

/** What tells prose from code and English from other languages, counted in each sentence of a passage. */
export interface SentenceCounts {
  words: number[];
  /** English function words. */
  functionWords: number[];
  /** A wide one, such as a Chinese character, says as much as `wideLetters` Latin ones, and counts as many. */
  letters: number[];
  /** Letters outside ASCII, likewise. */
  foreignLetters: number[];
  /** ASCII signs other than those of punctuation. */
  codeSigns: number[];
  /** ASCII signs of all kinds. */
  signs: number[];
}

/** @param firstTokens the first token of each sentence, and the token past the last. */
export function countInSentences(text: Normalised, tokens: Tokens, firstTokens: Uint32Array): SentenceCounts {
  const count = firstTokens.length - 1;
  const column = (): number[] => new Array<number>(count).fill(0);
  const counts: SentenceCounts = {
    ...{ words: column(), functionWords: column(), letters: column() },
    ...{ foreignLetters: column(), codeSigns: column(), signs: column() },
  };
  for (let s = 0; s < count; s++) {
    const from = firstTokens[s]!;
    const to = firstTokens[s + 1]!;
    for (let t = from; t < to; t++) {
      if (tokens.kinds[t] !== wordKind) continue;
      counts.words[s]! += 1;
      // The masked shape of a function word is the word itself.
      if (tokens.words[t] === tokens.shapes[t]) counts.functionWords[s]! += 1;
    }
    if (from < to) countUnits(text.units, tokens.starts[from]!, tokens.ends[to - 1]!, s, counts);
  }
  return counts;
}

const wideLetters = 3;
/** From here on scripts are written without spaces and with some thousand characters (CJK Radicals and on). */
const firstWide = 0x2e80;

function countUnits(units: Uint16Array, from: number, to: number, s: number, counts: SentenceCounts): void {
  let ascii = 0;
  let foreign = 0;
  let code = 0;
  let signs = 0;
  for (let i = from; i < to; i++) {
    const unit = units[i]!;
    if (unit >= 128) {
      if (isLetter(unit)) foreign += unit >= firstWide ? wideLetters : 1;
    } else if (isAsciiLetter(unit)) ascii++;
    else if (signClass[unit]! > 0) {
      signs++;
      if (signClass[unit] === codeClass) code++;
    }
  }
  counts.letters[s] = ascii + foreign;
  counts.foreignLetters[s] = foreign;
  counts.codeSigns[s] = code;
  counts.signs[s] = signs;
}

const punctuationClass = 1;
const codeClass = 2;
const signClass = new Uint8Array(128);
for (const sign of '#$%&()*+/<=>@[\\]^_`{|}~') signClass[sign.charCodeAt(0)] = codeClass;
for (const sign of '!"\',-.:;?') signClass[sign.charCodeAt(0)] = punctuationClass;

/**
 * The first token of each sentence, and the number of tokens at the end: tokens between two sentences belong to the
 * first, those before all to the first of all.
 */
export function firstTokensOf(text: Normalised, tokens: Tokens, sentences: Sentences): Uint32Array {
  const firstTokens = new Uint32Array(sentences.starts.length + 1);
  let token = 0;
  for (let s = 1; s < sentences.starts.length; s++) {
    const start = sentences.starts[s]!;
    while (token < tokens.count && text.origins[tokens.starts[token]!]! < start) token++;
    firstTokens[s] = token;
  }
  firstTokens[sentences.starts.length] = tokens.count;
  return firstTokens;
}
