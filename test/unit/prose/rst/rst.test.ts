import assert from 'node:assert/strict';
import { itReads, marked } from '../checks.ts';

describe('the prose of reStructuredText', () => {
  itReads('restructuredtext', [
    ['paragraphs', 'It rained\nall day.\n\nIt stopped.', 'It rained all day.\n\nIt stopped.'],
    ['nothing', '.. image:: a.png\n\n.. _x:\n', ''],
    ['titles', '====\nPier\n====\n\nRain\n----\n\nIt rained.', 'Pier\n\nRain\n\nIt rained.'],
    ['a line between two parts', 'One.\n\n----\n\nTwo.', 'One.\n\nTwo.'],
    ['emphasis', 'It *really* **rained**.', 'It really rained.'],
    ['code in a sentence', 'Call ``open`` or `close` first.', 'Call open or close first.'],
    ['stars and bars that mark nothing', '2 * 3 * 4, a|b and c_d.', '2 * 3 * 4, a|b and c_d.'],
    ['escapes', 'A \\*star\\*, re\\ *ally*.', 'A *star*, really.'],
    ['links', 'See `the pier <https://x.y>`_, `Tom`_, Jo_ and https://z.w.', 'See the pier, Tom, Jo and.'],
    ['roles', 'See :ref:`the pier <pier>`, :py:func:`~a.open` and :math:`x^2`.', 'See the pier, a.open and.'],
    [
      'footnotes',
      'It rained [1]_, he said [Jo20]_.\n\n.. [1] In March,\n   all day.',
      'It rained, he said.\n\nIn March, all day.',
    ],
    ['substitutions', 'Version |version| is out.\n\n.. |version| replace:: It rained.', 'Version is out.'],
    ['comments', '.. It leaned\n   and fell.\n\nIt rained.\n\n..\n\n   Quoted.', 'It rained.\n\nQuoted.'],
    ['targets', '.. _pier: https://x.y\n__ https://z\n\nIt rained.', 'It rained.'],
    [
      'literal blocks',
      'So::\n\n    let a\n\n    let b\n\nAnd ::\n\n  c\n\n::\n\n  d\n\nEnd.',
      'So:\n\nAnd\n\nEnd.',
    ],
    ['code', '.. code-block:: python\n   :linenos:\n\n   x = "It rained."\n\nIt stopped.', 'It stopped.'],
    ['doctests', '>>> open()\n1\n\nIt rained.', 'It rained.'],
    [
      'lists',
      'Two:\n\n- One\n  *line*.\n- Two.\n\n  More.\n\nEnd.',
      'Two:\n\nOne line.\nTwo.\nMore.\n\nEnd.',
    ],
    ['numbered lists', '1. One.\n#. Two.\n\n(a) Three.', 'One.\nTwo.\nThree.'],
    ['definitions', 'Rain\n  It falls\n  from above.', 'Rain\n\nIt falls from above.'],
    [
      'notes',
      '.. note:: It rained\n   all day.\n\n   It stopped.\n\n.. warning::\n   :class: x\n\n   It leaned.',
      'It rained all day.\n\nIt stopped.\n\nIt leaned.',
    ],
    ['what changed in a version', '.. versionadded:: 3.8\n   It rains.', 'It rains.'],
    ['figures', '.. figure:: a.png\n   :width: 3\n\n   The pier.', 'The pier.'],
    [
      'descriptions of code',
      '.. py:function:: open(x,\n                      y=None)\n   :async:\n\n   It opens.\n\n   :param x: The pier.\n   :type x: int\n',
      'It opens.\n\nThe pier.',
    ],
    [
      'the paragraphs of an item below its code',
      '- So::\n\n    let a\n\n  It rained.\n\n10. And\n    so::\n\n      let b\n\n    It fell.\n\nEnd.',
      'So:\nIt rained.\nAnd so:\nIt fell.\n\nEnd.',
    ],
    [
      'the paragraphs of a note below its code, and code alone',
      '.. note:: So::\n\n      let a\n\n   It rained.\n\n.. note:: And::\n\n   let b\n\nEnd.',
      'So:\n\nIt rained.\n\nAnd:\n\nEnd.',
    ],
    [
      'descriptions of what Sphinx takes from code, and of its domains',
      '.. automodule:: a\n   :members:\n\n   One.\n\n.. autoclass:: B\n\n   Two.\n\n.. rst:directive:: c\n\n   Three.\n\n.. cpp:concept:: template<T> D\n\n   Four.\n\n.. js:module:: e\n\n.. autosummary::\n\n   f\n',
      'One.\n\nTwo.\n\nThree.\n\nFour.',
    ],
    [
      'the bodies of fields, on the line of their names or below',
      ':Author: Marsh Hill\n:Orphan:\n:What for: Looking at birds.\n:Where:\n\n   On the pier, mostly.\n\n   - At noon\n\nIt rained.',
      'Looking at birds.\n\nOn the pier, mostly.\n\nAt noon\n\nIt rained.',
    ],
    ['fields', ':Author: Marsh\n:Date: March\n\nIt rained.', 'It rained.'],
    [
      'what options do, without their names',
      '-a FILE, --all=<file>  It rains\n                       hard.\n--blow\n    It blows.\n\n--pier leans,\nit said.',
      'It rains hard.\n\nIt blows.\n\n--pier leans, it said.',
    ],
    [
      'fields that say something, and none that hold a name',
      ':calm: The sea lies still all day.\n:rough:\n   It breaks over the old pier.\n:Since: March\n:type x: one or two of them all\n\nIt rained.',
      'The sea lies still all day.\n\nIt breaks over the old pier.\n\nIt rained.',
    ],
    [
      'directives in capitals or with a space before their colons',
      '.. NOTE::\n   It rained.\n\n.. Tip ::\n\n   It fell.',
      'It rained.\n\nIt fell.',
    ],
    [
      'options of a directive that go on below',
      '.. automodule:: a\n   :exclude-members: b,\n                     c\n\n   It rained.',
      'It rained.',
    ],
    [
      'code that is quoted by a mark before each of its lines',
      'So::\n\n$ let a\n$ let b\n\nIt rained.\n\n- And::\n\n  > let c\n\n  It fell::\n\n.. note:: It stopped.',
      'So:\n\nIt rained.\n\nAnd:\nIt fell:\n\nIt stopped.',
    ],
    [
      'titles below a directive',
      '.. automodule:: a\n\n   Rain\n   ----\n   .. autoclass:: B\n\n   It rained.',
      'Rain\n\nIt rained.',
    ],
    [
      'blocks that begin in the first line of an item',
      '- .. note:: It rained.\n\n- .. code-block:: c\n\n     let a\n\n- - One.\n  - Two.\n\n(2)\n   Three.',
      'It rained.\nOne.\nTwo.\nThree.',
    ],
    ['a paragraph that begins like an item', 'I. Newton saw\nit fall.', 'I. Newton saw it fall.'],
    [
      'what is indented below a target',
      '.. _pier:\n\n  It rained.\n\n.. _a: https://x\n   /y\n\nEnd.',
      'It rained.\n\nEnd.',
    ],
    [
      'links whose words are an address, and a name in angle brackets',
      'See `https://x.y <https://x.y>`_, `<user>` and irc://x.y/z `<https://x.y>`_.',
      'See, <user> and.',
    ],
    [
      'fields that are named in code, and a paragraph that begins with a role',
      ':``pier[wood]``:\n   for using the very old pier again.\n\n:ref:`The pier`: it leans.',
      'for using the very old pier again.\n\nThe pier: it leans.',
    ],
    [
      'titles between plus signs, which are no table',
      '+++++++\n Pier\n+++++++\n\nIt rained.',
      'Pier\n\nIt rained.',
    ],
    [
      'code that stands too close to a word',
      'See (as``a b``) and :ref:`the pier <x>`.',
      'See (as``a b``) and the pier.',
    ],
    ['a target that has no name', 'See it__.\n\n__\n.. _Quick one: ../x\n.. _pier:\n   https://x', 'See it.'],
    [
      'values in angle brackets',
      'Type `--size=<number>`, :code:`<pier>` or `the pier <pier>`.',
      'Type --size=<number>, <pier> or the pier.',
    ],
    ['code that ends in a backtick', 'Call ``:a:`b``` first, ``c`` then.', 'Call :a:`b` first, c then.'],
    ['bars that are no substitution', 'Type [|1,2|3|4|] here, |now|.', 'Type [|1,2|3|4|] here,.'],
    ['a table that its third border ends', '== ==\na  b\n== ==\n1  2\n== ==\nIt rained.', 'It rained.'],
    [
      'versions before what is said of them',
      '.. deprecated-removed:: 3.1 3.5\n   It rains.\n\n.. version-added:: 3.8 It blows.\n\n.. versionchanged::\n   4.1 It fell\n   down.\n\n.. deprecated::\n   4.2\n',
      'It rains.\n\nIt blows.\n\nIt fell down.',
    ],
    [
      'tables',
      '====  ====\na     b\n====  ====\n1     2\n\n3     4\n====  ====\n\nIt rained.\n\n+---+\n| a |\n+---+\n',
      'It rained.',
    ],
    ['lines that were meant', '| Roses\n  and tulips\n| *Violets*', 'Roses and tulips\nViolets'],
    ['lines behind a bar and a tab, which once were read without end', '|\tRoses\n|\t\nEnd', 'Roses\n\nEnd'],
    ['dashes before what an item says last', '- It rained.\n\n  -- by Jo', 'It rained.\n-- by Jo'],
    ['quotes', 'He said:\n\n   It rained.\n\n   -- Marsh', 'He said:\n\n> It rained.'],
    [
      'epigraphs',
      '.. epigraph::\n\n   It rained.\n\n   It fell.\n\nSo.',
      '> It rained.\n\n> It fell.\n\nSo.',
    ],
    [
      'what is indented below a note, a term or an item as its own',
      '.. note:: Rain.\n\n   It fell.\n\nterm\n   It rose.\n\n   It stopped.\n\n- Sun.\n\n  It shone.',
      'Rain.\n\nIt fell.\n\nterm\n\nIt rose.\n\nIt stopped.\n\nSun.\nIt shone.',
    ],
    ['astral characters and tabs', '🌊 *🌊*\n\n-\tIt\trained.', '🌊 🌊\n\nIt rained.'],
  ]);

  it('marks a sentence with the marks inside it', () => {
    const document = '- First. It *really*\n  rained [1]_. Third.';
    assert.deepEqual(marked(document, 'restructuredtext', 'It really rained.'), [
      'It *really*\n  rained [1]_.',
    ]);
  });
});
