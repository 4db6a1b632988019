import assert from 'node:assert/strict';
import { describedLines } from '../../../../src/prose/code/docText.ts';

/** What is read of a comment's lines; `-` where a paragraph ends or something is left out. */
function described(...lines: string[]): string[] {
  const document = lines.join('\n');
  let start = 0;
  const ranges = lines.map((line) => {
    const range = { start, end: start + line.length };
    start = range.end + 1;
    return range;
  });
  return describedLines(document, ranges).map((line) =>
    line === undefined ? '-' : document.slice(line.start, line.end),
  );
}

describe('the lines of a comment in which people write text', () => {
  it('are all of them where nothing has a meaning to a tool', () => {
    assert.deepEqual(described('Mends the pier.', 'It was wet:', '', 'Later it dried.'), [
      'Mends the pier.',
      'It was wet:',
      '-',
      'Later it dried.',
    ]);
    assert.deepEqual(described(), []);
  });

  it('leave out fenced code and the content of <pre> and <code>, and continue after it', () => {
    for (const [open, close] of [
      ['```js', '```'],
      ['  ````', '````'],
      ['~~~', '  ~~~'],
      ['<pre>', '</pre>'],
      ['Such as <code class="x">', 'end </code>'],
      ['<PRE>', 'end </PRE>'],
    ] as const) {
      assert.deepEqual(
        described('Before.', open, 'mend(pier);', '', '@param x', close, 'Behind.'),
        ['Before.', '-', '-', '-', '-', '-', 'Behind.'],
        open,
      );
    }
  });

  it('keep a line in which code opens and closes, and a word in two tildes', () => {
    for (const line of ['Call <code>mend()</code> first.', '```mend()``` comes first.', '~~not~~ this one']) {
      assert.deepEqual(described(line, 'Behind.'), [line, 'Behind.']);
    }
  });

  it('end code at its own mark only', () => {
    assert.deepEqual(described('```', '~~~', 'x</pre>', 'y ```', '```', 'Behind.'), [
      ...['-', '-', '-', '-', '-'],
      'Behind.',
    ]);
    assert.deepEqual(described('<pre>', '<code>', 'x', '</code>', '</pre>', 'Behind.').at(-1), 'Behind.');
  });

  describe('after tags', () => {
    it('are the descriptions of what is described, without names and types', () => {
      for (const [line, text] of [
        ['@param wet how wet it was', 'how wet it was'],
        ['@param {number} wet - how wet it was', 'how wet it was'],
        ['@param {{a: b} | {c: d}} wet how wet it was', 'how wet it was'],
        ['@param {Record<string, {}>}   [wet=1 or 2]   how wet it was', 'how wet it was'],
        ['@param string $wet How wet it was', 'How wet it was'],
        ['@param string   &$wet How wet it was', 'How wet it was'],
        ['@param int ...$wet How wet it was', 'How wet it was'],
        ['  @param[in, out] wet how wet it was', 'how wet it was'],
        ['\\param wet how wet it was', 'how wet it was'],
        ['@throws RainException if it rained', 'if it rained'],
        ['@returns {boolean} whether it was mended', 'whether it was mended'],
        ['@return: whether it was mended', 'whether it was mended'],
        ['@returns – whether it was mended', 'whether it was mended'],
        ['@deprecated Mend the other pier.', 'Mend the other pier.'],
        ['@Remarks It was wet.', 'It was wet.'],
        ['@todo: mend the pier', 'mend the pier'],
        ['@tparam T what is mended', 'what is mended'],
        ['@implNote It was wet.', 'It was wet.'],
      ] as const) {
        assert.deepEqual(described(line), ['-', text], line);
      }
    });

    it('are none where a tag has no text', () => {
      assert.deepEqual(described('@param wet', 'and more'), ['-', '-', 'and more']);
      assert.deepEqual(described('@returns'), ['-', '-']);
    });

    it('are none where a tag names, links or shows, up to the next blank line', () => {
      assert.deepEqual(described('@see Pier and others', 'who mend', '', 'Behind.'), ['-', '-', 'Behind.']);
      assert.deepEqual(described('@see Pier', '@return whether it was', 'mended'), [
        ...['-', '-'],
        'whether it was',
        'mended',
      ]);
    });

    it('are none in an example, blank lines and all, up to the next tag', () => {
      for (const tag of ['@example', '@code', '\\verbatim']) {
        assert.deepEqual(
          described(tag, 'mend(pier);', '', 'mend(quay);', '@return whether it was', 'mended'),
          ['-', '-', '-', 'whether it was', 'mended'],
          tag,
        );
      }
    });

    it('do not mistake an address or a word with an at sign for a tag', () => {
      for (const line of ['@pier.org is an address', 'write to me@pier.org', '@scope/pier is mended'])
        assert.deepEqual(described(line), [line]);
    });
  });

  describe('in POD', () => {
    it('are those of headings and items, and of paragraphs', () => {
      assert.deepEqual(
        described(
          '=head1 The mended pier',
          '',
          'It was wet.',
          '=over 4',
          '=item * One',
          '=item 2. Two',
          '=item',
          '=cut',
        ),
        [
          '-',
          'The mended pier',
          '-',
          '-',
          'It was wet.',
          '-',
          '-',
          'One',
          '-',
          '-',
          'Two',
          '-',
          '-',
          '-',
          '-',
          '-',
        ],
      );
      assert.deepEqual(described('=begin html', 'a == b', 'x =head1 y'), ['-', 'a == b', 'x =head1 y']);
      assert.deepEqual(described('=item 10.   Ten', '=subitem one', '=items two'), [
        '-',
        'Ten',
        '-',
        '-',
        '-',
      ]);
    });
  });

  describe('in reStructuredText', () => {
    it('are the descriptions of fields, without types', () => {
      assert.deepEqual(
        described(
          ':param int wet: How wet it was.',
          '  :return: Whether it was mended.',
          ':rtype: bool',
          '    or none',
          ':type wet: int',
          ':raises Rain:',
          '    if it rained',
        ),
        ['-', ' How wet it was.', '-', ' Whether it was mended.', '-', '-', '-', '-', '    if it rained'],
      );
      assert.deepEqual(described(':vartype: int', ':meta private:', ':typewriter: A machine.'), [
        ...['-', '-', '-'],
        ' A machine.',
      ]);
      assert.deepEqual(described('It is :ref: to this', 'a:b: c'), ['It is :ref: to this', 'a:b: c']);
    });

    it('leave out a directive with its indented content, except admonitions', () => {
      assert.deepEqual(described('.. code-block:: python', '', '    mend(pier)', '', '  more()', 'Behind.'), [
        '-',
        '-',
        '-',
        'Behind.',
      ]);
      assert.deepEqual(described('  .. math::', '    a', '  Behind.'), ['-', '  Behind.']);
      assert.deepEqual(described('.. note::', '    It was wet.'), ['-', '    It was wet.']);
      assert.deepEqual(described('.. footnote::', '    x', '.. notes::', '    y'), ['-', '-']);
      assert.deepEqual(described('See .. note:: here'), ['See .. note:: here']);
    });

    it('leave sessions of an interpreter out, up to a blank line', () => {
      for (const prompt of ['>>> mend(pier)', '  >>> mend(pier)', 'In [12]: mend(pier)']) {
        assert.deepEqual(described(prompt, 'True', '', 'Behind.'), ['-', '-', 'Behind.'], prompt);
      }
      assert.deepEqual(described('a >>> b was seen', 'so'), ['a >>> b was seen', 'so']);
    });

    it('leave examples out with what they indent', () => {
      for (const heading of ['Example:', 'Examples', 'usage::', '  Synopsis  ', 'Doctest :', 'Doctests:']) {
        assert.deepEqual(
          described(heading, '      mend(pier)', '', '      more()', 'Behind.'),
          ['-', '-', 'Behind.'],
          heading,
        );
      }
      for (const line of ['An example', 'Examples of piers', 'No usage: this']) {
        assert.deepEqual(described(line, '  is here'), [line, '  is here'], line);
      }
    });
  });

  describe('in sections of Google’s and NumPy’s docstrings', () => {
    it('are descriptions, without the names that are described', () => {
      assert.deepEqual(
        described(
          'Args:',
          '  wet (int): How wet it was.',
          '  *piers, **quays: What was mended.',
          '  pier.name (str, optional) : The name.',
          '    And how it is said.',
          '  dry:',
          '    How dry it was.',
          'Returns:',
          '  Whether it was mended.',
        ),
        [
          ...['-', '-', 'How wet it was.', '-', 'What was mended.', '-', 'And how it is said.', '-', '-'],
          ...['How dry it was.', '-', 'Whether it was mended.'],
        ],
      );
      assert.deepEqual(
        described('Parameters', '----------', 'wet : int', '    How wet it was.', 'a, b : Pier', '  Which.'),
        ['-', '----------', '-', 'How wet it was.', '-', 'Which.'],
      );
    });

    it('keep text that is not indented further than the heading, or before it', () => {
      assert.deepEqual(described('Once: it was wet.', 'Args:', 'Once: it was dry.', '  a: It was.'), [
        ...['Once: it was wet.', '-', 'Once: it was dry.', '-', 'It was.'],
      ]);
      assert.deepEqual(described('  Raises:', '    Rain: If it rained.', 'a: So it is.'), [
        ...['-', '-', 'If it rained.', 'a: So it is.'],
      ]);
    });

    it('begin at a heading alone in its line', () => {
      for (const heading of ['Yield', 'Yields:', 'Notes', 'Warning', '  See Also :', 'Returns', 'Todo:'])
        assert.deepEqual(described(heading, '      text'), ['-', 'text'], heading);
      for (const line of ['Returns early', 'Its Returns', 'The Notes:'])
        assert.deepEqual(described(line, '      text'), [line, '      text'], line);
    });
  });
});
