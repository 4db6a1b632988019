import assert from 'node:assert/strict';
import { extractProse } from '../../../src/prose/extract.ts';
import { overloadsParser } from '../../../src/prose/overload.ts';

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
    ['a novel', 'It *rained*, and [they](x) said so.\n\n'.repeat(100_000)],
    ['a letter that quotes a letter that quotes 2,000 lines', '> > > It rained.\n'.repeat(2000)],
    ['a long listing of data', `\`\`\`json\n${'[[1, 2], "a_b"],\n'.repeat(20_000)}\`\`\`\n`],
    ['code that is indented far', `\`\`\`\n${' '.repeat(500)}x = 1\n\`\`\`\n`.repeat(1000)],
  ];
  for (const [what, document] of human) {
    it(`does not mistake ${what} for it`, () => {
      assert.equal(overloadsParser(document), false);
    });
  }
});
