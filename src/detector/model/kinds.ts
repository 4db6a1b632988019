import type { Tokens } from '../features/tokens.ts';

/** The kinds of text that people write differently enough for the same logit to mean something else. */
export const kindNames = [
  'essays',
  'documentation',
  'blogs',
  'reviews',
  'code_prose',
  'news',
  'encyclopaedia',
  'papers',
  'abstracts',
  'handbooks',
  'answers',
  'talk',
  'stories',
] as const;
export type Kind = (typeof kindNames)[number];

/** A classifier of the kind of text by its words. */
export interface Kinds {
  names: readonly Kind[];
  /** By bucket of a word, then kind. */
  weights: Int8Array;
  scale: number;
  biases: readonly number[];
}

const kindBits = 14;
export const kindBuckets = 2 ** kindBits;

/** The bucket of a token's hash in the classifier of kinds. */
export const kindBucket = (word: number): number => Math.imul(word, 0x9e3779b1) >>> (32 - kindBits);

// Scratch space: the stretch in which each bucket was last met.
const lastMet = new Float64Array(kindBuckets);
let stretch = 0;

/** The logit of each kind for the tokens `from` to `to` (exclusive): which words occur in them. */
export function kindLogits(kinds: Kinds, { words }: Tokens, from: number, to: number): number[] {
  const { weights, scale, biases } = kinds;
  const count = biases.length;
  if (count === 0) return [];
  const sums = new Float64Array(count);
  stretch++;
  let met = 0;
  for (let t = from; t < to; t++) {
    const bucket = kindBucket(words[t]!);
    if (lastMet[bucket] === stretch) continue;
    lastMet[bucket] = stretch;
    met++;
    const first = bucket * count;
    for (let k = 0; k < count; k++) sums[k]! += weights[first + k]!;
  }
  const unit = scale / Math.sqrt(Math.max(1, met));
  return biases.map((bias, k) => bias + sums[k]! * unit);
}

/** How far a text is of each kind, 0 to 1 together: the softmax of its logits. */
export function kindShares(logits: readonly number[]): number[] {
  const highest = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** From this share on a text is said to be of a kind. */
const clearlyOf = 0.5;

/** The kind that a text clearly is of; null for none of these. */
export function clearKind({ names }: Kinds, shares: readonly number[]): Kind | null {
  const k = shares.findIndex((share) => share >= clearlyOf);
  return names[k] ?? null;
}

/**
 * Kinds in which people's texts of sources not seen score like an AI's: the log-odds from which a text is called an AI's
 * rise by so much times its share of them. People's abstracts are often taken for another kind as well, so that a line
 * between those that are abstracts and those that are not would leave half of them out (lab/training/README.md).
 */
const cautions: Partial<Record<Kind, number>> = { abstracts: 2 };

/** How much more than others a text must read like an AI's before it is called so, in log-odds. */
export const cautionFor = ({ names }: Pick<Kinds, 'names'>, shares: readonly number[]): number =>
  names.reduce((sum, name, k) => sum + (cautions[name] ?? 0) * shares[k]!, 0);
