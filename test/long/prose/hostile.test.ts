import assert from 'node:assert/strict';
import { extractProse } from '../../../src/prose/extract.ts';

/** UTF-16 code units: enough that time in the square of them would run into the limit. */
const length = 1 << 20;

/** What is opened and never closed, closed and never opened, or nests without end. */
const hostile: Record<string, readonly string[]> = {
  latex: [
    ...[
      '{',
      '}',
      '{a',
      '$',
      '$$',
      '\\[',
      '\\(',
      '\\($',
      '[',
      '%',
      '\\',
      '`',
      '\\emph{',
      '\\footnote{',
      '\\item[',
    ],
    ...[
      '\\footnote{a}',
      '\\cite[',
      '\\foo[',
      '\\def\\a',
      '\\def\\a{',
      '\\let\\a',
      "\\'{",
      '\\verb|',
      '\\url{',
    ],
    ...['\\begin{itemize}', '\\end{itemize}', '{\\begin{a}', '\\begin{verbatim}', '\\begin{lstlisting}x'],
    ...['\\begin{a}\\end{b}', '\\newglossaryentry{a}{description={', '\\iffalse', '\\iffalse\\fi', '\\only<'],
  ],
  restructuredtext: ['::\n\n', '- a::\n', 'a\n b\n'],
  org: ['[', '[[', '[[a][', '\\(', '\\['],
  asciidoc: ['[[', 'xref:', '{uri}[', 'footnote:['],
  html: ['{{', '{%', '{{</', '<%', '<!-- inkling-ignore -->a\n', 'a<!-- inkling-ignore-start -->&lt;'],
  markdown: ['<!-- inkling-ignore -->\na\n', '<!-- inkling-ignore -->\n\na\n\n', '<!-- inkling-ignore -->\n'],
};

describe('documents that a machine made or broke', () => {
  for (const [languageId, pieces] of Object.entries(hostile)) {
    for (const piece of pieces) {
      it(`never hold the reader of ${languageId}: ${JSON.stringify(piece)}`, () => {
        const many = piece.repeat(length / piece.length);
        const closed = piece.repeat(length / 2 / piece.length) + '}'.repeat(length / 2);
        for (const document of [many, closed]) assert.notEqual(extractProse(document, languageId), undefined);
      }).timeout(30_000);
    }
  }
});
