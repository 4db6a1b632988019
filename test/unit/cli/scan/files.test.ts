import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Configuration } from '../../../../src/scan/config.ts';
import { filesOf } from '../../../../src/cli/scan/files.ts';
import { temporaryFolder } from '../../../rig/temporaryFolder.ts';

describe('the files that arguments mean', () => {
  let folder = '';
  beforeEach(() => {
    folder = temporaryFolder('files');
    chmodSync(folder, 0o755);
    for (const name of ['a', 'b', 'c']) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'notes.md'), 'x');
    }
  });
  const names = async (...args: string[]): Promise<string[]> =>
    (
      await filesOf(
        args.map((arg) => join(folder, arg)),
        new Configuration(),
      )
    ).files.map(({ file }) => file.slice(folder.length + 1));

  it('are found once though folders link to each other, so that a scan ends', async () => {
    for (const from of ['a', 'b', 'c']) {
      for (const to of ['a', 'b', 'c']) symlinkSync(join(folder, to), join(folder, from, `to-${to}`));
    }
    assert.deepEqual(await names(''), ['a/notes.md', 'b/notes.md', 'c/notes.md']);
    assert.deepEqual(await names('**/*.md'), ['a/notes.md', 'b/notes.md', 'c/notes.md']);
  });

  it('are without what .gitignore leaves out, up to the root of the repository, unless they are named', async () => {
    mkdirSync(join(folder, '.git'));
    writeFileSync(join(folder, '.gitignore'), '/a/\nnotes.md\n!/c/notes.md\n');
    writeFileSync(join(folder, 'b/.gitignore'), '!notes.md\n');
    mkdirSync(join(folder, 'b/build'));
    writeFileSync(join(folder, 'b/build/page.md'), 'x');
    assert.deepEqual(await names(''), ['b/build/page.md', 'b/notes.md', 'c/notes.md']);
    writeFileSync(join(folder, 'b/.gitignore'), 'build/\n');
    assert.deepEqual(await names('**/*.md'), ['c/notes.md']);
    assert.deepEqual(await names('b'), []);
    assert.deepEqual(await names('b/build'), ['b/build/page.md'], 'a folder that is named');
    assert.deepEqual(await names('a/notes.md'), ['a/notes.md'], 'a file that is named');
    const all = await filesOf([folder], new Configuration(), false);
    assert.equal(all.files.length, 4);
  });

  it('are found once however they are written, by the name that came first, so that none counts twice', async () => {
    const [first, second] = ['a', 'b'].map((name) => join(folder, name, 'notes.md'));
    const written = `${folder}/./c/../a//notes.md`;
    symlinkSync(second!, join(folder, 'link.md'));
    const { files } = await filesOf(
      [written, first!, folder, second!, relative('', first!)],
      new Configuration(),
    );
    assert.deepEqual(files, [
      { file: written, named: true },
      { file: second, named: true },
      { file: join(folder, 'c/notes.md'), named: false },
      { file: join(folder, 'link.md'), named: false },
    ]);
  });

  it('are looked for no deeper than a pattern reaches', async () => {
    assert.deepEqual(await names('*/*.md'), ['a/notes.md', 'b/notes.md', 'c/notes.md']);
    assert.deepEqual(await names('{a,c}/*.md'), ['a/notes.md', 'c/notes.md']);
    assert.deepEqual((await filesOf([join(folder, '*.md')], new Configuration())).files, [
      { file: join(folder, '*.md'), named: true },
    ]);
  });

  it('include the folders that can’t be read, so that they don’t pass as scanned', async function () {
    if (process.platform === 'win32') this.skip();
    chmodSync(join(folder, 'b'), 0);
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534); // root may read everything
    try {
      const { files, unscanned } = await filesOf([folder], new Configuration());
      assert.deepEqual(
        files.map(({ file }) => file),
        [join(folder, 'a/notes.md'), join(folder, 'c/notes.md')],
      );
      assert.deepEqual(unscanned, [
        { file: join(folder, 'b'), problem: 'permission denied.', named: false, kind: 'folder' },
      ]);
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });
});
