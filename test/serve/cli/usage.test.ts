import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseConfig } from '../../../src/scan/config.ts';
import { scanOptions, shells } from '../../../src/cli/settings.ts';
import { folderWith, inkling } from './run.ts';
import { essay, letter } from './texts.ts';

describe('inkling, to find one’s way', () => {
  const folder = folderWith({
    ...{ 'essay.md': essay, 'letter.md': letter, 'deep/letter.md': letter, 'code.md': '```\nx\n```\n' },
    '.inklingignore': 'deep/\n',
  });
  const run = (...args: string[]) => inkling(args, folder());
  const flags = scanOptions().map(({ long }) => long!);

  it('sums up in one line, and is silent on what is fine unless --verbose asks', async () => {
    const { stdout, stderr } = await run('scan');
    assert.match(stdout, /^essay\.md:1:1: This text reads like AI\./);
    assert.doesNotMatch(stdout, /letter/);
    assert.equal(
      stderr,
      'inkling: 3 files: 1 reads like AI, 1 like a person, 1 without prose. Evidence, not proof: ask, don’t accuse.\n',
    );
    assert.match(
      (await run('scan', '--verbose')).stdout,
      /^letter\.md:1:1: This text reads like a person\./m,
    );
  });

  it('gives the reasons on both sides when --explain asks', async () => {
    const { stdout } = await run('scan', '.', '--explain');
    assert.match(stdout, /\n {2}Towards AI:\n( {4}(strong|moderate|weak) .+\n)+ {2}Towards a person:\n/);
  });

  it('writes several formats of one scan', async () => {
    const { stdout } = await run('scan', '-o', 'csv=a.csv', '-o', 'junit=a.xml');
    assert.match(stdout, /^essay\.md:1:1: /);
    const [csv, xml] = ['a.csv', 'a.xml'].map((name) => readFileSync(join(folder(), name), 'utf8'));
    assert.deepEqual(
      [...csv!.matchAll(/^"([^"]+\.md)",""/gm)].map(([, file]) => file),
      ['code.md', 'essay.md', 'letter.md'],
      'by path',
    );
    assert.match(xml!, /^<\?xml .*\n<testsuites name="inkling">\n<testsuite [^]*<\/testsuites>\n$/);
    for (const name of ['a.csv', 'a.xml']) rmSync(join(folder(), name));
  });

  it('lists what it would scan and scans nothing', async () => {
    const listed = await run('scan', '--list-files');
    assert.deepEqual(listed, { code: 0, stdout: 'code.md\nessay.md\nletter.md\n', stderr: '' });
    const { code, stdout, stderr } = await run('scan', '--list-files', 'gone.md', 'essay.md');
    assert.deepEqual([code, stdout], [2, 'essay.md\n']);
    assert.match(stderr, /^inkling: gone\.md: no matching file/);
  });

  it('creates a configuration that changes nothing, with each setting explained, and never overwrites one', async () => {
    const file = join(folder(), 'inkling.jsonc');
    assert.equal((await run('init')).code, 0);
    const text = readFileSync(file, 'utf8');
    assert.deepEqual(parseConfig(text, file), {});
    const uncommented = parseConfig(text.replaceAll('// "', '"'), file);
    assert.equal(Object.keys(uncommented).length, 9);
    assert.doesNotMatch(text, /\/\/ *\n/, 'a key without its explanation');
    const again = await run('init');
    assert.deepEqual([again.code, again.stderr], [2, 'inkling: inkling.jsonc already exists.\n']);
    assert.equal(readFileSync(file, 'utf8'), text);
    rmSync(file);
  });

  it('shows the settings that apply, and which file or option said so', async () => {
    writeFileSync(join(folder(), 'inkling.jsonc'), '{ "failOn": "ai", "quotes": "score", "threshold": 0.5 }');
    const { stdout } = await run('scan', '--show-config', '--threshold', '0.9');
    const { ignoreFile, settings } = JSON.parse(stdout) as {
      ignoreFile: string;
      settings: Record<string, { value: unknown; from: string }>;
    };
    assert.match(ignoreFile, /\.inklingignore$/);
    assert.match(settings['quotes']?.from ?? '', /inkling\.jsonc$/);
    assert.deepEqual(settings['threshold'], { value: 0.9, from: 'option' });
    assert.deepEqual(settings['severity'], { value: 'information', from: 'default' });
    rmSync(join(folder(), 'inkling.jsonc'));
  });

  it('completes every command and option in each shell', async () => {
    for (const shell of shells) {
      const { code, stdout } = await run('completion', shell);
      assert.equal(code, 0);
      for (const flag of flags) assert.ok(stdout.includes(flag.replace(/^--/, '')), `${shell} ${flag}`);
      for (const word of ['account', 'issue', 'junit']) assert.ok(stdout.includes(word), `${shell} ${word}`);
    }
  });

  it('completes in bash what is typed', async function () {
    if (process.platform === 'win32') this.skip();
    const { stdout } = await run('completion', 'bash');
    const typed = (...words: string[]): string[] => {
      const script = `${stdout}\ncompopt() { :; }\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _inkling; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const shell = spawnSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8', cwd: folder() });
      assert.equal(shell.stderr, '');
      return shell.stdout.trimEnd().split('\n');
    };
    assert.deepEqual(typed('inkling', 'sc'), ['scan', 'score']);
    assert.deepEqual(typed('inkling', 'scan', '--format', 'j'), ['json', 'jsonl', 'junit']);
    assert.deepEqual(typed('inkling', 'scan', 'ess'), ['essay.md']);
    assert.deepEqual(typed('inkling', 'key', 'iss'), ['issue']);
    assert.ok(typed('inkling', 'account', 'create', '--').includes('--password-stdin'));
  });

  it('has a manual with every option', async () => {
    const { code, stdout } = await run('man');
    assert.equal(code, 0);
    assert.match(stdout, /^\.TH INKLING 1 /);
    for (const flag of flags) assert.ok(stdout.includes(flag.replaceAll('-', '\\-')), flag);
  });
});
