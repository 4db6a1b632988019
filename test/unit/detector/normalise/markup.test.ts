import assert from 'node:assert/strict';
import {
  addressEnd,
  isBlankLine,
  isInlineTag,
  lineEnd,
  linkTargetEnd,
  markerEnd,
  opensWithMarker,
  ruleLine,
  tagEnd,
} from '../../../../src/detector/normalise/markup.ts';

/** What is left of a text behind what is recognised at its beginning. */
const behind = (endOf: (text: string, start: number) => number, text: string): string =>
  text.slice(endOf(text, 0));

describe('the markers that open a line', () => {
  it('are left out, several of them too, so that nobody is judged by bullets', () => {
    for (const marker of [
      ...['- ', '* ', '+ ', '• ', '▪ ', '-\t', '  - '],
      ...['1. ', '12) ', '123. ', '9. '],
      ...['# ', '###### ', '> ', '>', '\t> > ', '> # ', '- 1. ', '- [ ] ', '- [x] ', '[x] '],
    ]) {
      assert.equal(behind(markerEnd, `${marker}text`).trimStart(), 'text', marker);
      assert.equal(opensWithMarker(`${marker}text`, 0), true, marker);
    }
    assert.equal(behind(markerEnd, '-'), '');
    assert.equal(behind(markerEnd, '- '), '');
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
      assert.equal(behind(markerEnd, text), text);
      assert.equal(opensWithMarker(text, 0), false, text);
    }
    assert.equal(behind(markerEnd, '  text'), 'text');
  });

  it('are read eight deep, so that a line of marks can’t take forever', () => {
    assert.equal(behind(markerEnd, `${'>'.repeat(8)}text`), 'text');
    assert.equal(behind(markerEnd, `${'>'.repeat(9)}text`), '>text');
  });
});

describe('a line', () => {
  it('ends at its break, or at the end of the text', () => {
    assert.equal(lineEnd('ab\ncd', 0), 2);
    assert.equal(lineEnd('ab\ncd', 3), 5);
  });

  it('is blank where only spaces stand, up to where one looks', () => {
    assert.equal(isBlankLine(' \t\u00a0\ntext', 0), true);
    assert.equal(isBlankLine('  ', 0), true);
    assert.equal(isBlankLine('  a\n', 0), false);
    assert.equal(isBlankLine('  a\n', 0, 2), true);
    assert.equal(isBlankLine('text\n\nmore', 5), true);
  });

  it('is a rule where signs of rules and tables stand alone, three at least', () => {
    for (const rule of ['---', '===', '***', '___', '+++', ' - - - ', '| --- | :-: |', '+--+--+', '---\r']) {
      assert.equal(behind(ruleLine, `${rule}\ntext`), 'text', rule);
      assert.equal(behind(ruleLine, rule), '', rule);
    }
    for (const text of ['--', '- -', '--- a', '|||', ':::', '-- text', 'a---', '\n---'])
      assert.equal(behind(ruleLine, text), text);
  });
});

describe('what a link leads to', () => {
  it('is left out behind its text', () => {
    assert.equal(behind(linkTargetEnd, '(http://a.b/c "title") text'), ' text');
    assert.equal(behind(linkTargetEnd, '[ref] text'), ' text');
    assert.equal(behind(linkTargetEnd, '() text'), ' text');
  });

  it('is on the same line, closed, not nested, and no longer than addresses are', () => {
    for (const text of [' (a)', '(a', '(a\nb)', '(a(b)c)', '(a[b)', '(a]b)', '[a[b]', '{a}']) {
      assert.equal(behind(linkTargetEnd, text), text);
    }
    assert.equal(behind(linkTargetEnd, `(${'a'.repeat(998)})`), '');
    assert.notEqual(behind(linkTargetEnd, `(${'a'.repeat(999)})`), '');
  });
});

describe('a tag', () => {
  it('is left out, whatever it says', () => {
    for (const tag of ['<b>', '</b>', '<a href="x">', '<Br/>', '<x\ny>'])
      assert.equal(behind(tagEnd, `${tag} t`), ' t');
  });

  it('is no sign of comparison, nor one that never closes', () => {
    for (const text of ['< b>', '<3 >', '<!b>', '<b', '<b <c>', `<b${'a'.repeat(1000)}>`]) {
      assert.equal(behind(tagEnd, text), text);
    }
    assert.equal(behind(tagEnd, `<b${'a'.repeat(997)}>`), '');
    assert.notEqual(behind(tagEnd, `<b${'a'.repeat(998)}>`), '');
  });

  it('joins the words around it only where it is of the kind that stands inside text', () => {
    for (const tag of ['<b>', '</b>', '<SPAN class="x">', '<strong>', '<acronym>', '<a href="x">', '<wbr/>'])
      assert.equal(isInlineTag(tag, 0), true, tag);
    for (const tag of ['<br>', '</p>', '<div>', '<bx>', '<spanner>', '<strongest>', '<1>'])
      assert.equal(isInlineTag(tag, 0), false, tag);
    assert.equal(isInlineTag('x <b>', 2), true);
  });
});

describe('an address', () => {
  it('ends where a space, a bracket or a quote stands', () => {
    for (const close of [' ', '\n', '\u00a0', ')', '>', ']', '"'])
      assert.equal(behind(addressEnd, `//a.b/c?d=(e${close}f`), `${close}f`);
    assert.equal(behind(addressEnd, '//a.b/c'), '');
  });
});
