import assert from 'node:assert/strict';
import { isTooDeep, isTooComplex, latexChunks } from '../../../../src/prose/latex/chunks.ts';

/** A paragraph of so many characters. */
const words = (length: number): string => 'It rained. '.repeat(Math.ceil(length / 11)).slice(0, length);

const chunksOf = (source: string): string[] | undefined =>
  latexChunks(source)?.map(({ start, end }) => source.slice(start, end));

/** 16,000 characters: from here on a piece may end. */
const long = words(16_000);

describe('the pieces of a LaTeX document', () => {
  it('are one where it is short, and hold all of it', () => {
    const source = `${words(15_999)}\n\nMore.`;
    assert.deepEqual(chunksOf(source), [source]);
    assert.deepEqual(chunksOf(''), []);
  });

  it('end at the first blank line or heading once they are long', () => {
    for (const next of [
      '\n\nMore.',
      '\n \t\nMore.',
      '\n\\section{More}',
      '\n \\part{More}',
      '\n\\chapter*{More}',
    ]) {
      assert.deepEqual(chunksOf(`${long}${next}`), [long, next], next);
      assert.deepEqual(chunksOf(`${long}${next}${long}${next}`), [long, `${next}${long}`, next], next);
    }
    for (const next of ['\nMore.', '\n\\subsection{More}', '\n\\sections', ' \\section{More}']) {
      assert.deepEqual(chunksOf(`${long}${next}`), [`${long}${next}`], next);
    }
  });

  it('never end within braces or an environment, but at a heading', () => {
    for (const open of ['{', '\\begin{quote}', '\\begin {quote}', '{ \\} ', '{ \\\\', '{ % }\n']) {
      const whole = `${open} ${long}\n\nMore.`;
      assert.deepEqual(chunksOf(whole), [whole], open);
      assert.deepEqual(chunksOf(`${open} ${long}\n\\section{More}`), [
        `${open} ${long}`,
        '\n\\section{More}',
      ]);
    }
  });

  it('end at a heading after a blank line too, or one brace in a listing would make one piece of a book', () => {
    for (const blank of ['\n', '\n \t', '\n\n'])
      assert.equal(chunksOf(`{${long}${blank}\n\\section{More}`)?.length, 2, JSON.stringify(blank));
  });

  it('end where braces and environments are closed, and comments hide what is in them', () => {
    for (const closed of [
      ...['{}', '{{}}', '\\begin{quote}\\end{quote}', '\\begin{quote}\\end {quote}', '}', '\\end{quote}'],
      ...['\\{', '\\begin', '\\beginner{}', '% {\n', '% \\begin{quote}\n'],
    ]) {
      assert.deepEqual(chunksOf(`${closed}${long}\n\nMore.`), [`${closed}${long}`, '\n\nMore.'], closed);
    }
  });

  it('count braces again after a heading', () => {
    const source = `{${long}\n\\section{B}${long}\n\nMore.`;
    assert.equal(chunksOf(source)?.length, 3);
  });

  it('are of what stands in the document, not before and after it', () => {
    const source = `\\title{a}\n\\begin{document}One.\n\\end{document} x \\end{document}\nnotes`;
    assert.deepEqual(chunksOf(source), ['One.\n\\end{document} x ']);
    assert.deepEqual(chunksOf('x \\begin{document}One.'), ['One.']);
    assert.deepEqual(chunksOf('\\end{document}\n\\begin{document}One.'), ['One.']);
    assert.deepEqual(chunksOf('% \\begin{document}\nOne.'), ['% \\begin{document}\nOne.']);
    assert.deepEqual(chunksOf(`\\begin{document}${long}\n\nx\\end{document}\n\n${long}\n\nmore`), [
      long,
      '\n\nx',
    ]);
  });

  it('are refused where one would be longer than any that a person writes', () => {
    assert.equal(chunksOf(words(256_000))?.length, 1);
    assert.equal(chunksOf(words(256_001)), undefined);
    assert.equal(chunksOf(`{${words(200_000)}\n\n${words(100_000)}`), undefined);
  });
});

describe('LaTeX that would hold the parser for hours', () => {
  const hundred = (part: string): string => part.repeat(100);

  it('opens listings or options over and over and never closes them', () => {
    for (const open of [
      ...[
        '\\begin{verbatim}',
        '\\begin{lstlisting}',
        '\\begin{minted}',
        '\\begin{comment}',
        '\\begin{filecontents*}',
      ],
      ...['\\item[', '\\Foo*['],
    ]) {
      assert.equal(isTooComplex(hundred(open) + words(500_000)), true, open);
      assert.equal(isTooComplex(hundred(open) + words(490_000)), false, open);
    }
  });

  it('is no document that closes them, however many they are', () => {
    for (const closed of [
      ...[
        '\\begin{verbatim}\\end{verbatim}',
        '\\begin{minted}\\end{minted}',
        '\\item[a]',
        '\\begin{quote}',
        '[',
        '\\5[',
      ],
    ]) {
      assert.equal(isTooComplex(hundred(closed) + words(500_000)), false, closed);
    }
  });

  it('may leave open both, and what is closed too often makes up for neither', () => {
    const both = hundred('\\begin{verbatim}') + hundred('\\item[');
    assert.equal(isTooComplex(both + words(250_000)), true);
    assert.equal(isTooComplex(hundred(']]') + hundred('\\begin{verbatim}') + words(500_000)), true);
    assert.equal(isTooComplex(hundred('\\end{verbatim}') + hundred('\\item[') + words(500_000)), true);
    assert.equal(isTooComplex(words(1_000_000)), false);
  });
});

describe('LaTeX that nests deeper than its parser bears', () => {
  /** A thousand deep, and so long. */
  const deep = (open: string, close: string, length: number): string => {
    const marks = (open.length + close.length) * 1000;
    return open.repeat(1000) + 'a'.repeat(length - marks) + close.repeat(1000);
  };

  for (const [what, open, close] of [
    ['braces', '{', '}'],
    ['formulas of their own', '\\[', '\\]'],
    ['formulas', '\\(', '\\)'],
    ['what is never closed', '\\emph{', ''],
  ] as const) {
    it(`is taken as plain text before it takes minutes: ${what}`, () => {
      assert.equal(isTooDeep([deep(open, close, 53_000)]), true);
      assert.equal(isTooDeep([deep(open, close, 52_000)]), false);
    });
  }

  it('is told by each piece, which the parser reads alone, and costs what all of them do', () => {
    assert.equal(isTooDeep([deep('{', '', 26_000), deep('{', '', 26_000)]), false);
    assert.equal(isTooDeep(Array.from({ length: 3 }, () => deep('{', '', 26_000))), true);
  });

  it('is no book, however long, nor one with a brace left open in each listing', () => {
    const chapter =
      '\\begin{itemize}\\item \\emph{It {\\bf rained} \\[ x_{y} \\]}\\end{itemize} \\\\[2pt] \\{ % {{{{\n';
    assert.equal(isTooDeep([chapter.repeat(10_000)]), false);
    assert.equal(isTooDeep(Array.from({ length: 60 }, () => '{'.repeat(60) + 'a '.repeat(8000))), false);
  });

  it('reads on after marks that close nothing', () => {
    assert.equal(isTooDeep(['}'.repeat(1000) + deep('{', '', 53_000)]), true);
  });
});
