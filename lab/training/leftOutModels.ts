import { families } from '../../src/detector/features/features.ts';
import type { Model } from '../../src/detector/model/model.ts';
import { chooseThresholds, familyShares, fitCalibration, logitFrom } from './calibrate.ts';
import type { Dataset } from './dataset.ts';
import type { Fold } from './folds.ts';
import { quantise } from './quantise.ts';
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
  const unseen = unseenExamples(dataset, results, folds).filter(({ isTaught }) => isTaught);
  return folds.map(({ name }, i) => {
    const others = unseen.filter(({ group }) => group !== name);
    const shares = familyShares(others);
    const examples = others.map((example) => ({ ...example, logit: logitFrom(example.margins, shares) }));
    const calibration = fitCalibration(examples);
    return {
      name: `without ${name}`,
      families: families.map((family, f) => {
        const { weights, bias } = results[i * families.length + f]!;
        return { family, ...quantise(weights), idf: dataset.rows[f]!.idf, bias, share: shares[f]! };
      }),
      calibration,
      thresholds: chooseThresholds(examples, calibration),
    };
  });
}
