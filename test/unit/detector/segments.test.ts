import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bandOf } from '../../../src/api/bands.ts';
import { probability } from '../../../src/detector/calibration.ts';
import { scoreSentences, surelyAiShare } from '../../../src/detector/segments.ts';
import type { SentenceSums } from '../../../src/detector/sentenceSums.ts';
import { seeded } from '../../../src/training/random.ts';
import { arbitraryModel } from './model-for-tests.ts';

const model = arbitraryModel();
const words = 20;
const human = -0.07;
const ai = 0.12;

/** Sentences of 20 words with so much evidence a word, and scatter as in real texts. */
function sumsOf(levels: readonly number[], random = seeded(1)): SentenceSums {
  const evidence = levels.map((level) => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return level * words + 0.38 * Math.sqrt(words) * normal;
  });
  return {
    words: new Uint32Array(levels.length).fill(words),
    sums: model.families.map(() => Float64Array.from(evidence)),
    squares: model.families.map(() => new Float64Array(levels.length).fill(words)),
  };
}

const times = (count: number, level: number): number[] => new Array<number>(count).fill(level);
const logitOf = ({ sums, words: counts }: SentenceSums): number => {
  const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((a, b) => a + b, 0);
  return sum(sums[0]!) / Math.sqrt(sum(counts)) + 0.1;
};
const bandsOf = (sums: SentenceSums): string[] =>
  Array.from(scoreSentences(model, sums, logitOf(sums)), bandOf);

describe('scoreSentences', () => {
  it('finds most of a paragraph of an AI that was put into a human text, in 18 of 20 texts', () => {
    const overlaps = Array.from({ length: 20 }, (_, seed) => {
      const bands = bandsOf(
        sumsOf([...times(14, human), ...times(8, ai), ...times(10, human)], seeded(seed)),
      );
      const isAi = bands.map((__, s) => s >= 14 && s < 22);
      const both = bands.filter((band, s) => band === 'ai' && isAi[s]).length;
      return both / bands.filter((band, s) => band === 'ai' || isAi[s]).length;
    });
    assert.ok(overlaps.filter((overlap) => overlap >= 0.6).length >= 18, overlaps.join(' '));
  });

  it('finds a paragraph at the very end, where no text follows', () => {
    const bands = bandsOf(sumsOf([...times(20, human), ...times(8, ai)]));
    assert.equal(bands.at(-1), 'ai');
    assert.equal(bands[0], 'human');
  });

  it('leaves a human paragraph to its writer in a text by an AI', () => {
    const bands = bandsOf(sumsOf([...times(12, ai), ...times(10, human), ...times(12, ai)]));
    assert.equal(bands[16], 'human');
    assert.equal(bands[3], 'ai');
  });

  it('accuses nobody of a lone odd sentence', () => {
    const levels = [...times(14, human), 0.6, ...times(14, human)];
    assert.ok(!bandsOf(sumsOf(levels)).includes('ai'));
  });

  it('accuses nobody of a paragraph that only reads a little more like an AI', () => {
    const levels = [...times(14, human), ...times(8, human + 0.04), ...times(14, human)];
    assert.ok(!bandsOf(sumsOf(levels)).includes('ai'));
  });

  it('marks no sentence of a human text as AI, whatever its scatter, in 49 of 50 texts', () => {
    const flagged = Array.from({ length: 200 }, (_, seed) =>
      bandsOf(sumsOf(times(30, human), seeded(seed))),
    ).filter((bands) => bands.includes('ai'));
    assert.ok(flagged.length <= 4, `${flagged.length} of 200 texts`);
  });

  it('agrees with the document where one writer explains it', () => {
    for (const level of [human, 0, ai]) {
      const sums = sumsOf(times(30, level));
      const score = probability(logitOf(sums), 600, model.calibration);
      const scores = scoreSentences(model, sums, logitOf(sums));
      const mean = scores.reduce((a, b) => a + b, 0) / scores.length;
      assert.ok(Math.abs(mean - score) < 0.15, `level ${level}: sentences ${mean}, document ${score}`);
    }
  });

  it('gives every sentence of any document a probability', () => {
    const sentence = fc.record({
      count: fc.nat(400),
      sum: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      square: fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 1e6, noNaN: true })),
    });
    fc.assert(
      fc.property(fc.array(sentence), fc.double({ min: -50, max: 50, noNaN: true }), (sentences, logit) => {
        const sums: SentenceSums = {
          words: Uint32Array.from(sentences, ({ count }) => count),
          sums: model.families.map(() => Float64Array.from(sentences, ({ sum }) => sum)),
          squares: model.families.map(() => Float64Array.from(sentences, ({ square }) => square)),
        };
        const scores = scoreSentences(model, sums, logit);
        assert.equal(scores.length, sentences.length);
        assert.ok(scores.every((score) => score >= 0 && score <= 1));
      }),
    );
  });

  it('says the same of a text read backwards', () => {
    const levels = [...times(14, human), ...times(8, ai), ...times(20, human)];
    const sums = sumsOf(levels);
    const backwards: SentenceSums = {
      words: sums.words.toReversed(),
      sums: sums.sums.map((column) => column.toReversed()),
      squares: sums.squares.map((column) => column.toReversed()),
    };
    const there = bandsOf(sums);
    assert.ok(there.includes('ai'));
    assert.deepEqual(bandsOf(backwards).reverse(), there);
  });
});

describe('surelyAiShare', () => {
  it('counts words, not sentences', () => {
    assert.equal(surelyAiShare(Float64Array.of(0.99, 0.9, 0.1), Uint32Array.of(10, 20, 70)), 0.1);
  });

  it('is nothing where there are no words', () => {
    assert.equal(surelyAiShare(Float64Array.of(), Uint32Array.of()), 0);
  });
});
