import { loadModel, saveModel, type Model } from '../../src/detector/model/model.ts';
import type { LabelledText } from './corpus.ts';
import type { Dataset } from './dataset.ts';
import { fitModel, type ModelKind } from './fitModel.ts';
import type { Fold } from './folds.ts';
import { fitStretches, stretchExamples } from './stretches.ts';
import { learnFolds, unseenExamples, type FoldLearnt, type Unseen } from './unseen.ts';

/** Training also needs the texts, to put documents together from them. */
export interface Documents {
  texts: readonly LabelledText[];
  seed: number;
}

/**
 * For each fold, the model that training would produce without its sources. Its weights are trained without them; its
 * shares, calibration and thresholds come from the other folds, each scored by models that had not seen it.
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

/**
 * The models of the folds, each with stretch weights from documents of the other folds, and the stretch weights from
 * all.
 */
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

/** Like `trainWithout`, from results trained without each fold, and without stretch weights. */
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
