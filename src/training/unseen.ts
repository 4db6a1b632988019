import { families } from '../detector/features.ts';
import type { Dataset } from './dataset.ts';
import { sourceGroups } from './folds.ts';
import { learningOf } from './logistic.ts';
import type { JobResult } from './trainer.worker.ts';
import { runJobs } from './trainers.ts';

/** The margins of an example in every family, by models that never saw its source or those like it. */
export interface Unseen {
  group: string;
  source: string;
  isAi: boolean;
  words: number;
  margins: number[];
}

/** Trains without each group of sources in turn and scores it. */
export async function scoreUnseen(
  dataset: Dataset,
  progress: (done: number, all: number) => void,
): Promise<Unseen[]> {
  const groups = Object.entries(sourceGroups);
  const jobs = groups.flatMap(([, leftOut]) =>
    families.map((name, family) => ({ family, leftOut: [...leftOut], options: learningOf[name] })),
  );
  const results = await runJobs(dataset, jobs, (done) => {
    progress(done, jobs.length);
  });
  return unseenExamples(dataset, results);
}

/** The rows of each group in turn, with the margins by the results of its jobs: one for each group and family. */
export function unseenExamples(dataset: Dataset, results: readonly JobResult[]): Unseen[] {
  return Object.entries(sourceGroups).flatMap(([group, leftOut], g) => {
    const mine = new Set(leftOut);
    const rows = dataset.sources.flatMap((source, row) => (mine.has(source) ? [row] : []));
    return rows.map((row, i) => ({
      group,
      source: dataset.sources[row]!,
      isAi: dataset.isAi[row] === 1,
      words: dataset.words[row]!,
      margins: families.map((_, f) => results[g * families.length + f]!.margins[i]!),
    }));
  });
}
