import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Blame } from '../../src/system/blame.ts';
import { temporaryFolder } from '../rig/temporaryFolder.ts';

describe('the lines of a file in git', () => {
  let root: string;
  const never = new AbortController().signal;

  beforeEach(() => {
    root = temporaryFolder('blame');
    git('init', '--quiet', '.');
  });

  function git(...args: string[]): void {
    gitOf(2024, ...args);
  }

  function gitOf(year: number, ...args: string[]): void {
    const date = `${year}-06-01T12:00:00Z`;
    const env = { ...process.env, GIT_AUTHOR_DATE: '2001-01-01T12:00:00Z', GIT_COMMITTER_DATE: date };
    const user = [
      '-c',
      'user.name=Ann',
      '-c',
      'user.email=ann@example.org',
      '-c',
      'protocol.file.allow=always',
    ];
    execFileSync('git', [...user, ...args], { cwd: root, env, stdio: 'pipe' });
  }

  /** Commits this text of a file in the middle of a year. */
  function commit(year: number, file: string, text: string | Uint8Array, message = 'Change'): void {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
    gitOf(year, 'add', '--all', '.');
    gitOf(year, 'commit', '--quiet', '-m', message);
  }

  /** The year of each line's commit, with the AI that it names. */
  async function yearsOf(file: string, text: string | Uint8Array, folder = root): Promise<unknown> {
    const origins = await new Blame('git').originsOf(join(folder, file), text, never);
    return origins?.map((origin) => {
      if (!origin) return null;
      const year = new Date(origin.time * 1000).getUTCFullYear();
      return origin.agent === null ? year : `${year} ${origin.agent}`;
    });
  }

  it('have the year of the commit where the file is not UTF-8, too: old texts are the ones in Latin-1', async () => {
    const bytes = Buffer.from('Caf\xe9.\nTwo.\n', 'latin1');
    commit(2009, 'a.txt', bytes);
    assert.deepEqual(await yearsOf('a.txt', bytes), [2009, 2009]);
  });

  it('have the year of the commit, not of its author date, and none if uncommitted', async () => {
    commit(2019, 'a.md', 'One.\nTwo.\nThree.\n');
    commit(
      2024,
      'a.md',
      'One.\nTwo!\nThree.\n',
      'Shout\n\nCo-authored-by: Claude Code <noreply@anthropic.com>',
    );
    assert.deepEqual(await yearsOf('a.md', 'One.\nTwo!\nThree.\nFour.\n'), [
      2019,
      '2024 Claude Code',
      2019,
      null,
    ]);
  });

  it('are found for any file name', async () => {
    for (const name of ['-p.md', ':(top)x.md', 'sub dir/ä "q" $(x).md', '--contents=x']) {
      commit(2019, name, 'One.\n');
      assert.deepEqual(await yearsOf(name, 'One.\n'), [2019], name);
    }
  });

  it('prove nothing where a shallow clone ends', async () => {
    commit(2018, 'a.md', 'One.\n');
    commit(2019, 'a.md', 'One.\nTwo.\n');
    commit(2020, 'b.md', 'Other.\n');
    git('clone', '--quiet', '--depth', '2', `file://${root}`, 'clone');
    assert.deepEqual(await yearsOf('a.md', 'One.\nTwo.\n', join(root, 'clone')), [null, null]);
    assert.deepEqual(await yearsOf('b.md', 'Other.\n', join(root, 'clone')), [2020]);
  });

  it('are not made older by a list of ignored revisions, a replaced object, or a hook’s variables', async () => {
    commit(2019, 'a.md', 'One  is here.\n');
    const old = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
    commit(2024, 'a.md', 'One is here.\n');
    const recent = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
    writeFileSync(join(root, 'ignored'), recent);
    git('config', 'blame.ignoreRevsFile', join(root, 'ignored'));
    const forged = execFileSync('git', ['cat-file', 'commit', recent], { cwd: root, encoding: 'utf8' });
    const object = forged.replace(/(committer .*> )\d+/, (_, start: string) => `${start}1500000000`);
    const id = execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], {
      cwd: root,
      input: object,
      encoding: 'utf8',
    }).trim();
    git('replace', recent, id);
    assert.notEqual(old, id);
    process.env['GIT_DIR'] = join(root, 'nowhere');
    try {
      assert.deepEqual(await yearsOf('a.md', 'One is here.\n'), [2024]);
    } finally {
      delete process.env['GIT_DIR'];
    }
  });

  it('are unknown outside of repositories, before the first commit, of files never added, and without git', async () => {
    writeFileSync(join(root, 'new.md'), 'One.\n');
    assert.equal(await yearsOf('new.md', 'One.\n'), undefined);
    commit(2019, 'a.md', 'One.\n');
    rmSync(join(root, '.git'), { recursive: true });
    assert.equal(await yearsOf('a.md', 'One.\n'), undefined);
    const without = await new Blame(join(root, 'no-such-git')).originsOf(join(root, 'a.md'), 'One.\n', never);
    assert.equal(without, undefined);
  });

  it('are asked of no folder that is merely committed like a repository, whose configuration names programs', async () => {
    const inner = join(root, 'docs');
    git('init', '--quiet', '--bare', 'docs');
    writeFileSync(join(inner, 'a.md'), 'One.\n');
    const asInner = (...args: string[]): void => {
      git('--git-dir=docs', '--work-tree=docs', ...args);
    };
    asInner('config', 'core.bare', 'false');
    asInner('config', 'core.worktree', inner);
    asInner('add', 'a.md');
    asInner('commit', '--quiet', '-m', 'Change');
    asInner('config', 'filter.run.clean', `touch '${join(root, 'ran')}'; cat`);
    mkdirSync(join(inner, 'info'), { recursive: true });
    writeFileSync(join(inner, 'info', 'attributes'), '* filter=run\n');
    assert.equal(await yearsOf('a.md', 'One.\nTwo.\n', inner), undefined);
    assert.equal(existsSync(join(root, 'ran')), false, 'its filter was run');
  });

  it('are asked for once, and not at all once it is cancelled', async () => {
    commit(2019, 'a.md', 'One.\n');
    const blame = new Blame('git');
    const file = join(root, 'a.md');
    const first = await blame.originsOf(file, 'One.\n', never);
    assert.equal(await blame.originsOf(file, 'One.\n', never), first, 'another answer was made');
    commit(2020, 'b.md', 'Other.\n');
    assert.notEqual(await blame.originsOf(file, 'One.\n', never), first, 'a commit since changes the answer');
    await assert.rejects(blame.originsOf(file, 'Two.\n', AbortSignal.abort(new Error('stop'))), /stop/);
  });
});
