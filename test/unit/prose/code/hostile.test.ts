import assert from 'node:assert/strict';
import { codeExtractors } from '../../../../src/prose/code/languages.ts';
import { extractProse } from '../../../../src/prose/extract.ts';

/** Enough that time in the square of it would run into mocha's limit, here and for each of the languages. */
const length = 1_000_000;

const hostile = [
  '/*',
  '{-',
  '#=',
  '--[[',
  '"',
  "'",
  '"""\n',
  '`${',
  '"#{',
  '$(',
  '(',
  '[',
  '{',
  '/',
  '<<A ',
  '<?php ',
  'r#"',
  "'a",
  '#',
  '\\',
  ' ',
  '\t',
  '=',
  '-',
  '$',
  '%w[',
  ' s{',
  ' q(',
  '"a\n',
  '/*\n',
  'a: |\n',
  '=a\n',
];

describe('source code that a machine made or broke', () => {
  for (const [languageId] of codeExtractors) {
    it(`never holds the reader of ${languageId}`, function () {
      this.timeout(120_000);
      for (const piece of hostile) {
        const document = piece.repeat(length / piece.length);
        assert.notEqual(extractProse(document, languageId), undefined, JSON.stringify(piece));
      }
    });
  }

  it('never holds it by one comment without an end', function () {
    this.timeout(120_000);
    for (const piece of [' ', 'a ', '-', '{@a ', '<p> ', '<code>', '[', ':a ', '@param ', '{', 'a(', '\t*']) {
      assert.notEqual(
        extractProse(`/** a ${piece.repeat(length / piece.length)}z */`, 'java'),
        undefined,
        piece,
      );
    }
  });
});
