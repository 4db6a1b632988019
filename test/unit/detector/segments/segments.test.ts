import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bandOf } from '../../../../src/api/bands.ts';
import { probability, sigmoid, voiceLogOdds } from '../../../../src/detector/model/calibration.ts';
import { type ByVoice, eachVoice, type Voice } from '../../../../src/detector/model/voices.ts';
import {
  type Calibrated,
  divide,
  levels,
  scoreSentences,
  surelyAiShare,
  type SentenceSums,
} from '../../../../src/detector/segments/segments.ts';
import { seeded } from '../../../../lab/training/random.ts';
import { arbitraryModel } from '../model-for-tests.ts';

const arbitrary = arbitraryModel();
const model: Calibrated = {
  families: arbitrary.families,
  calibrations: eachVoice((voice) => arbitrary.voices[voice].calibration),
};
const { chat: calibration } = model.calibrations;
/** What the chat voice has alone. */
const inChat = (logit: number): ByVoice<number> => ({ chat: logit, plain: 0 });
const words = 20;
const human = -0.07;
const ai = 0.12;

/** Sentences of 20 words with so much evidence a word, and scatter as in real texts. */
function sumsOf(
  levels: readonly number[],
  random = seeded(1),
  voice: Voice = 'chat',
  noise = 0.38,
): SentenceSums {
  const evidence = levels.map((level) => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return level * words + noise * Math.sqrt(words) * normal;
  });
  return {
    words: new Uint32Array(levels.length).fill(words),
    sums: eachVoice((each) =>
      model.families.map(() =>
        each === voice ? Float64Array.from(evidence) : new Float64Array(levels.length),
      ),
    ),
    squares: model.families.map(() => new Float64Array(levels.length).fill(words)),
  };
}

const times = (count: number, level: number): number[] => new Array<number>(count).fill(level);
const logitOf = ({ sums, words: counts }: SentenceSums): number => {
  const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((a, b) => a + b, 0);
  return sum(sums.chat[0]!) / Math.sqrt(sum(counts)) + 0.1;
};
const bandsOf = (sums: SentenceSums): string[] =>
  Array.from(scoreSentences(model, sums, inChat(logitOf(sums))), bandOf);

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

  it('finds a paragraph in the plain voice as one in the chat voice, and accuses nobody for scatter in it', () => {
    const heard: Calibrated = {
      ...model,
      calibrations: { ...model.calibrations, plain: { offset: -4, slope: 3.5, length: 0, both: 0 } },
    };
    const bands = (own: readonly number[], seed: number): string[] => {
      const sums = sumsOf(own, seeded(seed), 'plain', 0.55);
      const sum = sums.sums.plain[0]!.reduce((a, b) => a + b, 0);
      const plain = sum / Math.sqrt(words * own.length) + 0.1;
      return Array.from(scoreSentences(heard, sums, { chat: -1, plain }), bandOf);
    };
    const seeds = Array.from({ length: 20 }, (_, seed) => seed);
    const found = seeds.filter((seed) => {
      const own = bands([...times(14, -0.03), ...times(10, 0.2), ...times(10, -0.03)], seed);
      return own.slice(14, 24).filter((band) => band === 'ai').length >= 6;
    });
    assert.ok(found.length >= 16, `${found.length} of 20`);
    const wronged = seeds.filter((seed) => bands(times(30, -0.03), seed).includes('ai'));
    assert.ok(wronged.length <= 1, `${wronged.length} of 20`);
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
      const score = probability(inChat(logitOf(sums)), 600, model.calibrations);
      const scores = scoreSentences(model, sums, inChat(logitOf(sums)));
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
          sums: eachVoice(() => model.families.map(() => Float64Array.from(sentences, ({ sum }) => sum))),
          squares: model.families.map(() => Float64Array.from(sentences, ({ square }) => square)),
        };
        const scores = scoreSentences(model, sums, { chat: logit, plain: -logit });
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
      sums: eachVoice((voice) => sums.sums[voice].map((column) => column.toReversed())),
      squares: sums.squares.map((column) => column.toReversed()),
    };
    const there = bandsOf(sums);
    assert.ok(there.includes('ai'));
    assert.deepEqual(bandsOf(backwards).reverse(), there);
  });
});

/** Evidence and words of some sentences, the same for every family; the lengths of n-grams follow the words. */
function sumsFrom(sentences: readonly { evidence: number; words: number; square?: number }[]): SentenceSums {
  return {
    words: Uint32Array.from(sentences, (sentence) => sentence.words),
    sums: {
      chat: model.families.map(() => Float64Array.from(sentences, ({ evidence }) => evidence)),
      plain: model.families.map(() => new Float64Array(sentences.length)),
    },
    squares: model.families.map(() => Float64Array.from(sentences, (s) => s.square ?? s.words)),
  };
}

const total = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/**
 * What `scoreSentences` says of a document by one writer, sentence by sentence from its description: slowly, and with
 * windows in plain sight.
 */
