import type { Estimate } from './bootstrap.ts';

/**
 * Every measure of a set of texts; shares and probabilities in 0..1.
 *
 * - auroc, recallAt1, recallAt5: ranking by the score; TPR where 1 % or 5 % of these human texts lie above.
 * - brier, calibrationError: the score as a probability, both classes weighing the same.
 * - humanCalledAi ... aiCalledHuman: share of a class with a verdict, so the realised FPR and TPR of it.
 * - uncertain, aboveLow, highConfidence: share of all texts with that verdict or confidence.
 * - highRight, highAiRight, highHumanRight: of the answers (`ai`, `human`) with high confidence, the share that is
 *   right, both classes weighing the same.
 */
export const measures = [
  ...(['auroc', 'recallAt1', 'recallAt5', 'brier', 'calibrationError'] as const),
  ...(['humanCalledAi', 'humanCalledMixed', 'humanCalledHuman'] as const),
  ...(['aiCalledAi', 'aiCalledMixed', 'aiCalledHuman'] as const),
  ...(['uncertain', 'aboveLow', 'highConfidence', 'highRight', 'highAiRight', 'highHumanRight'] as const),
] as const;
export type Measure = (typeof measures)[number];
export type Values = Record<Measure, number>;

/** The figures of one set of texts; null where a class that is needed is missing. */
export interface Figures extends Record<Measure, Estimate | null> {
  name: string;
  human: number;
  ai: number;
  /** Texts of the same genre lent for the comparison, where a class had too few of its own. */
  lentHuman: number;
  lentAi: number;
}

/** Figures and their value in each resample, for means over several sets. */
export interface Resampled {
  figures: Figures;
  resampled: Values[];
}

/** A bin of the reliability plot. */
export interface ReliabilityBin {
  /** Scores from..to. */
  from: number;
  to: number;
  human: number;
  ai: number;
  /** Null in an empty bin. */
  meanScore: number | null;
  /** Share written by an AI, both classes weighing the same. */
  shareAi: Estimate | null;
}
