import assert from 'node:assert/strict';
import fc from 'fast-check';
import { detect, detectInSteps } from '../../../src/detector/detect.ts';
import type { Detection } from '../../../src/api/report.ts';
import { arbitraryModel } from './model-for-tests.ts';
import { assertSound } from './sound.ts';
import { sentence as anySentence } from './texts.ts';

const model = arbitraryModel();
const sentence = 'The harbour was quiet that morning, and we walked along the wall until the boats came in. ';
const english =
  'We walked along the harbour wall that morning until the boats came in with their nets. Nobody spoke much, because ' +
  'the wind had turned overnight and every captain watched the sky rather than his crew. My uncle had mended nets ' +
  'there for years before the factory closed, and he still knew most of the men by name. They gave him a fish now ' +
  'and then, which he carried home in a newspaper under his arm. On the way back we stopped at the bakery, where ' +
  'the window was steamed up and the radio was always too loud for anyone to hear the news.';
const german =
  'Am nächsten Tag fuhren wir trotzdem hinaus, weil der Wind sich gelegt hatte und das Licht über dem Wasser lag. ' +
  'Mein Großvater hatte dort jahrelang Netze geflickt, bevor die Fabrik schließen musste. Später zog die Familie in ' +
  'die Stadt, denn dort gab es Arbeit und eine bessere Schule für die Kinder. Niemand sprach gern darüber, doch ' +
  'jeder wusste, was das Haus damals gekostet hatte und wer es heute besitzt.';
const code =
  'for (let i = 0; i < nets.length; i++) {\n  if (nets[i] === null || nets[i].torn > limit) {\n' +
  '    repair(nets[i], { thread: spool.next(), knots: [1, 2, 3] });\n  }\n}\n' +
  'export const catchOf = (boat) => boat.holds.map((hold) => hold.fish).reduce((a, b) => a + b, 0);\n' +
  'const path = `${root}/harbour/${boat.id}.json`;\nconst text = await readFile(path, { encoding: "utf8" });\n' +
  'if (!text.startsWith("{")) throw new Error(`${path}: not JSON`);\nreturn JSON.parse(text);\n';
const codes = ({ result }: Detection): string[] => result.reasons.map(({ code }) => code);

describe('detect', () => {
  it('gives a text the same score after any other text, even one that ends within a word', () => {
    const cut = `${english} We sailed from port U`;
    detect('?'.repeat(20_000), model);
    const first = detect(cut, model);
    detect(`${english} ${english}`.toUpperCase(), model);
    assert.deepEqual(detect(cut, model), first);
  });

  it('scores every sentence of texts of any length, the last ones included', () => {
    fc.assert(
      fc.property(fc.array(anySentence, { minLength: 1, maxLength: 120, size: 'max' }), (sentences) => {
        const text = sentences.join('').trimEnd();
        const detection = detect(text, model);
        assertSound(text, detection);
        assert.equal(detection.sentences, sentences.length);
        assert.equal(detection.result.segments.at(-1)?.end, text.length);
      }),
    );
  }).timeout(30_000);

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

  it('leaves a part in another language out of the score, and reports it', () => {
    const detection = detect(`${english}\n\n${german}\n\n${english}`, model);
    assert.equal(detection.language, 'en');
    const { segments, score, reasons } = detection.result;
    const told = reasons.find((reason) => reason.code === 'unsupported_language')?.message;
    assert.match(
      told ?? '',
      /^About a quarter of this text is in another language and was left out of the score\.$/,
    );
    const inGerman = segments.filter(
      ({ start }) => start > english.length && start < english.length + german.length,
    );
    assert.ok(inGerman.length > 0);
    assert.ok(inGerman.every((segment) => segment.score === 0.5));
    assert.ok(Math.abs(score - detect(`${english}\n\n${english}`, model).result.score) < 0.02);
  });

  it('gives no verdict when most is in another language, and names it', () => {
    const detection = detect(`${german}\n\n${german}\n\n${english}\n\n${german}`, model);
    assert.equal(detection.language, 'de');
    assert.equal(detection.result.verdict, 'uncertain');
    assert.ok(codes(detection).includes('unsupported_language'));
  });

  it('leaves code out of the score, and reports it', () => {
    const detection = detect(`${english}\n\n${code}\n\n${english}`, model);
    assert.equal(detection.language, 'en');
    assert.ok(codes(detection).includes('not_prose'));
    assert.ok(detection.result.segments.some((segment) => segment.score === 0.5));
  });

  it('gives no verdict on what is mostly code', () => {
    const detection = detect(`${code}\n\n${code}\n\n${code}\n\n${english}`, model);
    assert.equal(detection.result.verdict, 'uncertain');
    assert.ok(codes(detection).includes('not_prose'));
    assert.equal(codes(detection).filter((code) => code === 'not_prose').length, 1);
  });

  it('counts the words of parts left out, but no share of them as a person or an AI', () => {
    const detection = detect(`${german}\n\n${german}`, model);
    assert.deepEqual(detection.result.shares, { human: 0, uncertain: 1, ai: 0 });
    assert.equal(detection.result.score, 0.5);
    assert.equal(detection.words, 2 * german.split(' ').length);
  });

  it('judges a title or a quotation in another language with the text around it', () => {
    const detection = detect(`${english} He called it „Der Fliegende Holländer“. ${english}`, model);
    assert.ok(!codes(detection).includes('unsupported_language'));
  });

  it('gives a text the same score with and without zero-width characters, and reports them', () => {
    const text = sentence.repeat(12);
    const disguised = detect(text.replaceAll('ar', 'a\u200br'), model);
    assert.equal(disguised.result.score, detect(text, model).result.score);
    assert.ok(codes(disguised).includes('hidden_characters'));
  });

  it('names style features with places both in words a reader can check', () => {
    const { result } = detect(sentence.repeat(12), model);
    assert.ok(result.evidence.length > 0);
    for (const { label, spans } of result.evidence) {
      assert.ok(label.length > 3);
      assert.ok(spans.length > 0);
    }
  });
});
