import assert from 'node:assert/strict';
import {
  calibrationsOfDocument,
  calibrationsFor,
  probability,
} from '../../../src/detector/model/calibration.ts';
import { kindNames } from '../../../src/detector/model/kinds.ts';

import type { Detection } from '../../../src/api/report.ts';
import { combine } from '../../../src/detector/document.ts';
import { styleFeatures } from '../../../src/detector/features/styleFeatures.ts';
import type { PartAnalysis } from '../../../src/detector/segments/passage.ts';
import { scoreSentences } from '../../../src/detector/segments/stretches.ts';
import { arbitraryModel } from './model-for-tests.ts';

const model = arbitraryModel();
/** Of a text that could be of any kind. */
const calibrations = calibrationsFor(
  model.voices,
  kindNames.map(() => 1 / kindNames.length),
);
const silent = { plain: 0 };

/** A part of two sentences, which take ten units of the document each, two units apart. */
interface Given {
  language: string;
  kind?: 'prose' | 'code';
  certain?: boolean;
  words?: number;
  letters?: number;
  logit?: number;
  /** Evidence a word. */
  level?: number;
}

function partOf(
  { words = 100, letters = 500, logit = 0, level = 0, ...given }: Given,
  left: boolean,
): PartAnalysis {
  const { language, kind = 'prose', certain = true } = given;
  const half = [words / 2, words / 2];
  const column = <T>(value: T): T[] => model.families.map(() => value);
  return {
    ...{ kind, language, certain, words, letters },
    starts: [0, 12],
    ends: [10, 22],
    score: left
      ? null
      : {
          language: 'en',
          logits: { chat: logit, ...silent },
          kinds: kindNames.map(() => 0),
          sentences: {
            words: Uint32Array.from(half),
            opens: Uint8Array.of(0, 0),
            whole: Uint8Array.of(1, 1),
            sums: {
              chat: column(Float64Array.from(half, (count) => count * level)),
              plain: column(new Float64Array(2)),
            },
            squares: column(Float64Array.from(half)),
          },
          plain: new Float64Array(2),
          styleFeatures: {
            totals: styleFeatures.map(() => 0),
            features: new Uint8Array(),
            starts: new Uint32Array(),
            ends: new Uint32Array(),
            adds: new Float32Array(),
          },
        },
  };
}

/** The detection of a document with one passage for each part; `left` are those that the passage left out itself. */
function detection(parts: readonly Given[]): Detection {
  const clean = { assumed: null, hidden: 0, lookalikes: 0, oddSpaces: 0, markedLetters: 0 };
  const passages = parts.map((given, i) => {
    const left = (given.certain ?? true) && (given.kind === 'code' || given.language !== 'en');
    return {
      start: 100 * i,
      end: 100 * i + 22,
      opens: true,
      analysis: { ...clean, parts: [partOf(given, left)] },
    };
  });
  return combine(passages, 100 * parts.length, model);
}

/** By part, whether it counts: the score of what is left out is undecided. */
const counted = (parts: readonly Given[]): boolean[] =>
  parts.map((_, i) => detection(parts).result.segments[2 * i]!.score !== 0.5);

