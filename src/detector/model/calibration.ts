import type { Calibration } from './model.ts';

const shortest = 30;
/** Words; the model learnt from stretches of up to so many. */
export const longest = 350;

/** ln(words / 150), held within the lengths that were calibrated. */
export const lengthTerm = (words: number): number =>
  Math.log(Math.min(longest, Math.max(shortest, words)) / 150);

/** The calibrated log-odds of being AI-written behind a logit, for a text of so many words. */
export function logOdds(logit: number, words: number, c: Calibration): number {
  const length = lengthTerm(words);
  return c.offset + c.slope * logit + c.length * length + c.both * logit * length;
}

/** The probability of being AI-written behind a logit, for a text of so many words. Platt's method with length. */
export const probability = (logit: number, words: number, calibration: Calibration): number =>
  sigmoid(logOdds(logit, words, calibration));

/** The probability behind log-odds. */
export const sigmoid = (odds: number): number => 1 / (1 + Math.exp(-odds));
