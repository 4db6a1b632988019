import type { Estimate } from './bootstrap.ts';
import type { Figures } from './figures.ts';
import type { Breakdown, EvaluationReport } from './measure.ts';

/** A target figure of the detector, with the measured one. */
export interface Target {
  name: string;
  /** Whether the figure should be no lower or no higher than the goal. */
  bound: 'least' | 'most';
  goal: number;
  /** A share is shown in per cent, an index as a number. */
  unit: 'share' | 'index';
  /** Null if there are too few texts. */
  reached: Estimate | null;
  /** The group with this figure, if it is the worst of several. */
  group: string | null;
}

/** The targets of a report; of texts of 150 words and more unless the name says otherwise. */
export function targetsOf({ long, medium }: Pick<EvaluationReport, 'long' | 'medium'>): Target[] {
  const accused = rowNamed(long.sources, long.sources.mostAccused);
  return [
    {
      name: 'Macro AUROC over genres',
      bound: 'least',
      goal: 0.96,
      unit: 'index',
      reached: long.genres.macro.auroc,
      group: null,
    },
    {
      name: 'TPR at 1 % FPR, one rule for all',
      bound: 'least',
      goal: 0.75,
      unit: 'share',
      reached: long.total.recallAt1,
      group: null,
    },
    {
      name: 'AI texts called `ai`',
      bound: 'least',
      goal: 0.85,
      unit: 'share',
      reached: long.total.aiCalledAi,
      group: null,
    },
    {
      name: 'Human texts called `ai`',
      bound: 'most',
      goal: 0.005,
      unit: 'share',
      reached: long.total.humanCalledAi,
      group: null,
    },
    {
      name: 'Human texts called `ai`, worst source',
      bound: 'most',
      goal: 0.02,
      unit: 'share',
      reached: accused?.humanCalledAi ?? null,
      group: accused?.name ?? null,
    },
    {
      name: 'AI texts called `human`',
      bound: 'most',
      goal: 0.02,
      unit: 'share',
      reached: long.total.aiCalledHuman,
      group: null,
    },
    {
      name: 'Texts left `uncertain`',
      bound: 'most',
      goal: 0.15,
      unit: 'share',
      reached: long.total.uncertain,
      group: null,
    },
    {
      name: 'Calibration error (ECE)',
      bound: 'most',
      goal: 0.03,
      unit: 'index',
      reached: long.total.calibrationError,
      group: null,
    },
    {
      name: 'Right where confidence is `high`',
      bound: 'least',
      goal: 0.98,
      unit: 'share',
      reached: long.total.highRight,
      group: null,
    },
    {
      name: 'Macro AUROC over genres, 60 to 149 words',
      bound: 'least',
      goal: 0.95,
      unit: 'index',
      reached: medium.genres.macro.auroc,
      group: null,
    },
    {
      name: 'Confidence above `low`, 60 to 149 words',
      bound: 'most',
      goal: 0,
      unit: 'share',
      reached: medium.total.aboveLow,
      group: null,
    },
  ];
}

/** Whether the figure itself reaches the goal, regardless of its interval. */
export const isMet = ({ bound, goal, reached }: Target): boolean =>
  reached !== null && (bound === 'least' ? reached.value >= goal : reached.value <= goal);

const rowNamed = ({ rows }: Breakdown, name: string | null): Figures | undefined =>
  rows.find((row) => row.name === name);
