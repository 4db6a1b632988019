import fc from 'fast-check';
import { codeExtractors } from '../../../../src/prose/code/languages.ts';
import { extractProse } from '../../../../src/prose/extract.ts';
import { assertLiteral } from '../checks.ts';

const marks = [
  '//',
  '///',
  '/*',
  '*/',
  '/**',
  ' * ',
  '#',
  '##',
  '--',
  '--[[',
  ']]',
  '{-',
  '-}',
  '#=',
  '=#',
  '<#',
  '#>',
  '=begin\n',
  '\n=end\n',
  '=head1 ',
  '\n=cut\n',
  '"',
  "'",
  '`',
  '"""',
  "'''",
  '@"',
  'r#"',
  '"#',
  'R"x(',
  ')x"',
  '${',
  '#{',
  '$(',
  '\\(',
  '{',
  '}',
  '(',
  ')',
  '\\',
  '/',
  '[',
  ']',
  '<<A',
  '\nA\n',
  '<<<A',
  '<?php ',
  '?>',
  '%w[',
  '~S"""',
  '@doc ',
  'def a():\n',
  'a: |\n',
  '@param {a} b ',
  '{@link a b}',
  '<p>',
  '<code>',
  '</code>',
  '<pre>',
  '```',
  'Args:\n',
  ':param a: ',
  '>>> ',
  'TODO: ',
  '=====',
  '│ ',
  ' *\n',
  '&amp;',
  '*a*',
  '[a](b)',
  '- ',
];
const rest = [
  '\n',
  '\r\n',
  '\r',
  '\t',
  ' ',
  '    ',
  '\uFEFF',
  '🌊',
  '\0',
  '\uD800',
  'é',
  'e\u0301',
  'word ',
  'It rained all day. ',
  'a = b;\n',
];

const document = fc
  .array(fc.oneof(fc.constantFrom(...marks), fc.constantFrom(...rest), fc.string({ maxLength: 3 })), {
    maxLength: 60,
  })
  .map((pieces) => pieces.join(''));

describe('where the prose of code stands', () => {
  for (const [languageId] of codeExtractors) {
    it(`is never claimed of a place that does not hold the words, whatever the ${languageId}`, function () {
      this.timeout(60_000);
      fc.assert(
        fc.property(document, (document) => {
          assertLiteral(document, extractProse(document, languageId)!);
        }),
        { numRuns: 150 },
      );
    });
  }
});
