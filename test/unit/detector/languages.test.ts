import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgedLanguages } from '../../../src/api/report.ts';
import { detect, detectInSteps, type Detected, runSteps } from '../../../src/detector/detect.ts';
import { loadModel, saveModel, type Model } from '../../../src/detector/model/model.ts';
import { arbitraryLearnt } from './model-for-tests.ts';

/** A model of the same weights, of another language, without kinds, and with smaller tables. */
function modelOf(language: string, others: Model['others'] = {}): Model {
  const learnt = arbitraryLearnt();
  const bucketBits = 12;
  const noKinds = { offsets: [], slopes: [] };
  const { chat, plain } = learnt.voices;
  const bytes = saveModel({
    ...learnt,
    ...{ name: `inkling-${language} 1.0`, language, bucketBits },
    families: learnt.families.map((family) => ({
      ...family,
      entries: family.entries.slice(0, 2 ** bucketBits),
    })),
    voices: { chat: { ...chat, kinds: noKinds }, plain: { ...plain, kinds: noKinds } },
    kinds: { names: [], weights: new Int8Array(), scale: 0, biases: [] },
  });
  return { ...loadModel(bytes), others };
}

const models = modelOf('en', { pt: modelOf('pt') });
const english =
  'We walked along the harbour wall that morning until the boats came in with their nets. Nobody spoke much, because ' +
  'the wind had turned overnight and every captain watched the sky rather than his crew. My uncle had mended nets ' +
  'there for years before the factory closed, and he still knew most of the men by name. They gave him a fish now ' +
  'and then, which he carried home in a newspaper under his arm, and he thanked them every time.';
const portuguese =
  'Na manhã seguinte saímos para o mar apesar de tudo, porque o vento tinha acalmado e a luz pousava sobre a água. ' +
  'O meu avô remendara redes naquele porto durante anos, antes de a fábrica fechar as portas. Depois a família ' +
  'mudou-se para a cidade, pois ali havia trabalho e uma escola melhor para as crianças. Ninguém gostava de falar ' +
  'disso, mas todos sabiam quanto a casa tinha custado naquele tempo e a quem pertence hoje em dia.';
const dutch =
  'De volgende ochtend voeren we toch uit, want de wind was gaan liggen en het licht hing boven het water. Mijn ' +
  'grootvader had daar jarenlang netten hersteld, voordat de fabriek moest sluiten. Later trok de familie naar de ' +
  'stad, want daar was werk en een betere school voor de kinderen. Niemand sprak er graag over, maar iedereen wist ' +
  'wat het huis toen had gekost en van wie het nu is.';
const codesOf = (text: string): string[] => detect(text, models).result.reasons.map(({ code }) => code);

describe('a text in another language than English', () => {
  it('is judged by the model of its language, and the report names both', () => {
    const { model, language, result } = detect(`${portuguese}\n\n${portuguese}`, models);
    assert.deepEqual([model, language], ['inkling-pt 1.0', 'pt']);
    assert.ok(!result.reasons.some(({ code }) => code === 'unsupported_language'));
    assert.equal(result.score, detect(`${portuguese}\n\n${portuguese}`, modelOf('pt')).result.score);
  });

  it('is not judged without a model for it, and the supported languages are named', () => {
    const { result, language } = detect(`${dutch}\n\n${dutch}`, models);
    assert.equal(language, 'nl');
    assert.equal(result.verdict, 'uncertain');
    assert.deepEqual(
      result.reasons.map(({ message }) => message),
      ['This is not in a language that Inkling judges: English and Portuguese.'],
    );
  });

  it('leaves out the smaller part of a document in two languages, and reports it', () => {
    const text = `${portuguese}\n\n${english}\n\n${portuguese}`;
    const { language, result } = detect(text, models);
    assert.equal(language, 'pt');
    assert.ok(codesOf(text).includes('unsupported_language'));
    const from = text.indexOf(english);
    const inEnglish = result.segments.filter(
      ({ start, end }) => start >= from && end <= from + english.length,
    );
    assert.equal(inEnglish.length, 4);
    assert.ok(inEnglish.every(({ score }) => score === 0.5));
    assert.ok(result.segments.some(({ score }) => score !== 0.5));
  });

  it('says of its words what is true of them: they have no English endings', () => {
    const { result } = detect(portuguese.repeat(4), models);
    const known = /^(numbers|dashes|colons|brackets|words_of_|wording_of_)/;
    assert.ok(result.evidence.length > 0);
    assert.deepEqual(
      result.evidence.filter(({ feature }) => !known.test(feature)),
      [],
    );
  });

  it('reads the same after an edit as from scratch, whichever language comes before a short part', () => {
    const parts = [portuguese, 'Nota 3.', english, 'Fim.', portuguese, 'Ok.', dutch];
    let detected: Detected | null = null;
    for (const kept of [7, 3, 5, 1, 4, 6, 2]) {
      const text = [...parts.slice(-kept), ...parts.slice(0, 7 - kept)].join('\n\n');
      detected = runSteps(detectInSteps(text, models, detected));
      assert.deepEqual(detected.detection, detect(text, models));
    }
  });
});

describe('the languages that are judged', () => {
  const media = join(import.meta.dirname, '../../../media');

  it('have a model each, of that language, and no model lies there unused', () => {
    const files = readdirSync(media).filter((name) => name.endsWith('.inkmodel'));
    assert.deepEqual(files.sort(), judgedLanguages.map((language) => `inkling-${language}.inkmodel`).sort());
    for (const language of judgedLanguages) {
      const model = loadModel(readFileSync(join(media, `inkling-${language}.inkmodel`)));
      assert.equal(model.language, language);
    }
  });
});
