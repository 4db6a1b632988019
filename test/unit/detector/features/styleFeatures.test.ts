import assert from 'node:assert/strict';
import {
  styleFeatureOf,
  styleFeatures,
  type StyleFeature,
} from '../../../../src/detector/features/styleFeatures.ts';
import { normalise } from '../../../../src/detector/normalise/normalise.ts';
import { tokenise } from '../../../../src/detector/features/tokens.ts';

/** The features of the words, numbers and signs of a text. */
function featuresOf(text: string): (StyleFeature | null)[] {
  const normal = normalise(text);
  const tokens = tokenise(normal);
  return Array.from(
    { length: tokens.count },
    (_, i) => styleFeatures[styleFeatureOf(tokens, i, normal.units, i === 0)] ?? null,
  );
}

/** By feature, what a reader who looks a feature up finds marked. */
const examples: Partial<Record<StyleFeature, string>> = {
  contractions: "don't we've it's she'll I'm",
  first_person: 'I we our myself',
  second_person: 'you yours',
  third_person: 'she they who',
  articles_prepositions: 'the an between',
  connectives: 'however because that',
  modals: 'may should perhaps',
  be_have_do: 'is had been',
  participles: 'sailing knowing',
  nominalisations: 'station mission payment darkness capacity',
  adverbs: 'slowly badly',
  past: 'mended waited',
  numbers: '7 1931',
  dashes: '- —',
  colons: ': ;',
  brackets: '( ) " “',
  words: "captains complete boat harbour sing bed only enhance not often nobody's",
};

describe('the style features that a reader can check', () => {
  for (const [feature, words] of Object.entries(examples)) {
    it(`finds ${feature} in: ${words}`, () => {
      assert.deepEqual(new Set(featuresOf(words)), new Set([feature]));
    });
  }

  it('calls a capitalised word a name only inside a sentence', () => {
    const named = (text: string): string[] => {
      const words = text.match(/[\w']+|[^\w\s]/g)!;
      return featuresOf(text).flatMap((feature, i) => (feature === 'names' ? words[i]! : []));
    };
    assert.deepEqual(named('There we met Agnes, Will and May of the US'), ['Agnes', 'Will', 'May', 'US']);
    assert.deepEqual(named('Yes: One said, I\'m here and I know "There'), []);
  });

  it('finds none in signs without a style feature, such as commas', () => {
    assert.deepEqual(featuresOf('% +'), [null, null]);
    assert.deepEqual(featuresOf(', . ! ?'), [null, null, null, null]);
  });
});
