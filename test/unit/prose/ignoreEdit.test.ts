import assert from 'node:assert/strict';
import { extractProse } from '../../../src/prose/extract.ts';
import { ignoreEdit } from '../../../src/prose/ignoreEdit.ts';

/** The document with the comment that ignores the block that holds these words. */
function ignoring(document: string, languageId: string, words: string): string | undefined {
  const edit = ignoreEdit(document, languageId, document.indexOf(words) + 1);
  return edit && document.slice(0, edit.offset) + edit.text + document.slice(edit.offset);
}

const first = 'The ferry was late again that morning.';
const second = 'Nobody on the pier had minded the rain.';
const third = 'Then the whole town went home to sleep.';

/** A document of each format, and the same with its second passage ignored. */
const cases: [name: string, languageId: string, document: string, ignored: string][] = [
  [
    'Markdown',
    'markdown',
    `# Title\n\n${first}\n\n${second}\n\n${third}\n`,
    `# Title\n\n${first}\n\n<!-- inkling-ignore -->\n\n${second}\n\n${third}\n`,
  ],
  [
    'Markdown with Windows’ line ends',
    'markdown',
    `${first}\r\n\r\n${second}\r\n`,
    `${first}\r\n\r\n<!-- inkling-ignore -->\r\n\r\n${second}\r\n`,
  ],
  [
    'a list, which is a passage as a whole',
    'markdown',
    `${first}\n\n- ${second}\n- ${second}\n`,
    `${first}\n\n<!-- inkling-ignore -->\n\n- ${second}\n- ${second}\n`,
  ],
  ['MDX', 'mdx', `${first}\n\n${second}\n`, `${first}\n\n{/* inkling-ignore */}\n\n${second}\n`],
  [
    'HTML in one line',
    'html',
    `<p>${first}</p><p class="a">${second}</p><p>${third}</p>`,
    `<p>${first}</p><p class="a"><!-- inkling-ignore -->${second}</p><p>${third}</p>`,
  ],
  [
    'HTML in lines',
    'html',
    `<p>\n  ${first}\n</p>\n<p\n  class="a">\n  ${second}\n</p>\n`,
    `<p>\n  ${first}\n</p>\n<p\n  class="a">\n  <!-- inkling-ignore -->\n  ${second}\n</p>\n`,
  ],
  [
    'LaTeX',
    'latex',
    `\\section{One}\n${first}\n\n${second}\n\n${third}\n`,
    `\\section{One}\n${first}\n\n% inkling-ignore\n${second}\n\n${third}\n`,
  ],
  [
    'reStructuredText',
    'restructuredtext',
    `${first}\n\n${second}\n\n${third}\n`,
    `${first}\n\n.. inkling-ignore\n\n${second}\n\n${third}\n`,
  ],
  [
    'AsciiDoc',
    'asciidoc',
    `= Title\n\n${first}\n\n${second}\n`,
    `= Title\n\n${first}\n\n// inkling-ignore\n${second}\n`,
  ],
  ['Org', 'org', `* Title\n${first}\n\n${second}\n`, `* Title\n${first}\n\n# inkling-ignore\n${second}\n`],
  ['a commit message', 'git-commit', `${first}\n\n${second}\n`, `${first}\n\n# inkling-ignore\n${second}\n`],
  [
    'TypeScript',
    'typescript',
    `// ${first}\nf();\n  /**\n   * ${second}\n   */\n  g();\n`,
    `// ${first}\nf();\n  // inkling-ignore\n  /**\n   * ${second}\n   */\n  g();\n`,
  ],
  [
    'a later paragraph of line comments',
    'rust',
    `/// ${first}\n///\n/// ${second}\nfn f() {}\n`,
    `/// ${first}\n///\n// inkling-ignore\n/// ${second}\nfn f() {}\n`,
  ],
  [
    'Python’s docstrings',
    'python',
    `# ${first}\n\ndef f():\n    """${second}"""\n`,
    `# ${first}\n\ndef f():\n    # inkling-ignore\n    """${second}"""\n`,
  ],
  ['SQL', 'sql', `-- ${first}\n\n-- ${second}\n`, `-- ${first}\n\n-- inkling-ignore\n-- ${second}\n`],
  [
    'CSS',
    'css',
    `/* ${first} */\n\n/* ${second} */\n`,
    `/* ${first} */\n\n/* inkling-ignore */\n/* ${second} */\n`,
  ],
  [
    'PHP',
    'php',
    `<?php\n// ${first}\n\n// ${second}\n`,
    `<?php\n// ${first}\n\n// inkling-ignore\n// ${second}\n`,
  ],
];

describe('the comment that ignores a passage', () => {
  for (const [name, languageId, document, ignored] of cases) {
    it(`is what a person would write in ${name}, and ignores that passage alone`, () => {
      const edited = ignoring(document, languageId, second);
      assert.equal(edited, ignored);
      const read = extractProse(edited, languageId)!;
      assert.deepEqual(read.warnings, []);
      assert.equal(read.ignored.length, 1);
      assert.match(read.ignored.map(({ start, end }) => edited.slice(start, end)).join(), /^Nobody .* rain/s);
      assert.match(read.text, /ferry/);
    });
  }

  it('is not offered where a format has none, between passages, or where it would ignore another passage', () => {
    assert.equal(ignoring(`${first}\n\n${second}\n`, 'plaintext', second), undefined);
    assert.equal(ignoring(`${first}\n\n${second}\n`, 'json', second), undefined);
    assert.equal(ignoreEdit(`<!-- note -->\n\n${first}\n`, 'markdown', 3), undefined);
    // Its first paragraph stands between.
    assert.equal(ignoring(`/*\n * ${first}\n *\n * ${second}\n */\n`, 'c', second), undefined);
    assert.notEqual(ignoring(`/*\n * ${first}\n *\n * ${second}\n */\n`, 'c', first), undefined);
  });

  it('leaves comments that ignore other passages as they are', () => {
    const once = ignoring(`${first}\n\n${second}\n\n${third}\n`, 'markdown', first)!;
    const twice = ignoring(once, 'markdown', third)!;
    assert.equal(extractProse(twice, 'markdown')!.text.trim(), second);
  });
});
