import { gatherDistinct, noBuckets, collect, noOccurrences } from '../features/features.ts';
import { idfUnit, type FamilyWeights, type Model } from './model.ts';
import type { Normalised } from '../normalise/normalise.ts';
import type { Tokens } from '../features/tokens.ts';
import { idfOf, weightOf, weightTable } from './weightTable.ts';

// Scratch space, reused: a call runs to its end before another can start.
const occurrences = noOccurrences();
const distinct = noBuckets();
/** By the number of a distinct n-gram: what each of its occurrences adds. */
const added = { sums: new Float64Array(4096), squares: new Float64Array(4096) };

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
  for (const [f, family] of model.families.entries()) {
    collect(family.family, text, tokens, from, to, occurrences);
    gatherDistinct(occurrences, distinct);
    logit += family.share * (marginOf(family) + family.bias);
    spread(tokens, from, to, into.sums[f]!, into.squares[f]!);
  }
  return logit;
}

/** The margin, without bias, of the n-grams in `distinct`. Leaves what one occurrence of each adds in `added`. */
function marginOf(family: FamilyWeights): number {
  const table = weightTable(family);
  if (added.sums.length < distinct.length) {
    added.sums = new Float64Array(distinct.length * 2);
    added.squares = new Float64Array(distinct.length * 2);
  }
  const { buckets, times, length } = distinct;
  const { sums, squares } = added;
  let dot = 0;
  let square = 0;
  for (let i = 0; i < length; i++) {
    const entry = table[buckets[i]!]!;
    const value = idfOf(entry) / idfUnit;
    const weighed = value * weightOf(entry) * family.scale;
    dot += weighed;
    square += value * value;
    sums[i] = weighed / times[i]!;
    squares[i] = (value * value) / times[i]!;
  }
  return square > 0 ? dot / Math.sqrt(square) : 0;
}

/**
 * Gives each occurrence of an n-gram its share of what the n-gram counts for in the stretch, so that what the tokens
 * add comes to the sum over the stretch; a repeated n-gram counts no more for a sentence than for its text.
 */
function spread(tokens: Tokens, from: number, to: number, sums: Float32Array, squares: Float32Array): void {
  const { positions, count } = occurrences;
  const { numbers } = distinct;
  let token = from;
  let next = token + 1 < to ? tokens.starts[token + 1]! : Infinity;
  for (let i = 0; i < count; i++) {
    while (next <= positions[i]!) next = ++token + 1 < to ? tokens.starts[token + 1]! : Infinity;
    const number = numbers[i]!;
    sums[token]! += added.sums[number]!;
    squares[token]! += added.squares[number]!;
  }
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
