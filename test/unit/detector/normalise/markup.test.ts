import assert from 'node:assert/strict';
import {
  addressEnd,
  isBlankLine,
  isInlineTag,
  lineEnd,
  linkTargetEnd,
  markerEnd,
  opensWithMarker,
  readEntity,
  ruleLine,
  tagEnd,
  Insets,
} from '../../../../src/detector/normalise/markup.ts';

/** What is left of a text after what is recognised at its beginning. */
const rest = (endOf: (text: string, start: number) => number, text: string): string =>
  text.slice(endOf(text, 0));

describe('the markers that open a line', () => {
  it('are left out, even several of them, so that bullets don’t affect the score', () => {
    for (const marker of [
      ...['- ', '* ', '+ ', '• ', '▪ ', '-\t', '  - '],
      ...['1. ', '12) ', '123. ', '9. '],
      ...['# ', '###### ', '> ', '>', '\t> > ', '> # ', '- 1. ', '- [ ] ', '- [x] ', '[x] '],
    ]) {
      assert.equal(rest(markerEnd, `${marker}text`).trimStart(), 'text', marker);
      assert.equal(opensWithMarker(`${marker}text`, 0), true, marker);
    }
    assert.equal(rest(markerEnd, '-'), '');
    assert.equal(rest(markerEnd, '- '), '');
  });

  it('are no part of words, numbers, and sentences that begin with a sign', () => {
    for (const text of [
      ...[
        '-5 degrees',
        '*bold*',
        '+1',
        '•text',
        '#hashtag',
        '####### seven',
        '1.5 miles',
        '1234. x',
        '12x) y',
      ],
      ...['[xy] z', '[x]y', '(a) b', 'a - b', '& c', '=> d', '/. e', ':. f'],
    ]) {
      assert.equal(rest(markerEnd, text), text);
      assert.equal(opensWithMarker(text, 0), false, text);
    }
    assert.equal(rest(markerEnd, '  text'), 'text');
  });

  it('are read up to eight levels deep, so that a line of marks stays fast', () => {
    assert.equal(rest(markerEnd, `${'>'.repeat(8)}text`), 'text');
    assert.equal(rest(markerEnd, `${'>'.repeat(9)}text`), '>text');
  });
});

describe('a line', () => {
  it('ends at its break, or at the end of the text', () => {
    assert.equal(lineEnd('ab\ncd', 0), 2);
    assert.equal(lineEnd('ab\ncd', 3), 5);
  });

  it('is blank if it has only spaces, up to the limit', () => {
    assert.equal(isBlankLine(' \t\u00a0\ntext', 0), true);
    assert.equal(isBlankLine('  ', 0), true);
    assert.equal(isBlankLine('  a\n', 0), false);
    assert.equal(isBlankLine('  a\n', 0, 2), true);
    assert.equal(isBlankLine('text\n\nmore', 5), true);
  });

  it('is a rule if it has only signs of rules and tables, at least three', () => {
    for (const rule of ['---', '===', '***', '___', '+++', ' - - - ', '| --- | :-: |', '+--+--+', '---\r']) {
      assert.equal(rest(ruleLine, `${rule}\ntext`), 'text', rule);
      assert.equal(rest(ruleLine, rule), '', rule);
    }
    for (const text of ['--', '- -', '--- a', '|||', ':::', '-- text', 'a---', '\n---'])
      assert.equal(rest(ruleLine, text), text);
  });
});

describe('what a link leads to', () => {
  it('is left out after its text', () => {
    assert.equal(rest(linkTargetEnd, '(http://a.b/c "title") text'), ' text');
    assert.equal(rest(linkTargetEnd, '[ref] text'), ' text');
    assert.equal(rest(linkTargetEnd, '() text'), ' text');
  });

  it('is on the same line, closed, not nested, and no longer than addresses are', () => {
    for (const text of [' (a)', '(a', '(a\nb)', '(a(b)c)', '(a[b)', '(a]b)', '[a[b]', '{a}']) {
      assert.equal(rest(linkTargetEnd, text), text);
    }
    assert.equal(rest(linkTargetEnd, `(${'a'.repeat(998)})`), '');
    assert.notEqual(rest(linkTargetEnd, `(${'a'.repeat(999)})`), '');
  });
});

