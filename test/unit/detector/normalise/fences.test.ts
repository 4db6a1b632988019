import assert from 'node:assert/strict';
import { Fences } from '../../../../src/detector/normalise/fences.ts';

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

  it('needs three signs, and takes a long ornament for none', () => {
    assert.equal(behind('``\nlet x;\n``\nProse'), null);
    assert.equal(behind('~~\nlet x;\n~~\nProse'), null);
    const signs = (count: number): string => `${'~'.repeat(count)}\nlet x;\n${'~'.repeat(count)}\nProse`;
    assert.equal(behind(signs(255)), '\nProse');
    assert.equal(behind(signs(256)), null);
    assert.equal(behind(`${'~'.repeat(20)}\nlet x;\n${'~'.repeat(16)}\nProse`), '\nProse');
    assert.equal(behind(`${'~'.repeat(20)}\nlet x;\n${'~'.repeat(15)}\nProse`), null);
  });

  it('closes only where the signs stand alone in their line', () => {
    assert.equal(behind('```\na ```\n\t```\t\nProse'), '\nProse');
    assert.equal(behind('```\n``` b\n```\nProse'), '\nProse');
    assert.equal(behind('~~~ `with` ticks\nlet x;\n~~~\nProse'), '\nProse');
    assert.equal(behind('```\n````\nProse'), '\nProse');
  });

  it('is told apart by sign and by length where some never close', () => {
    const text = '`````\nnever\n~~~\nlet x;\n~~~\n```\nlet y;\n```\n````\nnever';
    const fences = new Fences(text);
    const closed = (opening: string, from = 0): string => {
      const at = text.indexOf(opening, from);
      return text.slice(at, fences.endOf(at)).split('\n').join('/');
    };
    assert.equal(closed('`````'), '');
    assert.equal(closed('````\nnever', 10), '');
    assert.equal(closed('~~~'), '~~~/let x;/~~~');
    assert.equal(closed('```\nlet y'), '```/let y;/```');
  });

  it('is looked for where one asks, and nowhere else', () => {
    assert.equal(new Fences('a ```\nx\n```').endOf(0), 0);
    assert.equal(new Fences('').endOf(0), 0);
  });
});
