import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Cut, cutsOf, passagesOf } from '../../../../src/detector/segments/passages.ts';
import { documents, sentence } from '../texts.ts';

const passagesIn = (text: string): string[] =>
  passagesOf(text, cutsOf(text, null)).map(({ start, end }) => text.slice(start, end));
const wordsOf = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** The same prose each time: sentences of many lengths. */
const prose = (sentences: number): string => fc.sample(sentence, { seed: 11, numRuns: sentences }).join('');

/**
 * Space, or code in fences and comments, which are never cut: those of over 4,096 characters lie between passages, the
 * fences with the marks of the quote or item that they are in.
 */
const liesBetween = (gap: string): boolean =>
  gap.trim() === '' ||
  (gap.length > 4096 && /^(?:[\s>*+\d.)-]*(?:(`{3}|~{3})[^]*\1|<!--[^]*-->))+\s*$/.test(gap));

describe('passages', () => {
  it('cover all of a text but the space and the long code between them', () => {
    fc.assert(
      fc.property(documents, (text) => {
        let covered = 0;
        for (const { start, end } of passagesOf(text, cutsOf(text, null))) {
          assert.ok(liesBetween(text.slice(covered, start)), text.slice(covered, start));
          assert.ok(end > start);
          covered = end;
        }
        assert.ok(liesBetween(text.slice(covered)), text.slice(covered));
      }),
    );
  }).timeout(30_000);

  it('contain no code that is longer than several passages', () => {
    const fenced = `  ~~~~\n${prose(1000)}\n  ~~~~\n`;
    assert.deepEqual(passagesIn(fenced), []);
  });

  it('have the length that the model learnt from', () => {
    for (const sentences of [40, 60, 200, 400]) {
      for (const passage of passagesIn(prose(sentences))) {
        assert.ok(wordsOf(passage) >= 140 && wordsOf(passage) <= 351, `${wordsOf(passage)} words`);
      }
    }
  });

  it('leave a text of up to 350 words whole', () => {
    const text = prose(60).split(' ').slice(0, 340).join(' ');
    assert.deepEqual(passagesIn(text), [text]);
  });

  it('end with a sentence', () => {
    for (const passage of passagesIn(prose(300))) assert.match(passage, /\.\s*$/);
  });

  it('begin at a heading where there is one in reach', () => {
    const section = `# A heading\n\n${prose(16)}\n\n`;
    for (const passage of passagesIn(section.repeat(6))) assert.match(passage, /^# A heading/);
  });

  it('contain fenced code and comments as a whole or not at all', () => {
    const short = '```js\nif (boats.length > 0) {\n\n  sail(boats);\n}\n```\n';
    const long = `~~~\n${'sail(boats); '.repeat(400)}\n\n# not a heading\n~~~\n`;
    const comment = `<!-- ${'a note that nobody sees. '.repeat(300)}-->`;
    const insets = [short, long, comment];
    const text = Array.from({ length: 20 }, (_, i) => `${prose(9)}\n\n${insets[i % 3] ?? ''}`).join('\n');
    for (const passage of passagesIn(text)) {
      assert.equal(passage.split('```').length % 2, 1, passage);
      assert.ok(!passage.includes('sail(boats); '), 'long code lies between passages');
      assert.ok(!passage.includes('nobody sees'), 'so do long comments');
    }
  });

  it('stay the same far from an edit', () => {
    const text = prose(600);
    const before = new Set(passagesIn(text));
    for (const at of [0.1, 0.5, 0.9].map((share) => Math.floor(share * text.length))) {
      const fresh = passagesIn(`${text.slice(0, at)} a few more words. ${text.slice(at)}`).filter(
        (passage) => !before.has(passage),
      );
      assert.ok(fresh.length <= 6, `${fresh.length} of ${before.size} passages changed`);
    }
  });

  it('are bounded where there are no words, stops or lines', () => {
    for (const unit of ['a', 'ab ', '\u0301', '😀', '文', '[', '<!--']) {
      for (const passage of passagesIn(unit.repeat(40_000))) assert.ok(passage.length <= 6001);
    }
  });

  it('never part the halves of a character', () => {
    for (const passage of passagesIn(`a${'😀'.repeat(20_000)}`)) assert.ok(passage.isWellFormed());
  });
});