describe('a tag', () => {
  it('is left out, with any attributes', () => {
    for (const tag of ['<b>', '</b>', '<a href="x">', '<Br/>', '<x\ny>'])
      assert.equal(rest(tagEnd, `${tag} t`), ' t');
  });

  it('is no sign of comparison, nor one that never closes', () => {
    for (const text of ['< b>', '<3 >', '<!b>', '<b', '<b <c>', `<b${'a'.repeat(1000)}>`]) {
      assert.equal(rest(tagEnd, text), text);
    }
    assert.equal(rest(tagEnd, `<b${'a'.repeat(997)}>`), '');
    assert.notEqual(rest(tagEnd, `<b${'a'.repeat(998)}>`), '');
  });

  it('joins the words around it only if it is an inline element', () => {
    for (const tag of ['<b>', '</b>', '<SPAN class="x">', '<strong>', '<acronym>', '<a href="x">', '<wbr/>'])
      assert.equal(isInlineTag(tag, 0), true, tag);
    for (const tag of ['<br>', '</p>', '<div>', '<bx>', '<spanner>', '<strongest>', '<1>'])
      assert.equal(isInlineTag(tag, 0), false, tag);
    assert.equal(isInlineTag('x <b>', 2), true);
  });
});

describe('an address', () => {
  it('ends at a space, a bracket or a quotation mark', () => {
    for (const close of [' ', '\n', '\u00a0', ')', '>', ']', '"'])
      assert.equal(rest(addressEnd, `//a.b/c?d=(e${close}f`), `${close}f`);
    assert.equal(rest(addressEnd, '//a.b/c'), '');
  });
});

/** What is left of a text after the fenced code that it begins with; null when it begins with none. */
function afterFence(text: string): string | null {
  const end = new Insets(text).codeEnd(0);
  return end === 0 ? null : text.slice(end);
}

