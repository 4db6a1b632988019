import { strict as assert } from 'node:assert';
import { lineStartsOf, placeFinder } from '../../../src/text/lines.ts';

describe('the place of an offset in a text', () => {
  it('is the one that editors show, however lines end', () => {
    const text = 'one\ntwo\r\nthree\rfour';
    const placeAt = placeFinder(text);
    const places = ['one', 'two', 'three', 'four'].map((word) => placeAt(text.indexOf(word)));
    assert.deepEqual(
      places,
      [1, 2, 3, 4].map((line) => ({ line, column: 1 })),
    );
    assert.deepEqual(placeAt(text.length), { line: 4, column: 5 });
    assert.deepEqual(placeFinder('')(0), { line: 1, column: 1 });
  });

  it('can be counted as git counts lines', () => {
    assert.deepEqual(lineStartsOf('a\rb\r\nc', /\n/g), [0, 5]);
  });
});
