import assert from 'node:assert/strict';
import { findSentences } from '../../../../src/detector/segments/sentences.ts';

const cut = (text: string): string[] => {
  const { starts, ends } = findSentences(text);
  return starts.map((start, i) => text.slice(start, ends[i]));
};

describe('findSentences', () => {
  it('does not end a sentence at an abbreviation', () => {
    assert.deepEqual(cut('We met Dr. Smith today. He was late.'), [
      'We met Dr. Smith today.',
      'He was late.',
    ]);
  });

  it('ends sentences that are written in small letters throughout, and no others before a small letter', () => {
    const small = 'i saw the tide rise. it rose, e.g. here, until approx. noon! then it fell. we left';
    assert.deepEqual(cut(small), [
      'i saw the tide rise.',
      'it rose, e.g. here, until approx. noon!',
      'then it fell.',
      'we left',
    ]);
    const capital = 'I saw the tide rise at sea etc. and at noon. It rose all day... until it fell. We left.';
    assert.deepEqual(cut(capital).length, 3);
  });

  it('keeps a hard-wrapped sentence whole', () => {
    const text =
      'This sentence is long enough to have been wrapped by an editor\nat some column. The next one.';
    assert.deepEqual(cut(text), [text.slice(0, 78), 'The next one.']);
  });

  it('makes list items and headings separate sentences, without their markers', () => {
    assert.deepEqual(cut('# A heading\n\n- first item\n- second item\n'), [
      'A heading',
      'first item',
      'second item',
    ]);
  });

  it('finds nothing in fenced code and rules', () => {
    assert.deepEqual(cut('```\ncode. More code.\n```\n---\nProse.'), ['Prose.']);
  });

  it('joins lines that were wrapped, and no lines that their writer broke', () => {
    const wrapped = 'This line is exactly as long as wrapping does';
    assert.equal(wrapped.length, 45);
    assert.deepEqual(cut(`${wrapped}\ngoes on here`), [`${wrapped}\ngoes on here`]);
    assert.deepEqual(cut(`${wrapped.slice(1)}\ngoes on here`), [wrapped.slice(1), 'goes on here']);
    assert.deepEqual(cut(`${wrapped}\n\ngoes on here`), [wrapped, 'goes on here']);
    assert.deepEqual(cut(`${wrapped}\n- goes on here`), [wrapped, 'goes on here']);
    assert.deepEqual(cut(`${wrapped}\n\`\`\`\nx\n\`\`\`\ngoes on`), [wrapped, 'goes on']);
  });

  it('cuts by every sign that ends a sentence, in any script', () => {
    assert.deepEqual(cut('Here? There! Yes. «So» it is。然后呢？好'), [
      ...['Here?', 'There!', 'Yes.', '«So» it is。', '然后呢？', '好'],
    ]);
  });

  it('cuts by one kind of sign alone as well', () => {
    assert.deepEqual(cut('Come here! Go there'), ['Come here!', 'Go there']);
    assert.deepEqual(cut('Is it here? Go there'), ['Is it here?', 'Go there']);
    assert.deepEqual(cut('It is here. Go there'), ['It is here.', 'Go there']);
    assert.deepEqual(cut('它在这里。去那里'), ['它在这里。', '去那里']);
  });

  it('continues a sentence after an abbreviation or an initial', () => {
    for (const text of [
      'See e.g. Fig. 3 and Sec. Four of it.',
      'The work of J. R. Smith et al. Was it good.',
      '(Prof. Jones vs. Mrs. Lee)',
    ]) {
      assert.deepEqual(cut(text), [text]);
    }
    assert.deepEqual(cut('She saw the Co. It was late.'), ['She saw the Co. It was late.']);
    assert.deepEqual(cut('So it goes etc.'), ['So it goes etc.']);
    assert.deepEqual(cut('She went to Marco. It was late.'), ['She went to Marco.', 'It was late.']);
  });

  it('ends an abbreviation with its block, not with the next one', () => {
    assert.deepEqual(cut('It was Dr.\n\nThen came another. And more.'), [
      ...['It was Dr.', 'Then came another.', 'And more.'],
    ]);
  });

  it('finds no sentence in signs alone, and one in digits or in letters beyond the basic plane', () => {
    assert.deepEqual(cut('*** !!! ...\n\n7\n\n\u{1d400}\n\n?'), ['7', '\u{1d400}']);
    assert.deepEqual(cut(''), []);
    assert.deepEqual(cut('  Spaces around.  \u00a0'), ['Spaces around.']);
  });

  it('leaves rules and tables’ rules out, and what follows a fence in', () => {
    assert.deepEqual(cut('a\n| --- | --- |\nb\n~~~\nx. y.\n~~~\nc. D.'), ['a', 'b', 'c.', 'D.']);
  });
});
