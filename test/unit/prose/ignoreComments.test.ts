import assert from 'node:assert/strict';
import { hashedBlocksOf, judgedProse } from '../../../src/scan/judged.ts';
import { extractProse } from '../../../src/prose/extract.ts';
import { assertLiteral } from './checks.ts';

/** A comment of each format, and its prose as the format sets two paragraphs. */
const formats: Record<
  string,
  { comment: (said: string) => string; paragraphs?: (texts: string[]) => string }
> = {
  markdown: { comment: (said) => `<!-- ${said} -->` },
  mdx: { comment: (said) => `{/* ${said} */}` },
  quarto: { comment: (said) => `<!-- ${said} -->` },
  html: {
    comment: (said) => `<!-- ${said} -->`,
    paragraphs: (texts) => texts.map((text) => (text.startsWith('<!') ? text : `<p>${text}</p>`)).join('\n'),
  },
  latex: { comment: (said) => `% ${said}` },
  restructuredtext: { comment: (said) => `.. ${said}` },
  asciidoc: { comment: (said) => `// ${said}` },
  org: { comment: (said) => `# ${said}` },
  wikitext: { comment: (said) => `<!-- ${said} -->` },
  'git-commit': { comment: (said) => `# ${said}` },
  typescript: { comment: (said) => `// ${said}`, paragraphs: inComments('// ') },
  python: { comment: (said) => `# ${said}`, paragraphs: inComments('# ') },
};

function inComments(mark: string): (texts: string[]) => string {
  return (texts) =>
    texts.map((text) => (text.startsWith(mark) ? `${text}\n` : `${mark}${text}\n\n`)).join('');
}

const first = 'The ferry was late again that morning.';
const second = 'Nobody on the pier had minded the rain.';
const third = 'Then the whole town went home to sleep.';

