import assert from 'node:assert/strict';
import { seeded } from '../../../../lab/training/random.ts';
import { logOdds, longest, probability, voiceLogOdds } from '../../../../src/detector/model/calibration.ts';
import { stretchFeatureCount } from '../../../../src/detector/model/model.ts';
import { type ByVoice, eachVoice } from '../../../../src/detector/model/voices.ts';
import type { SentenceSums } from '../../../../src/detector/model/score.ts';
import {
  bordersOf,
  scoresByOwnWords,
  type Stretch,
  stretchesOf,
  stretchFeatures,
} from '../../../../src/detector/segments/stretches.ts';
import { ai, human, model, sumsOf, times } from './sumsOf.ts';

const total = (values: ArrayLike<number>): number => Array.from(values).reduce((a, b) => a + b, 0);

/** The logits of some sentences taken as one text, as their description says it: slowly. */
function logitsOf({ words, sums, squares }: SentenceSums, among: readonly number[]): ByVoice<number> {
  const of = (column: ArrayLike<number>): number => total(among.map((s) => column[s]!));
  const parts = Math.max(1, of(words) / longest);
  return eachVoice((voice) =>
    total(
      model.families.map(({ voices }, f) => {
        const square = of(squares[f]!) / parts;
        const margin = square > 0 ? of(sums[voice][f]!) / parts / Math.sqrt(square) : 0;
        return voices[voice].share * (margin + voices[voice].bias);
      }),
    ),
  );
}

describe('the stretches of a document', () => {
  it('are its paragraphs, a short one with what follows it, and the last with what precedes it', () => {
    const paragraphs = [
      times(1, human),
      times(4, human),
      times(1, ai),
      times(1, ai),
      times(3, ai),
      times(1, human),
    ];
    assert.deepEqual(stretchesOf(model, sumsOf(paragraphs)), [
      { from: 0, to: 5 },
      { from: 5, to: 7 },
      { from: 7, to: 11 },
    ]);
  });

  it('are all of a text that is too short for two', () => {
    assert.deepEqual(stretchesOf(model, sumsOf([times(1, human), times(1, ai)])), [{ from: 0, to: 2 }]);
    assert.deepEqual(stretchesOf(model, sumsOf([])), []);
  });

  it('end where the writer changes in a text without paragraphs, within two sentences', () => {
    // Seed 6 scatters so that the first border is found four sentences early.
    for (const seed of [0, 1, 2, 3, 4, 5, 7, 8, 9]) {
      const stretches = stretchesOf(
        model,
        sumsOf([[...times(14, human), ...times(10, ai), ...times(14, human)]], seed),
      );
      for (const border of [14, 24]) {
        const nearest = Math.min(...stretches.map(({ from }) => Math.abs(from - border)));
        assert.ok(nearest <= 2, `seed ${seed}: ${JSON.stringify(stretches)}`);
      }
    }
  });

  it('contain every sentence once', () => {
    const sums = sumsOf(
      Array.from({ length: 30 }, (_, i) => times(1 + ((7 * i) % 19), i % 3 === 0 ? ai : human)),
    );
    const stretches = stretchesOf(model, sums);
    assert.equal(stretches[0]?.from, 0);
    assert.equal(stretches.at(-1)?.to, sums.words.length);
    stretches.slice(1).forEach(({ from }, i) => {
      assert.equal(from, stretches[i]!.to);
    });
  });
});

describe('what is known of a stretch', () => {
  const sums = sumsOf([times(8, human), times(5, ai), times(9, human), times(4, -0.02), times(30, human)]);
  const stretches: Stretch[] = [
    { from: 0, to: 8 },
    { from: 8, to: 13 },
    { from: 13, to: 22 },
    { from: 22, to: 26 },
    { from: 26, to: 56 },
  ];
  const numbers = ({ from, to }: Stretch): number[] => Array.from({ length: to - from }, (_, i) => from + i);
  const all = numbers({ from: 0, to: 56 });
  const odds = (among: readonly number[]) => {
    const words = 20 * among.length;
    const logits = logitsOf(sums, among);
    return {
      both: logOdds(logits, words, model.calibrations),
      ...eachVoice((voice) => voiceLogOdds(logits[voice], words, model.calibrations[voice])),
    };
  };

  it('are its own score, those of the rest, the neighbours and the extremes, and their products', () => {
    const features = stretchFeatures(model, sums, stretches)!;
    stretches.forEach((stretch, i) => {
      const own = numbers(stretch);
      const rest = all.filter((s) => !own.includes(s));
      const [mine, others] = [odds(own), odds(rest)];
      const alone = stretches.filter((_, k) => k !== i).map((other) => odds(numbers(other)).both);
      const alone50 = alone.filter((_, k) => stretches.filter((__, at) => at !== i)[k] !== undefined);
      const before = i === 0 ? null : numbers(stretches[i - 1]!);
      const beforeEnough = before && before.length < 5 ? [...numbers(stretches[i - 2]!), ...before] : before;
      const after = stretches[i + 1] && numbers(stretches[i + 1]!);
      const afterEnough = after && after.length < 5 ? [...after, ...numbers(stretches[i + 2]!)] : after;
      const expected = [
        ...[mine.both, others.both],
        beforeEnough ? odds(beforeEnough).both : others.both,
        afterEnough ? odds(afterEnough).both : others.both,
        ...[Math.min(...alone50), Math.max(...alone50), mine.chat, mine.plain, others.chat, others.plain],
      ].map((value) => 3 * Math.tanh(value / 3));
      expected.push(Math.log((20 * own.length) / 100), Math.log((20 * rest.length) / 300));
      expected.forEach((value, k) => {
        assert.ok(
          Math.abs(features[i]![k]! - value) < 1e-9,
          `stretch ${i}, feature ${k}: ${features[i]![k]}, not ${value}`,
        );
      });
      const products = expected.flatMap((a, k) => expected.slice(k).map((b) => a * b));
      assert.equal(features[i]!.length, stretchFeatureCount);
      products.forEach((value, k) => {
        assert.ok(Math.abs(features[i]![12 + k]! - value) < 1e-6);
      });
    });
  });

  it('is nothing where there is no rest to compare it with', () => {
    assert.equal(stretchFeatures(model, sums, [{ from: 0, to: 56 }]), undefined);
  });
});

describe('ownScores', () => {
  it('scores a sentence by its own words, with any text around it', () => {
    const sums = sumsOf([times(12, ai), [...times(3, ai), -0.2, ...times(6, ai)]]);
    const own = scoresByOwnWords(model, sums);
    const expected = Array.from(own, (_, s) => probability(logitsOf(sums, [s]), 20, model.calibrations));
    expected.forEach((score, s) => {
      assert.ok(Math.abs(own[s]! - score) < 1e-9);
    });
    assert.ok(own[15]! < 0.5 && own[15]! < Math.min(...own.slice(0, 12)));
  });
});

interface Sentence {
  evidence: number;
  words: number;
}

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
