import type { Calibration, VoiceCalibration } from './model.ts';
import { type ByVoice, eachVoice } from './voices.ts';

const shortest = 30;
/** Words; the model learnt from stretches of up to so many. */
export const longest = 350;

/** ln(words / 150), held within the lengths that were calibrated. */
export const lengthTerm = (words: number): number =>
  Math.log(Math.min(longest, Math.max(shortest, words)) / 150);

/** The calibrated log-odds of a voice rather than a person behind a logit, for a text of so many words. */
export function voiceLogOdds(logit: number, words: number, c: Calibration): number {
  const length = lengthTerm(words);
  return c.offset + c.slope * logit + c.length * length + c.both * logit * length;
}

/**
 * The calibrated log-odds of being AI-written behind the logits of both voices: an AI wrote a text in the one voice or in
 * the other, so the odds of both add up.
 */
export function logOdds(logits: ByVoice<number>, words: number, c: ByVoice<Calibration>): number {
  const chat = voiceLogOdds(logits.chat, words, c.chat);
  const plain = voiceLogOdds(logits.plain, words, c.plain);
  const higher = Math.max(chat, plain);
  return higher + Math.log1p(Math.exp(Math.min(chat, plain) - higher));
}

/**
 * By how much the log-odds of being AI-written grow with each voice's logit: its own steepness, as far as the odds are
 * those of this voice.
 */
export function steepness(logits: ByVoice<number>, words: number, c: ByVoice<Calibration>): ByVoice<number> {
  const all = logOdds(logits, words, c);
  const length = lengthTerm(words);
  return eachVoice((voice) => {
    const share = Math.exp(voiceLogOdds(logits[voice], words, c[voice]) - all);
    return share * (c[voice].slope + c[voice].both * length);
  });
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
 * The calibrations for a text that is of each kind with some probability: the kinds' own corrections to offset and slope,
 * as far as it is of them. A text that could be of any kind has next to none.
 */
export function calibrationsFor(
  own: ByVoice<VoiceCalibration>,
  shares: readonly number[],
): ByVoice<Calibration> {
  return eachVoice((voice) => {
    const { calibration, kinds } = own[voice];
    let { offset, slope } = calibration;
    shares.forEach((share, k) => {
      offset += share * kinds.offsets[k]!;
      slope += share * kinds.slopes[k]!;
    });
    return { ...calibration, offset, slope };
  });
}

/** The probability of being AI-written behind the logits of a text of so many words. Platt's method with length. */
export const probability = (logits: ByVoice<number>, words: number, c: ByVoice<Calibration>): number =>
  sigmoid(logOdds(logits, words, c));

/** The probability behind log-odds. */
export const sigmoid = (odds: number): number => 1 / (1 + Math.exp(-odds));

/** A probability whose log-odds are raised. */
export const withOdds = (probability: number, odds: number): number =>
  odds === 0 ? probability : sigmoid(Math.log(probability / (1 - probability)) + odds);
