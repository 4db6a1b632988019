import assert from 'node:assert/strict';
import { lengthTerm, probability } from '../../../../src/detector/model/calibration.ts';

describe('probability', () => {
  const calibration = { offset: -0.5, slope: 2, length: 0.3, both: 0.7 };

  it('is that of Platt’s method with length, so that a short text is judged as short texts were measured', () => {
    // ln(300 / 150) = 0.693147; -0.5 + 2 x 0.4 + 0.3 x 0.693147 + 0.7 x 0.4 x 0.693147 = 0.702025
    assert.equal(probability(0.4, 300, calibration).toFixed(6), (1 / (1 + Math.exp(-0.702025))).toFixed(6));
    assert.equal(probability(0, 150, calibration).toFixed(6), (1 / (1 + Math.exp(0.5))).toFixed(6));
  });

  it('claims nothing of lengths beyond those that were measured', () => {
    assert.equal(lengthTerm(29), lengthTerm(30));
    assert.ok(lengthTerm(31) > lengthTerm(30));
    assert.ok(lengthTerm(349) < lengthTerm(350));
    assert.equal(lengthTerm(100_000), lengthTerm(350));
  });
});
