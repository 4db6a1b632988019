import assert from 'node:assert/strict';
import { Baseline } from '../../../src/config/baseline.ts';
import { Configuration } from '../../../src/config/config.ts';
import { ignoreFile, keepPassage, type Files } from '../../../src/config/silence.ts';

describe('what a person silences', () => {
  const hash = 'a'.repeat(32);

  function filesOf(texts: Record<string, string>): Files {
    let reads = 0;
    return {
      read: (path) => {
        if (++reads > 20) throw new Error('no end of reading');
        return Promise.resolve(texts[path]);
      },
      write: (path, text) => {
        texts[path] = text;
        return Promise.resolve();
      },
    };
  }

  it('goes into the nearest file above the document, and none above its folder', async () => {
    const texts = { '/work/.inklingignore': 'a/', '/.inklingignore': '' };
    await ignoreFile(filesOf(texts), { path: '/work/docs/b [1].md', root: '/work' });
    await ignoreFile(filesOf(texts), { path: '/other/docs/c.md', root: '/other' });
    assert.deepEqual(texts, {
      '/work/.inklingignore': 'a/\n/docs/b\\ \\[1\\].md\n',
      '/.inklingignore': '',
      '/other/.inklingignore': '/docs/c.md\n',
    });
  });

  for (const root of ['/', 'C:/', '/c:/']) {
    it(`is written, rather than looked for without end, of a document at the top of the disk: ${root}`, async () => {
      const texts: Record<string, string> = {};
      const place = { path: `${root}notes.md`, root };
      await ignoreFile(filesOf(texts), place);
      await keepPassage(filesOf(texts), place, new Configuration(), new Baseline(), hash);
      assert.equal(texts[`${root}.inklingignore`], '/notes.md\n');
      assert.match(texts[`${root}inkling.jsonc`] ?? '', /"baseline": "inkling-baseline\.json"/);
      assert.match(texts[`${root}inkling-baseline.json`] ?? '', /"file":"notes\.md"/);
    });
  }
});
