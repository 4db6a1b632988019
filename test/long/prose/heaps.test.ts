import { assertLiteral, proseOf } from '../../unit/prose/checks.ts';
import { marks } from '../../unit/prose/documents.ts';

describe('the prose of any document', () => {
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
