import assert from 'node:assert/strict';
import { estimate, estimateShare, resampleWeights } from '../../../../lab/training/bootstrap.ts';
import { mean } from '../../../../lab/training/metrics.ts';
import { seeded } from '../../../../lab/training/random.ts';

describe('bootstrap', () => {
  it('covers the truth about as often as it promises', () => {
    const seed = 11;
    const random = seeded(seed);
    const truth = 0.3;
    const runs = 200;
    let covered = 0;
    for (let run = 0; run < runs; run++) {
      const hits = Array.from({ length: 80 }, (): number => (random() < truth ? 1 : 0));
      const weights = resampleWeights(
        hits.map((_, i) => ({ stratum: 'one', cluster: String(i) })),
        200,
        run,
      );
      const interval = estimate(
        mean(hits),
        weights.map((weight) => mean(hits.map((hit, i) => hit * weight[i]!))),
      )!;
      if (interval.low <= truth && truth <= interval.high) covered++;
    }
    assert.ok(covered / runs > 0.89 && covered / runs < 0.99, `${covered} of ${runs}, seed ${seed}`);
  });

  it('draws texts of one prompt together, and keeps the size of every source', () => {
    const texts = Array.from({ length: 40 }, (_, i) => ({
      stratum: i < 30 ? 'large' : 'small',
      cluster: `${Math.floor(i / 5)}`,
    }));
    for (const weights of resampleWeights(texts, 50, 1)) {
      texts.forEach((_, i) => {
        assert.equal(weights[i], weights[Math.floor(i / 5) * 5]);
      });
      assert.equal(
        weights.subarray(0, 30).reduce((sum, weight) => sum + weight, 0),
        30,
      );
    }
  });

  it('gives the same intervals for the same seed', () => {
    const texts = Array.from({ length: 20 }, (_, i) => ({ stratum: 'one', cluster: String(i) }));
    assert.deepEqual(resampleWeights(texts, 5, 4), resampleWeights(texts, 5, 4));
    assert.notDeepEqual(resampleWeights(texts, 5, 4), resampleWeights(texts, 5, 5));
  });

  it('does not promise that nobody is accused because nobody was among a few', () => {
    assert.ok(Math.abs(estimateShare(0, [0, 0, 0], 100)!.high - 0.036) < 0.0005);
    assert.ok(Math.abs(estimateShare(1, [1, 1, 1], 100)!.low - 0.964) < 0.0005);
  });

  it('says nothing where a class is missing, and passes over resamples that lack one', () => {
    assert.equal(estimate(NaN, [0.5]), null);
    assert.deepEqual(estimate(0.5, [NaN, 0.4, 0.6]), { value: 0.5, low: 0.4, high: 0.6 });
  });
});
