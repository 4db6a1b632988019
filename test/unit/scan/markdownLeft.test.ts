import assert from 'node:assert/strict';
import { extractProse } from '../../../src/prose/extract.ts';
import { wholeAsProse, judgedProse } from '../../../src/scan/judged.ts';

describe('Markdown in a document that is none', () => {
  const text = 'The **tide** rose.\n\n## Result\n\nIt **fell** again.\n';
  const marksIn = (document: string, languageId: string | null): string[] | undefined => {
    const extracted = languageId === null ? wholeAsProse(document) : extractProse(document, languageId)!;
    const { prose, notes } = judgedProse(document, extracted);
    return notes?.evidence[0]?.spans.map(({ start, end }) => prose.text.slice(start, end));
  };

  it('is shown, with its places, in LaTeX and in what is read out of Word files', () => {
    assert.deepEqual(marksIn(text, null), ['**tide**', '## Result', '**fell**']);
    assert.deepEqual(marksIn('The **tide** rose. It **fell** again.\n', 'latex'), ['**tide**', '**fell**']);
  });

  it('is none where Markdown is at home, and once it may be anything', () => {
    for (const languageId of ['markdown', 'plaintext']) assert.equal(marksIn(text, languageId), undefined);
    assert.equal(marksIn('The **tide** rose.\n', null), undefined);
    assert.equal(marksIn('It is $a ** b ** c$ and 2**3, 4 ** 5.\n', 'latex'), undefined);
  });
});
