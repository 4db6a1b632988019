import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bandOf } from '../../../../src/api/bands.ts';
import { eachVoice } from '../../../../src/detector/model/voices.ts';
import { scoreSentences, shareOfAi } from '../../../../src/detector/segments/stretches.ts';
import type { SentenceSums } from '../../../../src/detector/model/score.ts';
import { ai, human, model, sumsOf, times } from './sumsOf.ts';

const bandsOf = (sums: SentenceSums): string[] => Array.from(scoreSentences(model, sums, 0.5), bandOf);

describe('scoreSentences', () => {
  it('marks an AI’s paragraph in a person’s text from its first sentence to its last, and none beside it', () => {
    for (let seed = 0; seed < 20; seed++) {
      const bands = bandsOf(sumsOf([times(8, human), times(7, ai), times(9, human)], seed));
      assert.deepEqual(
        bands.map((band) => band === 'ai'),
        bands.map((_, s) => s >= 8 && s < 15),
        `seed ${seed}`,
      );
    }
  });

  it('leaves a person’s paragraph to them in a text by an AI', () => {
    const bands = bandsOf(sumsOf([times(9, ai), times(7, human), times(9, ai)]));
    assert.equal(bands[12], 'human');
    assert.equal(bands[3], 'ai');
  });

  it('marks no list in a text as AI, because people and AI write entries the same way', () => {
    const sums = sumsOf([times(9, human), times(7, 0.04), times(9, human)]);
    assert.equal(bandsOf(sums)[12], 'ai');
    sums.whole.fill(0, 9, 15);
    assert.ok(!bandsOf(sums).includes('ai'));
    const sure = sumsOf([times(9, human), times(7, 0.4), times(9, human)]);
    sure.whole.fill(0, 9, 15);
    assert.equal(bandsOf(sure)[12], 'ai');
  });

  it('gives all sentences of a text too short to divide the score of the whole', () => {
    const sums = sumsOf([times(7, human), times(7, ai)]);
    assert.deepEqual(new Set(scoreSentences(model, sums, 0.3)), new Set([0.3]));
  });

  it('gives every sentence of any document a probability', () => {
    const sentence = fc.record({
      count: fc.nat(400),
      opens: fc.nat(1),
      whole: fc.nat(1),
      sum: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      square: fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 1e6, noNaN: true })),
    });
    fc.assert(
      fc.property(fc.array(sentence), fc.double({ min: 0, max: 1, noNaN: true }), (sentences, whole) => {
        const sums: SentenceSums = {
          words: Uint32Array.from(sentences, ({ count }) => count),
          opens: Uint8Array.from(sentences, ({ opens }) => opens),
          whole: Uint8Array.from(sentences, ({ whole }) => whole),
          sums: eachVoice(() => model.families.map(() => Float64Array.from(sentences, ({ sum }) => sum))),
          squares: model.families.map(() => Float64Array.from(sentences, ({ square }) => square)),
        };
        const scores = scoreSentences(model, sums, whole);
        assert.equal(scores.length, sentences.length);
        assert.ok(scores.every((score) => score >= 0 && score <= 1));
      }),
    );
  });
});

describe('shareOfAi', () => {
  it('counts words, not sentences', () => {
    assert.equal(shareOfAi(Float64Array.of(0.85, 0.849, 0.1), Uint32Array.of(10, 20, 70)), 0.1);
  });

  it('is nothing where there are no words', () => {
    assert.equal(shareOfAi(Float64Array.of(), Uint32Array.of()), 0);
  });
});
