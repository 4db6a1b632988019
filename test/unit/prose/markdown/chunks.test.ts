import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../runs.ts';
import { markdownProse, parsedProse } from '../../../../src/prose/markdown/markdown.ts';
import { piecesOf } from '../../../../src/prose/markdown/chunks.ts';
import { markdownDocuments } from '../markdownBlocks.ts';

describe('the pieces of a Markdown document', () => {
  it('hold together the prose that the whole document holds, wherever each stands', () => {
    fc.assert(
      fc.property(markdownDocuments, (document) => {
        assert.equal(piecesOf(document).join(''), document);
        assert.deepEqual(markdownProse(document), parsedProse(document));
      }),
      { numRuns: runs(500, 100) },
    );
  });

  it('stay as they are but for the one that is edited, or live scores would take as long as a scan', () => {
    const words = 'The tide gauge was read by hand until March. '.split('');
    const paragraphs = Array.from({ length: 400 }, (_, i) => words.slice(0, 10 + (i % 30)).join(''));
    const before = piecesOf(paragraphs.join('\n\n'));
    paragraphs[200] = `${paragraphs[200]} Twice.`;
    const known = new Set(before);
    assert.ok(before.length > 50);
    assert.ok(piecesOf(paragraphs.join('\n\n')).filter((piece) => !known.has(piece)).length <= 3);
  });

  it('are found behind a fence of any length, which is no pattern that can grow too large', () => {
    const fence = '`'.repeat(100_000);
    assert.equal(
      markdownProse(`${fence}\ncode\n${fence.slice(1)}\ncode\n${fence}\n\nIt rained.`).text,
      'It rained.',
    );
  });

  describe('begin at a letter behind a blank line, where the line has a length in fours', () => {
    const pieces: [what: string, ...pieces: string[]][] = [
      ['paragraphs', 'One.\n\n', 'Four\n\nThree chars.?\n\n', 'Text'],
      ['blank lines of spaces, and Windows line ends', 'One\r\n \t\r\n', 'Four\r\n'],
      ['old line ends', 'One\r\r', 'Four\r\r'],
      ['letters of any script', 'One\n\n', 'Über\n\n', 'слов'],
      ['but not at a mark', 'One\n\n*Fo*\n\n- On\n\n1234\n\n    '],
      ['nor in the middle of a paragraph', 'One\nFour\nFour'],
    ];
    for (const [what, ...expected] of pieces) {
      it(what, () => {
        assert.deepEqual(piecesOf(expected.join('')), expected);
      });
    }
  });

  describe('never begin where a blank line means nothing', () => {
    const whole: [what: string, document: string][] = [
      ['in code', '```\n\nFour\n```'],
      ['in code with tildes', '~~~ js\n\nFour\n~~~'],
      ['in code that holds other fences', '````\n```\n\nFour\n~~~\n\nFour\n    ````\n\nFour'],
      ['in code that never ends', 'One\n```\n\nFour\n``` js\n\nFour'],
      ['in front matter', '---\na: b\n\nFour\n--- c\n\nFour\n'],
      ['in front matter of TOML', '\uFEFF+++\na = 1\n\nFour\n---\n++++\n\nFour'],
      ['in a formula', '$$\n\nFour\n$$\n\nFour'],
      ['in HTML, a comment, a quote with code', '<div>\n\nFour\n</div>\n\nFour'],
      ['in code of an item', '- ```\n\nFour'],
      ['where a definition may be for all', 'One [a].\n\nFour\n\n[a]: b'],
    ];
    for (const [what, document] of whole) {
      it(what, () => {
        assert.deepEqual(piecesOf(document), [document]);
      });
    }
  });

  describe('begin again behind', () => {
    const again: [what: string, ...pieces: string[]][] = [
      ['code', '```\n\nFour\n```\n\n', 'Four'],
      ['code with a longer end', '~~~~\n\nFour\n  ~~~~~  \n\n', 'Four'],
      ['front matter', '--- \na: b\n\nFour\n---\t\n\n', 'Four'],
      ['front matter of TOML', '+++\n\nFour\n+++ \n\n', 'Four'],
      ['a rule, which is no front matter further down', 'One\n\n---\n\n', 'Four\n\n---\n\n', 'Four'],
      ['inline code', '``` a ` b\n\n'],
    ];
    for (const [what, ...expected] of again) {
      it(what, () => {
        assert.deepEqual(piecesOf(expected.join('')), expected);
      });
    }
  });

  it('are read one by one, with a blank line between and every word where it stands', () => {
    const document = 'One *day*.\n\nFour.\r\n\r\n---\n\nIt rained.\n\n```\nx\n```\n\nThe pier\n\nFour';
    assert.ok(piecesOf(document).length > 2);
    assert.deepEqual(markdownProse(document), parsedProse(document));
    assert.deepEqual(markdownProse(document.slice(4)), parsedProse(document.slice(4)));
  });
});
