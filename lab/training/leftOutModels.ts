import { loadModel, saveModel, type Model } from '../../src/detector/model/model.ts';
import type { LabelledText } from './corpus.ts';
import type { Dataset } from './dataset.ts';
import { fitModel, type ModelKind } from './fitModel.ts';
import type { Fold } from './folds.ts';
import { fitStretches, stretchExamples } from './stretches.ts';
import { learnFolds, unseenExamples, type FoldLearnt, type Unseen } from './unseen.ts';

/** What training needs of texts: how documents put together from them read. */
export interface Documents {
  texts: readonly LabelledText[];
  seed: number;
}

/**
 * For each fold, the model that training would give had its sources never been: weights learnt without them;
 * shares, calibration and thresholds from the other folds, each scored by models that did not see it.
 */
export async function trainWithout(
  folds: readonly Fold[],
  dataset: Dataset,
  documents: Documents,
  progress: (done: number, all: number) => void,
): Promise<Model[]> {
  const learnt = await learnFolds(dataset, folds, progress);
  const models = modelsWithout(folds, dataset, learnt, unseenExamples(dataset, learnt, folds));
  return learnStretches(folds, models, documents).models;
}

/** The models of folds, each with what documents of the others teach of stretches; and what those of all teach. */
export function learnStretches(
  folds: readonly Fold[],
  models: readonly Model[],
  { texts, seed }: Documents,
): { models: Model[]; stretches: Model['stretches'] } {
  const examples = stretchExamples(texts, folds, models, seed);
  return {
    models: models.map((model, i) => ({
      ...model,
      stretches: fitStretches(examples.filter(({ group }) => group !== folds[i]!.name)),
    })),
    stretches: fitStretches(examples),
  };
}

/** As `trainWithout`, from what was learnt without each fold, and nothing of stretches. */
export const modelsWithout = (
  folds: readonly Fold[],
  dataset: Dataset,
  learnt: readonly FoldLearnt[],
  unseen: readonly Unseen[],
  kind?: ModelKind,
): Model[] =>
  folds.map(({ name }, i) =>
    loadModel(
      saveModel(
        fitModel(
          dataset,
          unseen.filter(({ group }) => group !== name),
          learnt[i]!,
          kind,
        ),
      ),
    ),
  );
