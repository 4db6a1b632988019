import assert from 'node:assert/strict';
import fc from 'fast-check';
import { extractProse } from '../../../src/prose/extract.ts';
import { placeInDocument, toDocumentRanges } from '../../../src/text/ranges.ts';

const document = 'First *one* here.\n\nSecond &amp; **last** one\nhere. Third.\n\n- Fourth.\n- Fifth.\n';
const prose = extractProse(document, 'markdown')!;

function cut(start: number, end: number): string[] {
  return toDocumentRanges(prose, start, end).map((range) => document.slice(range.start, range.end));
}

function rangeOf(words: string): { start: number; end: number } {
  const start = document.indexOf(words);
  return { start, end: start + words.length };
}

describe('where prose stands in its document', () => {
  it('marks a sentence as one piece, markup and wrapped lines included', () => {
    const start = prose.text.indexOf('Second');
    assert.deepEqual(cut(start, prose.text.indexOf(' Third')), ['Second &amp; **last** one\nhere.']);
  });

  it('never runs a mark from one block into the next', () => {
    assert.deepEqual(cut(0, prose.text.length), [
      'First *one* here.',
      'Second &amp; **last** one\nhere. Third.',
      'Fourth.',
      'Fifth.',
    ]);
  });

  it('is empty for a range without words of the document', () => {
    const gap = prose.text.indexOf('\n\n');
    assert.deepEqual(cut(gap, gap + 2), []);
    assert.deepEqual(cut(3, 3), []);
  });
});

describe('the prose of a selection', () => {
  it('contains the sentences inside it and nothing else', () => {
    const selected = extractProse(document, 'markdown', [
      rangeOf('*one* here.\n\nSecond'),
      rangeOf('Fifth.'),
    ])!;
    assert.equal(selected.text, 'one here.\n\nSecond\n\nFifth.');
    for (const { start, documentStart, length } of selected.spans) {
      assert.equal(
        selected.text.slice(start, start + length),
        document.slice(documentStart, documentStart + length),
      );
    }
  });

  it('reads several selections in the order of the text, whichever was made first', () => {
    const ranges = [
      { start: 12, end: 18 },
      { start: 0, end: 4 },
    ];
    assert.equal(extractProse('One. Two. A Third.', 'plaintext', ranges)!.text, 'One. Third.');
  });

  it('includes the characters of entities inside it', () => {
    const document = 'Two caf&eacute;s closed. Tom &amp; Jo left.';
    const selected = extractProse(document, 'markdown', [{ start: 4, end: document.length }])!;
    assert.equal(selected.text, 'cafés closed. Tom & Jo left.');
  });

  it('is the selected text itself if prose can’t be distinguished from code', () => {
    const document = 'x = 1 ! It rained.';
    assert.equal(extractProse(document, 'fortran', [{ start: 8, end: 18 }])!.text, 'It rained.');
  });

  it('is empty where only markup is selected', () => {
    assert.equal(extractProse(document, 'markdown', [rangeOf('**')])!.text, '');
  });

  it('is exactly what is selected, for any selection', () => {
    fc.assert(
      fc.property(fc.nat(document.length), fc.nat(document.length), (a, b) => {
        const range = { start: Math.min(a, b), end: Math.max(a, b) };
        const { spans } = extractProse(document, 'markdown', [range])!;
        for (const { documentStart, length } of spans) {
          assert.ok(documentStart >= range.start && documentStart + length <= range.end);
        }
      }),
    );
  });
});

describe('the place of a sentence of which no letter stands in its document', () => {
  const cases: [language: string, document: string, sentence: string, place: string][] = [
    ['html', '<p>It rained.</p>\n\n<p>&hellip;</p>\n<p>All day.</p>', '…', '&hellip;'],
    ['markdown', 'It rained.\n\n&copy;&nbsp;&reg;\n\nAll day.', '©', '&copy;'],
    ['latex', 'It rained.\n\n\\section{\\LaTeX}\n\nAll day.', 'LaTeX', '\\section'],
    ['html', '&hellip;', '…', '&hellip;'],
    ['html', '<p>It rained.</p><p>&hellip;</p>', '…', '&hellip;'],
  ];
  for (const [language, document, sentence, place] of cases) {
    it(`is that of its entity or macro, not the beginning of the document: ${place} in ${language}`, () => {
      const prose = extractProse(document, language)!;
      const start = prose.text.indexOf(sentence);
      const found = placeInDocument(document, prose, { start, end: start + sentence.length });
      assert.equal(document.slice(found.start, found.end), place);
    });
  }
});
