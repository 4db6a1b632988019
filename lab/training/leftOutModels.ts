import { loadModel, saveModel, type Model } from '../../src/detector/model/model.ts';
import type { Dataset } from './dataset.ts';
import { fitModel } from './fitModel.ts';
import type { Fold } from './folds.ts';
import { learnFolds, unseenExamples, type FoldLearnt, type Unseen } from './unseen.ts';

/**
 * For each fold, the model that training would give had its sources never been: weights learnt without them;
 * shares, calibration and thresholds from the other folds, each scored by models that did not see it.
 */
export async function trainWithout(
  folds: readonly Fold[],
  dataset: Dataset,
  progress: (done: number, all: number) => void,
): Promise<Model[]> {
  const learnt = await learnFolds(dataset, folds, progress);
  return modelsWithout(folds, dataset, learnt, unseenExamples(dataset, learnt, folds));
}

/** As `trainWithout`, from what was learnt without each fold. */
export const modelsWithout = (
  folds: readonly Fold[],
  dataset: Dataset,
  learnt: readonly FoldLearnt[],
  unseen: readonly Unseen[],
): Model[] =>
  folds.map(({ name }, i) =>
    loadModel(
      saveModel(
        fitModel(
          dataset,
          unseen.filter(({ group }) => group !== name),
          learnt[i]!,
          `without ${name}`,
        ),
      ),
    ),
  );