describe('an ignore comment', () => {
  for (const [language, { comment, paragraphs = (texts: string[]) => texts.join('\n\n') }] of Object.entries(
    formats,
  )) {
    const read = (...parts: string[]) => {
      const document = paragraphs(parts);
      const prose = extractProse(document, language);
      assert.ok(prose);
      assertLiteral(document, prose);
      // A commit message is taken as it stands, with the blank lines around its comments.
      return { ...prose, text: prose.text.trim().replace(/\n{3,}/g, '\n\n') };
    };

    it(`takes the next block, a part, or all of a file in ${language} out of the score, and counts it`, () => {
      const next = read(first, comment('inkling-ignore: quoted from the log'), second, third);
      assert.equal(next.text, `${first}\n\n${third}`);
      assert.deepEqual(
        next.ignored.map(({ words, reason, by }) => ({ words, reason, by })),
        [{ words: 8, reason: 'quoted from the log', by: 'comment' }],
      );
      assert.deepEqual(next.warnings, []);
      const part = read(comment('inkling-ignore-start'), first, second, comment('inkling-ignore-end'), third);
      assert.equal(part.text, third);
      assert.equal(part.ignored.length, 2);
      const all = read(first, second, comment('inkling-ignore-file'));
      assert.equal(all.text, '');
      assert.equal(all.ignored.length, 2);
    });

    it(`that is not understood in ${language} is said with its line, and ignores nothing`, () => {
      const prose = read(comment('inkling-ignore-end'), first, comment('inkling-disable'), second);
      assert.equal(prose.text, `${first}\n\n${second}`);
      assert.match(prose.warnings[0]?.problem ?? '', /no inkling-ignore-start before it/);
      assert.equal(prose.warnings[0]?.line, 1);
      assert.match(prose.warnings[1]?.problem ?? '', /^Unknown inkling-disable/);
    });
  }

  it('that says again what one before it said counts no word twice', () => {
    const { ignored } = extractProse(
      `<p>${first}</p><!-- inkling-ignore: a --><!-- inkling-ignore: b --><p>${second}</p>`,
      'html',
    )!;
    assert.deepEqual(
      ignored.map(({ words, reason }) => ({ words, reason })),
      [{ words: 8, reason: 'a' }],
    );
  });

  const markdown = (document: string) => extractProse(document, 'markdown')!;

  it('is reported if it is never closed', () => {
    const { text, warnings } = markdown(`${first}\n\n<!-- inkling-ignore-start -->\n\n${second}\n`);
    assert.equal(text.trim(), first);
    assert.deepEqual(warnings, [
      {
        line: 3,
        problem: 'inkling-ignore-start has no inkling-ignore-end, so the rest of the file is ignored.',
      },
    ]);
  });

  it('ignores no paragraph behind a table or code, and says that it ignores nothing', () => {
    const { text, warnings } = markdown(`<!-- inkling-ignore -->\n\n\`\`\`\ncode\n\`\`\`\n\n${first}\n`);
    assert.equal(text.trim(), first);
    assert.match(warnings[0]?.problem ?? '', /ignores nothing/);
  });

  it('ignores a list as a whole, and a quotation', () => {
    assert.equal(markdown(`<!-- inkling-ignore -->\n\n- ${first}\n\n- ${second}\n\n${third}`).text, third);
    assert.equal(markdown(`<!-- inkling-ignore -->\n> ${first}\n> ${second}\n\n${third}`).text, third);
  });

  it('that is only shown, in code, is none', () => {
    const shown = {
      markdown: `\`\`\`md\n<!-- inkling-ignore-file -->\n\`\`\`\n\nWrite \`<!-- inkling-ignore-file -->\` there.`,
      latex: `\\begin{verbatim}\n% inkling-ignore-file\n\\end{verbatim}\n\n${first}`,
      restructuredtext: `As here::\n\n  .. inkling-ignore-file\n\n${first}`,
      asciidoc: `----\n// inkling-ignore-file\n----\n\n${first}`,
      org: `#+begin_src org\n# inkling-ignore-file\n#+end_src\n\n${first}`,
      wikitext: `<pre>\n<!-- inkling-ignore-file -->\n</pre>\n\n${first}`,
      typescript: `const shown = '// inkling-ignore-file';\n// ${first}\n`,
      plaintext: `<!-- inkling-ignore-file -->\n\n${first}`,
    };
    for (const [language, document] of Object.entries(shown)) {
      const prose = extractProse(document, language);
      assert.deepEqual(prose?.ignored, [], language);
      assert.notEqual(prose.text, '', language);
    }
  });

  it('works in a notebook', () => {
    const source = ['<!-- inkling-ignore -->\n', `${first}\n`, '\n', second];
    const document = JSON.stringify({ cells: [{ cell_type: 'markdown', source }] }, null, 1);
    assert.equal(extractProse(document, 'ipynb')?.text, second);
  });

  it('works in a selection', () => {
    const document = `<!-- inkling-ignore -->\n\n${first}\n\n${second}\n`;
    const prose = extractProse(document, 'markdown', [{ start: 0, end: document.length }]);
    assert.equal(prose?.text, second);
    assert.equal(prose.ignored.length, 1);
  });
});

describe('an ignore comment inside a list', () => {
  const cases: [name: string, language: string, document: string, kept: string][] = [
    [
      'at the head of an item',
      'markdown',
      `- <!-- inkling-ignore --> ${first}\n- ${second}\n- ${third}\n`,
      `${second}\n${third}`,
    ],
    [
      'below the mark of an item',
      'markdown',
      `- ${first}\n- <!-- inkling-ignore -->\n  ${second}\n- ${third}\n`,
      `${first}\n${third}`,
    ],
    [
      'between two paragraphs of an item',
      'markdown',
      `- ${first}\n\n  <!-- inkling-ignore -->\n\n  ${second}\n- ${third}\n`,
      `${first}\n${third}`,
    ],
    [
      'below an item, before the next',
      'markdown',
      `1. ${first}\n   <!-- inkling-ignore -->\n2. ${second}\n3. ${third}\n`,
      `${first}\n${third}`,
    ],
    [
      'at the end of an item',
      'markdown',
      `- ${first}\n- ${second} <!-- inkling-ignore -->\n- ${third}\n`,
      `${first}\n${third}`,
    ],
    ['in MDX', 'mdx', `- ${first}\n- {/* inkling-ignore */} ${second}\n- ${third}\n`, `${first}\n${third}`],
    [
      'in HTML',
      'html',
      `<ul><li><!-- inkling-ignore -->${first}</li><li>${second}</li><li>${third}</li></ul>`,
      `${second}\n${third}`,
    ],
    [
      'in LaTeX',
      'latex',
      `\\begin{itemize}\n\\item ${first}\n\\item % inkling-ignore\n${second}\n\\item ${third}\n\\end{itemize}\n`,
      `${first}\n${third}`,
    ],
    [
      'in reStructuredText',
      'restructuredtext',
      `- ${first}\n\n  .. inkling-ignore\n\n  ${second}\n- ${third}\n`,
      `${first}\n${third}`,
    ],
  ];
  for (const [name, language, document, kept] of cases) {
    it(`takes one item out of the score, not the rest of the list: ${name}`, () => {
      const prose = extractProse(document, language)!;
      assertLiteral(document, prose);
      assert.equal(prose.text.trim(), kept);
      assert.deepEqual(prose.warnings, []);
      assert.deepEqual(
        prose.ignored.map(({ words }) => words),
        [kept.includes(first) ? 8 : 7],
      );
      const left = prose.ignored.map(({ start, end }) => document.slice(start, end));
      assert.deepEqual(left, [kept.includes(first) ? second : first], 'where it is');
    });
  }
});

