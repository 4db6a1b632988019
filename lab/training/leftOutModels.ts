import type { Model } from '../../src/detector/model/model.ts';
import type { Dataset } from './dataset.ts';
import { fitModel } from './fitModel.ts';
import type { Fold } from './folds.ts';
import { learnFolds, unseenExamples } from './unseen.ts';

/**
 * For each fold, the model that training would give had its sources never been: weights learnt without them;
 * shares, calibration and thresholds from the other folds, each scored by models that did not see it.
 */
export async function trainWithout(
  folds: readonly Fold[],
  dataset: Dataset,
  progress: (done: number, all: number) => void,
): Promise<Model[]> {
  const results = await learnFolds(dataset, folds, progress);
  const unseen = unseenExamples(dataset, results, folds);
  return folds.map(({ name }, i) =>
    fitModel(
      dataset,
      unseen.filter(({ group }) => group !== name),
      results[i]!,
      `without ${name}`,
    ),
  );
}
