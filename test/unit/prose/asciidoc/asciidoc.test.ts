import assert from 'node:assert/strict';
import { itReads, marked } from '../checks.ts';

describe('the prose of AsciiDoc', () => {
  itReads('asciidoc', [
    ['paragraphs', 'It rained\nall day.\n\nIt stopped.', 'It rained all day.\n\nIt stopped.'],
    ['nothing', ':toc:\n\nimage::a.png[]\n', ''],
    [
      'a header',
      '= The *Pier*\nJo Marsh <jo@x.y>\nv1, 2020-01-01\n:toc: left\n\nIt rained.',
      'The Pier\n\nIt rained.',
    ],
    ['front matter', '---\ntitle: x\n---\n\nIt rained.', 'It rained.'],
    ['titles', '== Rain\n\nIt rained.\n\n=== Sun', 'Rain\n\nIt rained.\n\nSun'],
    ['titles of the old form', 'The pier\n--------\n\nIt rained.', 'The pier\n\nIt rained.'],
    ['emphasis', 'It *re*ally __re__ally [.big]#rained# *_hard_*.', 'It *re*ally really rained hard.'],
    ['code in a sentence', 'Call `open` or ``clo``se or `+{x}+`.', 'Call open or close or {x}.'],
    ['quotes', '"`It rained,`" he said. \'`Yes.`\'', '“It rained,” he said. ‘Yes.’'],
    [
      'signs that mark nothing',
      '2 * 3 * 4, a_b_c, 1 < 2 + 3 and x#y.',
      '2 * 3 * 4, a_b_c, 1 < 2 + 3 and x#y.',
    ],
    ['escapes', 'A \\*star* and \\{brace}.', 'A *star* and {brace}.'],
    ['entities', 'Tom &amp; Caf&#233;{nbsp}Jo', 'Tom & Café\u00A0Jo'],
    ['attributes', ':x: It leaned.\n:y: a \\\n  b\n\nIt {x} rained.', 'It rained.'],
    [
      'links',
      'See https://x.y[the pier^], link:a.html[Tom,window=_blank], mailto:a@b[Jo] or https://z.w.',
      'See the pier, Tom, Jo or.',
    ],
    [
      'links to an address that an attribute holds',
      ':uri: https://x.y\n\nSee {uri}[the pier], {uri}/a.html[*Tom*^] or {uri}.',
      'See the pier, Tom or.',
    ],
    ['references', 'See <<pier,the pier>>, xref:a.adoc[Tom] and <<x>>.[[here]]', 'See the pier, Tom and.'],
    ['references by a tag', 'See <<pier-tag,the `<pier/>` tag>>, <<a,`<b>`>>.', 'See the <pier/> tag, <b>.'],
    [
      'footnotes',
      'It rained.footnote:[In March.] It fell footnote:a[hard] down.',
      'It rained.\nIn March.\nIt fell (hard) down.',
    ],
    ['formulas', 'It fell stem:[x^2] far.\n\n[stem]\n++++\nx\n++++\n', 'It fell far.'],
    ['images and icons', 'Press image:a.png[A] now.\n\nimage::b.png[It rained.]', 'Press now.'],
    ['index terms', 'The ((pier)) is old.(((pier, old)))', 'The pier is old.'],
    ['line breaks', 'Roses +\nViolets', 'Roses\nViolets'],
    ['comments', '// No.\nIt rained\n// nor this\nall day.\n\n////\nNo.\n\nNo.\n////', 'It rained all day.'],
    [
      'listings',
      '.Code\n[source,js]\n----\nlet a;\n----\n\n....\nb\n....\n\n[source]\nlet c;\n\n```js\nd\n```',
      'Code',
    ],
    ['literal paragraphs', 'It rained.\n\n let a;\n let b;\n\nIt stopped.', 'It rained.\n\nIt stopped.'],
    ['tables', '|===\n|a |b\n\n|It rained. |c\n|===\n\nIt stopped.', 'It stopped.'],
    [
      'lists',
      'Two:\n\n* One\n  line.\n** Two.\n* [x] Three.\n\nEnd.',
      'Two:\n\nOne line.\nTwo.\nThree.\n\nEnd.',
    ],
    ['numbered lists', '. One.\n. Two.\n+\nMore.\n2. Three.', 'One.\nTwo.\nMore.\nThree.'],
    [
      'definitions',
      'Rain:: It falls\nfrom above.\nSun::\nIt shines.',
      'Rain\nIt falls from above.\nSun\nIt shines.',
    ],
    ['admonitions', 'NOTE: It rained.\n\n[TIP]\n====\nIt stopped.\n====', 'It rained.\n\nIt stopped.'],
    [
      'quoted blocks',
      '[quote, Marsh]\n____\nIt *rained*.\n\nIt fell.\n____\n\nIt stopped.',
      '> It rained.\n\n> It fell.\n\nIt stopped.',
    ],
    ['quoted paragraphs', '[quote]\nIt rained\nhard.\n\nIt stopped.', '> It rained hard.\n\nIt stopped.'],
    [
      'text that is passed through',
      'It pass:[rained *hard*], pass:q[*all* day], ++x*y*++ and **A**+**b**.',
      'It rained *hard*, all day, x*y* and A+b.',
    ],
    ['a licence above the title', '////\nNo.\n////\n= Pier\n:x y: z\nJo\n\nIt rained.', 'Pier\n\nIt rained.'],
    [
      'code below the text of an item',
      '. Call it:\n\n  let a\n\n. So:\n+\n let b\n. Then:\n+\nIt rained.\n\n let c\n----\nlet d\n----\nIt fell.',
      'Call it:\nSo:\nThen:\nIt rained.\n\nIt fell.',
    ],
    [
      'titles between code and what says that it is code',
      '[source,js]\n.Pier\n----\nlet a\n\nlet b\n----\n\n["literal"]\nlet c\n\nIt rained.',
      'Pier\n\nIt rained.',
    ],
    [
      'definitions that are indented, or stand below a blank line or a comment',
      '  Rain::  It falls.\n\n  Sun: ::\n\n  It shines.\nSea::\n// No.\nIt rises.',
      'Rain\nIt falls.\nSun:\nIt shines.\nSea\nIt rises.',
    ],
    [
      'a quotation by name',
      '[,Marsh]\n____\nIt rained.\n____\n["quote"]\nIt fell.',
      '> It rained.\n\n> It fell.',
    ],
    [
      'braces and brackets that are no attribute and no role',
      'Set ${color:red}, _a[0]_ = 1 and {x-y}{counter:z}. - [[[1]]] Jo(((pier (old)))).',
      'Set ${color:red}, a[0] = 1 and. - Jo.',
    ],
    [
      'menus, and what the marks of code or an attribute spell',
      'Choose menu:File[Save As...], menu:View[Zoom > In] or menu:Help me[]. In {cpp} C:\\a{backslash}*b* is `+++c/**/*d+++`, +++<u>+++so+++</u>+++.',
      'Choose File > Save As..., View > Zoom > In or Help me. In C++ C:\\a\\b is c/**/*d, so.',
    ],
    [
      'links to a file, and schemes without an address',
      'See file:///a/b[the pier] and `file://` addresses.',
      'See the pier and file:// addresses.',
    ],
    [
      'an anchor above the header',
      '[[pier]]\n= Pier\nJo Marsh; Ann Lee\n:x: y\n\nIt rained.',
      'Pier\n\nIt rained.',
    ],
    [
      'a header of the old form, and one that is none',
      'The pier\n========\nJo Marsh <jo@x.y>\nv0.9\n\nIt rained.\n\nRain\n----\nIt fell.',
      'The pier\n\nIt rained.\n\nRain\n\nIt fell.',
    ],
    [
      'the caption that an image is given',
      "It rained.\n\nimage::a.png[Wood,title=\"The *old* pier\",width=3]\n\nimage::b.png[caption='',title='The sea']\n\nimage::c.png[title=]",
      'It rained.\n\nThe old pier\n\nThe sea',
    ],
    [
      'code in an item whose lines look like items',
      '- Then:\n\n    $ run\n    ... wait, look.\n    * c\n\n- It rained.',
      'Then:\nIt rained.',
    ],
    ['macros of a block', 'include::a.adoc[]\n\nifdef::x[]\nIt rained.\nendif::[]\n\ntoc::[]', 'It rained.'],
    ['breaks', "It rained.\n\n'''\n\n<<<\n\nIt stopped.", 'It rained.\n\nIt stopped.'],
    ['astral characters and tabs', '🌊 *🌊*\n\n*\tIt\trained.', '🌊 🌊\n\nIt rained.'],
  ]);

  it('marks a sentence with the marks inside it', () => {
    const document = '* First. It *really*\n  rained <<x>>. Third.';
    assert.deepEqual(marked(document, 'asciidoc', 'It really rained.'), ['It *really*\n  rained <<x>>.']);
  });
});