describe('an ignore comment that is written in another way', () => {
  const ignored: [name: string, language: string, document: string, reason?: string][] = [
    [
      'without a colon',
      'markdown',
      `<!-- inkling-ignore quoted from the log -->\n\n${first}`,
      'quoted from the log',
    ],
    ['with a dash', 'markdown', `<!-- inkling-ignore - quoted -->\n\n${first}`, 'quoted'],
    ['in capitals', 'markdown', `<!-- INKLING-IGNORE: A log -->\n\n${first}`, 'A log'],
    [
      'in several lines',
      'markdown',
      `<!--\ninkling-ignore: quoted\nfrom the log\n-->\n\n${first}`,
      'quoted from the log',
    ],
    ['at the end of a line', 'markdown', `${first} <!-- inkling-ignore -->\n`],
    ['within a line', 'markdown', `The ferry was late <!-- inkling-ignore --> again that morning.\n`],
    ['at the end of a line', 'latex', `${first} % inkling-ignore\n`],
    ['in several lines', 'html', `<!--\n  inkling-ignore:\n  quoted\n-->\n<p>${first}</p>`, 'quoted'],
    ['at the end of a paragraph', 'html', `<p>${first} <!-- inkling-ignore --></p>`],
    ['in several lines', 'mdx', `{/*\n  inkling-ignore\n*/}\n\n${first}`],
    ['whose mark is wide', 'mdx', `{/* inkling-ignore */${' '.repeat(30)}}\n\n${first}`],
    [
      'in several lines',
      'restructuredtext',
      `..\n   inkling-ignore: quoted\n   from the log\n\n${first}`,
      'quoted from the log',
    ],
    ['in a block', 'asciidoc', `////\ninkling-ignore: quoted\n////\n\n${first}`, 'quoted'],
    ['in a block', 'org', `#+begin_comment\ninkling-ignore\n#+end_comment\n${first}`],
    ['in an environment', 'latex', `\\begin{comment}\ninkling-ignore\n\\end{comment}\n${first}`],
    ['as JSDoc', 'typescript', `/**\n * inkling-ignore: quoted\n */\n/** ${first} */`, 'quoted'],
    ['as a tag of JSDoc', 'typescript', `/**\n * ${first}\n *\n * @inkling-ignore\n */`],
    ['with four slashes', 'rust', `//// inkling-ignore\n/// ${first}\n`],
    [
      'within a docstring',
      'python',
      `def f():\n    """${first}\n\n    inkling-ignore: quoted\n    """\n`,
      'quoted',
    ],
    [
      'in several lines of a notebook',
      'ipynb',
      JSON.stringify({
        cells: [{ cell_type: 'markdown', source: ['<!--\n', 'inkling-ignore\n', '-->\n', '\n', first] }],
      }),
    ],
  ];
  for (const [name, language, document, reason = ''] of ignored) {
    it(`is read as it is meant, however lines end: ${name}, in ${language}`, () => {
      for (const written of [document, document.replaceAll('\n', '\r\n')]) {
        const prose = extractProse(written, language)!;
        assert.deepEqual(prose.warnings, []);
        assert.equal(prose.text.trim(), '');
        assert.deepEqual(
          prose.ignored.map((each) => each.reason),
          [reason],
        );
      }
    });
  }

  const unread: [name: string, language: string, document: string, problem: RegExp][] = [
    ['the words apart', 'markdown', `${first}\n\n<!-- inkling ignore -->\n\n${second}`, /Unknown comment/],
    ['with a low line', 'latex', `${first}\n\n% inkling_ignore\n${second}`, /Unknown comment/],
    [
      'behind other words',
      'html',
      `<p>${first}</p>\n\n<!-- todo: inkling-ignore --><p>${second}</p>`,
      /Unknown comment/,
    ],
    [
      'with another word',
      'markdown',
      `${first}\n\n<!-- inkling-ignore-next-line -->\n\n${second}`,
      /Unknown inkling/,
    ],
    [
      'in another format’s comment',
      'markdown',
      `${first}\n\n% inkling-ignore\n\n${second}`,
      /Not a comment in this format.*<!-- inkling-ignore -->/,
    ],
    [
      'at the end of a line',
      'restructuredtext',
      `${first}\n\n${second} .. inkling-ignore\n`,
      /Not a comment in this format/,
    ],
    [
      'at the end of a line',
      'asciidoc',
      `${first}\n\n${second} // inkling-ignore\n`,
      /Not a comment in this format/,
    ],
    ['without a space', 'org', `${first}\n\n#inkling-ignore\n\n${second}`, /Not a comment in this format/],
    [
      'in plain text',
      'plaintext',
      `${first}\n\n<!-- inkling-ignore -->\n\n${second}`,
      /Plain text has no comments/,
    ],
  ];
  for (const [name, language, document, problem] of unread) {
    it(`is said with its line where it is not read: ${name}, in ${language}`, () => {
      const prose = extractProse(document, language)!;
      assert.deepEqual(prose.ignored, []);
      assert.equal(prose.warnings.length, 1);
      assert.match(prose.warnings[0]!.problem, problem);
      assert.equal(prose.warnings[0]!.line, 3);
    });
  }

  it('is nothing where a text only speaks of Inkling', () => {
    const documents: [language: string, document: string][] = [
      ['markdown', `Write \`<!-- inkling-ignore -->\` or | \`% inkling-ignore\` | there.\n\n${first}`],
      ['markdown', `<!-- inkling-api listens here -->\n\nInkling-ignore comments are read. ${first}`],
      ['typescript', `// inkling-core is started by inkling-api\n// ${first}\nconst x = 'inkling-ignore';`],
      ['latex', `We used \\texttt{inkling-ignore} there. ${first}`],
    ];
    for (const [language, document] of documents) {
      const { ignored: none, warnings } = extractProse(document, language)!;
      assert.deepEqual([none, warnings], [[], []], document);
    }
  });

  it('is looked for in time in proportion to the document', () => {
    for (const [language, unit] of [
      ['markdown', '<!-- inkling-ignore '],
      ['markdown', 'inkling-ignore <!-- x -->'],
      ['restructuredtext', '  .. inkling-ignore\n'],
      ['asciidoc', '////\ninkling-ignore\n////\n'],
      ['typescript', '/** inkling-ignore x\n'],
    ] as const) {
      const prose = extractProse(unit.repeat(40_000), language);
      assert.ok(prose);
    }
  });
});

describe('a passage that a baseline keeps', () => {
  it('is left out where a format has no comments', () => {
    const document = `${first}\n\n${second}\r\n\r\n${third}`;
    const prose = extractProse(document, 'plaintext')!;
    const { hash } = hashedBlocksOf(prose.text)[1]!;
    const rules = { humanPassages: new Map([[hash, 'Ann wrote it']]), scoreQuotes: false };
    const judged = judgedProse(document, prose, rules, []);
    assertLiteral(document, judged.prose);
    assert.equal(judged.prose.text, `${first}\n\n${third}`);
    assert.equal(judged.ignored[0]?.reason, 'Ann wrote it');
    assert.equal(document.slice(judged.ignored[0].start, judged.ignored[0].end), second);
  });
});
