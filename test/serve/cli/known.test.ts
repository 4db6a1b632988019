import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from 'sarif';
import { folderWith, inkling } from './run.ts';
import { essay, letter } from './texts.ts';

describe('inkling scan, of what is ignored or known', () => {
  const folder = folderWith({
    'essay.md': essay,
    'letter.md': letter,
    'ignored.md': `<!-- inkling-ignore-file: a sample -->\n\n${essay}\n<!-- inkling-oops -->\n`,
    'old/essay.md': essay,
    '.inklingignore': 'old/\n',
  });
  const scan = (...args: string[]) => inkling(['scan', ...args], folder());
  const place = (name: string): string => join(folder(), name);
  const git = (...args: string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { cwd: folder() });

  it('leaves out what a comment or .inklingignore names, says how much, and what it does not understand', async () => {
    const args = ['.', 'old/essay.md', '--fail-on', 'ai', '--max', '1'];
    const { code, stdout, stderr } = await scan(...args, '--verbose');
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^ignored\.md: Ignored as a whole\.\n {2}Ignored: 228 words in 5 passages \(a sample\)\.$/m,
    );
    assert.doesNotMatch(stdout, /^old/m);
    assert.match(stderr, /old\/essay\.md: excluded by \.inklingignore\./);
    const input = await inkling(['scan', '-', '--stdin-filename', 'old/new.md'], folder(), essay);
    assert.equal(input.stderr, 'inkling: old/new.md: excluded by .inklingignore.\n');
    assert.match(stderr, /ignored\.md:\d+: Unknown inkling-oops/);
    assert.match(stderr, /228 words in 5 passages ignored/);
  });

  it('lists ignored passages in SARIF as suppressed, with the reason, unless turned off', async () => {
    const log = JSON.parse((await scan('ignored.md', '--format', 'sarif')).stdout) as Log;
    const [result] = log.runs[0]?.results ?? [];
    assert.deepEqual(result?.suppressions, [{ kind: 'inSource', justification: 'a sample' }]);
    const plain = JSON.parse((await scan('ignored.md', '-f', 'sarif', '--no-suppressions')).stdout) as Log;
    assert.deepEqual(plain.runs[0]?.results, []);
  });

  it('obeys inkling.jsonc, whose options the command line overrides, and names what is wrong in it', async () => {
    writeFileSync(place('inkling.jsonc'), '{ "failOn": "ai", "exclude": ["ignored.md"], }');
    assert.equal((await scan('-q')).code, 1);
    assert.equal((await scan('-q', '--no-config', 'essay.md')).code, 0);
    writeFileSync(place('inkling.jsonc'), '{\n  "service": "x" }');
    const { code, stderr } = await scan();
    assert.equal(code, 2);
    assert.match(stderr, /inkling\.jsonc:2:3: "service" can’t be set here/);
    rmSync(place('inkling.jsonc'));
  });

  it('says that the baseline which inkling.jsonc names is missing: everything is reported then', async () => {
    writeFileSync(place('inkling.jsonc'), '{ "baseline": "gone.json" }');
    for (const args of [['letter.md'], ['letter.md', '-q']]) {
      assert.equal(
        (await scan(...args)).stderr,
        'inkling: gone.json, the baseline set in inkling.jsonc, does not exist, so everything is reported. Create it: inkling scan --update-baseline\n',
      );
    }
    const { stderr } = await scan('letter.md', '--update-baseline');
    assert.doesNotMatch(stderr, /does not exist/);
    assert.equal((await scan('letter.md', '-q')).stderr, '');
    rmSync(place('gone.json'));
    rmSync(place('inkling.jsonc'));
  });

  it('reports only what is not in the baseline, which contains no text, and drops what is gone', async () => {
    const args = ['essay.md', '--baseline', 'baseline.json'];
    assert.match((await scan(...args)).stderr, /no such file\. Create it: .*--update-baseline/);
    assert.match((await scan(...args, '--update-baseline')).stderr, /contains 4 passages: 4 new, 0 removed/);
    assert.doesNotMatch(readFileSync(place('baseline.json'), 'utf8'), /garden/i);
    writeFileSync(place('essay.md'), `A line above.\n\n${essay}`);
    const known = await scan(...args, '--fail-on', 'ai');
    assert.deepEqual([known.code, known.stdout], [0, '']);
    assert.match(known.stderr, /^inkling: 1 file: 1 with no new findings\.$/m);
    writeFileSync(place('essay.md'), essay.replace('Moreover, the', 'Moreover, all the'));
    const changed = await scan(...args, '--fail-on', 'ai');
    assert.equal(changed.code, 1);
    assert.doesNotMatch(changed.stdout, /^essay\.md:3:/m);
    assert.match(changed.stdout, /^essay\.md:7:/m);
    assert.match((await scan(...args, '--update-baseline')).stderr, /contains 4 passages: 1 new, 1 removed/);
  });

  it('reports only passages with lines that changed since a commit', async () => {
    assert.match((await scan('--since', 'HEAD')).stderr, /not a git repository/);
    git('init', '-q');
    git('add', 'essay.md', 'letter.md');
    git('commit', '-qm', 'One');
    writeFileSync(place('essay.md'), readFileSync(place('essay.md'), 'utf8').replace('Furthermore', 'And'));
    const { code, stdout } = await scan('--since', 'HEAD', '--fail-on', 'ai', 'essay.md', 'letter.md');
    assert.equal(code, 1);
    assert.match(stdout, /^essay\.md:5:/m);
    assert.doesNotMatch(stdout, /^essay\.md:[379]:|letter/m);
    assert.match((await scan('--since', 'nope')).stderr, /no such commit/);
    assert.equal((await scan('--since=-x')).code, 2);
  });

  it('misses no changed file, with any git settings, even Word files and UTF-16', async () => {
    const wide = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
    git('init', '-q');
    git('config', 'diff.interHunkContext', '9');
    writeFileSync(place('essay.md'), essay);
    writeFileSync(place('wide.md'), wide(essay));
    git('add', '.');
    git('commit', '-qm', 'Two');
    writeFileSync(place('essay.md'), essay.replace('Furthermore', 'And').replace('Moreover', 'And'));
    writeFileSync(place('letter.md'), `${letter}${essay}`);
    writeFileSync(place('wide.md'), wide(essay.replace('Furthermore', 'And')));
    const { stdout } = await scan('--since', 'HEAD', '--fail-on', 'ai', '.');
    assert.deepEqual(stdout.match(/^\w+\.md(?=:1:1:)/gm), ['essay.md', 'letter.md', 'wide.md']);
  });
});

