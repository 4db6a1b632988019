import assert from 'node:assert/strict';
import { lengthTerm, logOdds, probability, steepness } from '../../../../src/detector/model/calibration.ts';

describe('probability', () => {
  const calibration = { offset: -0.5, slope: 2, length: 0.3, both: 0.7 };
  const silent = { offset: -50, slope: 2, length: 0, both: 0 };
  const chatOnly = { chat: calibration, plain: silent };

  it('is that of Platt’s method with length, so that a short text is judged as short texts were measured', () => {
    // ln(300 / 150) = 0.693147; -0.5 + 2 x 0.4 + 0.3 x 0.693147 + 0.7 x 0.4 x 0.693147 = 0.702025
    assert.equal(
      probability({ chat: 0.4, plain: 0 }, 300, chatOnly).toFixed(6),
      (1 / (1 + Math.exp(-0.702025))).toFixed(6),
    );
    assert.equal(
      probability({ chat: 0, plain: 0 }, 150, chatOnly).toFixed(6),
      (1 / (1 + Math.exp(0.5))).toFixed(6),
    );
  });

  it('adds the odds of both voices, so that neither hides what the other says', () => {
    const both = { chat: calibration, plain: { ...calibration, offset: -1 } };
    const [chat, plain] = [-0.5 + 2 * 0.4, -1 + 2 * 0.3];
    const odds = logOdds({ chat: 0.4, plain: 0.3 }, 150, both);
    assert.ok(Math.abs(odds - Math.log(Math.exp(chat) + Math.exp(plain))) < 1e-12);
    assert.ok(logOdds({ chat: -2, plain: 3 }, 150, both) > 4.9);
    assert.ok(logOdds({ chat: 3, plain: -2 }, 150, both) > 5.4);
  });

  it('gives each voice as much of the steepness as the odds are its own', () => {
    const both = { chat: calibration, plain: { ...calibration, offset: -1 } };
    const logits = { chat: 0.4, plain: 0.3 };
    const { chat, plain } = steepness(logits, 300, both);
    const step = 1e-6;
    const rise = (voice: 'chat' | 'plain'): number =>
      (logOdds({ ...logits, [voice]: logits[voice] + step }, 300, both) - logOdds(logits, 300, both)) / step;
    assert.ok(Math.abs(chat - rise('chat')) < 1e-4);
    assert.ok(Math.abs(plain - rise('plain')) < 1e-4);
  });

  it('claims nothing of lengths beyond those that were measured', () => {
    assert.equal(lengthTerm(29), lengthTerm(30));
    assert.ok(lengthTerm(31) > lengthTerm(30));
    assert.ok(lengthTerm(349) < lengthTerm(350));
    assert.equal(lengthTerm(100_000), lengthTerm(350));
  });
});
