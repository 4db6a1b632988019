import assert from 'node:assert/strict';
import {
  styleFeatureOf,
  styleFeatures,
  type StyleFeature,
} from '../../../../src/detector/features/styleFeatures.ts';
import { normalise } from '../../../../src/detector/normalise/normalise.ts';
import { finish } from '../../../../src/detector/steps.ts';
import { tokenise } from '../../../../src/detector/features/tokens.ts';

/** The features of the words, numbers and signs of a text. */
function featuresOf(text: string): (StyleFeature | null)[] {
  const normal = finish(normalise(text));
  const tokens = finish(tokenise(normal));
  return Array.from(
    { length: tokens.count },
    (_, i) => styleFeatures[styleFeatureOf(tokens, i, normal.units)] ?? null,
  );
}

/** By feature, what a reader who looks a feature up finds marked. */
const examples: Partial<Record<StyleFeature, string>> = {
  contractions: "don't we've nobody's",
  first_person: 'I we Our MYSELF',
  second_person: 'you Yours',
  third_person: 'she They who',
  articles_prepositions: 'the An between',
  connectives: 'however Because that',
  modals: 'may Should perhaps',
  be_have_do: 'is Had not',
  participles: 'sailing knowing',
  nominalisations: 'station mission payment darkness capacity distance absence',
  adverbs: 'slowly badly',
  past: 'mended waited',
  numbers: '7 1931',
  commas: ', ,',
  stops: '. ! ?',
  dashes: '- —',
  colons: ': ;',
  brackets: '( ) " “',
  names: 'Agnes Newest',
  words: 'captains complete boat harbour sing bed only',
};

describe('the style features that a reader can check', () => {
  for (const [feature, words] of Object.entries(examples)) {
    it(`finds ${feature} in: ${words}`, () => {
      assert.deepEqual(new Set(featuresOf(words)), new Set([feature]));
    });
  }

  it('finds none in signs that are of no style feature', () => {
    assert.deepEqual(featuresOf('% +'), [null, null]);
  });
});
