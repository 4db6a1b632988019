import assert from 'node:assert/strict';
import { kindNames } from '../../../../src/detector/model/kinds.ts';
import {
  chooseThresholds,
  fitCalibration,
  scoreOf,
  type Example,
} from '../../../../lab/training/calibrate.ts';
import { seeded } from '../../../../lab/training/random.ts';

const random = seeded(1);
/** Surely of one kind: essays, or news. */
const ofKind = (kind: number): number[] => kindNames.map((_, k) => (k === kind ? 9 : 0));
const examples: Example[] = Array.from({ length: 8000 }, (_, i) => {
  const logit = random() * 6 - 3;
  const isAi = random() < 1 / (1 + Math.exp(-1.5 * logit));
  return {
    source: `source ${i % 8}`,
    genre: 'all',
    isAi,
    words: 150 + Math.floor(random() * 200),
    logit,
    kinds: ofKind(0),
  };
});
const plain = { words: 150, kinds: ofKind(0) };

describe('calibration', () => {
  const calibrated = fitCalibration(examples);

  it('finds what is behind the labels, so that a score is a probability', () => {
    for (const logit of [-1, 0, 1]) {
      const score = scoreOf({ ...plain, logit }, calibrated);
      assert.ok(Math.abs(score - 1 / (1 + Math.exp(-1.5 * logit))) < 0.05, `${logit}: ${score}`);
    }
  });

  it('gives a kind of text whose people score high a score of its own', () => {
    const kind = 5;
    const shifted = examples.map((example, i) =>
      i % 2 === 0 ? example : { ...example, genre: 'news', logit: example.logit + 2, kinds: ofKind(kind) },
    );
    const own = fitCalibration(shifted);
    const news = scoreOf({ words: 150, logit: 2, kinds: ofKind(kind) }, own);
    assert.ok(Math.abs(news - 0.5) < 0.1, `news ${news}`);
    assert.ok(Math.abs(scoreOf({ ...plain, logit: 0 }, own) - 0.5) < 0.1);
  });

  it('is surer of a long document than of one of its parts', () => {
    const score = (words: number): number => scoreOf({ ...plain, words, logit: 0.5 }, calibrated);
    assert.ok(score(3000) > score(350));
  });

  it('asks for a higher score before it accuses than before it acquits', () => {
    const { ai, human, surelyAi } = chooseThresholds(examples, calibrated);
    assert.ok(human <= ai && ai <= surelyAi);
    const people = examples.filter(({ isAi }) => !isAi);
    const accused = people.filter((example) => scoreOf(example, calibrated) >= ai);
    assert.ok(accused.length / people.length <= 0.006, String(accused.length / people.length));
  });

  it('is not silenced by one source whose people write as AI does', () => {
    const harsh = examples.map((example, i) => ({
      ...example,
      source: `source ${i % 20}`,
      logit: i % 20 === 3 && !example.isAi ? 9 : example.logit,
    }));
    const thresholds = chooseThresholds(harsh, calibrated);
    const found = examples.filter((example) => example.isAi && scoreOf(example, calibrated) >= thresholds.ai);
    const others = harsh.filter(({ isAi, source }) => !isAi && source !== 'source 3');
    const accused = others.filter((example) => scoreOf(example, calibrated) >= thresholds.ai);
    assert.ok(found.length > 0 && accused.length / others.length <= 0.005, String(accused.length));
  });

  it('is not silenced by abstracts, which caution keeps from being accused', () => {
    const abstracts = examples.map((example, i) =>
      i % 8 === 3 && !example.isAi
        ? { ...example, logit: 3, kinds: ofKind(kindNames.indexOf('abstracts')) }
        : example,
    );
    const without = examples.filter((example, i) => example.isAi || i % 8 !== 3);
    assert.ok(chooseThresholds(abstracts, calibrated).ai <= chooseThresholds(without, calibrated).ai + 1e-6);
  });

  it('takes fewer texts for a person’s where an AI scores as low as people do', () => {
    const imitating = examples.map((example, i) => (i % 8 === 0 ? { ...example, logit: -9 } : example));
    const thresholds = chooseThresholds(imitating, calibrated);
    assert.ok(thresholds.human < chooseThresholds(examples, calibrated).human);
  });
});
