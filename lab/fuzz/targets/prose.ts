import fc from 'fast-check';
import { codeFormats } from '../../../src/prose/code/languages.ts';
import { assertLiteral, proseOf } from '../../../test/unit/prose/checks.ts';
import { codeDocuments, codeMarks } from '../../../test/unit/prose/code/documents.ts';
import { common, documentsOf, marks } from '../../../test/unit/prose/documents.ts';
import { markdownDocuments } from '../../../test/unit/prose/markdownBlocks.ts';
import { assertCostIsLinear } from '../cost.ts';
import { heapOf, heapsOf } from '../heaps.ts';
import { check, type Check, type FuzzTarget } from '../target.ts';

const codeLanguages = Object.keys(codeFormats);

function readsAny(languageId: string): Check {
  return check(documentsOf(languageId), (document) => {
    assertLiteral(document, proseOf(document, languageId));
  });
}

function readsHeaps(languageIds: readonly string[], pieces: readonly string[]): Check {
  return check(fc.record({ languageId: fc.constantFrom(...languageIds), heap: heapsOf(pieces) }), (input) => {
    assertCostIsLinear(
      (length) => heapOf(input.heap, length),
      (document) => {
        assertLiteral(document, proseOf(document, input.languageId));
      },
    );
  });
}

const languages = Object.keys(marks);

export const target: FuzzTarget = {
  checks: {
    ...Object.fromEntries(languages.map((languageId) => [languageId, readsAny(languageId)])),
    code: check(fc.tuple(fc.constantFrom(...codeLanguages), codeDocuments), ([languageId, document]) => {
      assertLiteral(document, proseOf(document, languageId));
    }),
    blocks: check(markdownDocuments, (document) => {
      assertLiteral(document, proseOf(document, 'markdown'));
    }),
    ...Object.fromEntries(
      languages.map((languageId) => [
        `${languageId}Cost`,
        readsHeaps([languageId], [...(marks[languageId] ?? []), ...common]),
      ]),
    ),
    codeCost: readsHeaps(codeLanguages, [...codeMarks, ...common]),
  },
};