function scoresByOneWriter(
  sentences: readonly { evidence: number; words: number; square: number }[],
  documentLogit: number,
): number[] {
  const windows: { from: number; to: number; logit: number }[] = [];
  for (let from = 0; from < sentences.length && windows.at(-1)?.to !== sentences.length; from++) {
    let to = from + 1;
    const within = () => sentences.slice(from, to);
    while (to < sentences.length && total(within().map(({ words: count }) => count)) < 120) to++;
    const square = total(within().map((sentence) => sentence.square));
    windows.push({
      from,
      to,
      logit: total(within().map(({ evidence }) => evidence)) / Math.sqrt(square) + 0.1,
    });
  }
  const means = sentences.map((_, s) => {
    const covering = windows.filter(({ from, to }) => from <= s && s < to).map(({ logit }) => logit);
    return total(covering) / covering.length;
  });
  const count = total(sentences.map((sentence) => sentence.words));
  const weighted = total(sentences.map((sentence, s) => means[s]! * sentence.words)) / count;
  const score = (logit: number, of: number): number => probability(inChat(logit), of, model.calibrations);
  const cap = Math.max(0.7, score(documentLogit, count));
  return means.map((mean) => Math.min(cap, score(mean + documentLogit - weighted, Math.min(count, 120))));
}

describe('scoreSentences, as it is described', () => {
  it('gives a sentence the mean of the windows over it, and no lone window may accuse', () => {
    const random = seeded(3);
    for (const documentLogit of [-1, -0.2, 0.1, 0.4, 2]) {
      // Even evidence, so that nothing is divided; n-grams of uneven lengths, so that windows differ.
      const sentences = Array.from({ length: 40 }, () => {
        const count = 5 + Math.floor(30 * random());
        return { words: count, evidence: 0.01 * count, square: count * (0.05 + 2 * random()) };
      });
      const scores = scoreSentences(model, sumsFrom(sentences), inChat(documentLogit));
      const expected = scoresByOneWriter(sentences, documentLogit);
      for (const [s, score] of scores.entries())
        assert.ok(Math.abs(score - expected[s]!) < 1e-9, `sentence ${s}`);
    }
  });

  it('marks sentences of a long document as surely as a window of their own, not as all its words', () => {
    const chat = { offset: 0, slope: 1, length: 0, both: 2 };
    const steep = { ...model, calibrations: { ...model.calibrations, chat } };
    const sentences = times(100, 0).map(() => ({ words: 20, evidence: 0.01 }));
    const scores = scoreSentences(steep, sumsFrom(sentences), inChat(2));
    const expected = probability(inChat(2), 120, steep.calibrations);
    for (const score of scores) assert.ok(Math.abs(score - expected) < 1e-9, `${score}, not ${expected}`);
  });

  it('scores each sentence of a document that is too short for one window as the document', () => {
    const sentences = [
      { words: 20, evidence: 5, square: 20 },
      { words: 30, evidence: -3, square: 20 },
    ];
    const scores = scoreSentences(model, sumsFrom(sentences), inChat(0.3));
    const score = probability(inChat(0.3), 50, model.calibrations);
    assert.deepEqual(
      Array.from(scores, (value) => value.toFixed(9)),
      [score.toFixed(9), score.toFixed(9)],
    );
  });

  /** A document by a person with an AI's part of 160 words in its middle, of so many words in all. */
  function withAiPart(allWords: number, level: number) {
    const around = Math.round((allWords - 160) / 40);
    const levels = [...times(around, -0.06), ...times(8, level), ...times(around, -0.06)];
    return sumsFrom(levels.map((value) => ({ words: 20, evidence: 20 * value })));
  }

  it('gives both parts of a divided document their own score, as far as the division is certain', () => {
    for (const [allWords, level] of [
      [480, 0.06],
      [480, 0.09],
      [1120, 0.08],
      [4160, 0.09],
    ] as const) {
      const sums = withAiPart(allWords, level);
      const logit = logitOf(sums);
      const evidence = Float64Array.from(sums.sums.chat[0]!);
      const division = divide(evidence, sums.words, levels.chat);
      assert.ok(division);
      const logOddsOf = (state: number): number => {
        const own = Array.from(evidence).filter((_, s) => division.isAi[s] === state);
        const count = 20 * own.length;
        const stretch = Math.min(count, 350);
        return voiceLogOdds((total(own) * stretch) / count / Math.sqrt(stretch) + 0.1, count, calibration);
      };
      const doublings = Math.max(0, Math.log2(allWords / 500));
      const certainty = sigmoid(-4.6 + 0.5 * (division.gain - 2 * doublings) + logOddsOf(1));
      assert.ok(certainty > 0.05 && certainty < 0.95, `certainty ${certainty}: too plain to show much`);
      const alone = scoresByOneWriter(
        Array.from(evidence, (value) => ({ evidence: value, words: 20, square: 20 })),
        logit,
      );
      const expected = alone.map((score, s) => {
        const own = division.isAi[s] === 1 ? 1 : sigmoid(logOddsOf(0));
        return certainty * own + (1 - certainty) * score;
      });
      const scores = scoreSentences(model, sums, inChat(logit));
      for (const [s, score] of scores.entries())
        assert.ok(Math.abs(score - expected[s]!) < 1e-9, `sentence ${s}`);
    }
  });
});

