import assert from 'node:assert/strict';
import fc from 'fast-check';
import { titleOfPath } from '../../../src/api/scan.ts';

describe('the title of a file', () => {
  it('is its path, or as much of the end as a service takes, cut between folders', () => {
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
