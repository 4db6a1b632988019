import assert from 'node:assert/strict';
import { auroc, calibrationError, quantile, recallAt, sampleOf } from '../../../src/training/metrics.ts';

describe('metrics', () => {
  it('AUROC is the chance that an AI text ranks above a human one, ties half', () => {
    assert.equal(auroc([0.1, 0.2], [0.8, 0.9]), 1);
    assert.equal(auroc([0.8, 0.9], [0.1, 0.2]), 0);
    assert.equal(auroc([0.5], [0.5]), 0.5);
    assert.equal(auroc([0.1, 0.5], [0.5, 0.9]), 0.875);
  });

  it('recall is taken above the threshold that few human texts pass', () => {
    const human = Array.from({ length: 100 }, (_, i) => i / 100);
    assert.equal(quantile(human, 0.99), 0.98);
    assert.equal(recallAt(0.01, sampleOf(human, [0.98, 0.985, 2])), 2 / 3);
  });

  it('the calibration error is 0 for honest scores and large for boasting ones', () => {
    assert.ok(calibrationError(sampleOf([0.25, 0.25, 0.25, 0.75], [0.25, 0.75, 0.75, 0.75])) < 1e-9);
    assert.ok(Math.abs(calibrationError(sampleOf([0.95], [0.95])) - 0.45) < 1e-9);
  });
});
