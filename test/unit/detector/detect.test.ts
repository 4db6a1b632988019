import assert from 'node:assert/strict';
import fc from 'fast-check';
import { detect, detectInSteps } from '../../../src/detector/detect.ts';
import type { Detection } from '../../../src/detector/detection.ts';
import { arbitraryModel } from './model-for-tests.ts';

const model = arbitraryModel();
const sentence = 'The harbour was quiet that morning, and we walked along the wall until the boats came in. ';
const codes = ({ result }: Detection): string[] => result.reasons.map(({ code }) => code);

function assertSound(text: string, { result, characters, sentences }: Detection): void {
  const inUnit = (value: number): boolean => value >= 0 && value <= 1;
  assert.equal(characters, text.length);
  assert.equal(sentences, result.segments.length);
  assert.ok(inUnit(result.score), `score ${result.score}`);
  const { human, uncertain, ai } = result.shares;
  assert.ok([human, uncertain, ai].every(inUnit));
  assert.ok(Math.abs(human + uncertain + ai - 1) < 1e-9);
  let last = 0;
  for (const { start, end, score } of result.segments) {
    assert.ok(start >= last && end > start && end <= text.length);
    assert.ok(inUnit(score), `segment score ${score}`);
    last = end;
  }
  for (const { weight, spans } of result.evidence) {
    assert.ok(Number.isFinite(weight));
    for (const { start, end } of spans) assert.ok(start >= 0 && end > start && end <= text.length);
  }
}

describe('detect', () => {
  it('answers any string with sound offsets, scores and shares', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom(
        sentence,
        '\n',
        '```',
        '- ',
        '**',
        '[a](b',
        '<!--',
        '\ud800',
        '\udc00',
        '\u0301',
        '\u200b',
        '# ',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        assertSound(text, detect(text, model));
      }),
    );
  });

  for (const [name, unit] of Object.entries({
    letter: 'a',
    'line break': '\n',
    'combining mark': '\u0301',
    emoji: '😀',
    'lone surrogate': '\ud800',
    bracket: '[',
    comment: '<!--',
    'full stop': '. ',
    fence: '```\n',
    ideograph: '文',
  })) {
    it(`answers 200 KB of one ${name}`, () => {
      const text = unit.repeat(Math.ceil(200_000 / unit.length));
      assertSound(text, detect(text, model));
    });
  }

  it('scores every sentence of texts of any length, the last ones included', () => {
    const words = fc.constantFrom(
      'harbour',
      'the',
      'walked',
      'quiet',
      'boats',
      'and',
      'wall',
      'morning',
      'we',
      'in',
    );
    const anySentence = fc
      .array(words, { minLength: 1, maxLength: 70 })
      .map((chosen) => `The ${chosen.join(' ')} came. `);
    fc.assert(
      fc.property(fc.array(anySentence, { minLength: 5, maxLength: 25 }), (sentences) => {
        const text = sentences.join('');
        assertSound(text, detect(text, model));
      }),
    );
  });

  it('pauses often in a long text, so that a server can serve others and cancel', () => {
    const steps = detectInSteps(sentence.repeat(2000), model);
    let pauses = 0;
    for (let step = steps.next(); !step.done; step = steps.next()) pauses++;
    assert.ok(pauses >= 50, `${pauses} pauses`);
  });

  it('gives no verdict on a short text, but still a score', () => {
    const detection = detect(sentence.repeat(3), model);
    assert.equal(detection.result.verdict, 'uncertain');
    assert.ok(codes(detection).includes('too_short'));
    assert.notEqual(
      detection.result.score,
      detect('Another short text altogether, with its own words.', model).result.score,
    );
  });

  it('is never more than barely confident below 150 words', () => {
    assert.equal(detect(sentence.repeat(7), model).result.confidence, 'low');
  });

  it('gives no verdict on a language that was not measured, and names it', () => {
    const german =
      'Der Hafen war an diesem Morgen still, und wir gingen an der Mauer entlang, bis die Boote kamen. ';
    const detection = detect(german.repeat(10), model);
    assert.equal(detection.language, 'de');
    assert.equal(detection.result.verdict, 'uncertain');
    assert.ok(codes(detection).includes('unsupported_language'));
  });

  it('scores a text alike with and without zero-width characters, and says that it found them', () => {
    const text = sentence.repeat(12);
    const disguised = detect(text.replaceAll('ar', 'a\u200br'), model);
    assert.equal(disguised.result.score, detect(text, model).result.score);
    assert.ok(codes(disguised).includes('hidden_characters'));
  });

  it('names habits with places both in words a reader can check', () => {
    const { result } = detect(sentence.repeat(12), model);
    assert.ok(result.evidence.length > 0);
    for (const { label, spans } of result.evidence) {
      assert.ok(label.length > 3);
      assert.ok(spans.length > 0);
    }
  });
});
