import assert from 'node:assert/strict';
import { slopeInWords, slopeOf } from '../../../../lab/scale/slope.ts';

const sizes = [1000, 10_000, 100_000];

describe('the slope of a cost', () => {
  for (const [exponent, words] of [
    [0, 'does not grow'],
    [0.5, 'grows more slowly than the size'],
    [1, 'grows in proportion'],
    [2, 'grows faster than the size'],
  ] as const) {
    it(`is the exponent of growth: ${exponent} ${words}`, () => {
      const slope = slopeOf(sizes.map((size) => [size, 3 * size ** exponent]));
      assert.ok(Math.abs(slope - exponent) < 1e-9, String(slope));
      assert.equal(slopeInWords(slope), words);
    });
  }

  it('is not said of one size alone', () => {
    assert.equal(slopeInWords(slopeOf([[1000, 2]])), 'one size alone');
  });
});
