import { assertCostIsLinear } from '../../../lab/fuzz/cost.ts';
import { assertLiteral, proseOf } from '../../unit/prose/checks.ts';

/** What a reader of Markdown may take the square of the length for, each of which once did for some reader. */
const hostile: readonly (readonly [what: string, start: string, repeated: string, end?: string])[] = [
  ['quotes in quotes', '', '>'],
  ['quotes in quotes, and a paragraph that goes on', `${'>'.repeat(4000)}a\n`, 'b\n'],
  ['lists in lists on one line', '', '- '],
  ['lists in lists, and blank lines', `${'- '.repeat(4000)}a\n`, '\n'],
  ['lists in quotes in lists, and blank lines', `${'> - '.repeat(2000)}a\n`, '\n'],
  ['lines of one quote', '', '> It rained\n'],
  ['lines of one paragraph', '', 'a\n'],
  ['lines of one paragraph of an item', '- a', '\n  a'],
  ['underlined headings', '', 'a\n=\n'],
  ['lists under headings', '', '# a\n- b\n'],
  ['definitions between lists', '', '[a]: b\n- c\n\n'],
  ['old line ends', '', '> a\r'],
  ['brackets that stay open', '', '['],
  ['brackets that stay open, of a label', '[a]: b\n\n', '[a'],
  ['links that are never closed', '', '[a]('],
  ['links after brackets', '['.repeat(4000), '[a](b)'],
  ['titles that stay open', '', '[a](b "'],
  ['titles that end behind backslashes', '[a](b ('.repeat(1000), '\\', ')'],
  ['definitions whose titles stay open', '', '[a]: b "\n'],
  ['labels as long as they may be', '[a]: b\n\n', `[${'a'.repeat(990)}]`],
  ['notes that are never closed', '[^a]: b\n\n', '[^a'],
  ['emphasis without a partner', '', '*a_ '],
  ['strong emphasis in emphasis', '', '*a **b ~c ', '*'],
  ['one run of stars', '', '*', ' a*'],
  ['emphasis of lengths that may not pair', '', 'a*** b**'],
  ['code that is never closed', '', '`a ', '``'],
  ['code that is never closed, in paragraphs', '', '``a`\n\n'],
  ['formulas that are never closed', '', '$a '],
  ['formulas that are never closed, in paragraphs', '', '$a\n\n'],
  ['comments that are never closed', '', 'a<!--'],
  ['comments that the last paragraph closes', '', 'a <!-- b\n\n', '-->'],
  ['attributes that stay open', '', '<a b="'],
  ['attributes in attributes', '<a x="', '<a x=" y="'],
  ['data that stay open', '', 'a<![CDATA['],
  ['hosts that are none', '', '_www._'],
  ['addresses in addresses', '', 'http://'],
  ['an address that ends in brackets', 'http://a', ')'],
  ['mail to nobody', '', 'a@'],
  ['cells of one row', '|', 'a|', '\n|-|\n'],
  ['heads of tables', '', '| a |\n|-|-|\n'],
  ['attributes and citations', '', '[a]{.b [@c '],
  ['TeX in TeX', '', '\\a{'],
  ['braces in braces', '', '{\n'],
  ['exports that are never closed', '', 'export {\n\n'],
  ['components that are never closed', '', '<A b={'],
];

describe('Markdown that would hold a reader for hours', () => {
  for (const [what, start, repeated, end = ''] of hostile) {
    it(`takes no longer than its length says: ${what}`, function () {
      this.timeout(60_000);
      for (const languageId of ['markdown', 'mdx', 'quarto']) {
        assertCostIsLinear(
          (length) => start + repeated.repeat(Math.ceil(length / repeated.length)) + end,
          (document) => {
            assertLiteral(document, proseOf(document, languageId));
          },
        );
      }
    });
  }
});
