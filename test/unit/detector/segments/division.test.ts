import assert from 'node:assert/strict';
import { divide } from '../../../../src/detector/segments/division.ts';
import { seeded } from '../../../../lab/training/random.ts';

interface Sentence {
  evidence: number;
  words: number;
}

const divided = (sentences: readonly Sentence[]) =>
  divide(
    Float64Array.from(sentences, ({ evidence }) => evidence),
    Uint32Array.from(sentences, ({ words }) => words),
  );

const total = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
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
