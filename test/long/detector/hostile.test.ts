import fc from 'fast-check';
import { detect } from '../../../src/detector/detect.ts';
import { arbitraryModel } from '../../unit/detector/model-for-tests.ts';
import { assertSound } from '../../unit/detector/sound.ts';
import { documents, oddity } from '../../unit/detector/texts.ts';

const model = arbitraryModel();

describe('detect, given what no one meant for it', () => {
  it('answers any document with sound offsets, scores and shares', () => {
    fc.assert(
      fc.property(documents, (text) => {
        assertSound(text, detect(text, model));
      }),
    );
  }).timeout(60_000);

  it('answers any mixture of signs, markup and halves of characters', () => {
    const mixtures = fc.array(oddity, { maxLength: 60, size: 'max' }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(mixtures, (text) => {
        assertSound(text, detect(text, model));
      }),
    );
  }).timeout(60_000);

  it('answers any short string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assertSound(text, detect(text, model));
      }),
    );
  });

  for (const [name, unit] of Object.entries({
    letter: 'a',
    digit: '7',
    'line break': '\n',
    'combining mark': '\u0301',
    emoji: '😀',
    'lone high surrogate': '\ud800',
    'lone low surrogate': '\udc00',
    bracket: '[',
    backtick: '`',
    'open comment': '<!--',
    'whole comment': '<!-- -->',
    'open fence': '  ```js\n',
    'whole fence': '```\n',
    'full stop': '. ',
    'list item': '- a\n',
    ideograph: '文',
    'right-to-left word': 'שלום ',
    'long ligature': '\ufdfa',
  })) {
    it(`answers 200 KB of one ${name}`, () => {
      const text = unit.repeat(Math.ceil(200_000 / unit.length));
      assertSound(text, detect(text, model));
    });
  }

  it('answers ten megabytes of one word, and of lines', () => {
    for (const unit of ['a', 'The boats came in late that evening, long after the wind had turned.\n']) {
      const text = unit.repeat(Math.ceil(10_000_000 / unit.length));
      assertSound(text, detect(text, model));
    }
  }).timeout(120_000);
});
