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
  const voice = isAi ? (i % 16 < 8 ? 'chat' : 'plain') : null;
  return {
    ...{ source: `source ${i % 8}`, genre: 'all', isAi, voice },
    words: i % 5 === 0 ? 60 + Math.floor(random() * 90) : 150 + Math.floor(random() * 200),
    logits: { chat: logit, plain: voice === 'plain' ? logit : 0.9 * logit },
    kinds: ofKind(0),
  };
});
const plain = { words: 150, kinds: ofKind(0) };
const both = (logit: number): Example['logits'] => ({ chat: logit, plain: 0.95 * logit });
const long = ({ words }: Example): boolean => words >= 150;

describe('calibration', () => {
  const calibrated = fitCalibration(examples);
  const rule = { short: 0.003, long: 0.005, mostOfSource: 1 };

  it('finds what is behind the labels, so that a score is a probability', () => {
    for (const logit of [-1, 0, 1]) {
      const score = scoreOf({ ...plain, logits: both(logit) }, calibrated);
      assert.ok(Math.abs(score - 1 / (1 + Math.exp(-1.5 * logit))) < 0.05, `${logit}: ${score}`);
    }
  });

  it('gives a kind of text whose people score high a score of its own', () => {
    const kind = 5;
    const shifted = examples.map((example, i) =>
      i % 2 === 0
        ? example
        : { ...example, genre: 'news', logits: both(example.logits.chat + 2), kinds: ofKind(kind) },
    );
    const own = fitCalibration(shifted);
    const news = scoreOf({ words: 150, logits: both(2), kinds: ofKind(kind) }, own);
    assert.ok(Math.abs(news - 0.5) < 0.1, `news ${news}`);
    assert.ok(Math.abs(scoreOf({ ...plain, logits: both(0) }, own) - 0.5) < 0.1);
  });

  it('is surer of a long document than of one of its parts', () => {
    const score = (words: number): number => scoreOf({ ...plain, words, logits: both(0.5) }, calibrated);
    assert.ok(score(3000) > score(350));
  });

  it('asks for a higher score before it accuses than before it acquits', () => {
    const { ai, human, surelyAi } = chooseThresholds(examples, calibrated, rule).long;
    assert.ok(human <= ai && ai <= surelyAi);
    const people = examples.filter((example) => !example.isAi && long(example));
    const accused = people.filter((example) => scoreOf(example, calibrated) >= ai);
    assert.ok(accused.length / people.length <= 0.006, String(accused.length / people.length));
  });

  it('is not silenced by one source whose people write as AI does', () => {
    const harsh = examples.map((example, i) => ({
      ...example,
      source: `source ${i % 20}`,
      logits: i % 20 === 3 && !example.isAi ? both(9) : example.logits,
    }));
    const thresholds = chooseThresholds(harsh, calibrated, rule).long;
    const found = examples.filter((example) => example.isAi && scoreOf(example, calibrated) >= thresholds.ai);
    const others = harsh.filter((each) => !each.isAi && each.source !== 'source 3' && long(each));
    const accused = others.filter((example) => scoreOf(example, calibrated) >= thresholds.ai);
    assert.ok(found.length > 0 && accused.length / others.length <= 0.005, String(accused.length));
  });

  it('wrongs no source more than the rule allows, where it names a share', () => {
    const harsh = examples.map((example, i) => ({
      ...example,
      source: `source ${i % 20}`,
      logits: i % 20 === 3 && !example.isAi ? both(example.logits.chat + 2) : example.logits,
    }));
    const { ai } = chooseThresholds(harsh, calibrated, { ...rule, mostOfSource: 0.01 }).long;
    const own = harsh.filter((each) => !each.isAi && each.source === 'source 3' && long(each));
    const accused = own.filter((example) => scoreOf(example, calibrated) >= ai);
    // A little more than a hundredth: thresholds look at scores that caution has lowered.
    assert.ok(accused.length / own.length <= 0.02, `${accused.length} of ${own.length}`);
    assert.ok(ai > chooseThresholds(harsh, calibrated, rule).long.ai);
  });

  it('is not silenced by abstracts, which caution keeps from being accused', () => {
    const abstracts = examples.map((example, i) =>
      i % 8 === 3 && !example.isAi
        ? { ...example, logits: both(3), kinds: ofKind(kindNames.indexOf('abstracts')) }
        : example,
    );
    const without = examples.filter((example, i) => example.isAi || i % 8 !== 3);
    const [with_, without_] = [abstracts, without].map(
      (of) => chooseThresholds(of, calibrated, rule).long.ai,
    );
    assert.ok(with_! <= without_! + 1e-6);
  });

  it('takes fewer texts for a person’s where an AI scores as low as people do', () => {
    const imitating = examples.map((example, i) =>
      i % 8 === 0 ? { ...example, logits: both(-9) } : example,
    );
    const { human } = chooseThresholds(imitating, calibrated, rule).long;
    assert.ok(human < chooseThresholds(examples, calibrated, rule).long.human);
  });
});
