import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cutText, passagesOf } from '../../../src/detector/passages.ts';
import { finish } from '../../../src/detector/steps.ts';
import { documents, sentence } from './texts.ts';

const cut = (text: string): string[] =>
  passagesOf(text, finish(cutText(text, null))).map(({ start, end }) => text.slice(start, end));
const wordsOf = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** The same prose each time: sentences of many lengths. */
const prose = (sentences: number): string => fc.sample(sentence, { seed: 11, numRuns: sentences }).join('');

/** Space, or code in fences and comments, which are never cut: those of over 4,096 characters lie between passages. */
const liesBetween = (gap: string): boolean =>
  gap.trim() === '' || (gap.length > 4096 && /^\s*(?:(`{3}|~{3})[^]*\1|<!--[^]*-->)\s*$/.test(gap));

describe('passages', () => {
  it('cover all of a text but the space and the long code between them', () => {
    fc.assert(
      fc.property(documents, (text) => {
        let covered = 0;
        for (const { start, end } of passagesOf(text, finish(cutText(text, null)))) {
          assert.ok(liesBetween(text.slice(covered, start)), text.slice(covered, start));
          assert.ok(end > start);
          covered = end;
        }
        assert.ok(liesBetween(text.slice(covered)), text.slice(covered));
      }),
    );
  }).timeout(30_000);

  it('hold no code that is longer than several of them', () => {
    const fenced = `  ~~~~\n${prose(1000)}\n  ~~~~\n`;
    assert.deepEqual(cut(fenced), []);
  });

  it('have the length that the model learnt from', () => {
    for (const sentences of [40, 60, 200, 400]) {
      for (const passage of cut(prose(sentences))) {
        assert.ok(wordsOf(passage) >= 140 && wordsOf(passage) <= 351, `${wordsOf(passage)} words`);
      }
    }
  });

  it('leave a text of up to 350 words whole', () => {
    const text = prose(60).split(' ').slice(0, 340).join(' ');
    assert.deepEqual(cut(text), [text]);
  });

  it('end with a sentence', () => {
    for (const passage of cut(prose(300))) assert.match(passage, /\.\s*$/);
  });

  it('begin at a heading where there is one in reach', () => {
    const section = `# A heading\n\n${prose(16)}\n\n`;
    for (const passage of cut(section.repeat(6))) assert.match(passage, /^# A heading/);
  });

  it('hold fenced code and comments whole or not at all', () => {
    const short = '```js\nif (boats.length > 0) {\n\n  sail(boats);\n}\n```\n';
    const long = `~~~\n${'sail(boats); '.repeat(400)}\n\n# not a heading\n~~~\n`;
    const comment = `<!-- ${'a note that nobody sees. '.repeat(300)}-->`;
    const insets = [short, long, comment];
    const text = Array.from({ length: 20 }, (_, i) => `${prose(9)}\n\n${insets[i % 3] ?? ''}`).join('\n');
    for (const passage of cut(text)) {
      assert.equal(passage.split('```').length % 2, 1, passage);
      assert.ok(!passage.includes('sail(boats); '), 'long code lies between passages');
      assert.ok(!passage.includes('nobody sees'), 'so do long comments');
    }
  });

  it('stay as they were far from an edit', () => {
    const text = prose(600);
    const before = new Set(cut(text));
    for (const at of [0.1, 0.5, 0.9].map((share) => Math.floor(share * text.length))) {
      const fresh = cut(`${text.slice(0, at)} a few more words. ${text.slice(at)}`).filter(
        (passage) => !before.has(passage),
      );
      assert.ok(fresh.length <= 6, `${fresh.length} of ${before.size} passages changed`);
    }
  });

  it('are bounded where there are no words, stops or lines', () => {
    for (const unit of ['a', 'ab ', '\u0301', '😀', '文', '[', '<!--']) {
      for (const passage of cut(unit.repeat(40_000))) assert.ok(passage.length <= 6001);
    }
  });

  it('never part the halves of a character', () => {
    for (const passage of cut(`a${'😀'.repeat(20_000)}`)) assert.ok(passage.isWellFormed());
  });
});
