import assert from 'node:assert/strict';
import { thresholdsFor } from '../../../../src/detector/model/calibration.ts';
import { kindNames, kindShares } from '../../../../src/detector/model/kinds.ts';
import {
  chooseThresholds,
  fitCalibration,
  joinDocuments,
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
    document: String(i),
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
    const documents = examples.map((example, i) => ({
      ...example,
      isAi: Math.floor(i / 80) % 2 === 1,
      document: `${i % 8} ${Math.floor(i / 80)}`,
      logit: (Math.floor(i / 80) % 2 === 1 ? 0.5 : -0.5) + example.logit / 3,
    }));
    const joined = joinDocuments(documents);
    assert.equal(joined.length, 800);
    assert.ok(joined.every(({ words }) => words > 1500));
    const own = fitCalibration(documents);
    assert.ok(own.growth > 0);
    assert.ok(
      scoreOf({ ...plain, words: 3000, logit: 0.5 }, own) >
        scoreOf({ ...plain, words: 350, logit: 0.5 }, own),
    );
  });

  it('asks for a higher score before it accuses than before it acquits', () => {
    const { ai, human, surelyAi } = chooseThresholds(examples, calibrated).thresholds;
    assert.ok(human <= ai && ai <= surelyAi);
    const people = examples.filter(({ isAi }) => !isAi);
    const accused = people.filter((example) => scoreOf(example, calibrated) >= ai);
    assert.ok(accused.length / people.length <= 0.006, String(accused.length / people.length));
  });

  /** From where on a text of a kind is called `ai`. */
  const aiFrom = (texts: readonly Example[], kind: number): number => {
    const { thresholds, kinds } = chooseThresholds(texts, calibrated);
    return thresholdsFor(thresholds, kinds, kindShares(ofKind(kind))).ai;
  };

  it('accuses no more than one in fifty of any source of a kind, however few there are on average', () => {
    const harsh = examples.map((example) =>
      example.source === 'source 3' && !example.isAi ? { ...example, logit: example.logit + 2 } : example,
    );
    const ai = aiFrom(harsh, 0);
    const people = harsh.filter(({ isAi, source }) => !isAi && source === 'source 3');
    assert.ok(people.filter((example) => scoreOf(example, calibrated) >= ai).length / people.length < 0.021);
  });

  it('asks for more in a kind where people write as AI does, and leaves other kinds as they are', () => {
    const kind = 7;
    const papers = examples.map((example) =>
      example.source === 'source 3'
        ? { ...example, genre: 'papers', kinds: ofKind(kind), logit: example.logit + (example.isAi ? 0 : 3) }
        : example,
    );
    assert.ok(aiFrom(papers, kind) > aiFrom(examples, 0) + 0.02);
    assert.ok(Math.abs(aiFrom(papers, 0) - aiFrom(examples, 0)) < 0.02);
  });

  it('finds more in a kind where no person comes near an AI, down to a limit', () => {
    const kind = 7;
    const plainTalk = examples.map((example, i) =>
      i % 8 < 4
        ? { ...example, kinds: ofKind(kind), logit: example.logit - (example.isAi ? 0 : 3) }
        : example,
    );
    assert.ok(aiFrom(plainTalk, kind) < aiFrom(plainTalk, 0));
    assert.ok(aiFrom(plainTalk, kind) >= 0.82 - 1e-6);
  });

  it('takes fewer texts for a person’s where an AI scores as low as people do', () => {
    const imitating = examples.map((example, i) => (i % 8 === 0 ? { ...example, logit: -9 } : example));
    const { thresholds } = chooseThresholds(imitating, calibrated);
    assert.ok(thresholds.human < chooseThresholds(examples, calibrated).thresholds.human);
  });
});
