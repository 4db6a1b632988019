import assert from 'node:assert/strict';
import { habitOf, type Habit } from '../../../../src/detector/features/habits.ts';
import { normalise } from '../../../../src/detector/normalise/normalise.ts';
import { finish } from '../../../../src/detector/steps.ts';
import { tokenise } from '../../../../src/detector/features/tokens.ts';

/** The habits of the words, numbers and signs of a text. */
function habitsOf(text: string): (Habit | null)[] {
  const normal = finish(normalise(text));
  const tokens = finish(tokenise(normal));
  return Array.from({ length: tokens.count }, (_, i) => habitOf(tokens, i, normal.units));
}

/** By habit, what a reader who looks a habit up finds marked. */
const examples: Partial<Record<Habit, string>> = {
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

describe('the habits that a reader can check', () => {
  for (const [habit, words] of Object.entries(examples)) {
    it(`finds ${habit} in: ${words}`, () => {
      assert.deepEqual(new Set(habitsOf(words)), new Set([habit]));
    });
  }

  it('finds none in signs that say nothing of a habit', () => {
    assert.deepEqual(habitsOf('% +'), [null, null]);
  });
});
