import type { Estimate } from './bootstrap.ts';

/**
 * Every measure of a set of texts; shares and probabilities in 0..1.
 *
 * - auroc, recallAt1, recallAt5: ranking by the score; TPR with 1 % or 5 % of these human texts above the threshold.
 * - brier, calibrationError: the score as a probability, with equal weight for both classes.
 * - humanCalledAi ... aiCalledHuman: the share of a class with a verdict, so its measured FPR and TPR.
 * - uncertain, aboveLow, highConfidence: the share of all texts with that verdict or confidence.
 * - highRight, highAiRight, highHumanRight: the share of correct verdicts (`ai`, `human`) with high confidence, with
 * equal weight for both classes.
 */
export const measures = [
  ...(['auroc', 'recallAt1', 'recallAt5', 'brier', 'calibrationError'] as const),
  ...(['humanCalledAi', 'humanCalledMixed', 'humanCalledHuman'] as const),
  ...(['aiCalledAi', 'aiCalledMixed', 'aiCalledHuman'] as const),
  ...(['uncertain', 'aboveLow', 'highConfidence', 'highRight', 'highAiRight', 'highHumanRight'] as const),
] as const;
export type Measure = (typeof measures)[number];
export type Values = Record<Measure, number>;

/** The figures of one set of texts; null if a required class is missing. */
export interface Figures extends Record<Measure, Estimate | null> {
  name: string;
  human: number;
  ai: number;
  /** Texts of the same genre added for comparison if a class has too few. */
  lentHuman: number;
  lentAi: number;
}

/** Figures with their values in each resample, for means over several sets. */
export interface Resampled {
  figures: Figures;
  resampled: Values[];
}

/** A bin of the reliability plot. */
export interface ReliabilityBin {
  /** The range of scores. */
  from: number;
  to: number;
  human: number;
  ai: number;
  /** Null for an empty bin. */
  meanScore: number | null;
  /** The share written by an AI, with equal weight for both classes. */
  shareAi: Estimate | null;
}
