import assert from 'node:assert/strict';
import { analysePassage } from '../../../../src/detector/segments/passage.ts';
import { arbitraryModel } from '../model-for-tests.ts';

const model = arbitraryModel();

/** The parts of a passage in words: language or kind, `?` where it is too short to be sure, `-` where left out. */
const partsOf = (text: string): string[] =>
  analysePassage(text, model).parts.map(
    ({ kind, language, certain, score }) =>
      `${kind === 'code' ? 'code' : language}${certain ? '' : '?'}${score === null ? ' -' : ''}`,
  );

const english =
  'We walked along the harbour wall that morning until the boats came in with their nets. Nobody spoke much, because ' +
  'the wind had turned overnight and every captain watched the sky rather than his crew. They gave us a fish.';
const chinese =
  '早上我们沿着港口的墙走，直到渔船带着渔网回来。没有人多说话，因为风在夜里转了方向，每个船长都看着天空。后来他们给了我们一条鱼。';

describe('analysePassage', () => {
  it('scores English prose as one part', () => {
    assert.deepEqual(partsOf(english), ['en']);
  });

  it('parts what is in two languages, in the order that it stands in', () => {
    assert.deepEqual(partsOf(`${english}\n\n${chinese}\n\n${english}`), ['en', 'zh -', 'en']);
  });

  it('keeps English that lacks small words: notes, names, headings', () => {
    assert.deepEqual(
      partsOf(
        'Release notes\n\n- Add boat registry, drop legacy net import\n- Fix crash when harbour list is empty\n' +
          '- Support custom rope lengths, faster tide lookup\n- Remove deprecated captain field\n' +
          '- Update weather client, retry failed requests twice\n- Rename crew table columns\n',
      ),
      ['en'],
    );
    assert.deepEqual(partsOf(`${english}\n\nThanks to Ana Duarte, Bo Lindqvist and Chidi Okafor.`), ['en']);
  });

  it('keeps English prose about code', () => {
    const text =
      'Call `open()` before `read()`, or the harbour is `null` and you get an error that says nothing of use. ' +
      'If you pass `{ retry: true }`, it tries again after a second, which is what most people want. See the notes ' +
      'on `close()` too: it waits until all the boats are in.';
    assert.deepEqual(partsOf(text), ['en']);
  });

  it('leaves source code and data out', () => {
    assert.deepEqual(
      partsOf('if (nets[i] === null) { repair(nets[i], { knots: [1, 2, 3] }); }\n'.repeat(8)),
      ['code -'],
    );
    assert.deepEqual(
      partsOf('{"boat": "Anna", "crew": 4, "nets": [{"torn": true, "length": 20}]},\n'.repeat(8)),
      ['code -'],
    );
  });

  it('is not sure of the language of a few words, and scores them', () => {
    assert.deepEqual(partsOf('Der Hafen war an diesem Morgen still, und wir gingen bis zur Mauer.'), ['de?']);
  });

  it('depends on the passage alone, not on what was analysed before it', () => {
    const alone = structuredClone(analysePassage(english, model));
    analysePassage(`${chinese} `.repeat(30), model);
    analysePassage('A longer text with other words in it, again and again. '.repeat(20), model);
    assert.deepEqual(analysePassage(english, model), alone);
  });
});
