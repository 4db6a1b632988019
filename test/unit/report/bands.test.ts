import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bandOf, bands } from '../../../src/api/bands.ts';
import { unjudgeableReason } from '../../../src/report/judged.ts';

describe('bandOf', () => {
  it('calls no sentence AI on a score near the middle', () => {
    assert.equal(bandOf(0), 'human');
    assert.equal(bandOf(0.5), 'uncertain');
    assert.equal(bandOf(0.7), 'uncertain');
    assert.equal(bandOf(1), 'ai');
  });

  it('never ranks a higher score as more like a person', () => {
    const score = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(score, score, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        assert.ok(bands.indexOf(bandOf(low)) <= bands.indexOf(bandOf(high)));
      }),
    );
  });
});

describe('unjudgeableReason', () => {
  const reasons = [
    { code: 'hidden_characters', message: '' },
    { code: 'too_short', message: '' },
  ];

  it('names why a text could not be judged', () => {
    assert.equal(unjudgeableReason({ verdict: 'uncertain', reasons }), 'too_short');
  });

  it('lets a verdict stand that was given all the same', () => {
    assert.equal(unjudgeableReason({ verdict: 'human', reasons }), undefined);
  });

  it('tells weak or conflicting signs from a text that can’t be judged', () => {
    const conflicting = [{ code: 'conflicting_parts', message: '' }];
    assert.equal(unjudgeableReason({ verdict: 'uncertain', reasons: conflicting }), undefined);
  });
});
