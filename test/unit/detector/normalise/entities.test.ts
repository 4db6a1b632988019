import assert from 'node:assert/strict';
import { readEntity } from '../../../../src/detector/normalise/entities.ts';

/** The character that a text begins with a reference to, and what stands after it; null where it begins with none. */
function read(text: string): [character: string, rest: string] | null {
  const entity = readEntity(text, 0);
  return entity && [String.fromCodePoint(entity.codePoint), text.slice(entity.end)];
}

describe('a character reference', () => {
  it('is read by name, by number and by hexadecimal number', () => {
    assert.deepEqual(read('&eacute;t'), ['é', 't']);
    assert.deepEqual(read('&#233;'), ['é', '']);
    assert.deepEqual(read('&#xe9;'), ['é', '']);
    assert.deepEqual(read('&#XE9;'), ['é', '']);
    assert.deepEqual(read('&frac12;'), ['½', '']);
    assert.deepEqual(read('&#128512;'), ['😀', '']);
    assert.deepEqual(read('&#x10FFFF;'), ['\u{10ffff}', '']);
    assert.deepEqual(readEntity('a &amp; b', 2), { codePoint: 38, end: 7 });
  });

  it('to no character is the sign that a browser shows', () => {
    for (const text of ['&#0;', '&#x0;', '&#xd800;', '&#xDFFF;', '&#x110000;', '&#9999999;'])
      assert.deepEqual(read(text), ['\ufffd', ''], text);
    assert.deepEqual(read('&#xd7ff;'), ['\ud7ff', '']);
    assert.deepEqual(read('&#xe000;'), ['\ue000', '']);
  });

  it('is only what ends with a semicolon and has a name that is known', () => {
    for (const text of [
      ...[
        '&amp',
        '& amp;',
        '&nosuchname;',
        '&;',
        '&#;',
        '&#x;',
        '&#12345678;',
        '&#x1234567;',
        '&a;',
        '&#xg;',
      ],
      ...['x&amp;', '&1a;'],
    ]) {
      assert.equal(read(text), null, text);
    }
  });
});
