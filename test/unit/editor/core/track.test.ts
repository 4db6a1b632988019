import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { TextChange } from '../../../../src/editor/core/edits.ts';
import { extractProse } from '../../../../src/prose/extract.ts';
import {
  trackSentences,
  TrackedSentences,
  type ScoredSentence,
  nearestOccurrence,
} from '../../../../src/editor/core/track.ts';
import { applied, readerOf, undoing } from './applied.ts';

const text = 'One is here. Two is here. Three is here.';
const own = { words: 3, isMarkable: true };
const sentences: ScoredSentence[] = [
  { start: 0, end: 12, contentStart: 0, contentEnd: 12, score: 0.1, ...own },
  { start: 13, end: 25, contentStart: 13, contentEnd: 25, score: 0.9, ...own },
  { start: 26, end: 40, contentStart: 26, contentEnd: 40, score: 0.5, ...own },
];

/** The sentences after these steps, the text that they are in, and whether the last step turned any. */
function after(...steps: TextChange[][]): { tracked: TrackedSentences; now: string; turned: boolean } {
  const tracked = new TrackedSentences(text, sentences);
  let now = text;
  let turned = false;
  for (const changes of steps) {
    now = applied(now, changes);
    turned = tracked.follow([changes], readerOf(now));
  }
  return { tracked, now, turned };
}

/** Some changes of one step: disjoint, each a deletion, an insertion or both. */
const step = fc
  .uniqueArray(fc.integer({ min: 0, max: text.length }), { minLength: 2, maxLength: 8 })
  .map((cuts) => cuts.sort((a, b) => a - b))
  .chain((cuts) =>
    fc.array(fc.string({ maxLength: 6 }), { minLength: cuts.length, maxLength: cuts.length }).map((texts) => {
      const changes: TextChange[] = [];
      for (let i = 0; i + 1 < cuts.length; i += 2) {
        const [from, to] = [cuts[i]!, cuts[i + 1]!];
        changes.push({ rangeOffset: from, rangeLength: to - from, text: texts[i]! });
      }
      return changes;
    }),
  );

