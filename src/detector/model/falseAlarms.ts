import type { FalseAlarms } from '../../api/report.ts';
import type { Kind } from './kinds.ts';

/**
 * The false alarm levels: how many of 1,000 human-written texts of a kind and length reach a score. Measured on
 * sources that the models had not seen (lab/training/falseAlarms.ts).
 */
export interface FalseAlarmTable {
  /** The levels: numbers of false alarms in 1,000 texts, ascending. */
  levels: readonly number[];
  cells: readonly FalseAlarmCell[];
}

/** Human-written texts of one kind and length. */
export interface FalseAlarmCell {
  /** Null for texts of unclear kind. */
  kind: Kind | null;
  minWords: number;
  /** Null for no limit. */
  maxWords: number | null;
  /** The number of texts measured. */
  texts: number;
  /**
   * By level: the log-odds of the score that at most this many of 1,000 texts reach. Missing if too few texts were
   * measured.
   */
  from: readonly number[];
}

/** The largest log-odds that a floating-point probability can represent. */
export const maxLogOdds = 36;

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
