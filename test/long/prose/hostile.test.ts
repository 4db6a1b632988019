import assert from 'node:assert/strict';
import { ParagraphWriter, placeAt } from '../../../src/prose/documents/documentText.ts';
import { assertCostIsLinear } from '../../../lab/fuzz/cost.ts';
import { assertLiteral, proseOf } from '../../unit/prose/checks.ts';

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
  wikitext: ['{{', '{|\n', '[[', '[[a|', '<ref>', '<!--', '<ref', "''", '[[File:a|', '[[File:a|[['],
  org: ['[', '[[', '[[a][', '\\(', '\\['],
  asciidoc: ['[[', 'xref:', '{uri}[', 'footnote:['],
  html: ['{{', '{%', '{{</', '<%', '<!-- inkling-ignore -->a\n', 'a<!-- inkling-ignore-start -->&lt;'],
  markdown: ['<!-- inkling-ignore -->\na\n', '<!-- inkling-ignore -->\n\na\n\n', '<!-- inkling-ignore -->\n'],
};

/** What goes on for long behind a beginning, and may have an end. */
const long: Record<string, readonly (readonly [start: string, repeated: string, end: string])[]> = {
  restructuredtext: [
    ['`'.repeat(1 << 17), 'a b ', ''],
    ['', `\`a${' '.repeat(1900)}b\` `, ''],
  ],
  org: [
    ['* COMMENT ', ' ', ''],
    ['* a', ' ', 'b'],
  ],
  quarto: [
    ['a {#', ' ', ''],
    ['a {a=b', ' ', ''],
  ],
  javascript: [
    ['/** a', '*', '! */\n'],
    ['/** :a', 'a', ' */\n'],
    ['/**\n * A.\n * Args:\n *   a', ' ', 'b\n */\n'],
  ],
  python: [['"""A.\n\nArgs:\n    a', ' ', 'b\n"""\n']],
};

describe('documents that a machine made or broke', () => {
  it('are not searched from their beginning for the place of each sentence', () => {
    const heap = (length: number): string => 'a\n\n'.repeat(length / 3);
    assertCostIsLinear(heap, (text) => {
      const paragraphs = new ParagraphWriter('paragraph');
      for (const paragraph of text.split('\n\n')) paragraphs.add(paragraph);
      const document = paragraphs.build();
      for (const { start, number } of document.places) assert.equal(placeAt(document, start), number);
    });
  }).timeout(60_000);

  const itEnds = (languageId: string, what: string, textOf: (length: number) => string): void => {
    it(`never hold the reader of ${languageId}: ${what}`, () => {
      assertCostIsLinear(textOf, (document) => {
        assertLiteral(document, proseOf(document, languageId));
      });
    }).timeout(60_000);
  };
  const heap = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));
  for (const [languageId, pieces] of Object.entries(hostile)) {
    for (const piece of pieces) {
      const what = JSON.stringify(piece);
      itEnds(languageId, what, (length) => heap(piece, length));
      itEnds(languageId, `${what} closed`, (length) => heap(piece, length / 2) + '}'.repeat(length / 2));
    }
  }
  for (const [languageId, chosen] of Object.entries(long)) {
    for (const [start, repeated, end] of chosen) {
      const what = `${JSON.stringify(start.slice(0, 40))} and ${JSON.stringify(repeated.slice(0, 40))}`;
      itEnds(languageId, what, (length) => start + heap(repeated, length) + end);
    }
  }
});
