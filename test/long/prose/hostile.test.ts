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
  org: ['[', '[[', '[[a][', '\\(', '\\['],
  asciidoc: ['[[', 'xref:', '{uri}[', 'footnote:['],
  html: ['{{', '{%', '{{</', '<%', '<!-- inkling-ignore -->a\n', 'a<!-- inkling-ignore-start -->&lt;'],
  markdown: ['<!-- inkling-ignore -->\na\n', '<!-- inkling-ignore -->\n\na\n\n', '<!-- inkling-ignore -->\n'],
};

/** Heaps of one piece before heaps of another. */
const pairs: Record<string, readonly (readonly [first: string, second: string])[]> = {
  restructuredtext: [['`', 'a b ']],
};

describe('documents that a machine made or broke', () => {
  const heap = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));
  const itEnds = (languageId: string, first: string, second = first): void => {
    it(`never hold the reader of ${languageId}: ${JSON.stringify(first)}, ${JSON.stringify(second)}`, () => {
      assertCostIsLinear(
        (length) => heap(first, length / 2) + heap(second, length / 2),
        (document) => {
          assertLiteral(document, proseOf(document, languageId));
        },
      );
    }).timeout(60_000);
  };
  for (const [languageId, pieces] of Object.entries(hostile)) {
    for (const piece of pieces) {
      itEnds(languageId, piece);
      itEnds(languageId, piece, '}');
    }
  }
  for (const [languageId, chosen] of Object.entries(pairs))
    for (const [first, second] of chosen) itEnds(languageId, first, second);
});
