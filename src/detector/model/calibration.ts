import type { Calibration, Model, VoiceCalibration } from './model.ts';
import { type ByVoice, eachVoice } from './voices.ts';

/** A model calibrated for the kind of text of one document. */
export type Calibrated = Pick<Model, 'families' | 'stretches'> & { calibrations: ByVoice<Calibration> };

const shortest = 30;
/** The number of words in the longest stretches used in training. */
export const longest = 350;

/** ln(words / 150), limited to the calibrated lengths. */
export const lengthTerm = (words: number): number =>
  Math.log(Math.min(longest, Math.max(shortest, words)) / 150);

/** The calibrated log-odds that an AI in this voice, not a person, wrote a text with this logit and number of words. */
export function voiceLogOdds(logit: number, words: number, c: Calibration): number {
  const length = lengthTerm(words);
  return c.offset + c.slope * logit + c.length * length + c.both * logit * length;
}

/** The calibrated log-odds of AI from the logits of both voices. */
export const logOdds = (logits: ByVoice<number>, words: number, c: ByVoice<Calibration>): number =>
  eitherLogOdds(eachVoice((voice) => voiceLogOdds(logits[voice], words, c[voice])));

/** The log-odds of either voice. The odds are added, because an AI writes a text in one voice or the other. */
export function eitherLogOdds({ chat, plain }: ByVoice<number>): number {
  const higher = Math.max(chat, plain);
  return higher + Math.log1p(Math.exp(Math.min(chat, plain) - higher));
}

/** How much the log-odds of AI grow with each voice's logit: the voice's own slope times its share of the odds. */
export function steepness(logits: ByVoice<number>, words: number, c: ByVoice<Calibration>): ByVoice<number> {
  const all = logOdds(logits, words, c);
  const length = lengthTerm(words);
  return eachVoice((voice) => {
    const share = Math.exp(voiceLogOdds(logits[voice], words, c[voice]) - all);
    return share * (c[voice].slope + c[voice].both * length);
  });
}

/** The number of words beyond which measured accuracy no longer changes. */
const longestDocument = 3500;

/**
 * The calibrations for a whole document. A document longer than a training stretch has the mean logit of its
 * stretches. The more stretches, the less that mean varies, so the same logit is stronger evidence for either side.
 */
export function calibrationsOfDocument(
  calibrations: ByVoice<Calibration>,
  words: number,
  growth: number,
): ByVoice<Calibration> {
  const by = Math.max(1, Math.min(longestDocument, words) / longest) ** growth;
  return eachVoice((voice) => {
    const { offset, slope, length, both } = calibrations[voice];
    return { offset: offset * by, slope: slope * by, length: length * by, both: both * by };
  });
}

/**
 * The calibrations for a text with some probability of each kind: each kind's correction of offset and slope,
 * weighted by its probability. A text of unclear kind gets almost no correction.
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

/** The probability of AI for a text of these logits and number of words, by Platt's method with a length term. */
export const probability = (logits: ByVoice<number>, words: number, c: ByVoice<Calibration>): number =>
  sigmoid(logOdds(logits, words, c));

/** The probability with these log-odds. */
export const sigmoid = (odds: number): number => 1 / (1 + Math.exp(-odds));

/** The probability after adding this to its log-odds. */
export const raiseProbability = (probability: number, odds: number): number =>
  odds === 0 ? probability : sigmoid(Math.log(probability / (1 - probability)) + odds);
