import * as v from 'valibot';
import type { FalseAlarms } from '../../api/report.ts';
import { type Kind, kindNames } from './kinds.ts';

/** The largest log-odds that a floating-point probability can represent. */
const maxLogOdds = 36;

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Human-written texts of one kind and length. */
const FalseAlarmCell = v.object({
  /** Null for texts of unclear kind. */
  kind: v.nullable(v.picklist(kindNames)),
  minWords: Count,
  /** Null for no limit. */
  maxWords: v.nullable(Count),
  /** The number of texts measured. */
  texts: Count,
  /**
   * For each level n, the log-odds of the score that at most n of 1,000 texts reach. Missing if too few texts were
   * measured.
   */
  from: v.pipe(v.array(v.pipe(v.number(), v.minValue(-maxLogOdds), v.maxValue(maxLogOdds))), v.readonly()),
});
export type FalseAlarmCell = v.InferOutput<typeof FalseAlarmCell>;

/**
 * The false alarm levels: how many of 1,000 human-written texts of a kind and length reach a score. Measured on
 * sources that the models had not seen (lab/training/falseAlarms.ts).
 */
export const FalseAlarmTable = v.pipe(
  v.object({
    /** The levels: numbers of false alarms in 1,000 texts, ascending. */
    levels: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999))), v.readonly()),
    cells: v.pipe(v.array(FalseAlarmCell), v.readonly()),
  }),
  v.check(
    ({ levels, cells }) => cells.every(({ from }) => from.length === 0 || from.length === levels.length),
    'Not one score for each level.',
  ),
);
export type FalseAlarmTable = v.InferOutput<typeof FalseAlarmTable>;

/** The log-odds of a probability, limited to `maxLogOdds`. */
export const logOddsOf = (probability: number): number =>
  Math.min(maxLogOdds, Math.max(-maxLogOdds, Math.log(probability / (1 - probability))));

/**
 * How many of 1,000 human-written texts of the same kind and length score at least as high; `undefined` for
 * unmeasured lengths.
 */
export function falseAlarmsOf(
  { levels, cells }: FalseAlarmTable,
  { score, kind, words }: { score: number; kind: Kind | null; words: number },
): FalseAlarms | undefined {
  const cell = cells.find(
    (one) => one.kind === kind && words >= one.minWords && (one.maxWords === null || words <= one.maxWords),
  );
  if (cell === undefined) return undefined;
  const odds = logOddsOf(score);
  const level = cell.from.findIndex((from) => odds >= from);
  return {
    per_1000: cell.from.length === 0 ? null : (levels[level] ?? 1000),
    texts: cell.texts,
    kind,
    min_words: cell.minWords,
    max_words: cell.maxWords,
  };
}
