import assert from 'node:assert/strict';
import { extractProse } from '../../../src/prose/extract.ts';
import type { Prose } from '../../../src/text/prose.ts';
import { toDocumentRanges } from '../../../src/text/ranges.ts';

export type Case = [what: string, document: string, text: string];

export function proseOf(document: string, languageId: string): Prose {
  const prose = extractProse(document, languageId);
  assert.ok(prose, `${languageId} is read`);
  return prose;
}

/** Cuts every span out of both and compares. */
export function assertLiteral(document: string, { text, spans }: Prose): void {
  let textEnd = 0;
  let documentEnd = 0;
  for (const { start, documentStart, length } of spans) {
    assert.ok(length > 0 && start >= textEnd && documentStart >= documentEnd, 'in order, not overlapping');
    assert.equal(text.slice(start, start + length), document.slice(documentStart, documentStart + length));
    textEnd = start + length;
    documentEnd = documentStart + length;
  }
  assert.ok(textEnd <= text.length && documentEnd <= document.length);
}

/** One test for each case: as it stands here, and as Windows and an old editor would save it. */
export function itReads(languageId: string, cases: readonly Case[]): void {
  for (const [what, document, text] of cases) {
    it(`reads ${what} as a person does`, () => {
      for (const written of [document, `\uFEFF${document.replaceAll('\n', '\r\n')}`]) {
        const prose = proseOf(written, languageId);
        assert.equal(prose.text, text);
        assertLiteral(written, prose);
      }
    });
  }
}

/** What is marked in the document for these words of its prose. */
export function marked(document: string, languageId: string, words: string): string[] {
  const prose = proseOf(document, languageId);
  const start = prose.text.indexOf(words);
  assert.ok(start >= 0, `${JSON.stringify(words)} is in ${JSON.stringify(prose.text)}`);
  return toDocumentRanges(prose, start, start + words.length).map((range) =>
    document.slice(range.start, range.end),
  );
}