describe('Insets', () => {
  it('ends code at its closing line, indented, quoted or with Windows line breaks', () => {
    assert.equal(afterFence('```js\nlet x;\n```\nProse'), '\nProse');
    assert.equal(afterFence('~~~\nlet x;\n   ~~~  \nProse'), '\nProse');
    assert.equal(afterFence('```\nlet x;\n> ```\nProse'), '\nProse');
    assert.equal(afterFence('```\r\nlet x;\r\n```\r\nProse'), '\nProse');
    assert.equal(afterFence('```\nlet x;\n```'), '');
  });

  it('does not end code at a fence that is shorter, of the other sign, or that opens another', () => {
    assert.equal(afterFence('````\n```\n````\nProse'), '\nProse');
    assert.equal(afterFence('```\n~~~\n```\nProse'), '\nProse');
    assert.equal(afterFence('```\n```js\n```\nProse'), '\nProse');
  });

  it('reads an unclosed fence as text, because it may be prose', () => {
    assert.equal(afterFence('```\nProse that goes on.\n'), null);
  });

  it('reads code within a line as text', () => {
    assert.equal(afterFence('```let x``` is code.\n```\n'), null);
  });

  it('finds a fence that closes after one that does not', () => {
    const text = '~~~\nnever closed\n```\nlet x;\n```\nProse';
    const fences = new Insets(text);
    assert.equal(fences.codeEnd(0), 0);
    assert.equal(text.slice(fences.codeEnd(text.indexOf('```'))), '\nProse');
  });

  it('finds a fence that closes before one that does not, though asked for that first', () => {
    const text = '```\nlet x;\n```\nProse\n```\nnever closed';
    const fences = new Insets(text);
    assert.equal(fences.codeEnd(text.lastIndexOf('```')), text.lastIndexOf('```'));
    assert.equal(text.slice(fences.codeEnd(0)).trim().startsWith('Prose'), true);
  });

  it('needs three signs, and is not opened by a long ornament', () => {
    assert.equal(afterFence('``\nlet x;\n``\nProse'), null);
    assert.equal(afterFence('~~\nlet x;\n~~\nProse'), null);
    const signs = (count: number): string => `${'~'.repeat(count)}\nlet x;\n${'~'.repeat(count)}\nProse`;
    assert.equal(afterFence(signs(255)), '\nProse');
    assert.equal(afterFence(signs(256)), null);
    assert.equal(afterFence(`${'~'.repeat(20)}\nlet x;\n${'~'.repeat(16)}\nProse`), '\nProse');
    assert.equal(afterFence(`${'~'.repeat(20)}\nlet x;\n${'~'.repeat(15)}\nProse`), null);
  });

  it('closes only if its signs are alone on their line', () => {
    assert.equal(afterFence('```\na ```\n\t```\t\nProse'), '\nProse');
    assert.equal(afterFence('```\n``` b\n```\nProse'), '\nProse');
    assert.equal(afterFence('~~~ `with` ticks\nlet x;\n~~~\nProse'), '\nProse');
    assert.equal(afterFence('```\n````\nProse'), '\nProse');
  });

  it('is distinguished by sign and length if some never close', () => {
    const text = '`````\nnever\n~~~\nlet x;\n~~~\n```\nlet y;\n```\n````\nnever';
    const fences = new Insets(text);
    const closed = (opening: string, from = 0): string => {
      const at = text.indexOf(opening, from);
      return text.slice(at, fences.codeEnd(at)).split('\n').join('/');
    };
    assert.equal(closed('`````'), '');
    assert.equal(closed('````\nnever', 10), '');
    assert.equal(closed('~~~'), '~~~/let x;/~~~');
    assert.equal(closed('```\nlet y'), '```/let y;/```');
  });

  it('is looked for where one asks, and nowhere else', () => {
    assert.equal(new Insets('a ```\nx\n```').codeEnd(0), 0);
    assert.equal(new Insets('').codeEnd(0), 0);
  });
});

/** The character that a text begins with a reference to, and what stands after it; null where it begins with none. */
function read(text: string): [character: string, rest: string] | null {
  const entity = readEntity(text, 0);
  return entity && [String.fromCodePoint(entity.codePoint), text.slice(entity.end)];
}

describe('a character reference', () => {
  it('is read by name, by number and by hexadecimal number', () => {
    assert.deepEqual(read('&eacute;t'), ['é', 't']);
    assert.deepEqual(read('&#233;'), ['é', '']);
    assert.deepEqual(read('&#xe9;'), ['é', '']);
    assert.deepEqual(read('&#XE9;'), ['é', '']);
    assert.deepEqual(read('&frac12;'), ['½', '']);
    assert.deepEqual(read('&#128512;'), ['😀', '']);
    assert.deepEqual(read('&#x10FFFF;'), ['\u{10ffff}', '']);
    assert.deepEqual(readEntity('a &amp; b', 2), { codePoint: 38, end: 7 });
  });

  it('to no character is the sign that a browser shows', () => {
    for (const text of ['&#0;', '&#x0;', '&#xd800;', '&#xDFFF;', '&#x110000;', '&#9999999;'])
      assert.deepEqual(read(text), ['\ufffd', ''], text);
    assert.deepEqual(read('&#xd7ff;'), ['\ud7ff', '']);
    assert.deepEqual(read('&#xe000;'), ['\ue000', '']);
  });

  it('is only what ends with a semicolon and has a name that is known', () => {
    for (const text of [
      ...[
        '&amp',
        '& amp;',
        '&nosuchname;',
        '&;',
        '&#;',
        '&#x;',
        '&#12345678;',
        '&#x1234567;',
        '&a;',
        '&#xg;',
      ],
      ...['x&amp;', '&1a;'],
    ]) {
      assert.equal(read(text), null, text);
    }
  });
});
