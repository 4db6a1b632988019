import fc from 'fast-check';
import { runs } from '../../runs.ts';
import { assertLiteral, proseOf } from './checks.ts';
import { documentsOf, marks } from './documents.ts';

describe('the prose of any document', () => {
  for (const languageId of Object.keys(marks)) {
    it(`never claims a place in ${languageId} that does not hold the words`, () => {
      fc.assert(
        fc.property(documentsOf(languageId), (document) => {
          assertLiteral(document, proseOf(document, languageId));
        }),
        { numRuns: runs(500) },
      );
    });
  }
});
