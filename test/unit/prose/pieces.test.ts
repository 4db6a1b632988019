import assert from 'node:assert/strict';
import fc from 'fast-check';
import { markdownProse, parsedProse } from '../../../src/prose/markdown.ts';
import { piecesOf } from '../../../src/prose/pieces.ts';
import { markdownDocuments } from './markdownBlocks.ts';

describe('the pieces of a Markdown document', () => {
  it('hold together the prose that the whole document holds, wherever each stands', () => {
    fc.assert(
      fc.property(markdownDocuments, (document) => {
        assert.equal(piecesOf(document).join(''), document);
        assert.deepEqual(markdownProse(document), parsedProse(document));
      }),
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
});
