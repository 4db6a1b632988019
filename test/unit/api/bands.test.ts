import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bandIn, bandOf, bands, leanOf } from '../../../src/api/bands.ts';

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

describe('bandIn', () => {
  const score = fc.double({ min: 0, max: 1, noNaN: true });

  it('uses only the score if the text has a verdict', () => {
    fc.assert(
      fc.property(score, score, fc.constantFrom('human', 'ai', 'mixed' as const), (whole, own, verdict) => {
        assert.equal(bandIn({ verdict, score: whole }, own), bandOf(own));
      }),
    );
  });

  it('gives no band to a sentence that reads no more like AI than its unclear text', () => {
    fc.assert(
      fc.property(score, (whole) => {
        assert.equal(
          bandIn({ verdict: 'uncertain', score: whole }, whole),
          whole === 0 || whole === 1 ? bandOf(whole) : 'uncertain',
        );
      }),
    );
    assert.equal(bandIn({ verdict: 'uncertain', score: 0.935 }, 0.94), 'uncertain');
    assert.equal(bandIn({ verdict: 'uncertain', score: 0.24 }, 0.2), 'uncertain');
  });

  it('still gives a band at twice the odds of the text', () => {
    assert.equal(bandIn({ verdict: 'uncertain', score: 0.9 }, 0.96), 'ai');
    assert.equal(bandIn({ verdict: 'uncertain', score: 0.3 }, 0.14), 'human');
    assert.equal(bandIn({ verdict: 'uncertain', score: 0.5 }, 0.2), 'human');
  });

  it('never turns a sentence to the other side', () => {
    fc.assert(
      fc.property(score, score, (whole, own) => {
        const band = bandIn({ verdict: 'uncertain', score: whole }, own);
        assert.ok(band === 'uncertain' || band === bandOf(own));
      }),
    );
  });
});

describe('leanOf', () => {
  it('begins at odds of two to one', () => {
    assert.deepEqual([0.3, 0.35, 0.5, 0.65, 0.7].map(leanOf), [
      'human',
      undefined,
      undefined,
      undefined,
      'ai',
    ]);
  });
});
