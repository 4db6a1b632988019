import fc from 'fast-check';
import { assertLiteral, proseOf } from './checks.ts';
import { documentsOf, marks } from './documents.ts';

describe('the prose of any document', () => {
  for (const languageId of Object.keys(marks)) {
    it(`never claims a place in ${languageId} that does not hold the words`, () => {
      fc.assert(
        fc.property(documentsOf(languageId), (document) => {
          assertLiteral(document, proseOf(document, languageId));
        }),
        { numRuns: 500 },
      );
    });
  }

  /** Enough that what takes the square of it takes minutes. LaTeX's parser takes 5 µs for each character. */
  const many = (languageId: string): number => (languageId === 'latex' ? 8_000 : 50_000);
  for (const [languageId, own] of Object.entries(marks)) {
    it(`ends on a heap of any one mark of ${languageId}`, function () {
      this.timeout(60_000);
      for (const mark of own) {
        const document = mark.repeat(Math.ceil(many(languageId) / mark.length));
        assertLiteral(document, proseOf(document, languageId));
      }
    });
  }
});
