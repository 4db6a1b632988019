import fc from 'fast-check';
import { runs } from '../../../runs.ts';
import { codeFormats } from '../../../../src/prose/code/languages.ts';
import { extractProse } from '../../../../src/prose/extract.ts';
import { assertLiteral } from '../checks.ts';
import { codeDocuments } from './documents.ts';

describe('where the prose of code stands', () => {
  for (const languageId of Object.keys(codeFormats)) {
    it(`is never claimed of a place that does not hold the words, whatever the ${languageId}`, function () {
      this.timeout(60_000);
      fc.assert(
        fc.property(codeDocuments, (document) => {
          assertLiteral(document, extractProse(document, languageId)!);
        }),
        { numRuns: runs(150, 100) },
      );
    });
  }
});
