import assert from 'node:assert/strict';
import { findSentences } from '../../../src/detector/sentences.ts';

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

  it('keeps a hard-wrapped sentence whole', () => {
    const text =
      'This sentence is long enough to have been wrapped by an editor\nat some column. The next one.';
    assert.deepEqual(cut(text), [text.slice(0, 78), 'The next one.']);
  });

  it('makes list items and headings sentences of their own, without their markers', () => {
    assert.deepEqual(cut('# A heading\n\n- first item\n- second item\n'), [
      'A heading',
      'first item',
      'second item',
    ]);
  });

  it('finds nothing in fenced code and rules', () => {
    assert.deepEqual(cut('```\ncode. More code.\n```\n---\nProse.'), ['Prose.']);
  });
});
