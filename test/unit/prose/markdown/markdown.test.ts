import assert from 'node:assert/strict';
import { extractProse } from '../../../../src/prose/extract.ts';
import type { Prose } from '../../../../src/text/prose.ts';
import { assertLiteral, proseOf as proseIn } from '../checks.ts';

function proseOf(document: string): Prose {
  return proseIn(document, 'markdown');
}

describe('the prose of Markdown', () => {
  const cases: [what: string, document: string, text: string][] = [
    ['front matter', '---\ntitle: x\n---\nIt rained.', 'It rained.'],
    ['fenced code', 'It rained.\n\n```js\nlet a;\n```\n\nIt stopped.', 'It rained.\n\nIt stopped.'],
    ['indented code', 'It rained.\n\n    let a;\n', 'It rained.'],
    [
      'code in an indented line of its paragraph',
      'It rained`\n , so ` they left.',
      'It rained, so they left.',
    ],
    ['tables', '| a | b |\n|--|--|\n| c | d |\n\nIt rained.', 'It rained.'],
    [
      'HTML and comments',
      '<p align="center">x</p>\n\nIt <b>really</b> rained<!-- no -->.',
      'It really rained.',
    ],
    ['addresses', 'See [the pier](https://x.y "t") or [it][1].\n\n[1]: https://z', 'See the pier or it.'],
    ['images', 'It ![a boat](b.png)rained.', 'It rained.'],
    ['formulas in blocks', 'It rained.\n\n$$\nx^2\n$$\n', 'It rained.'],
    ['formulas with blank lines', '$$\nx\n\ny\n$$\nIt rained.', 'It rained.'],
    [
      'formulas that begin and end beside their marks',
      'It rained\n$$x\n= y$$,\nall day.\n\n$$z$$\n\nIt stopped.',
      'It rained\n\nall day.\n\nIt stopped.',
    ],
    [
      'environments of TeX',
      '\\begin{align}\nx\n\ny\n\\end{align}\n\nIt \\begin{b} rained.',
      'It \\begin{b} rained.',
    ],
    ['footnote marks', 'It rained[^1].\n\n[^1]: In March.', 'It rained.\n\nIn March.'],
    ['front matter in TOML', '+++\ntitle = "x"\n+++\nIt rained.', 'It rained.'],
    ['addresses that stand bare', 'It rained at https://x.y.', 'It rained at.'],
    ['a footnote’s mark before a full stop', 'It rained [^1].\n\n[^1]: In March.', 'It rained.\n\nIn March.'],
    ['reference definitions', '[x]: https://x.y "It leaned."\n\nIt rained.', 'It rained.'],
    ['boxes of tasks', '- [ ] Mend it.\n- [x] Paint it.', 'Mend it.\nPaint it.'],
  ];
  for (const [what, document, text] of cases) {
    it(`leaves out ${what}, which nobody wrote as a sentence`, () => {
      assert.equal(proseOf(document).text, text);
      assertLiteral(document, proseOf(document));
    });
  }

  const kept: [what: string, document: string, text: string][] = [
    ['sums of money, which are no formulas', 'It cost $5 and then $6.', 'It cost $5 and then $6.'],
    ['the letters of a formula', 'It leans by $x_1$ and $$ y $$.', 'It leans by x_1 and y.'],
    ['what follows dollars that nothing closes', '$$\nIt rained.\n\nAll day.', '$$ It rained.\n\nAll day.'],
    // A label of 60 backslashes once took a year.
    ['a note’s label of backslashes', `Rain [^${'\\\\'.repeat(30)} a.`, `Rain [^${'\\'.repeat(30)} a.`],
    [
      'brackets that are no link',
      'It rained [all day] and [so on][2].',
      'It rained [all day] and [so on][2].',
    ],
    [
      'words between marks that pair with nothing',
      'It * rained ** a_b_c ~ all.',
      'It * rained ** a_b_c ~ all.',
    ],
    ['emphasis beside other signs', '**It rained:**🌊 *“all day”*.', 'It rained:🌊 “all day”.'],
    ['the text of a link that is an address', '[https://x.y](https://x.y) it is.', 'https://x.y it is.'],
    [
      'a number that begins a line',
      'It rained in\n1999. Then\n2. it stopped.',
      'It rained in 1999. Then 2. it stopped.',
    ],
  ];
  for (const [what, document, text] of kept) {
    it(`keeps ${what}`, () => {
      assert.equal(proseOf(document).text, text);
      assertLiteral(document, proseOf(document));
    });
  }

  it('leaves out an address with the brackets around it', () => {
    assert.equal(proseOf('It rained [https://x.y], [in www.x.y] too.').text, 'It rained, [in] too.');
  });

  it('keeps a sentence whole through emphasis, inline code, escapes and entities', () => {
    const document = 'It *re*ally rained on `pier` \\*and\\* on Tom &amp; Jo &copy;.';
    assert.equal(proseOf(document).text, 'It really rained on pier *and* on Tom & Jo ©.');
    assertLiteral(document, proseOf(document));
  });

  it('joins wrapped lines, in quotes and lists too, and keeps breaks that were meant', () => {
    const document = '> It rained\n> all day.  \n> We stayed.\n\n1. One\n   two.\n2. Three.\n';
    assert.equal(proseOf(document).text, '> It rained all day.\n> We stayed.\n\nOne two.\nThree.');
  });

  it('leaves out lists that contain only links, such as a table of contents', () => {
    const contents = '- [Rain](#rain)\n- [Sun](#sun)\n  1. <https://a.b/c>\n\n';
    assert.equal(proseOf(`${contents}It rained.`).text, 'It rained.');
    assert.match(proseOf(contents.replace('- [Sun]', '- On [Sun]')).text, /^Rain\nOn Sun/);
    assert.equal(proseOf('- [Rain](#rain)\n- [Sun](#sun)\n').text, 'Rain\nSun');
  });

  it('keeps offsets right through CRLF, tabs, a byte order mark and astral characters', () => {
    const document = '\uFEFF# 🌊 Tide\r\n\r\n-\tIt *rose* 🌊\r\n\tall night.\r\n';
    assert.equal(proseOf(document).text, '🌊 Tide\n\nIt rose 🌊 all night.');
    assertLiteral(document, proseOf(document));
  });

  it('finds none in a file of code alone', () => {
    assert.equal(proseOf('```js\nlet a = 1;\n```\n').text, '');
  });
});

describe('the prose of other files', () => {
  it('reads all of a plain text', () => {
    assert.deepEqual(extractProse('\uFEFFAll of it.', 'plaintext'), {
      text: 'All of it.',
      spans: [{ start: 0, documentStart: 1, length: 10 }],
      ignored: [],
      warnings: [],
    });
  });

  it('says that it can’t read a language instead of reading code as prose', () => {
    assert.equal(extractProse('print *, "x"', 'fortran'), undefined);
  });
});
