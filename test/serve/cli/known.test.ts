import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from 'sarif';
import { folderWith, inkling } from './run.ts';
import { essay, letter } from './texts.ts';

describe('inkling scan, of what is ignored or known', function () {
  this.timeout(30_000);
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
    const { code, stdout, stderr } = await scan('.', 'old/essay.md', '--fail-on', 'ai', '--max', '1');
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^ignored\.md: Ignored as a whole\.\n {2}Ignored: 228 words in 5 passages \(a sample\)\.$/m,
    );
    assert.doesNotMatch(stdout, /^old/m);
    assert.match(stderr, /old\/essay\.md is not scanned: \.inklingignore excludes it/);
    assert.match(stderr, /ignored\.md:\d+ inkling-oops is unknown/);
    assert.match(stderr, /228 words in 5 passages ignored/);
  });

  it('lists what is ignored in SARIF as suppressed, with the reason, unless told not to', async () => {
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
    assert.match(stderr, /inkling\.jsonc:2:3 "service" can’t be set here/);
    rmSync(place('inkling.jsonc'));
  });

  it('tells only what is not in the baseline, which holds no text, and drops what is gone', async () => {
    const args = ['essay.md', '--baseline', 'baseline.json'];
    assert.match((await scan(...args)).stderr, /does not exist\. Make it: .*--update-baseline/);
    assert.match((await scan(...args, '--update-baseline')).stderr, /holds 4 passages: 4 new, 0 dropped/);
    assert.doesNotMatch(readFileSync(place('baseline.json'), 'utf8'), /garden/i);
    writeFileSync(place('essay.md'), `A line above.\n\n${essay}`);
    const known = await scan(...args, '--fail-on', 'ai');
    assert.deepEqual([known.code, known.stdout], [0, '']);
    assert.match(known.stderr, /1 file with nothing new/);
    writeFileSync(place('essay.md'), essay.replace('Moreover, the', 'Moreover, all the'));
    const changed = await scan(...args, '--fail-on', 'ai');
    assert.equal(changed.code, 1);
    assert.doesNotMatch(changed.stdout, /line 3/);
    assert.match(changed.stdout, /line 7 /);
    assert.match((await scan(...args, '--update-baseline')).stderr, /holds 4 passages: 1 new, 1 dropped/);
  });

  it('tells only passages with lines that changed since a commit', async () => {
    assert.match((await scan('--since', 'HEAD')).stderr, /needs a git repository/);
    git('init', '-q');
    git('add', 'essay.md', 'letter.md');
    git('commit', '-qm', 'One');
    writeFileSync(place('essay.md'), readFileSync(place('essay.md'), 'utf8').replace('Furthermore', 'And'));
    const { code, stdout } = await scan('--since', 'HEAD', '--fail-on', 'ai', 'essay.md', 'letter.md');
    assert.equal(code, 1);
    assert.match(stdout, /line 5 /);
    assert.doesNotMatch(stdout, /line [379] |letter/);
    assert.match((await scan('--since', 'nope')).stderr, /git knows no such commit/);
    assert.equal((await scan('--since=-x')).code, 2);
  });
});
