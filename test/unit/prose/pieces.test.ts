import assert from 'node:assert/strict';
import fc from 'fast-check';
import { markdownProse, parsedProse } from '../../../src/prose/markdown.ts';
import { piecesOf } from '../../../src/prose/pieces.ts';

/** Blocks, and beginnings of some, of which a document is put together. */
const blocks = [
  'It rained',
  'It rained *all* day',
  'We went _out_ [early](http://x.y)',
  '# A heading',
  'A heading\n=',
  '- one\n- two\n\n  more of two\n- three',
  '1. one\n\n   ```\n   code',
  '> quoted\n> words\n\n> more',
  '```js\nlet a;\n\nText in code\n```',
  '```\nopen code',
  '~~~\n```\n~~~',
  ' ```\nText behind a space',
  '    indented code',
  '<div>\n\nText in it\n\n</div>',
  '<!-- a comment\n\nText in it',
  '-->',
  '$$\nx^2\n\nText in it\n$$',
  '| a | b |\n|--|--|\n| c | d |',
  'Name | Age\n--|--\nAnn | 7',
  '[^1]: a note\n\n    more of it',
  'See [it] and [^1]',
  '[it]: http://z',
  '---\ntitle: x\n---',
  '---',
  'www.example.org<br>word',
  'Ünder the pier 🐝',
  '\uFEFFWords',
];
const breaks = ['\n', '\n\n', '\n \t\n', '\r\n\r\n', '\n\n\n', '\r\r'];

describe('the pieces of a Markdown document', () => {
  it('hold together the prose that the whole document holds, wherever each stands', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...blocks), fc.constantFrom(...breaks), fc.nat(3)), {
          maxLength: 12,
        }),
        (parts) => {
          // Letters in front change which lines begin a piece.
          const document = parts.map(([block, end, more]) => block + 'x'.repeat(more) + end).join('');
          assert.equal(piecesOf(document).join(''), document);
          assert.deepEqual(markdownProse(document), parsedProse(document));
        },
      ),
      { numRuns: 500 },
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
});
