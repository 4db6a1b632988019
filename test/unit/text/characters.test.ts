import assert from 'node:assert/strict';
import { escapeForRegExp } from '../../../src/text/characters.ts';

describe('The characters of a text', () => {
  it('are searched for as they are, whatever they mean in a regular expression', () => {
    const text = String.raw`a-b (c) [d] {e} f|g ^h$ i.j*k+l? m/n \o`;
    for (const flags of ['', 'u']) {
      assert.equal(new RegExp(`^${escapeForRegExp(text)}$`, flags).exec(text)?.[0], text);
    }
  });
});
