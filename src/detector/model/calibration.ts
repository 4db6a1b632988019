import type { Calibration } from './model.ts';
import type { Kinds } from './kinds.ts';

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

/** Words; from here on more text was not measured to make a difference. */
const longestDocument = 3500;

/**
 * The calibration for a whole document. One longer than the stretches that the model learnt from has the mean logit of
 * its stretches, which scatters less the more they are: the same logit says more, either way.
 */
export function calibrationOfDocument(c: Calibration, words: number, growth: number): Calibration {
  const by = Math.max(1, Math.min(longestDocument, words) / longest) ** growth;
  return { offset: c.offset * by, slope: c.slope * by, length: c.length * by, both: c.both * by };
}

/**
 * The calibration for a text that is of each kind with some probability: the kinds' own corrections to offset and slope,
 * as far as it is of them. A text that could be of any kind has next to none.
 */
export function calibrationFor(
  calibration: Calibration,
  kinds: Pick<Kinds, 'offsets' | 'slopes'>,
  shares: readonly number[],
): Calibration {
  let { offset, slope } = calibration;
  shares.forEach((share, k) => {
    offset += share * kinds.offsets[k]!;
    slope += share * kinds.slopes[k]!;
  });
  return { ...calibration, offset, slope };
}

/** The probability of being AI-written behind a logit, for a text of so many words. Platt's method with length. */
export const probability = (logit: number, words: number, calibration: Calibration): number =>
  sigmoid(logOdds(logit, words, calibration));

/** The probability behind log-odds. */
export const sigmoid = (odds: number): number => 1 / (1 + Math.exp(-odds));

/** A probability whose log-odds are raised. */
export const withOdds = (probability: number, odds: number): number =>
  odds === 0 ? probability : sigmoid(Math.log(probability / (1 - probability)) + odds);
