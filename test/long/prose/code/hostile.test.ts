import assert from 'node:assert/strict';
import { codeFormats } from '../../../../src/prose/code/languages.ts';
import { extractProse } from '../../../../src/prose/extract.ts';

/** UTF-16 code units: enough that time in the square of them would run into the limit. */
const length = 100_000;

const hostile = [
  ...[
    '= /[',
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
  ],
  ...[
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
  ],
];

describe('source code that a machine made or broke', () => {
  for (const languageId of Object.keys(codeFormats)) {
    it(`never holds the reader of ${languageId}`, function () {
      this.timeout(30_000);
      for (const piece of hostile) {
        const document = piece.repeat(length / piece.length);
        assert.notEqual(extractProse(document, languageId), undefined, JSON.stringify(piece));
      }
    });
  }

  const lines = [
    ...[
      '-',
      '- ',
      '=',
      '─',
      '─ ',
      '*',
      '#',
      '.',
      ',',
      "'",
      '"',
      '`',
      '[',
      ']',
      '(',
      ')',
      '{',
      '}',
      '<',
      '>',
      '\t',
      '_',
    ],
    ...[
      'a',
      'a ',
      'é ',
      'a.',
      'a-',
      'a_',
      'a(',
      '(a) ',
      '()',
      'a: ',
      ': ',
      ':a',
      ':a: ',
      'a=',
      'a =',
      'a, ',
      '*a, ',
    ],
    ...[
      'the ',
      'a:b ',
      '<a ',
      '<p ',
      '<p>',
      '<code>',
      '{@a ',
      '{@a}',
      '@a ',
      '"a" ',
      '[a] ',
      'a -',
      'pub ',
      'not ',
    ],
    ...[
      'import a ',
      'if ',
      'TODO',
      '(c) ',
      'copyright ',
      'https://a ',
      '漢',
      'x1 ',
      '# ',
      'public static ',
      '-> ',
      '\\',
    ],
  ];
  it('never blocks the thread with one line, whatever follows it', function () {
    this.timeout(60_000);
    for (const piece of lines) {
      const line = piece.repeat(4900 / piece.length);
      for (const end of ['', '!', '\0', ' a b c', ';', '"', ')']) {
        assert.notEqual(extractProse(`# ${line}${end}\n#   ${line}${end}\n`, 'python'), undefined, piece);
        assert.notEqual(extractProse(`/** @param ${line}${end}*/`, 'java'), undefined, piece);
      }
    }
  });

  it('never blocks the thread with one comment of a million characters', function () {
    this.timeout(60_000);
    for (const piece of [
      ' ',
      'a ',
      '-',
      '{@a ',
      '<p> ',
      '<code>',
      '[',
      ':a ',
      '@param ',
      '{',
      'a(',
      '\n\t*',
      '\n',
    ]) {
      const document = `/** a ${piece.repeat(1_000_000 / piece.length)}z */`;
      assert.notEqual(extractProse(document, 'java'), undefined, JSON.stringify(piece));
    }
  });
});
