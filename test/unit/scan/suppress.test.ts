import assert from 'node:assert/strict';
import { Configuration } from '../../../src/scan/config.ts';
import { Baseline } from '../../../src/scan/baseline.ts';
import { ignoreFile, addToBaseline, type Files } from '../../../src/scan/suppress.ts';

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

  it('is added to an existing baseline that no configuration names, as --baseline creates it', async () => {
    const known = { file: 'b.md', hash: 'b'.repeat(32) };
    const texts: Record<string, string> = {
      '/work/inkling-baseline.json': JSON.stringify({ version: 1, passages: [known] }),
    };
    await addToBaseline(filesOf(texts), { path: '/work/a.md', root: '/work' }, new Configuration(), hash);
    const { entries } = Baseline.parse(texts['/work/inkling-baseline.json']!, '');
    assert.deepEqual(entries, [{ file: 'a.md', hash, kept: true }, known]);
  });

  it('is in the baseline before the configuration names it, for programs that watch both', async () => {
    const texts: Record<string, string> = {};
    await addToBaseline(filesOf(texts), { path: '/work/a.md', root: '/work' }, new Configuration(), hash);
    assert.deepEqual(
      Object.keys(texts),
      ['/work/inkling-baseline.json', '/work/inkling.jsonc'],
      'in the order written',
    );
  });

  it('changes no file if one can’t be read, because it may contain others’ work', async () => {
    const place = { path: '/work/docs/a.md', root: '/work' };
    for (const failing of ['inkling.jsonc', 'inkling-baseline.json', '.inklingignore']) {
      const texts: Record<string, string> = {};
      const files = filesOf(texts);
      const read = (path: string) =>
        path.endsWith(failing) ? Promise.reject(new Error('the disk is away')) : files.read(path);
      const away = { ...files, read };
      const silenced =
        failing === '.inklingignore'
          ? ignoreFile(away, place)
          : addToBaseline(away, place, new Configuration(), hash);
      await assert.rejects(silenced, /the disk is away/, failing);
      assert.deepEqual(texts, {}, failing);
    }
  });

  for (const root of ['/', 'C:/', '/c:/']) {
    it(`is written, rather than looked for without end, of a document at the top of the disk: ${root}`, async () => {
      const texts: Record<string, string> = {};
      const place = { path: `${root}notes.md`, root };
      await ignoreFile(filesOf(texts), place);
      await addToBaseline(filesOf(texts), place, new Configuration(), hash);
      assert.equal(texts[`${root}.inklingignore`], '/notes.md\n');
      assert.match(texts[`${root}inkling.jsonc`] ?? '', /"baseline": "inkling-baseline\.json"/);
      assert.match(texts[`${root}inkling-baseline.json`] ?? '', /"file":"notes\.md"/);
    });
  }
});
