import assert from 'node:assert/strict';
import { isAsciiLetter, isSpace } from '../../../../src/text/characters.ts';
import {
  isDigit,
  isEdgeMark,
  isInvisible,
  isLatinLetter,
  isLetter,
  isMark,
  isPictograph,
  lowerUnit,
} from '../../../../src/detector/normalise/characters.ts';

/** Asserts that a question is answered as a pattern does, for all characters up to a code point. */
function assertSame(asked: (codePoint: number) => boolean, pattern: RegExp, last = 0x10ffff): void {
  const wrong: string[] = [];
  for (let codePoint = 0; codePoint <= last; codePoint++) {
    if (codePoint >= 0xd800 && codePoint <= 0xdfff) continue;
    const expected = pattern.test(String.fromCodePoint(codePoint));
    if (asked(codePoint) !== expected) wrong.push(`U+${codePoint.toString(16)} is ${expected}`);
  }
  assert.deepEqual(wrong, []);
}

describe('what the detector knows about a character', () => {
  it('is that of Unicode for letters, digits and spaces', () => {
    assertSame(isLetter, /[\p{L}\p{M}]/u, 0xffff);
    assertSame(isDigit, /\p{Nd}/u, 0xffff);
    assertSame(isAsciiLetter, /[A-Za-z]/, 0xffff);
    assertSame(isLatinLetter, /(?=[\p{L}\p{M}])(?![A-Za-z])[\p{Script=Latin}\p{Script=Inherited}]/u, 0xffff);
    // Braille's blank has no white space of its own and shows none but that.
    assertSame(isSpace, /[\p{White_Space}\u2800]/u, 0xffff);
  });

  it('includes Unicode’s invisible characters and the controls without width', () => {
    // oxlint-disable-next-line no-control-regex -- that is what is meant
    const noRoom = /[\p{Default_Ignorable_Code_Point}\u0000-\u0008\u000e-\u001f\u007f\ufff9-\ufffb]/u;
    assertSame(isInvisible, noRoom);
  });

  it('distinguishes marks that are harmless beside a word from those that hide', () => {
    assertSame(isEdgeMark, /[\p{Bidi_Control}\ufe00-\ufe0f]/u);
  });

  it('recognises combining marks of all scripts by their blocks', () => {
    assertSame(isMark, /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/u);
  });

  it('counts emoji, arrows, technical signs, shapes and bullets as pictures, and no letters', () => {
    assertSame(
      isPictograph,
      /[\u2022\u2190-\u21ff\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff\u{1f000}-\u{1faff}]|\u20e3/u,
    );
  });

  it('has a small form for each letter where that is one unit', () => {
    for (const pair of ['Aa', 'Éé', 'Жж', 'Ωω', 'aa', '77', 'İİ', '\ud801\ud801']) {
      assert.equal(lowerUnit(pair.charCodeAt(0)), pair.charCodeAt(1), pair);
    }
  });
});
