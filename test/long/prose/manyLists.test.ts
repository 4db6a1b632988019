import assert from 'node:assert/strict';
import { extractProse } from '../../../src/prose/extract.ts';
import { isTooComplex } from '../../../src/prose/markdown/isTooComplex.ts';

describe('Markdown of many lists and quotes', () => {
  const many = 20_000;
  for (const [what, document] of [
    ['lists under headings', '# a\n- b\n'.repeat(many)],
    ['lists in lists', '- b\n  - c\n'.repeat(many)],
    ['quotes with a line between them', '>\n\n'.repeat(many)],
    ['definitions between lists', '[a]: b\n- c\n\n'.repeat(many)],
  ] as const) {
    it(`is read before the reader gives up: ${what}`, () => {
      assert.equal(isTooComplex([document]), false);
      assert.notEqual(extractProse(document, 'markdown')?.text, document);
    }).timeout(60_000);
  }
});
