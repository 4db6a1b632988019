import assert from 'node:assert/strict';
import { scaleOf } from '../../../../lab/plot/axis.ts';

describe('an axis of a plot', () => {
  it('begins at 0 when linear, so that heights can be compared, and ends at a round number above all values', () => {
    const { ticks, at } = scaleOf('linear', [212, 240]);
    assert.deepEqual(ticks, [0, 50, 100, 150, 200, 250]);
    assert.equal(at(250), 1);
    assert.equal(at(0), 0);
  });

  it('marks whole numbers alone where there are no others', () => {
    assert.deepEqual(scaleOf('linear', [1, 2, 3]).ticks, [0, 1, 2, 3]);
    assert.ok(scaleOf('linear', [14]).ticks.every(Number.isInteger));
  });

  it('is divided by powers of ten when logarithmic, and more finely where there are few', () => {
    const { ticks, at } = scaleOf('log', [1000, 10_000, 1_000_000]);
    assert.deepEqual(ticks, [1000, 10_000, 100_000, 1_000_000]);
    assert.ok(Math.abs(at(31_622.7766) - 0.5) < 1e-6);
    assert.deepEqual(scaleOf('log', [0.23, 4]).ticks, [0.2, 0.5, 1, 2, 5]);
    assert.deepEqual(scaleOf('log', [0.03, 4200]).ticks, [0.01, 0.1, 1, 10, 100, 1000, 10_000]);
  });

  for (const scale of ['linear', 'log'] as const) {
    it(`has room for nothing, one value and zeros (${scale})`, () => {
      for (const values of [[], [7], [0, 0], [100]]) {
        const { ticks, at } = scaleOf(scale, values);
        assert.ok(ticks.length >= 2, String(values));
        for (const value of values)
          assert.ok(at(value) >= 0 && at(value) <= 1, `${value} of ${String(values)}`);
      }
    });
  }
});
