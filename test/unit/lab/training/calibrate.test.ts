import assert from 'node:assert/strict';
import { probability } from '../../../../src/detector/model/calibration.ts';
import { chooseThresholds, fitCalibration, type Example } from '../../../../lab/training/calibrate.ts';
import { seeded } from '../../../../lab/training/random.ts';

const random = seeded(1);
const examples: Example[] = Array.from({ length: 4000 }, (_, i) => {
  const logit = random() * 6 - 3;
  const isAi = random() < 1 / (1 + Math.exp(-1.5 * logit));
  return { source: `source ${i % 8}`, isAi, words: 150 + Math.floor(random() * 200), logit };
});

describe('calibration', () => {
  const calibration = fitCalibration(examples);

  it('finds the slope behind the labels, so that a score is a probability', () => {
    assert.ok(Math.abs(calibration.slope - 1.5) < 0.25, `slope ${calibration.slope}`);
    assert.ok(Math.abs(probability(0, 150, calibration) - 0.5) < 0.1);
  });

  it('asks for a higher score before it accuses than before it acquits', () => {
    const { ai, human, surelyAi } = chooseThresholds(examples, calibration);
    assert.ok(human <= ai && ai <= surelyAi);
    const accused = examples.filter(
      ({ isAi, logit, words }) => !isAi && probability(logit, words, calibration) >= ai,
    );
    assert.ok(accused.length / examples.length < 0.01);
  });

  it('takes fewer texts for a person’s where an AI scores as low as people do', () => {
    const imitating = examples.map((example, i) => (i % 8 === 0 ? { ...example, logit: -9 } : example));
    const { human } = chooseThresholds(imitating, calibration);
    assert.ok(human < chooseThresholds(examples, calibration).human);
  });
});