describe('marks that follow edits', () => {
  it('moves a mark with its sentence when text before it changes', () => {
    const { tracked, now } = after([{ rangeOffset: 0, rangeLength: 3, text: 'Number one' }]);
    assert.deepEqual(
      tracked.all.map(({ start, end }) => now.slice(start, end)),
      ['Number one is here.', 'Two is here.', 'Three is here.'],
    );
    assert.deepEqual(
      tracked.all.map(({ isEdited }) => isEdited),
      [true, false, false],
    );
  });

  it('keeps a mark around its sentence while the sentence itself is edited, and says that it changed', () => {
    const { tracked, now } = after([{ rangeOffset: 17, rangeLength: 2, text: 'was never' }]);
    const { start, end, isEdited } = tracked.all[1]!;
    assert.equal(now.slice(start, end), 'Two was never here.');
    assert.equal(isEdited, true);
  });

  it('count a word that grows at a sentence’s edge as part of it, but not a new sentence', () => {
    const grown = after([{ rangeOffset: 13, rangeLength: 0, text: 'Forty' }]);
    assert.deepEqual(
      grown.tracked.all.map(({ start, end, isEdited }) => [grown.now.slice(start, end), isEdited]),
      [
        ['One is here.', false],
        ['FortyTwo is here.', true],
        ['Three is here.', false],
      ],
    );
    const beside = after([{ rangeOffset: 13, rangeLength: 0, text: 'Forty came. ' }]);
    assert.ok(beside.tracked.all.every(({ isEdited }) => !isEdited));
    const typedOn = after(
      [{ rangeOffset: 13, rangeLength: 0, text: 'Forty' }],
      [{ rangeOffset: 18, rangeLength: 0, text: ' came. ' }],
    );
    assert.ok(typedOn.tracked.all.every(({ isEdited }) => !isEdited));
  });

  it('drops the mark of a sentence that was deleted', () => {
    const { tracked } = after([{ rangeOffset: 12, rangeLength: 14, text: '' }]);
    assert.deepEqual(
      tracked.all.map(({ contentStart }) => contentStart),
      [0, 26],
    );
  });

  it('are restored when an edit is undone, also those of deleted sentences', () => {
    const changes = [{ rangeOffset: 5, rangeLength: 25, text: 'x' }];
    const { tracked } = after(changes, undoing(text, changes));
    assert.equal(tracked.isEdited, false);
    assert.deepEqual(
      tracked.all.map(({ start, end, isEdited }) => ({ start, end, isEdited })),
      sentences.map(({ start, end }) => ({ start, end, isEdited: false })),
    );
  });

  it('says that the text changed where no sentence did, so that a stale verdict is not taken for a new one', () => {
    const { tracked, turned } = after([
      { rangeOffset: text.length, rangeLength: 0, text: ' A fourth came.' },
    ]);
    assert.equal(tracked.isEdited, true);
    assert.equal(turned, false);
    assert.ok(tracked.all.every(({ isEdited }) => !isEdited));
  });

  it('says when a sentence turns, and not at every key after that', () => {
    const first = [{ rangeOffset: 16, rangeLength: 0, text: 'm' }];
    assert.equal(after(first).turned, true);
    assert.equal(after(first, [{ rangeOffset: 17, rangeLength: 0, text: 'o' }]).turned, false);
    assert.equal(after(first, undoing(text, first)).turned, true);
  });

  it('finds the sentence under a place, and none between sentences or behind a deleted one', () => {
    const { tracked } = after([{ rangeOffset: 13, rangeLength: 13, text: '' }]);
    assert.equal(tracked.at(3)?.contentStart, 0);
    assert.equal(tracked.at(12), undefined);
    assert.equal(tracked.at(13)?.contentStart, 26);
    assert.equal(tracked.at(100), undefined);
  });

  it('treat other line endings as no change', () => {
    const wrapped = text.replaceAll('. ', '.\n');
    for (const [from, to] of [['\n', '\r\n'] as const, ['\r\n', '\n'] as const]) {
      const then = wrapped.replaceAll('\n', from);
      const now = wrapped.replaceAll('\n', to);
      const extra = from.length - 1;
      const tracked = new TrackedSentences(
        then,
        sentences.map((sentence, i) => ({
          ...sentence,
          start: sentence.start + i * extra,
          end: sentence.end + i * extra,
        })),
      );
      assert.equal(
        tracked.setLineEnds(from, () => then),
        false,
      );
      assert.equal(
        tracked.setLineEnds(to, () => now),
        true,
      );
      assert.equal(tracked.isEdited, false);
      assert.deepEqual(
        tracked.all.map(({ start, end }) => now.slice(start, end)),
        ['One is here.', 'Two is here.', 'Three is here.'],
      );
    }
  });

  it('never leave the document or overlap, for any edit', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 3 }), (steps) => {
        const { tracked, now } = after(...steps.map((changes) => within(changes, text.length)));
        let before = 0;
        for (const { start, end } of tracked.all) {
          assert.ok(before <= start && start < end && end <= now.length);
          before = end;
        }
      }),
    );
  });

  it('leaves unedited sentences letter for letter under their marks', () => {
    fc.assert(
      fc.property(step, (changes) => {
        const { tracked, now } = after(changes);
        for (const { start, end, contentStart, isEdited } of tracked.all) {
          const original = sentences.find((sentence) => sentence.contentStart === contentStart)!;
          if (!isEdited) assert.equal(now.slice(start, end), text.slice(original.start, original.end));
        }
      }),
    );
  });

  it('are the same as after the scan once every edit is undone', () => {
    fc.assert(
      fc.property(step, step, (first, second) => {
        const once = applied(text, first);
        const fitting = within(second, once.length);
        const { tracked } = after(first, fitting, undoing(once, fitting), undoing(text, first));
        assert.equal(tracked.isEdited, false);
        assert.equal(tracked.all.length, sentences.length);
      }),
    );
  });

  it('follows several steps at once as one by one, as after typing during a scan', () => {
    fc.assert(
      fc.property(step, step, (first, second) => {
        const fitting = within(second, applied(text, first).length);
        const { tracked, now } = after(first, fitting);
        const together = new TrackedSentences(text, sentences);
        together.follow([first, fitting], readerOf(now));
        // Where the same text was typed again, one step at a time sees less of it as new.
        for (const sentence of together.all.filter(({ isEdited }) => !isEdited)) {
          assert.equal(
            now.slice(sentence.start, sentence.end),
            text.slice(sentence.contentStart, sentence.contentEnd),
          );
        }
        assert.equal(together.isEdited, now !== text);
        assert.equal(tracked.isEdited, now !== text);
      }),
    );
  });
});

/** The changes that lie in a text of this length. */
function within(changes: readonly TextChange[], length: number): TextChange[] {
  return changes.filter(({ rangeOffset, rangeLength }) => rangeOffset + rangeLength <= length);
}

describe('a sentence looked for in a text that changed', () => {
  it('is found however its lines are broken now', () => {
    const text = 'Before it.\n\nThe pier\n  was cold.\tNobody minded.';
    assert.deepEqual(nearestOccurrence(text, 'The pier was cold.', 0), { start: 12, end: 32 });
  });

  it('is the nearest one of several that read the same', () => {
    const text = 'So it goes. And then. So it goes. At last. So it goes.';
    const starts = [0, 10, 25, 30, 50].map((at) => nearestOccurrence(text, 'So it goes.', at)?.start);
    assert.deepEqual(starts, [0, 0, 22, 22, 43]);
  });

  it('is found literally, with any characters', () => {
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

describe('the sentences of an analysed text', () => {
  it('have one mark each, even a sentence that is a single macro or entity', async () => {
    for (const [language, document, marked] of [
      ['latex', 'It rained.\n\n\\LaTeX\n\nAll day.', ['It rained.', '\\LaTeX', 'All day.']],
      ['html', '<p>It rained.</p>\n<p>&hellip;</p>\n<p>All day.</p>', ['It rained.', '&hellip;', 'All day.']],
    ] as const) {
      const prose = extractProse(document, language)!;
      const segments = [...prose.text.matchAll(/\S[^\n]*/g)].map(({ index, 0: sentence }) => ({
        start: index,
        end: index + sentence.length,
        score: 0.9,
      }));
      const { asAnalysed } = await trackSentences(segments, prose, document);
      assert.deepEqual(
        asAnalysed.map(({ start, end }) => document.slice(start, end)),
        marked,
      );
    }
  });
});
