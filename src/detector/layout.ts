import type { Normalised } from './normalise.ts';
import type { TokenWeights } from './score.ts';
import type { Sentences } from './sentences.ts';
import type { SentenceSums } from './sentenceSums.ts';
import { wordKind, type Tokens } from './tokens.ts';

/** Which tokens belong to which sentence, and how many words stand before each token. */
export interface Layout {
  /** First token of each sentence, and the number of tokens at the end. */
  firstTokens: Uint32Array;
  /** Words before each token, and all words at the end. */
  wordsBefore: Uint32Array;
}

const pauseEvery = 16384;

/** Yields about every 16 K tokens. */
export function* layOut(text: Normalised, tokens: Tokens, sentences: Sentences): Generator<void, Layout> {
  const firstTokens = new Uint32Array(sentences.starts.length + 1);
  let token = 0;
  for (let s = 1; s < sentences.starts.length; s++) {
    const start = sentences.starts[s]!;
    while (token < tokens.count && text.origins[tokens.starts[token]!]! < start) token++;
    firstTokens[s] = token;
    if (s % pauseEvery === 0) yield;
  }
  firstTokens[sentences.starts.length] = tokens.count;
  const wordsBefore = new Uint32Array(tokens.count + 1);
  for (let t = 0; t < tokens.count; t++) {
    wordsBefore[t + 1] = wordsBefore[t]! + (tokens.kinds[t] === wordKind ? 1 : 0);
    if (t % pauseEvery === 0) yield;
  }
  return { firstTokens, wordsBefore };
}

/** What the tokens of each sentence add together. Yields after each family. */
export function* sumBySentence(weights: TokenWeights, layout: Layout): Generator<void, SentenceSums> {
  const { firstTokens, wordsBefore } = layout;
  const count = firstTokens.length - 1;
  const words = Uint32Array.from(
    { length: count },
    (_, s) => wordsBefore[firstTokens[s + 1]!]! - wordsBefore[firstTokens[s]!]!,
  );
  const sentenceSums: SentenceSums = { words, sums: [], squares: [] };
  for (const [f, column] of weights.sums.entries()) {
    sentenceSums.sums.push(sumTokens(column, firstTokens));
    sentenceSums.squares.push(sumTokens(weights.squares[f]!, firstTokens));
    yield;
  }
  return sentenceSums;
}

function sumTokens(column: Float32Array, firstTokens: Uint32Array): Float64Array {
  const sums = new Float64Array(firstTokens.length - 1);
  for (let s = 0; s < sums.length; s++) {
    for (let t = firstTokens[s]!; t < firstTokens[s + 1]!; t++) sums[s]! += column[t]!;
  }
  return sums;
}

/** The model learnt from stretches of up to this many words. */
const longestChunk = 350;
/** Bounds the work of one step where words are rare or endless. */
const mostTokens = 1000;
const mostUnits = 6000;

/** Cuts the tokens into chunks of like length that end with a sentence where they can: the token past each end. */
export function chunkEnds(tokens: Tokens, { firstTokens, wordsBefore }: Layout): number[] {
  const words = wordsBefore[tokens.count]!;
  const wanted = words / Math.max(1, Math.ceil(words / longestChunk));
  const ends: number[] = [];
  let start = 0;
  for (let s = 1; s < firstTokens.length; s++) {
    const end = firstTokens[s]!;
    for (let t = start + 1; t <= end; t++) {
      const full =
        t - start >= mostTokens ||
        tokens.ends[t - 1]! - tokens.starts[start]! >= mostUnits ||
        wordsBefore[t]! - wordsBefore[start]! > wanted * 1.2 + 20;
      if (full && t < end) ends.push((start = t));
    }
    if (wordsBefore[end]! - wordsBefore[start]! >= wanted && end > start) ends.push((start = end));
  }
  if (start < tokens.count) ends.push(tokens.count);
  return ends;
}
