import type { Calibration } from './model.ts';

const shortest = 30;
const longest = 350;

/** ln(words / 150), held within the lengths that were calibrated. */
export const lengthTerm = (words: number): number =>
  Math.log(Math.min(longest, Math.max(shortest, words)) / 150);

/** The probability of being AI-written behind a logit, for a text of so many words. Platt's method with length. */
export function probability(logit: number, words: number, c: Calibration): number {
  const length = lengthTerm(words);
  return 1 / (1 + Math.exp(-(c.offset + c.slope * logit + c.length * length + c.both * logit * length)));
}
