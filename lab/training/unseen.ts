import { families } from '../../src/detector/features/features.ts';
import type { Dataset } from './dataset.ts';
import { dealFolds, type Fold } from './folds.ts';
import type { JobResult } from './trainer.worker.ts';
import { runJobs } from './trainers.ts';

/** The margins of an example in every family, by models that never saw its source or another with its human texts. */
export interface Unseen {
  /** The fold that left it out. */
  group: string;
  /** Its row in the dataset. */
  row: number;
  source: string;
  isAi: boolean;
  /** Whether models learn from texts like it; calibration and thresholds look at no others. */
  isTaught: boolean;
  words: number;
  margins: number[];
}

/** Trains without some sources in turn, each once, and scores them. */
export async function scoreUnseen(
  dataset: Dataset,
  progress: (done: number, all: number) => void,
): Promise<Unseen[]> {
  const folds = dealFolds(dataset.sources);
  return unseenExamples(dataset, await learnFolds(dataset, folds, progress), folds);
}

/**
 * Trains every family without each fold in turn; results by fold, then family.
 * @throws Error when a fold leaves a class with nothing to learn from.
 */
export async function learnFolds(
  dataset: Dataset,
  folds: readonly Fold[],
  progress: (done: number, all: number) => void,
): Promise<JobResult[]> {
  for (const { name, leftOut } of folds) {
    const kept = dataset.sources.flatMap((source, row) =>
      leftOut.includes(source) ? [] : [dataset.isAi[row]!],
    );
    if (!kept.includes(0) || !kept.includes(1)) {
      throw new Error(
        `Without ${name} no texts of both classes are left to learn from. Add sources to the corpus.`,
      );
    }
  }
  const jobs = folds.flatMap(({ leftOut }) =>
    families.map((_, family) => ({ family, leftOut: [...leftOut] })),
  );
  return runJobs(dataset, jobs, (done) => {
    progress(done, jobs.length);
  });
}

/** The rows that each fold left out, in turn, with the margins by its results. */
export function unseenExamples(
  dataset: Dataset,
  results: readonly JobResult[],
  folds: readonly Fold[],
): Unseen[] {
  return folds.flatMap(({ name, leftOut }, fold) => {
    const mine = new Set(leftOut);
    const rows = dataset.sources.flatMap((source, row) => (mine.has(source) ? [row] : []));
    return rows.map((row, i) => ({
      group: name,
      row,
      source: dataset.sources[row]!,
      isAi: dataset.isAi[row] === 1,
      isTaught: dataset.isTaught[row] === 1,
      words: dataset.words[row]!,
      margins: families.map((_, f) => results[fold * families.length + f]!.margins[i]!),
    }));
  });
}
