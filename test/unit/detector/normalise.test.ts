import assert from 'node:assert/strict';
import fc from 'fast-check';
import { normalise } from '../../../src/detector/normalise.ts';
import { finish } from '../../../src/detector/steps.ts';

const plain = (text: string): string => {
  const { units, length } = finish(normalise(text));
  return String.fromCharCode(...units.subarray(0, length));
};

describe('normalise', () => {
  it('takes out Markdown, so that a README is not judged by its bullets', () => {
    const text =
      '# Title\n\n- **bold** and [a link](http://x.y/z)\n2. `code`\n> quoted\n\n| a | b |\n|---|---|\n';
    assert.equal(plain(text), 'Title bold and a link code quoted a b');
  });

  it('leaves fenced code, comments, tags and addresses out', () => {
    assert.equal(
      plain('Before\n```js\nlet x;\n```\n<!-- no --><b>after</b> https://a.b/c?d end'),
      'Before after end',
    );
  });

  it('keeps what only looks like markup', () => {
    assert.equal(plain('a_name < b and 3 - 4'), 'a_name < b and 3 - 4');
  });

  it('gives quotes, dashes and spaces one form', () => {
    assert.equal(plain('“It’s”\u00a0so—yes, 5–6 …'), '"It\'s" so - yes, 5-6 ...');
  });

  it('undoes and counts hidden characters and lookalike letters', () => {
    const disguised = finish(normalise('hel\u200blo pаypаl'));
    assert.equal(String.fromCharCode(...disguised.units.subarray(0, disguised.length)), 'hello paypal');
    assert.equal(disguised.hidden, 1);
    assert.equal(disguised.lookalikes, 2);
  });

  it('leaves words of another alphabet alone', () => {
    assert.equal(plain('привет мир'), 'привет мир');
    assert.equal(finish(normalise('привет мир')).lookalikes, 0);
  });

  it('reads a letter and its mark as the one letter they make', () => {
    assert.equal(plain('cafe\u0301'), plain('café'));
  });

  it('maps every unit to a place in the original, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { origins, length } = finish(normalise(text));
        for (let i = 0; i < length; i++) {
          assert.ok(origins[i]! < text.length);
          assert.ok(i === 0 || origins[i - 1]! <= origins[i]!);
        }
      }),
    );
  });
});
