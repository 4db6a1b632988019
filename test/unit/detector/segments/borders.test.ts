import assert from 'node:assert/strict';
import { seeded } from '../../../../lab/training/random.ts';
import { bordersOf } from '../../../../src/detector/segments/borders.ts';
import type { SentenceSums } from '../../../../src/detector/model/score.ts';
import { ai, human, model, sumsOf, times } from './sumsOf.ts';

interface Sentence {
  evidence: number;
  words: number;
}

const total = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** Sentences with so much evidence in the chat voice, once the n-grams of the document have length 1 a word. */
const sumsFrom = (sentences: readonly Sentence[]): SentenceSums => ({
  words: Uint32Array.from(sentences, ({ words }) => words),
  opens: new Uint8Array(sentences.length),
  whole: new Uint8Array(sentences.length).fill(1),
  sums: {
    chat: model.families.map(() => Float64Array.from(sentences, ({ evidence }) => evidence)),
    plain: model.families.map(() => new Float64Array(sentences.length)),
  },
  squares: model.families.map(() => Float64Array.from(sentences, ({ words }) => words)),
});

/** The states that explain the sentences best above a level, found by trying all; short parts above count as below. */
function bestStates(sentences: readonly Sentence[], level: number): number[] {
  let best: { states: number[]; value: number } | null = null;
  for (let bits = 0; bits < 2 ** sentences.length; bits++) {
    const states = sentences.map((_, s) => (bits >> s) & 1);
    const above = sentences.map(({ evidence, words }, s) => states[s]! * (evidence - level * words));
    const changes = states.filter((state, s) => s > 0 && state !== states[s - 1]).length;
    const value = total(above) - 3 * changes;
    if (best === null || value > best.value) best = { states, value };
  }
  const { states } = best!;
  for (let from = 0; from < states.length; from++) {
    let to = from;
    while (states[to] === 1) to++;
    if (total(sentences.slice(from, to).map(({ words }) => words)) < 60) states.fill(0, from, to);
    from = Math.max(from, to);
  }
  return states;
}

describe('bordersOf', () => {
  it('finds every place where the evidence changes sides at some level, and no other', () => {
    const random = seeded(7);
    let found = 0;
    for (let round = 0; round < 40; round++) {
      let level = random() < 0.5 ? 0.12 : -0.12;
      const sentences = Array.from({ length: 8 }, () => {
        if (random() < 0.25) level = -level;
        const words = 20 + Math.floor(60 * random());
        return { words, evidence: words * (level + 0.2 * (random() - 0.5)) };
      });
      const states = [-0.02, 0, 0.02, 0.04].map((border) => bestStates(sentences, border));
      const expected = sentences.map((_, s) =>
        s > 0 && states.some((own) => own[s] !== own[s - 1]) ? 1 : 0,
      );
      assert.deepEqual(Array.from(bordersOf(model, sumsFrom(sentences))), expected, `round ${round}`);
      found += total(expected);
    }
    assert.ok(found > 20, `${found} borders`);
  });

  it('uses the plain voice as well as the chat voice', () => {
    const levels = [times(14, -0.05), times(10, 0.25), times(14, -0.05)].flat();
    const borders = bordersOf(model, sumsOf([levels], 1, 'plain'));
    assert.ok(borders.some((border, s) => border === 1 && Math.abs(s - 14) <= 1));
    assert.ok(borders.some((border, s) => border === 1 && Math.abs(s - 24) <= 1));
  });

  it('makes no part of fewer than 60 words, so that no single sentence is cut out', () => {
    const levels = [...times(14, human), 0.6, ...times(14, human)];
    assert.deepEqual(new Set(bordersOf(model, sumsOf([levels]))), new Set([0]));
    assert.ok(
      bordersOf(model, sumsOf([[...times(14, human), ...times(4, ai), ...times(9, human)]])).includes(1),
    );
  });
});
