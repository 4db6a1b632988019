import type { FalseAlarms } from '../../api/report.ts';
import type { Kind } from './kinds.ts';

/**
 * How many of 1,000 texts by people reach a score, by the kind that a text is taken for and by its length; measured on
 * sources that models had not seen (lab/training/falseAlarms.ts).
 */
export interface FalseAlarmTable {
  /** Of 1,000 texts, ascending. */
  levels: readonly number[];
  cells: readonly FalseAlarmCell[];
}

/** People's texts of one kind and length. */
export interface FalseAlarmCell {
  /** Null for texts of no clear kind. */
  kind: Kind | null;
  minWords: number;
  /** Null for no limit. */
  maxWords: number | null;
  /** How many were measured. */
  texts: number;
  /** By level: the log-odds of the score from which at most so many lie. None where too few texts were measured. */
  from: readonly number[];
}

/** Log-odds are no further from 0 than this: a probability can say no more. */
export const maxLogOdds = 36;

/** The log-odds of a probability, within what one can say. */
export const logOddsOf = (probability: number): number =>
  Math.min(maxLogOdds, Math.max(-maxLogOdds, Math.log(probability / (1 - probability))));

/** How many of 1,000 texts by people of the same kind and length score as high; `undefined` for lengths not measured. */
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
