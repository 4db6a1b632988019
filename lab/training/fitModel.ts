import { families } from '../../src/detector/features/features.ts';
import type { LearntModel } from '../../src/detector/model/model.ts';
import { chooseThresholds, familyShares, fitCalibration } from './calibrate.ts';
import type { Dataset } from './dataset.ts';
import { quantise } from './quantise.ts';
import { examplesOf, type FoldLearnt, type Unseen } from './unseen.ts';

/** The name and version of the model that training writes. */
const modelName = 'inkling-en 2.2';

/**
 * The model of some weights: shares of the families, calibration and thresholds are chosen on texts that models had
 * not seen.
 */
export function fitModel(
  dataset: Pick<Dataset, 'rows' | 'domains'>,
  unseen: readonly Unseen[],
  learnt: FoldLearnt,
  name = modelName,
): LearntModel {
  const taught = unseen.filter(({ isTaught }) => isTaught);
  const shares = familyShares(taught);
  const examples = examplesOf(dataset, taught, shares);
  const calibrated = fitCalibration(examples);
  return {
    name,
    families: families.map((family, f) => ({
      family,
      ...quantise(learnt.families[f]!.weights),
      idf: dataset.rows[f]!.idf,
      bias: learnt.families[f]!.bias,
      share: shares[f]!,
    })),
    calibration: calibrated.calibration,
    growth: calibrated.growth,
    kinds: { ...learnt.kinds, ...calibrated.kinds },
    thresholds: chooseThresholds(examples, calibrated),
  };
}
