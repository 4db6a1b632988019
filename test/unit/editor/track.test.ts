import assert from 'node:assert/strict';
import fc from 'fast-check';
import { followChanges, type MarkedSentence, type TextChange } from '../../../src/editor/marks/track.ts';

const text = 'One is here. Two is here. Three is here.';
const sentences: MarkedSentence[] = [
  { start: 0, end: 12, contentStart: 0, contentEnd: 12, score: 0.1, changed: false },
  { start: 13, end: 25, contentStart: 13, contentEnd: 25, score: 0.9, changed: false },
  { start: 26, end: 40, contentStart: 26, contentEnd: 40, score: 0.5, changed: false },
];

function applied(document: string, changes: readonly TextChange[]): string {
  return [...changes]
    .sort((a, b) => b.rangeOffset - a.rangeOffset)
    .reduce(
      (now, { rangeOffset, rangeLength, text: inserted }) =>
        now.slice(0, rangeOffset) + inserted + now.slice(rangeOffset + rangeLength),
      document,
    );
}

describe('marks that follow edits', () => {
  it('moves a mark with its sentence when text before it changes', () => {
    const changes = [{ rangeOffset: 0, rangeLength: 3, text: 'Number one' }];
    const followed = followChanges(sentences, changes);
    const after = applied(text, changes);
    assert.equal(after.slice(followed[1]!.start, followed[1]!.end), 'Two is here.');
    assert.deepEqual(
      followed.map(({ changed }) => changed),
      [true, false, false],
    );
  });

  it('keeps a mark around its sentence while the sentence itself is edited, and says that it changed', () => {
    const changes = [{ rangeOffset: 17, rangeLength: 2, text: 'was never' }];
    const followed = followChanges(sentences, changes);
    const { start, end, changed } = followed[1]!;
    assert.equal(applied(text, changes).slice(start, end), 'Two was never here.');
    assert.equal(changed, true);
  });

  it('drops the mark of a sentence that was deleted', () => {
    const followed = followChanges(sentences, [{ rangeOffset: 12, rangeLength: 14, text: '' }]);
    assert.deepEqual(
      followed.map(({ contentStart }) => contentStart),
      [0, 26],
    );
  });

  it('never leaves a mark outside the document, or over a neighbour, whatever is edited', () => {
    const edit = fc
      .uniqueArray(fc.integer({ min: 0, max: text.length }), { minLength: 2, maxLength: 8 })
      .map((cuts) => cuts.sort((a, b) => a - b))
      .chain((cuts) =>
        fc
          .array(fc.string({ maxLength: 6 }), { minLength: cuts.length, maxLength: cuts.length })
          .map((texts) => {
            const changes: TextChange[] = [];
            for (let i = 0; i + 1 < cuts.length; i += 2) {
              const [from, to] = [cuts[i]!, cuts[i + 1]!];
              changes.push({ rangeOffset: from, rangeLength: to - from, text: texts[i]! });
            }
            return changes;
          }),
      );
    fc.assert(
      fc.property(edit, (changes) => {
        const after = applied(text, changes);
        let before = 0;
        for (const { start, end } of followChanges(sentences, changes)) {
          assert.ok(before <= start && start < end && end <= after.length);
          before = end;
        }
      }),
    );
  });

  it('leaves unedited sentences letter for letter under their marks', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: text.length }),
        fc.integer({ min: 0, max: 10 }),
        fc.string({ maxLength: 5 }),
        (rangeOffset, length, inserted) => {
          const changes = [
            { rangeOffset, rangeLength: Math.min(length, text.length - rangeOffset), text: inserted },
          ];
          const after = applied(text, changes);
          for (const { start, end, contentStart, changed } of followChanges(sentences, changes)) {
            const original = sentences.find((sentence) => sentence.contentStart === contentStart)!;
            if (!changed) {
              assert.equal(after.slice(start, end), text.slice(original.start, original.end));
            }
          }
        },
      ),
    );
  });
});
