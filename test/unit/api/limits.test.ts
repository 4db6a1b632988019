import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cutOff, isTooLong, maxTextBytes, titleOfPath } from '../../../src/api/limits.ts';

describe('the title of a file', () => {
  it('is its path, or as much of the path’s end as a service accepts, cut between folders', () => {
    assert.equal(titleOfPath('docs/README.md'), 'docs/README.md');
    const long = `${'folder/'.repeat(60)}README.md`;
    const title = titleOfPath(long);
    assert.match(title, /^…\/(folder\/)+README\.md$/);
    assert.ok(title.length <= 255 && title.length > 240, String(title.length));
  });

  it('is never too long, and never cut within a character', () => {
    const paths = fc.array(fc.constantFrom('🐝', 'e\u0301', 'a', '/'), { maxLength: 400, size: 'max' });
    fc.assert(
      fc.property(paths, (characters) => {
        const path = characters.join('');
        const title = titleOfPath(path);
        assert.ok(title.length <= 255 && title.isWellFormed());
        if (path.length <= 255) assert.equal(title, path);
      }),
    );
    assert.equal(titleOfPath('🐝'.repeat(200)), '🐝'.repeat(127));
  });
});

describe('a name that is cut off', () => {
  it('keeps to the length, and never ends in half a character', () => {
    assert.equal(cutOff('abc', 3), 'abc');
    assert.equal(cutOff('abcd', 3), 'abc');
    assert.equal(cutOff('ab😀', 3), 'ab');
    assert.equal(cutOff('a😀b', 3), 'a😀');
    assert.ok(cutOff(`${'a'.repeat(254)}😀.md`, 255).isWellFormed());
  });
});

describe('the limit of a text', () => {
  it('is one of bytes in UTF-8, so that editor, command line and service agree on every text', () => {
    assert.equal(isTooLong('a'.repeat(maxTextBytes)), false);
    assert.equal(isTooLong('a'.repeat(maxTextBytes + 1)), true);
    assert.equal(isTooLong('é'.repeat(maxTextBytes / 2)), false);
    assert.equal(isTooLong(`${'é'.repeat(maxTextBytes / 2)}a`), true);
  });
});
