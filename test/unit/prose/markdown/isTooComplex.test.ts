import assert from 'node:assert/strict';
import { extractProse } from '../../../../src/prose/extract.ts';
import { isTooComplex } from '../../../../src/prose/markdown/isTooComplex.ts';

const many = 100_000;

describe('Markdown that would hold the parser for hours', () => {
  const hostile: [what: string, document: string][] = [
    ['quotes in quotes', '>'.repeat(many)],
    ['lists in lists on one line', '- '.repeat(many)],
    [
      'lists in lists, indented',
      Array.from({ length: 1000 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n'),
    ],
    ['quotes of many lines', '> It rained\n'.repeat(many)],
    ['brackets that are never closed', '['.repeat(many)],
    ['links that are never closed', '[a]('.repeat(many)],
    ['emphasis without a partner', '*a_ '.repeat(many)],
    ['emphasis in emphasis', '*a **b '.repeat(many) + 'c** d*'.repeat(many)],
    ['underlined headings', 'a\n=\n\n'.repeat(many)],
    ['one long run of backticks, and one more', '`'.repeat(many) + ' `'],
    ['old line ends', '>'.repeat(100).concat(' a\r').repeat(many)],
  ];
  for (const [what, document] of hostile) {
    it(`ends at once on ${what}, and takes it as it stands`, () => {
      assert.equal(extractProse(document, 'markdown')?.text, document);
    });
  }

  const human: [what: string, document: string][] = [
    ['a changelog of 20,000 entries', '- Mend *the* [pier](x) **well**.\n'.repeat(20_000)],
    ['a glossary of 20,000 links', '[pier]: https://x.y\n'.repeat(20_000)],
    ['a table of 20,000 rows', '| *a* | [b](c) |\n'.repeat(20_000)],
    ['slides', '## It rained\n\n- All day\n\n---\n\n'.repeat(5000)],
    ['a book of 2,000 underlined headings', `The pier\n---\n\n${'It rained.\n\n'.repeat(8)}`.repeat(2000)],
    ['a novel', 'It *rained*, and [they](x) said so.\n\n'.repeat(100_000)],
    ['a letter that quotes a letter that quotes 2,000 lines', '> > > It rained.\n'.repeat(2000)],
    ['a long listing of data', `\`\`\`json\n${'[[1, 2], "a_b"],\n'.repeat(20_000)}\`\`\`\n`],
    ['code that is indented far', `\`\`\`\n${' '.repeat(500)}x = 1\n\`\`\`\n`.repeat(1000)],
  ];
  for (const [what, document] of human) {
    it(`does not mistake ${what} for it`, () => {
      assert.equal(isTooComplex([document]), false);
    });
  }

  /** What each of these documents holds once too often, and what just bears. */
  const edges: [what: string, borne: string, tooMuch: string][] = [
    ['quotes in quotes', '>'.repeat(7071), '>'.repeat(7072)],
    ['items in items', '- '.repeat(7071) + 'a', '- '.repeat(7072) + 'a'],
    ['numbered items in items', '12. '.repeat(7071) + 'a', '1) '.repeat(7072) + 'a'],
    ['an item that is indented far', `${' '.repeat(14_141)}- a`, `${' '.repeat(14_142)}- a`],
    ['lines of a quote', '> a\n'.repeat(9998), '> a\n'.repeat(9999)],
    ['marks of a paragraph', '[*_~$]'.repeat(1666), '[*_~$]'.repeat(1667)],
    ['marks of a paragraph in lines', 'a [\n'.repeat(10_000), 'a [\r\n'.repeat(10_001)],
    [
      'marks of the paragraph that a quote is',
      '> [[\n'.repeat(4000),
      `${'> [[\n'.repeat(4999)}> ${'['.repeat(2000)}`,
    ],
    // The n-th underline stands on line 4n - 2.
    ['underlined headings', 'a\n=\n\n\n'.repeat(5000), 'a\n---\n\n\n'.repeat(5001)],
    ['comments that stay open', 'a<!--'.repeat(4472), 'a<!--'.repeat(4473)],
    ['instructions that stay open', 'a<?a '.repeat(4472), '[a]<?'.repeat(4473)],
    ['data that stays open', 'a<![CDATA['.repeat(2672), 'a<![CDATA['.repeat(2673)],
    ['declarations that stay open', 'a<!D '.repeat(4472), 'a<!d '.repeat(4474)],
    ['lines of a paragraph', 'a\n'.repeat(24_494), 'a\n'.repeat(24_495)],
    ['signs of a paragraph', 'a &<\\'.repeat(8164), 'a &<\\'.repeat(8165)],
    ['a block of HTML', `<div>\n${'a\n'.repeat(40_000)}`, `<b>\n${'a\n'.repeat(40_000)}`],
    ['comments that are closed', 'a <!-- b -->'.repeat(20_000), 'a <!-- b ?>'.repeat(20_000)],
    ['comments that stay open in lines', 'a <!--\n\n'.repeat(20_000), 'a <!--\n'.repeat(20_000)],
    ['marks behind code', `\`\`\`\n${'['.repeat(20_000)}\n\`\`\`\na`, `~~~\n~~~\n${'['.repeat(20_000)}`],
    ['code in a quote', `> ~~~\n> ${'['.repeat(20_000)}`, `> \`\`a\`\`\n> ${'['.repeat(20_000)}`],
    [
      'code that only its own fence ends',
      `~~~~\n~~~\n${'['.repeat(20_000)}`,
      `\`\`\` a\`\n${'['.repeat(20_000)}`,
    ],
  ];
  for (const [what, borne, tooMuch] of edges) {
    it(`is told from what it reads in a second: ${what}`, () => {
      assert.equal(isTooComplex([borne]), false, 'what is borne');
      assert.equal(isTooComplex([tooMuch]), true, 'what is too much');
    });
  }

  it('is the sum over all pieces that are parsed one by one', () => {
    const half = '['.repeat(7000);
    assert.equal(isTooComplex([half, half]), false);
    assert.equal(isTooComplex([half, half, half]), true);
  });

  it('is measured paragraph by paragraph', () => {
    const half = '['.repeat(7000);
    for (const between of ['\n\n', '\n# a\n', '\n| a\n', '\n[a]: b\n', '\n- a\n', '\n 1. a\n', '\r\r'])
      assert.equal(isTooComplex([half + between + half]), false, JSON.stringify(between));
    for (const between of ['\n', '\na\n', '\n> a\n', '\n-a\n', '\n[a] : b\n', '\n1234567890. a\n'])
      assert.equal(isTooComplex([half + between + half]), true, JSON.stringify(between));
  });
});
