import assert from 'node:assert/strict';
import { normalise, originEnd } from '../../../../src/detector/normalise/normalise.ts';

/** What a text is read as, with what is counted in it where that is not nothing: `h` hidden, `o` odd spaces, `m` marks. */
function read(text: string): string {
  const { units, length, hidden, oddSpaces, markedLetters } = normalise(text);
  const counts = { h: hidden, o: oddSpaces, m: markedLetters };
  const counted = Object.entries(counts).filter(([, count]) => count > 0);
  const shown = String.fromCharCode(...units.subarray(0, length));
  return [shown, ...counted.map(([name, count]) => `${name}${count}`)].join(' | ');
}

/** By what a reader would lose if it were read otherwise: texts and what they are read as. */
const cases: Record<string, [text: string, readAs: string][]> = {
  'dashes have one form, however they were typed, and hyphens another': [
    ['a--b', 'a - b'],
    ['a -- b', 'a - b'],
    ['a---b', 'a - b'],
    ['a - b', 'a - b'],
    ['a—b', 'a - b'],
    ['a ― b', 'a - b'],
    ['x -\ny', 'x - y'],
    ['5—x', '5 - x'],
    ['a- b', 'a- b'],
    ['a -b', 'a -b'],
    ['a\u2010b', 'a-b'],
    ['a\u2011b', 'a-b'],
    ['5-6', '5-6'],
    ['5--6', '5-6'],
    ['5–6', '5-6'],
    ['5 - 6', '5 - 6'],
  ],
  'quotes have one form': [
    ['‘a’ ‛b′', "'a' 'b'"],
    ['“a” \u201eb‟', '"a" "b"'],
    ["''a'' it's", '"a" it\'s'],
  ],
  'Markdown does not show': [
    ['a|b', 'a b'],
    ['a\\b', 'ab'],
    ['~~a~~', 'a'],
    ['[a](b c) [d] [e][f]', 'a d e'],
    ['[a](b', 'a(b'],
    ['a ***b***', 'a b'],
    ['_a_ _b_ c', 'a b c'],
    ['# A', 'A'],
    ['1. a', 'a'],
    ['- a\n- b', 'a b'],
    ['> q', 'q'],
    ['***\na', 'a'],
    ['a\n---\nb', 'a b'],
    ['```\nx\n```\ny', 'y'],
  ],
  'underscores stay in names': [
    ['a__b', 'a__b'],
    ['1_000', '1_000'],
    ['a_\u{1d41b}', 'a_b'],
    ['a_ b', 'a b'],
  ],
  'line breaks are no odd spaces, and all other gaps but one space are': [
    ['a\rb', 'a b'],
    ['a\r\nb', 'a b'],
    ['a \n b', 'a b'],
    ['a\u00a0b', 'a b | o1'],
    ['a  b', 'a b | o1'],
    ['a\tb', 'a b | o1'],
    ['a\vb', 'a b | o1'],
    ['a\fb', 'a b | o1'],
    ['a\u2003b', 'a b | o1'],
    ['a\u2003 b', 'a b | o1'],
    ['a \u2003b', 'a b | o1'],
    ['a\u0085b', 'a b | o1'],
    ['5  6', '5 6'],
    ['a.  B', 'a. B'],
    ['a  ', 'a'],
    ['\u3000a', 'a'],
  ],
  'line breaks of other systems begin a line, where markers do not show': [
    ['a\u0085# b', 'a b'],
    ['a\u2028# b', 'a b'],
    ['a\u2029# b', 'a b'],
    ['a\v# b', 'a # b'],
  ],
  'what takes no room is taken out, and counted beside letters of a word': [
    ['a\u0001b', 'ab | h1'],
    ['a\u007fb', 'ab | h1'],
    ['a \u0001b', 'a b | h1'],
    ['a\u200bb', 'ab | h1'],
    ['a\u{e0061}b', 'ab | h1'],
    ['a\u200b.', 'a. | h1'],
    ['. \u200ba', '. a | h1'],
    [' \u200bA', 'A | h1'],
    ['a\u200e\u200fb', 'ab | h2'],
    ['a\u200e b', 'a b'],
    ['a\u200bé', 'aé'],
    ['a\u200b', 'a'],
    ['\n\u200ba', 'a'],
    ['a ™\u200ba', 'a TMa'],
    ['a\u00adb', 'ab'],
    ['a\u00ad\u200bb', 'ab | h1'],
  ],
  'character references are what they stand for, and letters written so are counted': [
    ['&amp; &lt; &#65; &#x41;', '& < A A'],
    ['a&nbsp;b', 'a b'],
    ['a&shy;b', 'ab'],
    ['a&zwnj;b', 'ab | m1'],
    ['1&zwnj;2', '12'],
    ['&#104;i', 'hi | m1'],
    ['x&#104;', 'xh | m1'],
    ['5&#104;5', '5h5'],
    ['a & b &c', 'a & b &c'],
  ],
  'no space stands before a sign that closes, and one behind a comma between words': [
    ['a , b . c ; d ! e ? f : g', 'a, b. c; d! e? f: g'],
    ['a,b', 'a, b'],
    ['a;b', 'a; b'],
    ['a,\u{1d41b}', 'a, b'],
    ['a.b a!b a?b a:b', 'a.b a!b a?b a:b'],
    ['1,000 a,1 1,a', '1,000 a,1 1,a'],
    ['.5 and .NET .', '.5 and .NET.'],
  ],
  'addresses do not show, and other words before a colon do': [
    ['http://a.b/c end', 'end'],
    ['(HTTPS://a.b/c) end', '() end'],
    ['ftp://a.b/c', 'ftp://a.b/c'],
    ['xhttp://a.b/c', 'xhttp://a.b/c'],
    ['see http: and https', 'see http: and https'],
  ],
  'tags and comments do not show, and marks inside small letters are counted': [
    ['a<b>b</b>', 'ab | m1'],
    ['A<b>B', 'AB'],
    ['a<div>b', 'a b'],
    ['a<br>b', 'a b'],
    ['a<!-- x -->b <!-- y', 'ab <! - y | m1'],
    ['a <!-- b', 'a <! - b'],
    ['a < b', 'a < b'],
    ['a*b', 'ab | m1'],
    ['A*B', 'AB'],
    ['a**b', 'ab | m1'],
    ['a`b`', 'ab | m1'],
  ],
  'a mark joins its letter, or is dropped': [
    ['e\u0301', 'é'],
    ['x\u0301y', 'xy'],
    ['\u0301a', 'a'],
    ['5\u0301', '5'],
  ],
  'pictures are spaces, forms of letters the letters, and broken characters one sign': [
    ['😀a😀b', 'a b'],
    ['•a ⌘ →b', 'a b'],
    ['ﬁn', 'fin'],
    ['½', '1⁄2'],
    ['\ud800a', '\ufffda'],
    ['a\ud800', 'a\ufffd'],
    ['한국', '한국'],
  ],
};

describe('signs in a text', () => {
  for (const [title, texts] of Object.entries(cases)) {
    it(title, () => {
      for (const [text, readAs] of texts) assert.equal(read(text), readAs, JSON.stringify(text));
    });
  }

  it('are found again in the original, whole', () => {
    const text = 'a&eacute;\u{1d41b}c 😀 d';
    const normal = normalise(text);
    const originals = Array.from(normal.units.subarray(0, normal.length), (unit, i) => [
      String.fromCharCode(unit),
      text.slice(normal.origins[i], originEnd(normal, i)),
    ]);
    assert.deepEqual(originals, [
      ['a', 'a'],
      ['é', '&eacute;'],
      ['b', '\u{1d41b}'],
      ['c', 'c'],
      [' ', ' '],
      ['d', 'd'],
    ]);
  });

  it('may be longer after normalisation than before', () => {
    const [shown, last] = ['ﬃ'.repeat(500), 'end'];
    assert.equal(read(`${shown} ${last}`), `${'ffi'.repeat(500)} ${last}`);
    const normal = normalise(`${shown} ${last}`);
    assert.equal(normal.origins[normal.length - 1], 503);
  });
});
