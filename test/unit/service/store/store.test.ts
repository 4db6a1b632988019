import assert from 'node:assert/strict';
import fc from 'fast-check';
import { foldCase } from '../../../../src/service/store/store.ts';

describe('case folding', () => {
  const alike: [string, string][] = [
    ['STRASSE', 'straße'],
    ['ẞ', 'ß'],
    ['ΟΔΟΣ', 'οδος'],
    ['Σ', 'ς'],
    ['ÉCOLE', 'école'],
    ['ЁЖ', 'ёж'],
    ['ﬁ', 'FI'],
    ['K', 'k'],
    ['ǅ', 'ǆ'],
    ['𐐀', '𐐨'],
  ];
  for (const [one, other] of alike) {
    it(`finds ${one} for ${other}`, () => {
      assert.equal(foldCase(one), foldCase(other));
    });
  }

  it('distinguishes texts that differ in more than case', () => {
    assert.notEqual(foldCase('é'), foldCase('e'));
    assert.notEqual(foldCase('é'), foldCase('e\u0301'));
    assert.notEqual(foldCase('a'), foldCase('b'));
  });

  it('is done once and for all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        assert.equal(foldCase(foldCase(text)), foldCase(text));
      }),
    );
  });
});
