import assert from 'node:assert/strict';
import { Fences } from '../../../src/detector/fences.ts';

/** What is left of a text behind the fenced code that it begins with; null when it begins with none. */
function behind(text: string): string | null {
  const end = new Fences(text).endOf(0);
  return end === 0 ? null : text.slice(end);
}

describe('Fences', () => {
  it('ends code at its closing line, indented, quoted or with Windows line breaks', () => {
    assert.equal(behind('```js\nlet x;\n```\nProse'), '\nProse');
    assert.equal(behind('~~~\nlet x;\n   ~~~  \nProse'), '\nProse');
    assert.equal(behind('```\nlet x;\n> ```\nProse'), '\nProse');
    assert.equal(behind('```\r\nlet x;\r\n```\r\nProse'), '\nProse');
    assert.equal(behind('```\nlet x;\n```'), '');
  });

  it('does not end code at a fence that is shorter, of the other sign, or that opens another', () => {
    assert.equal(behind('````\n```\n````\nProse'), '\nProse');
    assert.equal(behind('```\n~~~\n```\nProse'), '\nProse');
    assert.equal(behind('```\n```js\n```\nProse'), '\nProse');
  });

  it('reads a fence that never closes as text: it may be prose', () => {
    assert.equal(behind('```\nProse that goes on.\n'), null);
  });

  it('reads code within a line as text', () => {
    assert.equal(behind('```let x``` is code.\n```\n'), null);
  });

  it('finds a fence that closes after one that does not', () => {
    const text = '~~~\nnever closed\n```\nlet x;\n```\nProse';
    const fences = new Fences(text);
    assert.equal(fences.endOf(0), 0);
    assert.equal(text.slice(fences.endOf(text.indexOf('```'))), '\nProse');
  });

  it('finds a fence that closes before one that does not, though asked for that first', () => {
    const text = '```\nlet x;\n```\nProse\n```\nnever closed';
    const fences = new Fences(text);
    assert.equal(fences.endOf(text.lastIndexOf('```')), text.lastIndexOf('```'));
    assert.equal(text.slice(fences.endOf(0)).trim().startsWith('Prose'), true);
  });
});
