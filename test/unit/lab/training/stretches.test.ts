import assert from 'node:assert/strict';
import { fitStretches, nothingLearnt, type StretchExample } from '../../../../lab/training/stretches.ts';
import { seeded } from '../../../../lab/training/random.ts';
import { sigmoid } from '../../../../src/detector/model/calibration.ts';
import { stretchFeatureCount } from '../../../../src/detector/model/model.ts';

describe('fitStretches', () => {
  it('finds the odds that its examples follow', () => {
    const random = seeded(2);
    const oddsOf = (features: ArrayLike<number>): number => 1.5 * features[0]! - features[1]! + 0.5;
    const examples = Array.from({ length: 4000 }, (): StretchExample => {
      const features = Float64Array.from({ length: stretchFeatureCount }, () => 2 * random() - 1);
      return {
        group: '',
        features,
        ai: random() < sigmoid(oddsOf(features)) ? 1 : 0,
        weight: 50 + 50 * random(),
      };
    });
    const { intercept, weights } = fitStretches(examples);
    const off = examples.slice(0, 200).map(({ features }) => {
      const said = weights.reduce((sum, weight, i) => sum + weight * features[i]!, intercept);
      return Math.abs(sigmoid(said) - sigmoid(oddsOf(features)));
    });
    assert.ok(off.reduce((a, b) => a + b, 0) / off.length < 0.08);
  });

  it('leaves every stretch undecided where there is nothing to learn from', () => {
    assert.equal(fitStretches([]), nothingLearnt);
  });
});
