import assert from 'node:assert/strict';
import { itReads, marked } from '../checks.ts';

describe('the prose of Org', () => {
  itReads('org', [
    ['paragraphs', 'It rained\nall day.\n\nIt stopped.', 'It rained all day.\n\nIt stopped.'],
    ['nothing', '#+OPTIONS: toc:nil\n\n# A note.\n', ''],
    [
      'settings',
      '#+TITLE: The *Pier*\n#+author: Jo\n#+caption: It rained.\n[[./a.png]]\n\nIt stopped.',
      'The Pier\n\nIt rained.\n\nIt stopped.',
    ],
    [
      'headlines',
      '* TODO [#A] Rain /and/ sun   :wet:sky:\nIt rained.\n** Sun',
      'Rain and sun\n\nIt rained.\n\nSun',
    ],
    ['a headline of two words with colons', '* Rain: a day', 'Rain: a day'],
    ['what is never exported', '* COMMENT No\nNo.\n** Nor this\n* Rain\nIt rained.', 'Rain\n\nIt rained.'],
    [
      'planning and drawers',
      '* Rain\nSCHEDULED: <2020-01-01 Wed>\n:PROPERTIES:\n:ID: 1\n:END:\nIt rained.',
      'Rain\n\nIt rained.',
    ],
    [
      'what is not exported by its tags',
      '* Table :a:noexport:\nNo.\n** Nor this\n* Pier :ARCHIVE:\nNo.\n* Rain :sea:\nIt rained.',
      'Pier\n\nRain\n\nIt rained.',
    ],
    [
      'drawers of its own',
      '* Rain\n:NOTES:\n#+author: Jo\nIt *rained*.\n:END:\n:LOGBOOK:\nNo.\n:END:\nIt fell.',
      'Rain\n\nIt rained.\n\nIt fell.',
    ],
    [
      'links to a headline without a star',
      'See [[The old pier]], [[fig1]] and [[file:a b]].',
      'See The old pier, and.',
    ],
    ['a drawer that nothing closes', ':LOG:\nIt rained.', 'It rained.'],
    [
      'emphasis',
      'It *really* /rained/ _hard_, +twice+ (*/ten/* times).',
      'It really rained hard, twice (ten times).',
    ],
    ['code in a sentence', 'Call =open= or ~*close*~.', 'Call open or *close*.'],
    [
      'signs that mark nothing',
      '2 * 3 * 4, a_b_c, and/or/not, 1 + 2 + 3, x=y=z.',
      '2 * 3 * 4, a_b_c, and/or/not, 1 + 2 + 3, x=y=z.',
    ],
    ['links', 'See [[https://x.y][the *pier*]], [[*Rain]], [[x]] or https://z.w.', 'See the pier, Rain, or.'],
    [
      'footnotes',
      'It rained[fn:1] a lot.[fn::In March.] It stopped.\n\n[fn:1] It fell.',
      'It rained a lot.\nIn March.\nIt stopped.\n\nIt fell.',
    ],
    [
      'citations and dates',
      'As Marsh wrote [cite/t:@marsh p. 3], on <2020-01-01 Wed>--<2020-01-02 Thu> it rained.',
      'As Marsh wrote, on it rained.',
    ],
    [
      'citations and references of org-ref',
      'As Marsh wrote cite:marsh2020, parencite:a-b,c:d and (citep:x) in ref:fig:1. I cite: this.',
      'As Marsh wrote, and () in. I cite: this.',
    ],
    ['targets', 'The <<pier>>old <<<pier>>>.', 'The old pier.'],
    ['signs that are no target', 'Press << Back or Next >> there.', 'Press << Back or Next >> there.'],
    [
      'macros, code that is run, export snippets',
      'It {{{x(1)}}} fell src_python{1 + 1} far@@html:<br>@@.',
      'It fell far.',
    ],
    [
      'formulas',
      'It fell $x^2$ and \\(y\\) far, for $5 and $6.\n\n\\begin{align}\nx\n\\end{align}\n\nIt stopped.',
      'It fell and far, for $5 and $6.\n\nIt stopped.',
    ],
    ['entities', 'Tom \\amp Jo\\ldots{} Caf\\eacute', 'Tom & Jo… Caf'],
    ['line breaks', 'Roses \\\\\nViolets', 'Roses\nViolets'],
    [
      'comments',
      'It rained.\n# No.\nIt stopped.\n\n#+begin_comment\nNo.\n\nNo.\n#+end_comment',
      'It rained.\n\nIt stopped.',
    ],
    [
      'code',
      '#+NAME: a\n#+BEGIN_SRC js\nlet a;\n\n* b\n#+END_SRC\n\n: c\n\n#+begin_example\nd\n#+end_example\n\n#+BEGIN_HTML\n<b>e</b>\n#+END_HTML\n\nIt rained.',
      'It rained.',
    ],
    [
      'quotes',
      '#+begin_quote\nIt *rained*.\n#+end_quote\n#+begin_verse\nIt fell.\n#+end_verse',
      '> It rained.\n\n> It fell.',
    ],
    ['a block that nothing closes', '#+begin_src js\nIt rained.', 'It rained.'],
    ['tables', '| a | b |\n|---+---|\n| It rained. | c |\n#+TBLFM: x\n\nIt stopped.', 'It stopped.'],
    [
      'lists',
      'Two:\n\n- One\n  line.\n  + Two.\n  * [X] Three.\n\nEnd.',
      'Two:\n\nOne line.\nTwo.\nThree.\n\nEnd.',
    ],
    ['numbered lists', '1. One.\n2) [@5] Two.\n\n   More.', 'One.\nTwo.\nMore.'],
    [
      'definitions',
      '- Rain :: It falls\n  from above.\n- Sun :: It shines.',
      'Rain\nIt falls from above.\nSun\nIt shines.',
    ],
    ['tasks', '* Rain [1/2]\n- [ ] It fell [50%].', 'Rain\n\nIt fell.'],
    ['rules', 'It rained.\n\n-----\n\nIt stopped.', 'It rained.\n\nIt stopped.'],
    ['astral characters and tabs', '🌊 *🌊*\n\n-\tIt\trained.', '🌊 🌊\n\nIt rained.'],
  ]);

  it('marks a sentence with the marks inside it', () => {
    const document = '- First. It *really*\n  rained [[x]]. Third.';
    assert.deepEqual(marked(document, 'org', 'It really rained.'), ['It *really*\n  rained [[x]].']);
  });
});
