import type { Tokens } from '../features/tokens.ts';

/** Kinds of text that people write so differently that the same logit means something different in each. */
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

/** A classifier of a text's kind by its words. */
export interface Kinds {
  names: readonly Kind[];
  /** The weights, by bucket of a word, then by kind. */
  weights: Int8Array;
  scale: number;
  biases: readonly number[];
}

const kindBits = 14;
export const kindBuckets = 2 ** kindBits;

/** The bucket of a token's hash. */
export const kindBucket = (word: number): number => Math.imul(word, 0x9e3779b1) >>> (32 - kindBits);

// Scratch space: the stretch in which each bucket last occurred.
const lastOccurrence = new Float64Array(kindBuckets);
let stretch = 0;

/** The logit of each kind, from the words that occur in tokens `from` to `to` (exclusive). */
export function kindLogits(kinds: Kinds, { words }: Tokens, from: number, to: number): number[] {
  const { weights, scale, biases } = kinds;
  const count = biases.length;
  if (count === 0) return [];
  const sums = new Float64Array(count);
  stretch++;
  let met = 0;
  for (let t = from; t < to; t++) {
    const bucket = kindBucket(words[t]!);
    if (lastOccurrence[bucket] === stretch) continue;
    lastOccurrence[bucket] = stretch;
    met++;
    const first = bucket * count;
    for (let k = 0; k < count; k++) sums[k]! += weights[first + k]!;
  }
  const unit = scale / Math.sqrt(Math.max(1, met));
  return biases.map((bias, k) => bias + sums[k]! * unit);
}

/** The share of each kind, adding up to 1: the softmax of the logits. */
export function kindShares(logits: readonly number[]): number[] {
  const highest = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** A text with at least this share of a kind is clearly of that kind. */
const clearlyOf = 0.5;

/** The kind that a text is clearly of; null if there is none. */
export function distinctKind({ names }: Kinds, shares: readonly number[]): Kind | null {
  const k = shares.findIndex((share) => share >= clearlyOf);
  return names[k] ?? null;
}

/**
 * For each kind, how much the threshold for `ai` rises, in log-odds, in a text entirely of that kind. Human-written
 * texts of these kinds often score like an AI's if their source is new to the model. The rise is proportional to the
 * share of the kind, because human-written abstracts are often detected as another kind, and a fixed limit would miss
 * half of them (lab/training/README.md).
 */
const cautions: Partial<Record<Kind, number>> = { abstracts: 2 };

/** How much the threshold for `ai` rises, in log-odds. */
export const cautionFor = ({ names }: Pick<Kinds, 'names'>, shares: readonly number[]): number =>
  names.reduce((sum, name, k) => sum + (cautions[name] ?? 0) * shares[k]!, 0);
