import type { Estimate } from './bootstrap.ts';
import type { Figures } from './figures.ts';
import type { Breakdown, EvaluationReport } from './measure.ts';

/** A figure the detector is built towards, beside what it reaches. */
export interface Target {
  name: string;
  goal: number;
  atLeast: boolean;
  /** Null where the texts can't tell. */
  reached: Estimate | null;
  /** The group that the figure is of, where it is that of the worst. */
  of: string | null;
}

/** All targets of a report. Groups are genres; texts of 150 words and more unless said. */
export function targetsOf({ long, medium }: EvaluationReport): Target[] {
  const atLeast = (
    name: string,
    goal: number,
    reached: Estimate | null,
    of: string | null = null,
  ): Target => ({
    ...{ name, goal, reached, of },
    atLeast: true,
  });
  const atMost = (
    name: string,
    goal: number,
    reached: Estimate | null,
    of: string | null = null,
  ): Target => ({
    ...{ name, goal, reached, of },
    atLeast: false,
  });
  const lowest = rowNamed(long.genres, long.genres.worst);
  const accused = rowNamed(long.sources, long.sources.mostAccused);
  return [
    atLeast('Macro AUROC over genres', 0.988, long.genres.macro.auroc),
    atLeast('TPR at 1 % FPR, one threshold for all', 0.9, long.total.recallAt1),
    atLeast('Lowest AUROC of a genre', 0.96, lowest?.auroc ?? null, lowest?.name ?? null),
    atMost('Human texts called `ai`', 0.01, long.total.humanCalledAi),
    atMost(
      'Human texts called `ai`, worst source',
      0.02,
      accused?.humanCalledAi ?? null,
      accused?.name ?? null,
    ),
    atMost('Calibration error (ECE)', 0.03, long.total.calibrationError),
    atLeast('Right when confidence is `high`', 0.98, long.total.highRight),
    atLeast('Macro AUROC over genres, 60 to 149 words', 0.94, medium.genres.macro.auroc),
    atMost('Confidence `high`, 60 to 149 words', 0, medium.total.highConfidence),
  ];
}

export const isMet = ({ goal, atLeast, reached }: Target): boolean =>
  reached !== null && (atLeast ? reached.value >= goal : reached.value <= goal);

const rowNamed = ({ rows }: Breakdown, name: string | null): Figures | undefined =>
  rows.find((row) => row.name === name);
