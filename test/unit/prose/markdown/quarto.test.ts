import assert from 'node:assert/strict';
import { itReads, marked, proseOf } from '../checks.ts';

describe('the prose of Quarto and R Markdown', () => {
  itReads('quarto', [
    ['Markdown', '# Pier\n\nIt *rained*.', 'Pier\n\nIt rained.'],
    ['nothing', '```{r}\nx <- 1\n```\n', ''],
    ['front matter', '---\ntitle: x\n---\n\nIt rained.', 'It rained.'],
    [
      'chunks of code',
      'It rained.\n\n```{r}\n#| echo: false\nx\n```\n\nIt stopped.',
      'It rained.\n\nIt stopped.',
    ],
    ['divisions', '::: {.callout-note}\nIt rained.\n:::\n\nIt stopped.', 'It rained.\n\nIt stopped.'],
    ['divisions in divisions', ':::: a\n::: b\n\nIt rained.\n\n:::\n::::', 'It rained.'],
    ['two colons, which are text', 'It rained:: yes', 'It rained:: yes'],
    ['a label behind a title', '# Pier {#sec-pier .unnumbered}\n\nIt rained.', 'Pier\n\nIt rained.'],
    ['a label with spaces around it', '# Pier { #sec-pier }\n\nIt rained.', 'Pier\n\nIt rained.'],
    ['a title without a number', '# Pier {-}', 'Pier'],
    ['citations', 'It rained [@marsh2020, p. 3; @jo], he said [-@marsh2020].', 'It rained, he said.'],
    ['a citation over two lines', 'It rained [see\nthis] and [@marsh;\n@jo].', 'It rained [see this] and.'],
    ['a citation in the sentence', '@marsh wrote that it rained.', '@marsh wrote that it rained.'],
    ['addresses of mail in brackets', 'It rained [by jo@x.y].', 'It rained [by].'],
    ['shortcodes', 'It {{< var x >}} rained.\n\n{{< pagebreak >}}', 'It rained.'],
    ['attributes behind code and text', 'Call `open`{.r} or [close]{.smallcaps}.', 'Call open or close.'],
    [
      'sizes of pictures and spans',
      'See ![a](b.png){width=50%} the [tide]{style="color: red"}.',
      'See the tide.',
    ],
    ['braces that are text', 'A {set} of {one}.', 'A {set} of {one}.'],
    ['formulas', 'It rained.\n\n$$\nx = 1\n$$\n\nIt stopped.', 'It rained.\n\nIt stopped.'],
    [
      'formulas with labels',
      'It rained.\n\n$$\nx_{1} $ y\n$$ {#eq-x}\n\nIt stopped.',
      'It rained.\n\nIt stopped.',
    ],
    ['formulas on one line', '$$x = 1$$ {#eq-x}\n\nIt rained.', 'It rained.'],
    ['a formula that is never closed', '$$\nx\n\nIt rained.', '$$ x\n\nIt rained.'],
    [
      'tables that are drawn, and captions',
      '+---+---+\n| a | b |\n+===+===+\n| c | d |\n+---+---+\n\n: Tides by\nday {#tbl-a}\n\nIt rained.',
      'It rained.',
    ],
    ['captions of other tables', '| a |\n|---|\n| b |\n\n: Tides\n\nTable: More\n\nIt rained.', 'It rained.'],
    ['tables without lines between cells', 'Day   Tide\n----- ----\nMon      3\n\nIt rained.', 'It rained.'],
    [
      'captions below tables without lines, and at once below others',
      'Day   Tide\n----- ----\nMon      3\n\n  : Tides\n\na | b\n--|--\n- | d\n: More\n\nIt rained.',
      'It rained.',
    ],
    [
      'what follows the rows of a table at once',
      'a | b\n--|--\n- | d\n\\* It rained.\n\n a | b |\n--|--|--\n1 | 2 |\n\nIt stopped.',
      '* It rained.\n\nIt stopped.',
    ],
    [
      'tables between lines of dashes',
      '--------------\n Day   Tide of\n       the day\n----- --------\n Mon  high,\n\n Tue  low\n--------------\n\n: Tides\n\n---- ----\n  1    2\n\n  3    4\n---- ----\n\nIt rained.\n\n---\n\nIt stopped.',
      'It rained.\n\nIt stopped.',
    ],
    [
      'rules that begin no table',
      '---- ----\nIt rained.\n\n----\nAll day.\n\n*****\n\nIt stopped.',
      'It rained.\n\nAll day.\n\nIt stopped.',
    ],
    [
      'settings within the text',
      'It rained.\n\n---\nnocite: |\n  @jo\n\nlang: en\n...\n\nIt stopped.',
      'It rained.\n\nIt stopped.',
    ],
    ['front matter that ends with dots', '---\ntitle: x\n...\n\nIt rained.', 'It rained.'],
    [
      'formulas between backslashes and brackets',
      'It rained\n\\[\nx_{n=1}\n\\]\nall \\[day\\].',
      'It rained\n\nall [day].',
    ],
    [
      'what is meant for one format of output, and spans without attributes',
      'It `<br>`{=html}rained al[l]{} `day`{.r}.',
      'It rained all day.',
    ],
    [
      'links and asides that a citation is in',
      'So [@jo](https://x.y) said [it rained; @marsh2020].',
      'So @jo said [it rained; @marsh2020].',
    ],
    ['definitions', 'Tide\n:   It rose.\n\nIt rained.', 'Tide\n\nIt rose.\n\nIt rained.'],
    [
      'paragraphs and definitions within a definition',
      'Tide\n\n:   It rose.\n\n    It fell.\n\n    Ebb\n    ~ Low.\n\n            code\n\nIt rained.',
      'Tide\n\nIt rose.\n\nIt fell.\n\nEbb\n\nLow.\n\nIt rained.',
    ],
    [
      'what follows a chunk that fewer marks close than opened it',
      '````{r}\nx\n```\n\nIt rained.',
      'It rained.',
    ],
    [
      'TeX among the words',
      'It rained\\index{rain!heavy} \\emph{x} all day.\n\n\\newpage\n\n\\begin{equation}\nx\n\n\\end{equation}\n\nIt stopped.',
      'It rained all day.\n\nIt stopped.',
    ],
    [
      'TeX before a brace that another paragraph closes',
      'We saw \\cite{a}{ it.\n\nThen we left}.',
      'We saw { it.\n\nThen we left}.',
    ],
    [
      'text within HTML',
      '<div class="a">\n<p>It rained.</p>\n<p>It stopped.</p>\n</div>\n<br>\nWe left.',
      'It rained.\n\nIt stopped.\n\nWe left.',
    ],
    [
      'tables, scripts and comments of HTML',
      '<table>\n<tr><td>a</td></tr>\n\n<tr><td>b</td></tr>\n</table>\n\n<script>\nlet a;\n\n</script>\n\n<!-- no\n\nno -->\n\nIt rained.',
      'It rained.',
    ],
    [
      'items with letters and of examples',
      '1. It rained.\n   a. All day.\n   b. All night.\n\n(@wet) So it was.\n\n#. One.\n\nA. Marsh said\nb. so.',
      'It rained.\nAll day.\nAll night.\n\nSo it was.\nOne.\n\nA. Marsh said b. so.',
    ],
    ['a comment that is never closed', '<!-- So --!>\n\nIt rained.', '<!-- So --!>\n\nIt rained.'],
    ['a line that only looks like a quotation', 'It rained\n> 3 days.', 'It rained > 3 days.'],
    ['a tag over lines that begins one', 'See\n<a\n  href="x"\n  >it</a> there.', 'See it there.'],
    ['escapes', 'It \\*rained\\*.', 'It *rained*.'],
    [
      'references to what has a label',
      'It rose (\\#eq:a) by\\@ref(fig:b) a lot.\n\n(ref:cap) The tide.',
      'It rose by a lot.\n\nThe tide.',
    ],
    ['citations with words before them', 'It rained [see @marsh2020, p. 3].', 'It rained.'],
    ['notes within a sentence', 'It rained^[In *March*.] all day.', 'It rained (In March.) all day.'],
    [
      'tables, links and notes',
      '| a |\n|---|\n| b |\n\nSee [it](x)[^1].\n\n[^1]: In March.',
      'See it.\n\nIn March.',
    ],
  ]);

  it('reads R Markdown the same way', () => {
    assert.equal(proseOf('::: a\nIt rained [@x].\n:::', 'rmd').text, 'It rained.');
  });

  it('marks a sentence with the citation inside it', () => {
    const document = 'First. It *rained* [@x; @y] all\nday. Third.';
    assert.deepEqual(marked(document, 'quarto', 'It rained all day.'), ['It *rained* [@x; @y] all\nday.']);
  });
});