describe('the detection of a document', () => {
  it('weights each part by its number of words', () => {
    const { result, words } = detection([
      { language: 'en', words: 300, logit: 0.9 },
      { language: 'en', words: 100, logit: -0.3 },
    ]);
    assert.equal(
      result.score.toFixed(9),
      probability(
        { chat: 0.6, ...silent },
        400,
        calibrationsOfDocument(calibrations, 400, model.growth),
      ).toFixed(9),
    );
    assert.equal(words, 400);
  });

  it('says nothing of a document without words', () => {
    const empty = combine([], 0, model);
    assert.deepEqual(empty.result.shares, { human: 0, uncertain: 1, ai: 0 });
    assert.equal(empty.result.score, 0.5);
    assert.equal(empty.language, 'und');
    assert.equal(
      detection([{ language: 'en', words: 0, letters: 0, logit: 3 }]).result.score,
      probability({ chat: 0, ...silent }, 0, calibrations),
    );
  });

  it('scores the sentences of all parts together, each in its place', () => {
    const parts: Given[] = [
      { language: 'en', words: 180, level: -0.06 },
      { language: 'de' },
      { language: 'en', words: 200, level: 0.11 },
    ];
    const { result, sentences } = detection(parts);
    const words = [90, 90, 100, 100];
    const evidence = [-5.4, -5.4, 11, 11];
    const together = scoreSentences(
      { ...model, calibrations },
      {
        words: Uint32Array.from(words),
        opens: Uint8Array.of(1, 0, 1, 0),
        whole: Uint8Array.of(1, 1, 1, 1),
        sums: {
          chat: model.families.map(() => Float64Array.from(evidence)),
          plain: model.families.map(() => new Float64Array(4)),
        },
        squares: model.families.map(() => Float64Array.from(words)),
      },
      0.5,
    );
    assert.deepEqual(
      result.segments.map(({ score }) => score.toFixed(9)),
      [together[0]!, together[1]!, 0.5, 0.5, together[2]!, together[3]!].map((score) => score.toFixed(9)),
    );
    assert.ok(together[3]! - together[0]! > 0.5);
    assert.deepEqual(
      result.segments.map(({ start, end }) => [start, end]),
      [0, 100, 200].flatMap((start) => [
        [start, start + 10],
        [start + 12, start + 22],
      ]),
    );
    assert.equal(sentences, 6);
  });

  it('gives the shares of all words, those of parts left out among the uncertain', () => {
    const { result } = detection([
      { language: 'en', words: 120, letters: 1500, level: -0.2, logit: -3 },
      { language: 'de', words: 40 },
    ]);
    assert.deepEqual(result.shares, { human: 0.75, uncertain: 0.25, ai: 0 });
  });

  it('counts no words for either side in an unclear text that reads the same throughout', () => {
    const { result } = detection([{ language: 'en', words: 200, level: -0.2, logit: -0.5 }]);
    assert.equal(result.verdict, 'uncertain');
    assert.deepEqual(result.shares, { human: 0, uncertain: 1, ai: 0 });
  });

  it('reports separately how much was left out as letters, code and other languages', () => {
    const messages = (parts: Given[]) => detection(parts).result.reasons.map(({ message }) => message);
    assert.deepEqual(
      messages([
        { language: 'en', words: 200, letters: 600 },
        { language: 'de', letters: 300 },
        { language: 'und', kind: 'code', letters: 100 },
      ]).slice(0, 2),
      [
        'About a third of this text is in another language and was left out of the score.',
        'A small part of this text is code or data and was left out of the score.',
      ],
    );
  });

  describe('where a part is too short to tell its language', () => {
    const short = { certain: false, level: 0.01, words: 20 };
    const english = { language: 'en', level: -0.06 };

    it('takes the language of the part before it', () => {
      assert.deepEqual(counted([english, { ...short, language: 'de' }]), [true, true]);
      assert.deepEqual(counted([english, { language: 'de' }, { ...short, language: 'en' }, english]), [
        true,
        false,
        false,
        true,
      ]);
    });

    it('takes the language of the next part at the beginning of a document', () => {
      assert.deepEqual(counted([{ ...short, language: 'de' }, english]), [true, true]);
      assert.deepEqual(counted([{ ...short, language: 'en' }, { language: 'de' }, english]), [
        false,
        false,
        true,
      ]);
    });

    it('passes code over: the words around it are prose', () => {
      const code = { language: 'und', kind: 'code' } as const;
      assert.deepEqual(counted([english, code, { ...short, language: 'fr' }]), [true, false, true]);
      assert.deepEqual(counted([code, { ...short, language: 'fr' }, english]), [false, true, true]);
    });

    it('scores it anyway if no language is known, because short texts get no verdict', () => {
      assert.deepEqual(
        counted([
          { ...short, language: 'de' },
          { ...short, language: 'und' },
        ]),
        [true, true],
      );
      const code = { language: 'und', kind: 'code' } as const;
      assert.deepEqual(counted([code, { ...short, language: 'de' }]), [false, true]);
    });
  });

  describe('names the language', () => {
    it('of most letters of prose, however many parts they are in', () => {
      const language = (parts: Given[]): string => detection(parts).language;
      assert.equal(
        language([
          { language: 'de', letters: 500 },
          { language: 'en', letters: 501 },
        ]),
        'en',
      );
      assert.equal(
        language([
          { language: 'de', letters: 500 },
          { language: 'en', letters: 499 },
        ]),
        'de',
      );
      assert.equal(
        language([
          { language: 'de', letters: 300 },
          { language: 'en', letters: 400 },
          { language: 'de', letters: 300 },
        ]),
        'de',
      );
    });

    it('of the first of equals, and of no code', () => {
      assert.equal(
        detection([
          { language: 'de', letters: 500 },
          { language: 'en', letters: 500 },
        ]).language,
        'de',
      );
      assert.equal(
        detection([
          { language: 'en', letters: 100 },
          { language: 'xx', kind: 'code', letters: 900 },
        ]).language,
        'en',
      );
    });
  });
});
