import assert from 'node:assert/strict';
import { cutOff } from '../../../src/api/cutOff.ts';

describe('a name that is cut off', () => {
  it('keeps to the length, and never ends in half a character', () => {
    assert.equal(cutOff('abc', 3), 'abc');
    assert.equal(cutOff('abcd', 3), 'abc');
    assert.equal(cutOff('ab😀', 3), 'ab');
    assert.equal(cutOff('a😀b', 3), 'a😀');
    assert.ok(cutOff(`${'a'.repeat(254)}😀.md`, 255).isWellFormed());
  });
});