describe('inkling scan --provenance', () => {
  const added = `\n${essay.slice(essay.indexOf('Furthermore'), essay.indexOf('In conclusion'))}`;
  const folder = folderWith({ 'old.md': essay, 'mixed.md': letter });
  const scan = (...args: string[]) => inkling(['scan', ...args], folder());
  const place = (name: string): string => join(folder(), name);
  function git(year: number, ...args: string[]): void {
    const date = `${year}-06-01T12:00:00Z`;
    const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    const user = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
    execFileSync('git', [...user, ...args], { cwd: folder(), env, stdio: 'pipe' });
  }
  before(() => {
    git(2019, 'init', '-q');
    git(2019, 'add', '.');
    git(2019, 'commit', '-qm', 'Write');
    writeFileSync(place('mixed.md'), `${letter}${added}`);
    git(2025, 'commit', '-qam', 'Extend\n\nCo-authored-by: Claude Code <noreply@anthropic.com>');
    writeFileSync(place('new.md'), essay);
  });

  it('leaves out what git dates before chat models, and says so, only on request', async () => {
    assert.equal((await scan('old.md', '--fail-on', 'ai')).code, 1);
    const { code, stdout, stderr } = await scan('old.md', '--fail-on', 'mixed', '--provenance');
    assert.equal(code, 0);
    assert.equal(
      stdout,
      'old.md: Not judged: all of it is older than chat models.\n' +
        '  Left out: 228 words in 5 passages (unchanged since 2019 according to git’s dates).\n',
    );
    assert.equal(stderr, 'inkling: 228 words in 5 passages skipped: older than chat models\n');
  });

  it('judges the rest of a file alone, with the verdict that its new passages have by themselves', async () => {
    const scored = async (file: string, ...args: string[]) => {
      const [line = ''] = (await scan(file, '-f', 'jsonl', ...args)).stdout.split('\n');
      return JSON.parse(line) as {
        history?: { words: number; passages: object[] };
        result: { score: number };
      };
    };
    writeFileSync(place('alone.md'), added);
    const { history, result } = await scored('mixed.md', '--provenance');
    assert.equal(result.score, (await scored('alone.md')).result.score);
    assert.equal((await scored('mixed.md')).history, undefined);
    assert.deepEqual(history?.passages[0], {
      ...{ line: 1, column: 3, endLine: 1, endColumn: 11, words: 2, by: 'history' },
      reason: 'unchanged since 2019 according to git’s dates',
    });
    const { stdout } = await scan('mixed.md', '--provenance');
    assert.match(stdout, /Left out of the score: 87 words unchanged since 2019 according to git’s dates/);
    assert.match(stdout, /Git: \d+ words from commits that name Claude Code as an author/);
  });

  it('shows that in SARIF as suppressed, and in a pull request’s table', async () => {
    const log = JSON.parse((await scan('.', '--provenance', '-f', 'sarif')).stdout) as Log;
    const [run] = log.runs;
    const found = run?.results?.map(({ locations, suppressions }) => [
      locations?.[0]?.physicalLocation?.artifactLocation?.uri,
      suppressions,
    ]);
    const external = { kind: 'external', justification: 'unchanged since 2019 according to git’s dates' };
    assert.deepEqual(found, [
      ['alone.md', undefined],
      ['mixed.md', undefined],
      ['mixed.md', [external]],
      ['new.md', undefined],
      ['old.md', [external]],
    ]);
    assert.deepEqual(run?.properties?.['history'], { words: 315, passages: 7 });
    const table = (await scan('.', '--provenance', '-f', 'markdown')).stdout;
    assert.match(table, /\| old\.md \| Not judged: all of it is older than chat models \(228 words\) \|/);
    assert.match(
      table,
      /\| mixed\.md \| Reads like AI\. Left out of the score: 87 words unchanged since 2019/,
    );
  });

  it('scans a file as usual that git does not know, and says that it could not be asked', async () => {
    const { code, stderr } = await scan('new.md', '--fail-on', 'ai', '--provenance');
    assert.equal(code, 1);
    assert.match(stderr, /^inkling: 1 file judged in full: git has no history/m);
  });

  it('can’t be turned on by a repository, because git may run what its configuration names', async () => {
    writeFileSync(place('inkling.jsonc'), '{ "provenance": true }');
    assert.match((await scan('old.md')).stderr, /inkling\.jsonc:1:3: unknown key "provenance"/);
    rmSync(place('inkling.jsonc'));
  });
});
