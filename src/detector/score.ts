import { countBuckets, logCounts, noCounts } from './counts.ts';
import { bucketCount, collect, noOccurrences } from './features.ts';
import { idfUnit, type FamilyWeights, type Model } from './model.ts';
import type { Normalised } from './normalise.ts';
import type { Tokens } from './tokens.ts';

// Scratch space, reused: a call runs to its end before another can start.
const occurrences = noOccurrences();
const counted = noCounts();
const countOf = new Uint8Array(bucketCount);

/**
 * What each token adds, by family: the sum of weight x value of the n-grams that begin in it, and of the squared
 * values. Not yet divided by the length of a stretch, so that a window's share of the logit is a sum over tokens.
 */
export interface TokenWeights {
  sums: Float32Array[];
  squares: Float32Array[];
}

/** Room for the weights of `count` tokens. */
export function noTokenWeights(model: Model, count: number): TokenWeights {
  const columns = (): Float32Array[] => model.families.map(() => new Float32Array(count));
  return { sums: columns(), squares: columns() };
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
    countBuckets(occurrences, counted);
    let dot = 0;
    let square = 0;
    for (let i = 0; i < counted.length; i++) {
      const bucket = counted.buckets[i]!;
      const value = logCounts[counted.counts[i]!]! * idf[bucket]!;
      dot += value * weights[bucket]!;
      square += value * value;
    }
    logit += share * ((square > 0 ? (dot * scale) / Math.sqrt(square) : 0) + bias);
    spread(tokens, from, to, model.families[f]!, into.sums[f]!, into.squares[f]!);
  });
  return logit;
}

/** Gives each occurrence of an n-gram its share of what the n-gram counts for in the stretch. */
function spread(
  tokens: Tokens,
  from: number,
  to: number,
  { weights, idf, scale }: FamilyWeights,
  sums: Float32Array,
  squares: Float32Array,
): void {
  for (let i = 0; i < counted.length; i++) countOf[counted.buckets[i]!] = counted.counts[i]!;
  let token = from;
  for (let i = 0; i < occurrences.count; i++) {
    while (token + 1 < to && tokens.starts[token + 1]! <= occurrences.positions[i]!) token++;
    const bucket = occurrences.buckets[i]!;
    const count = countOf[bucket]!;
    const value = (logCounts[count]! * idf[bucket]!) / idfUnit;
    sums[token]! += (value * weights[bucket]! * scale) / count;
    squares[token]! += (value * value) / count;
  }
}
