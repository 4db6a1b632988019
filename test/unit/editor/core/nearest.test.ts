import assert from 'node:assert/strict';
import { nearestOccurrence } from '../../../../src/editor/core/nearest.ts';

describe('a sentence looked for in a text that changed', () => {
  it('is found however its lines are broken now', () => {
    const text = 'Before it.\n\nThe pier\n  was cold.\tNobody minded.';
    assert.deepEqual(nearestOccurrence(text, 'The pier was cold.', 0), { start: 12, end: 32 });
  });

  it('is the one nearest to where it stood, where several read alike', () => {
    const text = 'So it goes. And then. So it goes. At last. So it goes.';
    const starts = [0, 10, 25, 30, 50].map((at) => nearestOccurrence(text, 'So it goes.', at)?.start);
    assert.deepEqual(starts, [0, 0, 22, 22, 43]);
  });

  it('is taken letter for letter, whatever signs are in it', () => {
    const sentence = 'Is a.b (c|d) [e] {2} ^$ \\w+ */ - really "it"?';
    const text = `No. ${sentence} Yes.`;
    assert.deepEqual(nearestOccurrence(text, sentence, 0), { start: 4, end: 4 + sentence.length });
    assert.equal(nearestOccurrence('Is axb', 'Is a.b', 0), undefined);
  });

  it('is nowhere once a word of it was changed, and a blank one is nowhere at all', () => {
    assert.equal(nearestOccurrence('The pier was very cold.', 'The pier was cold.', 0), undefined);
    assert.equal(nearestOccurrence('The pier', ' \n', 0), undefined);
  });
});