describe('the passages of a text after an edit', () => {
  const text = prose(700);
  const cuts = cutsOf(text, null);
  /** Where reading began for a passage of the text, and the offset from which text has no effect on it. */
  const placeOf = (passage: number): { from: number; seen: number } => {
    const [from, cut] = [...cuts][passage]!;
    return { from, seen: from + cut.seen };
  };

  it('are the same as for the new text alone, whatever was reused', () => {
    const { from, seen } = placeOf(3);
    const places = [0, 1, 5000, from, seen, seen - 1, text.length - 40, text.length];
    for (const at of places) {
      for (const [removed, inserted] of [
        [0, 'a few more words. '],
        [300, ''],
        [2000, prose(40)],
        [0, '\n\n# A heading\n\n'],
        [60, 'x'],
      ] as const) {
        const edited = text.slice(0, at) + inserted + text.slice(at + removed);
        assert.deepEqual(
          cutsOf(edited, { text, cuts }),
          cutsOf(edited, null),
          `${removed} for ${inserted.length} at ${at}`,
        );
      }
    }
  });

  it('are kept before and after the edit as far as they did not see it, so that a keystroke costs little', () => {
    const keptAt = (at: number): number => {
      const edited = `${text.slice(0, at)}x${text.slice(at)}`;
      const before = new Set(cuts.values());
      return [...cutsOf(edited, { text, cuts }).values()].filter((cut) => before.has(cut)).length;
    };
    for (const passage of [0, 5, 9]) assert.ok(keptAt(placeOf(passage).seen) >= cuts.size - 6);
    assert.ok(keptAt(text.length) < cuts.size);
  });
});

describe('the last passages of a text', () => {
  /** Cuts of 100 words each, filled as given, with the space between them that `gap` says. */
  const text = 'We walked along. '.repeat(200);
  const joined = (fills: [number, number], gap = 0) => {
    const before = { start: 0, end: 1700, next: 1700 + gap, fill: fills[0], seen: 1732 };
    const tail = { start: 0, end: 680 - gap, next: 680 - gap, fill: fills[1], seen: 712 };
    const cuts = new Map([
      [0, before],
      [1700 + gap, tail],
    ]);
    return passagesOf(text, cuts).map(({ start, end }) => [start, end]);
  };

  it('stay two where the last is half full', () => {
    assert.deepEqual(joined([0.9, 0.5]), [
      [0, 1700],
      [1700, 2380],
    ]);
  });

  it('are joined where both fill no more than one', () => {
    assert.deepEqual(joined([0.6, 0.4]), [[0, 2380]]);
    assert.deepEqual(joined([0.55, 0.1]), [[0, 2380]]);
  });

  it('are divided about evenly if both together are more than one', () => {
    const [first, second] = joined([0.86, 0.34]);
    assert.ok(first);
    assert.equal(first[0], 0);
    assert.equal(first[1], second?.[0]);
    assert.equal(second?.[1], 2380);
    assert.ok(first[1]! > 800 && first[1]! < 1700, `cut at ${first[1]!}`);
  });

  it('stay two where long code lies between them', () => {
    assert.deepEqual(joined([0.6, 0.2], 17), [
      [0, 1700],
      [1717, 2380],
    ]);
  });

  it('are what they are where there is one, or none', () => {
    const passages = (...cuts: [number, Cut][]) => passagesOf(text, new Map(cuts));
    assert.deepEqual(passages(), []);
    const only = { start: 0, end: 1700, next: 1700, fill: 0.1, seen: 1732 };
    const one = [{ start: 0, end: 1700 }];
    assert.deepEqual(passages([0, only]), one);
    assert.deepEqual(passages([0, only], [1700, { ...only, start: 1, end: 1 }]), one);
  });
});