describe('surelyAiShare', () => {
  it('counts words, not sentences', () => {
    assert.equal(surelyAiShare(Float64Array.of(0.95, 0.949, 0.1), Uint32Array.of(10, 20, 70)), 0.1);
  });

  it('is nothing where there are no words', () => {
    assert.equal(surelyAiShare(Float64Array.of(), Uint32Array.of()), 0);
  });
});

interface Sentence {
  evidence: number;
  words: number;
}

const divided = (sentences: readonly Sentence[]) =>
  divide(
    Float64Array.from(sentences, ({ evidence }) => evidence),
    Uint32Array.from(sentences, ({ words }) => words),
    levels.chat,
  );

const changesOf = (states: readonly number[]): number =>
  states.filter((state, s) => s > 0 && state !== states[s - 1]).length;

/** Log-likelihood of evidence by a writer of a normally distributed level, but for what is the same in every division. */
function logLikelihood(sentences: readonly Sentence[], mean: number, spread: number): number {
  const evidence = total(sentences.map((sentence) => sentence.evidence)) / 0.38 ** 2;
  const precision = total(sentences.map(({ words }) => words)) / 0.38 ** 2;
  const prior = 1 / spread ** 2;
  const peak = (evidence + mean * prior) ** 2 / (precision + prior);
  return (peak - mean ** 2 * prior - Math.log(1 + precision / prior)) / 2;
}

/** The states that explain the sentences best above a border, found by trying all. */
function bestStates(sentences: readonly Sentence[], border: number): number[] {
  let best: { states: number[]; value: number } | null = null;
  for (let bits = 0; bits < 2 ** sentences.length; bits++) {
    const states = sentences.map((_, s) => (bits >> s) & 1);
    const above = sentences.map(({ evidence, words }, s) => states[s]! * (evidence - border * words));
    const value = total(above) - 3 * changesOf(states);
    if (best === null || value > best.value) best = { states, value };
  }
  return best!.states;
}

/** An AI's parts of fewer than 60 words are given to the person. */
function withoutShortParts(states: readonly number[], sentences: readonly Sentence[]): number[] {
  const quiet = [...states];
  for (let from = 0; from < states.length; from++) {
    let to = from;
    while (states[to] === 1) to++;
    if (total(sentences.slice(from, to).map(({ words }) => words)) < 60) quiet.fill(0, from, to);
    from = Math.max(from, to);
  }
  return quiet;
}

function bestDivision(sentences: readonly Sentence[]): { states: number[]; gain: number } | null {
  let best: { states: number[]; gain: number } | null = null;
  for (const border of [-0.02, 0, 0.02, 0.04]) {
    const states = withoutShortParts(bestStates(sentences, border), sentences);
    const [human, ai] = [0, 1].map((state) => sentences.filter((_, s) => states[s] === state));
    const tooFew = [human!, ai!].some((part) => total(part.map(({ words }) => words)) < 60);
    if (tooFew) continue;
    const gain =
      logLikelihood(ai!, 0.05, 0.045) +
      logLikelihood(human!, -0.05, 0.03) -
      Math.max(logLikelihood(sentences, -0.05, 0.03), logLikelihood(sentences, 0.05, 0.045)) -
      5 * Math.max(0, changesOf(states) - 2);
    if (best === null || gain > best.gain) best = { states, gain };
  }
  return best;
}

describe('divide', () => {
  it('finds of all divisions the one that explains a document best, and says by how much', () => {
    const random = seeded(7);
    let divisions = 0;
    for (let round = 0; round < 60; round++) {
      let level = random() < 0.5 ? 0.12 : -0.12;
      const sentences = Array.from({ length: 8 }, () => {
        if (random() < 0.25) level = -level;
        const words = 20 + Math.floor(60 * random());
        return { words, evidence: words * (level + 0.2 * (random() - 0.5)) };
      });
      const expected = bestDivision(sentences);
      const found = divided(sentences);
      assert.deepEqual(found && Array.from(found.isAi), expected?.states ?? null, `round ${round}`);
      if (found && expected) {
        divisions++;
        assert.ok(Math.abs(found.gain - expected.gain) < 1e-6, `round ${round}: ${found.gain}`);
      }
    }
    assert.ok(divisions > 20 && divisions < 55, `${divisions} of 60 divided`);
  });

  it('gives nobody a part of fewer than 60 words, so that no lone sentence is accused', () => {
    const person = { words: 30, evidence: -6 };
    const ai = (words: number) => ({ words, evidence: 0.4 * words });
    assert.equal(divided([person, person, person, ai(29), ai(30), person, person]), null);
    assert.deepEqual(
      Array.from(divided([person, person, person, ai(30), ai(30), person, person])!.isAi),
      [0, 0, 0, 1, 1, 0, 0],
    );
    assert.equal(divided([person, { words: 29, evidence: -6 }, ai(60), ai(60)]), null);
    assert.deepEqual(Array.from(divided([person, person, ai(60), ai(60)])!.isAi), [0, 0, 1, 1]);
  });

  it('divides nothing where there is nothing', () => {
    assert.equal(divided([]), null);
  });
});
