import { isAsciiLetter, isLetter } from './characters.ts';
import type { Normalised } from './normalise.ts';
import { wordKind, type Tokens } from './tokens.ts';

/** What tells prose from code and English from other languages, counted in each sentence of a passage. */
export interface SentenceCounts {
  words: Uint32Array;
  /** English function words. */
  functionWords: Uint32Array;
  letters: Uint32Array;
  /** Letters outside ASCII. */
  foreignLetters: Uint32Array;
  /** ASCII signs other than those of punctuation. */
  codeSigns: Uint32Array;
  /** ASCII signs of all kinds. */
  signs: Uint32Array;
}

/** @param firstTokens the first token of each sentence, and the token past the last. */
export function countInSentences(text: Normalised, tokens: Tokens, firstTokens: Uint32Array): SentenceCounts {
  const count = firstTokens.length - 1;
  const column = (): Uint32Array => new Uint32Array(count);
  const counts: SentenceCounts = {
    ...{ words: column(), functionWords: column(), letters: column() },
    ...{ foreignLetters: column(), codeSigns: column(), signs: column() },
  };
  for (let s = 0; s < count; s++) {
    const from = firstTokens[s]!;
    const to = firstTokens[s + 1]!;
    for (let t = from; t < to; t++) {
      if (tokens.kinds[t] !== wordKind) continue;
      counts.words[s]!++;
      // The masked shape of a function word is the word itself.
      if (tokens.words[t] === tokens.shapes[t]) counts.functionWords[s]!++;
    }
    if (from < to) countUnits(text.units, tokens.starts[from]!, tokens.ends[to - 1]!, s, counts);
  }
  return counts;
}

function countUnits(units: Uint16Array, from: number, to: number, s: number, counts: SentenceCounts): void {
  let ascii = 0;
  let foreign = 0;
  let code = 0;
  let signs = 0;
  for (let i = from; i < to; i++) {
    const unit = units[i]!;
    if (unit >= 128) {
      if (isLetter(unit)) foreign++;
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
