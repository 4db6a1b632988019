import assert from 'node:assert/strict';
import { extractProse } from '../../../../src/prose/extract.ts';
import type { Prose } from '../../../../src/prose/text/prose.ts';
import { assertLiteral, proseOf as proseIn } from '../checks.ts';
import fc from 'fast-check';
import { runs } from '../../../runs.ts';
import { markdownProse, parsedProse, chunksOf } from '../../../../src/prose/markdown/markdown.ts';
import { markdownDocuments } from '../markdownBlocks.ts';

function proseOf(document: string): Prose {
  return proseIn(document, 'markdown');
}

describe('the prose of Markdown', () => {
  const cases: [what: string, document: string, text: string][] = [
    ['front matter', '---\ntitle: x\n---\nIt rained.', 'It rained.'],
    ['fenced code', 'It rained.\n\n```js\nlet a;\n```\n\nIt stopped.', 'It rained.\n\nIt stopped.'],
    ['indented code', 'It rained.\n\n    let a;\n', 'It rained.'],
    ['tables', '| a | b |\n|--|--|\n| c | d |\n\nIt rained.', 'It rained.'],
    [
      'HTML and comments',
      '<p align="center">x</p>\n\nIt <b>really</b> rained<!-- no -->.',
      'It really rained.',
    ],
    ['addresses', 'See [the pier](https://x.y "t") or [it][1].\n\n[1]: https://z', 'See the pier or it.'],
    ['images', 'It ![a boat](b.png)rained.', 'It rained.'],
    ['formulas in blocks', 'It rained.\n\n$$\nx^2\n$$\n', 'It rained.'],
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

  it('keeps a sentence whole through emphasis, inline code, escapes and entities', () => {
    const document = 'It *re*ally rained on `pier` \\*and\\* on Tom &amp; Jo &copy;.';
    assert.equal(proseOf(document).text, 'It really rained on pier *and* on Tom & Jo ©.');
    assertLiteral(document, proseOf(document));
  });

  it('joins wrapped lines, in quotes and lists too, and keeps breaks that were meant', () => {
    const document = '> It rained\n> all day.  \n> We stayed.\n\n1. One\n   two.\n2. Three.\n';
    assert.equal(proseOf(document).text, '> It rained all day.\n> We stayed.\n\nOne two.\nThree.');
  });

  it('leaves out lists that hold nothing but links, such as a table of contents', () => {
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
  it('takes plain text as it is', () => {
    assert.deepEqual(extractProse('\uFEFFAll of it.', 'plaintext'), {
      text: 'All of it.',
      spans: [{ start: 0, documentStart: 1, length: 10 }],
      ignored: [],
      warnings: [],
    });
  });

  it('says that it can’t read a language rather than take its code for prose', () => {
    assert.equal(extractProse('print *, "x"', 'fortran'), undefined);
  });
});

describe('the pieces of a Markdown document', () => {
  it('hold together the prose that the whole document holds, wherever each stands', () => {
    fc.assert(
      fc.property(markdownDocuments, (document) => {
        assert.equal(chunksOf(document).join(''), document);
        assert.deepEqual(markdownProse(document), parsedProse(document));
      }),
      { numRuns: runs(500, 100) },
    );
  });

  it('stay as they are but for the one that is edited, or live scores would take as long as a scan', () => {
    const words = 'The tide gauge was read by hand until March. '.split('');
    const paragraphs = Array.from({ length: 400 }, (_, i) => words.slice(0, 10 + (i % 30)).join(''));
    const before = chunksOf(paragraphs.join('\n\n'));
    paragraphs[200] = `${paragraphs[200]} Twice.`;
    const known = new Set(before);
    assert.ok(before.length > 50);
    assert.ok(chunksOf(paragraphs.join('\n\n')).filter((piece) => !known.has(piece)).length <= 3);
  });

  it('are found after a fence of any length, which is no pattern that can grow too large', () => {
    const fence = '`'.repeat(100_000);
    assert.equal(
      markdownProse(`${fence}\ncode\n${fence.slice(1)}\ncode\n${fence}\n\nIt rained.`).text,
      'It rained.',
    );
  });

  describe('begin at a letter after a blank line, where the line has a length in fours', () => {
    const pieces: [what: string, ...pieces: string[]][] = [
      ['paragraphs', 'One.\n\n', 'Four\n\nThree chars.?\n\n', 'Text'],
      ['blank lines of spaces, and Windows line ends', 'One\r\n \t\r\n', 'Four\r\n'],
      ['old line ends', 'One\r\r', 'Four\r\r'],
      ['letters of any script', 'One\n\n', 'Über\n\n', 'слов'],
      ['but not at a mark', 'One\n\n*Fo*\n\n- On\n\n1234\n\n    '],
      ['nor in the middle of a paragraph', 'One\nFour\nFour'],
    ];
    for (const [what, ...expected] of pieces) {
      it(what, () => {
        assert.deepEqual(chunksOf(expected.join('')), expected);
      });
    }
  });

  describe('never begin where a blank line means nothing', () => {
    const whole: [what: string, document: string][] = [
      ['in code', '```\n\nFour\n```'],
      ['in code with tildes', '~~~ js\n\nFour\n~~~'],
      ['in code that holds other fences', '````\n```\n\nFour\n~~~\n\nFour\n    ````\n\nFour'],
      ['in code that never ends', 'One\n```\n\nFour\n``` js\n\nFour'],
      ['in front matter', '---\na: b\n\nFour\n--- c\n\nFour\n'],
      ['in front matter of TOML', '\uFEFF+++\na = 1\n\nFour\n---\n++++\n\nFour'],
      ['in a formula', '$$\n\nFour\n$$\n\nFour'],
      ['in HTML, a comment, a quote with code', '<div>\n\nFour\n</div>\n\nFour'],
      ['in code of an item', '- ```\n\nFour'],
      ['where a definition may be for all', 'One [a].\n\nFour\n\n[a]: b'],
    ];
    for (const [what, document] of whole) {
      it(what, () => {
        assert.deepEqual(chunksOf(document), [document]);
      });
    }
  });

  describe('begin again after', () => {
    const again: [what: string, ...pieces: string[]][] = [
      ['code', '```\n\nFour\n```\n\n', 'Four'],
      ['code with a longer end', '~~~~\n\nFour\n  ~~~~~  \n\n', 'Four'],
      ['front matter', '--- \na: b\n\nFour\n---\t\n\n', 'Four'],
      ['front matter of TOML', '+++\n\nFour\n+++ \n\n', 'Four'],
      ['a rule, which is no front matter further down', 'One\n\n---\n\n', 'Four\n\n---\n\n', 'Four'],
      ['inline code', '``` a ` b\n\n'],
    ];
    for (const [what, ...expected] of again) {
      it(what, () => {
        assert.deepEqual(chunksOf(expected.join('')), expected);
      });
    }
  });

  it('are read one by one, with a blank line between and every word where it stands', () => {
    const document = 'One *day*.\n\nFour.\r\n\r\n---\n\nIt rained.\n\n```\nx\n```\n\nThe pier\n\nFour';
    assert.ok(chunksOf(document).length > 2);
    assert.deepEqual(markdownProse(document), parsedProse(document));
    assert.deepEqual(markdownProse(document.slice(4)), parsedProse(document.slice(4)));
  });
});
