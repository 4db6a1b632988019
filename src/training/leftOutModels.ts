import { families } from '../detector/features.ts';
import type { Model } from '../detector/model.ts';
import { chooseThresholds, familyShares, fitCalibration, logitFrom } from './calibrate.ts';
import type { Dataset } from './dataset.ts';
import { sourceGroups } from './folds.ts';
import { learningOf } from './logistic.ts';
import { quantise } from './quantise.ts';
import type { JobResult } from './trainer.worker.ts';
import { runJobs } from './trainers.ts';
import { unseenExamples } from './unseen.ts';

/**
 * For each group of sources, the model that training would give had the group never been: weights learnt without
 * it, calibration and thresholds from the other groups, each scored by models that did not see it.
 */
export async function trainLeftOutModels(
  dataset: Dataset,
  progress: (done: number, all: number) => void,
): Promise<Map<string, Model>> {
  const groups = Object.entries(sourceGroups);
  const jobs = groups.flatMap(([, leftOut]) =>
    families.map((name, family) => ({ family, leftOut: [...leftOut], options: learningOf[name] })),
  );
  const results = await runJobs(dataset, jobs, (done) => {
    progress(done, jobs.length);
  });
  const unseen = unseenExamples(dataset, results);
  return new Map(
    groups.map(([group], g) => {
      const learnt = results.slice(g * families.length, (g + 1) * families.length);
      const others = unseen.filter((example) => example.group !== group);
      const shares = familyShares(others);
      const examples = others.map((example) => ({ ...example, logit: logitFrom(example.margins, shares) }));
      const calibration = fitCalibration(examples);
      const thresholds = chooseThresholds(examples, calibration);
      return [group, { ...assemble(dataset, learnt, shares, group), calibration, thresholds }];
    }),
  );
}

function assemble(
  { rows }: Dataset,
  learnt: readonly JobResult[],
  shares: readonly number[],
  group: string,
): Pick<Model, 'name' | 'families'> {
  return {
    name: `without ${group}`,
    families: families.map((family, f) => ({
      family,
      ...quantise(learnt[f]!.weights),
      idf: rows[f]!.idf,
      bias: learnt[f]!.bias,
      share: shares[f]!,
    })),
  };
}
