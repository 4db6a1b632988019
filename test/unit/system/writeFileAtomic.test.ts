import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { replaceFile, writeFileAtomic } from '../../../src/system/writeFileAtomic.ts';
import { temporaryFolder } from '../../rig/temporaryFolder.ts';

describe('a file of the user’s that is replaced', () => {
  const isRoot = process.geteuid?.() === 0;
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = temporaryFolder('whole');
    file = join(folder, 'rules');
  });
  const there = (): string[] => readdirSync(folder).sort();

  it('says what it said until the new text is whole, and nothing is left beside it', async () => {
    writeFileSync(file, 'old');
    const replacement = await replaceFile(file);
    writeFileSync(replacement.path, 'ne');
    assert.equal(readFileSync(file, 'utf8'), 'old');
    await replacement.discard();
    assert.deepEqual([readFileSync(file, 'utf8'), there()], ['old', ['rules']]);
    await writeFileAtomic(file, 'new');
    assert.deepEqual([readFileSync(file, 'utf8'), there()], ['new', ['rules']]);
    await writeFileAtomic(join(folder, 'made'), 'first');
    assert.deepEqual(there(), ['made', 'rules']);
    await assert.rejects(writeFileAtomic(join(folder, 'gone/rules'), ''), { code: 'ENOENT' });
  });

  it('keeps its permissions and its owner', async function () {
    if (process.platform === 'win32') this.skip();
    writeFileSync(file, 'old');
    chmodSync(file, 0o640);
    if (isRoot) chownSync(file, 1234, 1235);
    const before = statSync(file);
    await writeFileAtomic(file, 'new');
    const after = statSync(file);
    assert.deepEqual([after.mode, after.uid, after.gid], [before.mode, before.uid, before.gid]);
    assert.notEqual(after.ino, before.ino);
  });

  it('stays where links lead, by each of its names', async function () {
    if (process.platform === 'win32') this.skip();
    mkdirSync(join(folder, 'shared'));
    const shared = join(folder, 'shared/rules');
    writeFileSync(shared, 'old');
    symlinkSync('shared/rules', file);
    await writeFileAtomic(file, 'new');
    assert.ok(lstatSync(file).isSymbolicLink());
    assert.equal(readFileSync(shared, 'utf8'), 'new');
    linkSync(shared, join(folder, 'other'));
    await writeFileAtomic(file, 'newer');
    assert.equal(readFileSync(join(folder, 'other'), 'utf8'), 'newer');
    symlinkSync('shared/none', join(folder, 'ahead'));
    await writeFileAtomic(join(folder, 'ahead'), 'first');
    assert.equal(readFileSync(join(folder, 'shared/none'), 'utf8'), 'first');
    assert.deepEqual(readdirSync(join(folder, 'shared')), ['none', 'rules']);
  });

  it('is written to where it is no file: a device stays one', async function () {
    if (process.platform === 'win32') this.skip();
    assert.equal((await replaceFile('/dev/null')).path, '/dev/null');
    await writeFileAtomic('/dev/null', 'x');
    assert.ok(statSync('/dev/null').isCharacterDevice());
  });

  it('is written in place if its folder allows no new file, and is unchanged if read-only', async function () {
    if (process.platform === 'win32') this.skip();
    const readOnly = join(folder, 'read-only');
    for (const path of [file, readOnly]) writeFileSync(path, 'old');
    chmodSync(file, 0o666);
    chmodSync(readOnly, 0o444);
    chmodSync(folder, 0o555);
    if (isRoot) process.seteuid?.(65_534); // root may write everything
    try {
      await writeFileAtomic(file, 'new');
      await assert.rejects(writeFileAtomic(readOnly, 'new'), { code: 'EACCES' });
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(folder, 0o755);
    }
    assert.deepEqual([readFileSync(file, 'utf8'), readFileSync(readOnly, 'utf8')], ['new', 'old']);
  });
});
