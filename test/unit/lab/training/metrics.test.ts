import assert from 'node:assert/strict';
import {
  areaUnderRoc,
  auroc,
  brierScore,
  calibrationError,
  quantile,
  recallAt,
  reliability,
  sampleOf,
  type Sample,
  wilson,
} from '../../../../lab/training/metrics.ts';
import { seeded } from '../../../../lab/training/random.ts';

const near = (actual: number, expected: number): void => {
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual}, not ${expected}`);
};

describe('metrics', () => {
  it('AUROC is the chance that an AI text ranks above a human one, ties half', () => {
    assert.equal(auroc([0.1, 0.2], [0.8, 0.9]), 1);
    assert.equal(auroc([0.8, 0.9], [0.1, 0.2]), 0);
    assert.equal(auroc([0.5], [0.5]), 0.5);
    assert.equal(auroc([0.1, 0.5], [0.5, 0.9]), 0.875);
    assert.ok(Number.isNaN(auroc([0.1], [])));
  });

  it('AUROC agrees with counting every pair, on scores with many ties', () => {
    const seed = 7;
    const random = seeded(seed);
    const draw = (size: number): number[] =>
      Array.from({ length: size }, () => Math.floor(random() * 10) / 10);
    const human = draw(60);
    const ai = draw(40);
    const pairs = human.flatMap((h) => ai.map((a): number => (a > h ? 1 : a === h ? 0.5 : 0)));
    const counted = pairs.reduce((sum, pair) => sum + pair, 0) / pairs.length;
    assert.ok(Math.abs(auroc(human, ai) - counted) < 1e-12, `seed ${seed}`);
  });

  it('a text drawn twice into a resample counts twice in every measure', () => {
    const doubled: Sample = {
      ...sampleOf([0.2, 0.7], [0.4, 0.9]),
      weights: Uint8Array.from([2, 1, 1, 2]),
      human: 3,
      ai: 3,
    };
    const written = sampleOf([0.2, 0.2, 0.7], [0.4, 0.9, 0.9]);
    near(areaUnderRoc(doubled), areaUnderRoc(written));
    near(recallAt(0.34, doubled), recallAt(0.34, written));
    near(brierScore(doubled), brierScore(written));
    near(calibrationError(doubled), calibrationError(written));
  });

  it('recall is taken above the threshold that few human texts pass', () => {
    const human = Array.from({ length: 100 }, (_, i) => i / 100);
    assert.equal(quantile(human, 0.99), 0.98);
    assert.equal(recallAt(0.01, sampleOf(human, [0.98, 0.985, 2])), 2 / 3);
    assert.equal(recallAt(0.01, sampleOf([0.5, 0.5, 0.5], [0.5, 0.6])), 0.5);
    assert.ok(Number.isNaN(recallAt(0.01, sampleOf([], [0.5]))));
  });

  it('the Brier score is the mean squared miss, both classes weighing the same', () => {
    near(brierScore(sampleOf([0, 0, 0, 0], [1])), 0);
    near(brierScore(sampleOf([0.5, 0.5, 0.5], [1])), 0.125);
    near(brierScore(sampleOf([1], [0])), 1);
  });

  it('the calibration error is 0 for honest scores and large for boasting ones', () => {
    assert.ok(calibrationError(sampleOf([0.25, 0.25, 0.25, 0.75], [0.25, 0.75, 0.75, 0.75])) < 1e-9);
    near(calibrationError(sampleOf([0.95], [0.95])), 0.45);
    assert.ok(Number.isNaN(calibrationError(sampleOf([0.95], []))));
  });

  it('the bins of the reliability plot hold all texts, the score 1 among them', () => {
    const bins = reliability(sampleOf([0.05, 0.3], [0.3, 1]));
    near(
      bins.reduce((sum, { share }) => sum + share, 0),
      1,
    );
    near(bins[3]!.shareAi, 0.5);
    near(bins[9]!.meanScore, 1);
  });
});

describe('a share with its interval', () => {
  it('is that of Wilson, which stays within 0 and 1', () => {
    // Newcombe 1998, table I: 81 of 263 and 0 of 20.
    const some = wilson(81, 263)!;
    assert.deepEqual(
      [some.low, some.high].map((end) => end.toFixed(4)),
      ['0.2553', '0.3662'],
    );
    const none = wilson(0, 20)!;
    assert.deepEqual(
      [none.low, none.high].map((end) => end.toFixed(4)),
      ['0.0000', '0.1611'],
    );
    assert.equal(wilson(0, 0), null);
  });
});
