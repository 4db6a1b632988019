import type { Normalised } from '../normalise/normalise.ts';
import type { Sentences } from '../segments/sentences.ts';
import type { Tokens } from './tokens.ts';

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
