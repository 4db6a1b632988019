import { gatherDistinct, noBuckets } from './distinct.ts';
import { bucketCount, collect, noOccurrences } from './features.ts';
import { idfUnit, type FamilyWeights, type Model } from './model.ts';
import type { Normalised } from './normalise.ts';
import type { Tokens } from './tokens.ts';

// Scratch space, reused: a call runs to its end before another can start.
const occurrences = noOccurrences();
const distinct = noBuckets();
const times = new Uint32Array(bucketCount);

/**
 * What each token adds, by family: the sum of weight x value of the n-grams that begin in it, and of the squared
 * values. Not yet divided by the length of a stretch, so that a window's share of the logit is a sum over tokens.
 * Columns may be longer than there are tokens.
 */
export interface TokenWeights {
  sums: Float32Array[];
  squares: Float32Array[];
}

/** Zeros for the weights of `count` tokens, in the columns of `room` where they are long enough. */
export function noTokenWeights(model: Model, count: number, room: TokenWeights): TokenWeights {
  const columns = (reused: Float32Array[]): Float32Array[] =>
    model.families.map((_, f) => {
      const column = reused[f];
      return column !== undefined && column.length >= count
        ? column.fill(0, 0, count)
        : new Float32Array(count);
    });
  return { sums: columns(room.sums), squares: columns(room.squares) };
}
/** The logit of the tokens `from` to `to` (exclusive); what each token adds goes into `into`. */
export function scoreTokens(
  model: Model,
  text: Normalised,
  tokens: Tokens,
  from: number,
  to: number,
  into: TokenWeights,
): number {
  let logit = 0;
  model.families.forEach(({ family, weights, idf, scale, bias, share }, f) => {
    collect(family, text, tokens, from, to, occurrences);
    gatherDistinct(occurrences, distinct);
    let dot = 0;
    let square = 0;
    for (let i = 0; i < distinct.length; i++) {
      const bucket = distinct.buckets[i]!;
      const value = idf[bucket]!;
      dot += value * weights[bucket]!;
      square += value * value;
    }
    logit += share * ((square > 0 ? (dot * scale) / Math.sqrt(square) : 0) + bias);
    spread(tokens, from, to, model.families[f]!, into.sums[f]!, into.squares[f]!);
  });
  return logit;
}

/**
 * Gives each occurrence of an n-gram its share of what the n-gram counts for in the stretch, so that what the tokens
 * add comes to the sum over the stretch; a repeated n-gram counts no more for a sentence than for its text.
 */
function spread(
  tokens: Tokens,
  from: number,
  to: number,
  { weights, idf, scale }: FamilyWeights,
  sums: Float32Array,
  squares: Float32Array,
): void {
  for (let i = 0; i < occurrences.count; i++) times[occurrences.buckets[i]!]!++;
  let token = from;
  for (let i = 0; i < occurrences.count; i++) {
    while (token + 1 < to && tokens.starts[token + 1]! <= occurrences.positions[i]!) token++;
    const bucket = occurrences.buckets[i]!;
    const value = idf[bucket]! / idfUnit;
    sums[token]! += (value * weights[bucket]! * scale) / times[bucket]!;
    squares[token]! += (value * value) / times[bucket]!;
  }
  for (let i = 0; i < distinct.length; i++) times[distinct.buckets[i]!] = 0;
}

/**
 * What the tokens of each sentence add together, by family.
 * @param firstTokens the first token of each sentence, and the token past the last.
 */
export function sumSentences(
  { sums, squares }: TokenWeights,
  firstTokens: Uint32Array,
): { sums: number[][]; squares: number[][] } {
  const bySentence = (column: Float32Array): number[] => {
    const totals: number[] = [];
    for (let s = 0; s + 1 < firstTokens.length; s++) {
      let total = 0;
      for (let t = firstTokens[s]!; t < firstTokens[s + 1]!; t++) total += column[t]!;
      totals.push(total);
    }
    return totals;
  };
  return { sums: sums.map(bySentence), squares: squares.map(bySentence) };
}
