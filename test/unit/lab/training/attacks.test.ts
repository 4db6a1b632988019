import assert from 'node:assert/strict';
import { attackNames, attacks, type AttackName } from '../../../../lab/training/attacks.ts';
import { seeded } from '../../../../lab/training/random.ts';

const text = `In 1987 the committee met in an old theatre to discuss the colour of the new buses. It was an important
decision, and many people often believed that a small change could help. "We can't use grey," said the mayor; the
result was 42 votes to 17.

Finally, after a long quarrel, they chose a quiet blue. A driver asked whether anyone had thought about dirt, and
nobody answered. The first bus left the garage in April, and by the end of the week it looked brown.

Since then the town has kept a rule: whoever chooses the paint must also wash the bus.`;

const attacked = (name: AttackName, seed = 1): string => attacks[name](text, seeded(seed));
const words = (of: string): string[] => of.match(/[A-Za-z']+/g) ?? [];

describe('attacks', () => {
  for (const name of attackNames) {
    it(`${name}: changes the text, and the same seed changes it alike, so that a figure can be repeated`, () => {
      assert.notEqual(attacked(name), text);
      assert.equal(attacked(name), attacked(name));
    });

    it(`${name}: leaves an empty text and one of signs as they are to the eye`, () => {
      assert.equal(attacks[name]('', seeded(1)), '');
      assert.equal(attacks[name]('—', seeded(1)), '—');
    });
  }

  it('keep a text readable: nine words in ten stay under misspelling', () => {
    const before = words(text);
    const after = words(attacked('misspelling'));
    assert.equal(after.length, before.length);
    const changed = before.filter((word, i) => after[i] !== word).length;
    assert.ok(changed > 0 && changed < before.length / 10, `${changed} of ${before.length}`);
  });

  it('keep the first and the last letter of a misspelt word', () => {
    words(text).forEach((word, i) => {
      const other = words(attacked('misspelling'))[i]!;
      assert.equal(other[0], word[0]);
      assert.equal(other.at(-1), word.at(-1));
    });
  });

  it('swap a word for one of the same form, with its capital and its article', () => {
    const always = (sample: string): Set<string> =>
      new Set(Array.from({ length: 60 }, (_, seed) => attacks.synonyms(sample, seeded(seed))));
    assert.deepEqual(always('Improved'), new Set(['Improved', 'Enhanced']));
    assert.deepEqual(always('an answer'), new Set(['an answer', 'a reply']));
    assert.deepEqual(always('IMPROVING'), new Set(['IMPROVING', 'ENHANCING']));
  });

  it('give the next word the capital of a dropped article', () => {
    const dropped = new Set(
      Array.from({ length: 20 }, (_, seed) => attacks.articles('The bus left.', seeded(seed))),
    );
    assert.deepEqual(dropped, new Set(['The bus left.', 'Bus left.']));
  });

  it('spell British words the American way and the reverse', () => {
    assert.equal(
      attacks.spelling('Colour of the center, organised', seeded(1)),
      'Color of the centre, organized',
    );
    assert.equal(
      attacks.spelling('They check the program while among friends.', seeded(1)).includes('cheque'),
      false,
    );
  });

  it('change digits alone in numbers', () => {
    assert.equal(attacked('numbers').replace(/\d/g, '0'), text.replace(/\d/g, '0'));
  });

  it('keep every paragraph when they change places', () => {
    const sorted = (of: string): string[] => of.split('\n\n').sort();
    assert.deepEqual(sorted(attacked('paragraphs')), sorted(text));
  });
});
