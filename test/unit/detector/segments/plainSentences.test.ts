import assert from 'node:assert/strict';
import { plainSentenceEnd } from '../../../../src/detector/segments/sentences.ts';

describe('the sentences of plain ASCII', () => {
  it('end where UAX 29 ends them, in any order of stops, quotes, brackets, digits and letters', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
    const signs = 'aB1.!?"\')(,;:- \tz.x. A\x0b\x7f\x01$Mr.';
    let seed = 7;
    const next = (below: number): number => {
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
      return (seed >>> 8) % below;
    };
    for (let round = 0; round < 3000; round++) {
      const text = Array.from({ length: 1 + next(40) }, () => signs[next(signs.length)]).join('');
      const expected = Array.from(segmenter.segment(text), ({ index, segment }) => index + segment.length);
      const found: number[] = [];
      while ((found.at(-1) ?? 0) < text.length)
        found.push(plainSentenceEnd(text, found.at(-1) ?? 0, text.length));
      assert.deepEqual(found, expected, JSON.stringify(text));
    }
  });
});
