import assert from 'node:assert/strict';
import { normalise } from '../../../../src/detector/normalise/normalise.ts';

/** What a text is read as, with how many letters were put back. */
function read(text: string): [readAs: string, putBack: number] {
  const { units, length, lookalikes } = normalise(text);
  return [String.fromCharCode(...units.subarray(0, length)), lookalikes];
}

const assertRead = (cases: readonly [text: string, readAs: string, putBack: number][]): void => {
  for (const [text, ...expected] of cases) assert.deepEqual(read(text), expected, text);
};

/** Three words that no honest text holds: enough to know that a text is disguised. */
const disguised = 'pаy dаy sаy';

describe('a letter that imitates a Latin one', () => {
  it('is always replaced in a word that mixes alphabets with intent', () => {
    assertRead([
      ['pаypal', 'paypal', 1],
      ['pаypаl', 'paypal', 2],
      ['Pаris', 'Paris', 1],
      ['аb', 'ab', 1],
      ['тhe еnd', 'the end', 2],
      ['naïvе', 'naïve', 1],
      ['éа', 'éa', 1],
      ['o\u{1d42f}er', 'over', 1],
      ['ov\u{1d41e}r', 'over', 1],
    ]);
  });

  it('stays in names and formulas: Greek is suspicious only between small letters', () => {
    assertRead([
      ['Hα', 'Hα', 0],
      ['Hαs', 'Hαs', 0],
      ['αpt', 'αpt', 0],
      ['ptα', 'ptα', 0],
      ['pαT', 'pαT', 0],
      ['tαp', 'tap', 1],
      ['αβγ', 'αβγ', 0],
      ['x\u{1d42f}', 'xv', 0],
      ['\u{1d42f}', 'v', 0],
      ['\u{1d42f}\u{1d41e}\u{1d42b}y', 'very', 0],
      ['ɡood Ɩove', 'ɡood Ɩove', 0],
      ['hǀs', 'hǀs', 0],
    ]);
  });

  it('stays in words of another alphabet, and in those beside them', () => {
    assertRead([
      ['сосо', 'сосо', 0],
      ['сосо слово', 'сосо слово', 0],
      ['слово сосо сосо', 'слово сосо сосо', 0],
      ['日本а', '日本а', 0],
      [`сосо сосо слово ${disguised}`, 'сосо сосо слово pay day say', 3],
      [`слово сосо сосо ${disguised}`, 'слово сосо сосо pay day say', 3],
    ]);
  });

  it('is replaced everywhere in a text that is disguised elsewhere', () => {
    assertRead([
      [`сосо ${disguised}`, 'coco pay day say', 7],
      ['сосо pаy dаy', 'сосо pay day', 2],
      [`Hα ${disguised}`, 'Ha pay day say', 4],
      [`слово x сосо ${disguised}`, 'слово x coco pay day say', 7],
      [`\u{1d42f}\u{1d41e} a b c d e f ${disguised}`, 've a b c d e f pay day say', 5],
    ]);
  });

  it('is replaced if three words, or one in a hundred of a long text, contain some', () => {
    const [, inHundreds] = read(`${disguised} ${'x '.repeat(296)}Hα`);
    assert.equal(inHundreds, 4);
    const [, inMore] = read(`${disguised} ${'x '.repeat(300)}Hα`);
    assert.equal(inMore, 3);
  });

  it('is replaced where it spells common words, such as small capitals', () => {
    assertRead([
      ['ᴛʜᴇ ᴀɴᴅ Hα', 'ᴛʜᴇ ᴀɴᴅ Hα', 0],
      ['ᴛʜᴇ ᴀɴᴅ ᴛʜɪs Hα', 'the and this Ha', 10],
      ['ɑbout thɪs ᴍine', 'about this mine', 3],
      ['ɪs ɪt ɪn Hα', 'ɪs ɪt ɪn Hα', 0],
    ]);
  });
});

describe('styled letters', () => {
  it('are always read as letters, and a disguise where a quarter of the words are in them', () => {
    assertRead([
      ['\u{1d42f}\u{1d41e}', 've', 2],
      ['\u{1d42f}\u{1d41e} one two three', 've one two three', 2],
      ['\u{1d42f}\u{1d41e} one two three four', 've one two three four', 0],
      ['ｖｅ ａｂ', 've ab', 4],
      ['\u{1042c}ne tw\u{1042c}', 'one two', 0],
    ]);
  });
});
