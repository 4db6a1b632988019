import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Log } from 'sarif';
import * as v from 'valibot';
import { folderWith, inkling, main, start } from './run.ts';
import { essay, letter } from './texts.ts';
import { pdfOf } from '../../unit/prose/documents/pdfs.ts';

/** Little-endian. */
function utf32(text: string): Buffer {
  const bytes = Buffer.alloc(4 * text.length);
  for (let i = 0; i < text.length; i++) bytes.writeUInt32LE(text.charCodeAt(i), 4 * i);
  return bytes;
}

const unreadFormat =
  'unsupported format. Inkling reads Markdown, plain text, HTML, LaTeX, reStructuredText, AsciiDoc, Org, wikitext, notebooks, commit messages, the comments of code, Word (.docx), OpenDocument (.odt), RTF, EPUB and PDF.';
const threeDocs =
  'inkling: 3 files: 1 reads like AI, 2 like a person. Evidence, not proof: ask, don’t accuse.\n';
const short = 'Too short to tell anything at all.\n';

describe('inkling scan in a pipeline', () => {
  const folder = folderWith({
    'docs/essay.md': essay.replaceAll('\n', '\r\n'),
    'docs/deep/letter.md': letter,
    'docs/picture.png': Buffer.from([0x89, 0x50, 0, 1]),
    'docs/table.csv': 'a,b\n1,2\n',
    'docs/.hidden.md': essay,
    'docs/node_modules/package/README.md': essay,
    'docs/[draft].md': letter,
    'mixed/letter.md': letter,
    'mixed/figures/1.pdf': pdfOf([[], ['3']]),
    'mixed/figures/2.pdf': pdfOf([['a'], ['b']]),
    'mixed/long.txt': 'So it goes. '.repeat(90_000),
    'latin/latin.txt': Buffer.from('Caf\xe9 au lait', 'latin1'),
    'short.md': short,
    'large/1.md': essay.repeat(600),
    // So much that two threads are started.
    'large/2.md': `${essay.repeat(300)}\n\n<!-- ${'no prose '.repeat(450_000)} -->\n`,
    'large/3.md': `${essay.repeat(300)}\n\n<!-- ${'no prose '.repeat(450_000)} -->\n`,
    'large/cut.md': Buffer.from('“Caf\xc3', 'utf8').subarray(0, -1),
    'encodings/16be-bare.txt': Buffer.from(letter, 'utf16le').swap16(),
    'encodings/32le.txt': utf32(`\ufeff${letter}`),
    'encodings/32le-bare.txt': utf32(letter),
    'encodings/32be.txt': utf32(`\ufeff${letter}`).swap32(),
    'encodings/picture.txt': Buffer.from([0x89, 0x50, 0, 1, 7, 9, 3, 2]),
    ...Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`many/${i}.md`, essay])),
  });
  const scan = (...args: string[]) => inkling(['scan', ...args], folder());

  it('accepts a pattern, so that a job need not list its documents', async () => {
    const { code, stdout, stderr } = await scan('docs/**/*.md', '--format', 'jsonl');
    assert.deepEqual({ code, stderr }, { code: 0, stderr: threeDocs });
    const files = stdout
      .trimEnd()
      .split('\n')
      .map((line) => v.parse(v.object({ file: v.string() }), JSON.parse(line)).file);
    assert.deepEqual(files, ['docs/[draft].md', 'docs/deep/letter.md', 'docs/essay.md']);
  });

  it('scans the documents in a folder', async () => {
    const { code, stdout, stderr } = await scan('docs', '--format', 'jsonl');
    assert.deepEqual({ code, stderr }, { code: 0, stderr: threeDocs });
    assert.equal(stdout.trimEnd().split('\n').length, 3);
  });

  it('leaves out matching files without prose, and counts them', async () => {
    const { code, stdout, stderr } = await scan('docs/*', '--format', 'jsonl');
    assert.equal(code, 0);
    const lines = stdout.trimEnd().split('\n');
    assert.deepEqual(
      lines.filter((line) => line.includes('"skipped":true')),
      [
        '{"file":"docs/picture.png","problem":"not a text file.","skipped":true,"result":null}',
        `{"file":"docs/table.csv","problem":${JSON.stringify(unreadFormat)},"skipped":true,"result":null}`,
      ],
    );
    assert.equal(lines.length, 4);
    assert.match(stderr, /^inkling: 4 files: 1 reads like AI, 1 like a person, 2 without prose\. .*\n$/);
  });

  it('says that a folder contains no documents, because silence would mean success', async () => {
    mkdirSync(join(folder(), 'code'));
    writeFileSync(join(folder(), 'code/a.js'), `// ${letter.replaceAll('\n', ' ')}`);
    const { code, stdout, stderr } = await scan('code');
    assert.deepEqual([code, stdout], [0, '']);
    assert.match(stderr, /^inkling: no documents found\. Code is scanned only when named, .*\n$/);
    assert.equal((await scan('code', '--quiet')).stderr, '');
    rmSync(join(folder(), 'code'), { recursive: true });
  });

  it('scans a named file whose name looks like a pattern', async () => {
    const { code, stdout } = await scan('docs/[draft].md');
    assert.equal(code, 0);
    assert.match(stdout, /^docs\/\[draft\]\.md:1:1: /);
  });

  it('scans a file once, however often it is meant', async () => {
    const { stdout } = await scan('docs/essay.md', 'docs/*.md', 'docs', '--format', 'jsonl');
    assert.equal(stdout.match(/"file":"docs\/essay\.md"/g)?.length, 1);
  });

  it('ends with 2 when a pattern matches nothing: a job that checks nothing must not pass', async () => {
    const { code, stderr } = await scan('dosc/**/*.md');
    assert.equal(code, 2);
    assert.match(stderr, /dosc\/\*\*\/\*\.md: no matching file/);
  });

  it('ends with 2 for a file that can’t be scanned only if it is named, or with --strict', async () => {
    const brought = await scan('mixed', '-f', 'json');
    assert.deepEqual(
      [brought.code, brought.stderr.trimEnd().split('\n')],
      [
        0,
        [
          'inkling: 2 files skipped (such as mixed/figures/1.pdf): almost no text (scanned pages or figures). Run OCR first.',
          'inkling: 1 file skipped (mixed/long.txt): contains more than 1 MiB of prose, the limit for one scan. Split it.',
          'inkling: 4 files: 1 reads like a person, 3 skipped.',
        ],
      ],
    );
    const results = JSON.parse(brought.stdout) as { file: string; skipped?: boolean; result: unknown }[];
    assert.deepEqual(
      results.map(({ file, skipped, result }) => [file, skipped, result === null]),
      [
        ['mixed/figures/1.pdf', true, true],
        ['mixed/figures/2.pdf', true, true],
        ['mixed/letter.md', undefined, false],
        ['mixed/long.txt', true, true],
      ],
    );
    const table = await scan('mixed', '-f', 'markdown', '--fail-on', 'ai');
    assert.equal(table.code, 0);
    assert.match(table.stdout, /\n\n2 files skipped \(such as mixed\/figures\/1\.pdf\): almost no text/);
    const { stdout } = await scan('mixed/**', '-f', 'sarif');
    const [invocation] = (JSON.parse(stdout) as Log).runs[0]?.invocations ?? [];
    assert.equal(invocation?.executionSuccessful, true);
    assert.deepEqual(
      invocation.toolExecutionNotifications?.map(({ level }) => level),
      ['note', 'note', 'note'],
    );
    for (const args of [['mixed', '--strict'], ['mixed', 'mixed/long.txt'], ['mixed/figures/2.pdf']]) {
      assert.equal((await scan(...args)).code, 2, args.join(' '));
    }
  });

  it('reads a text in Latin-1, and every output says that the encoding is a guess', async () => {
    const json = await scan('latin', '-f', 'json');
    assert.deepEqual(
      [json.code, json.stderr],
      [0, 'inkling: 1 file not UTF-8: read as Windows-1252 (Latin-1)\ninkling: 1 file: 1 unclear.\n'],
    );
    const [result] = JSON.parse(json.stdout) as [{ encoding: string; result: { segments: unknown[] } }];
    assert.equal(result.encoding, 'windows-1252');
    assert.ok(json.stdout.includes('Café au lait'));
    for (const format of ['text', 'markdown', 'sarif']) {
      assert.match((await scan('latin/latin.txt', '-f', format)).stdout, /read as Windows-1252/, format);
    }
  });

  it('prints a file’s name on one line without terminal controls', async function () {
    if (process.platform === 'win32') this.skip();
    const name = 'named/\x1b]0;title\x07\n::error::Do this.txt';
    mkdirSync(join(folder(), 'named'));
    for (const content of ['So it goes. '.repeat(90_000), letter]) {
      writeFileSync(join(folder(), name), content);
      for (const format of ['text', 'markdown']) {
        const { stdout, stderr } = await scan('named', '--format', format, '--threshold', '0');
        // oxlint-disable-next-line no-control-regex
        assert.doesNotMatch(stdout + stderr, /[\x00-\x09\x0b-\x1f]|^::/m);
        assert.match(
          content === letter && format === 'text' ? stdout : stderr,
          /^(inkling: (1 file skipped \()?)?named\/ .*::error::Do this\.txt/,
        );
      }
    }
    const { stderr } = await scan('-o', name.replace('named', 'gone'));
    assert.match(stderr, /^inkling: gone\/ .*::error::Do this\.txt can’t be written/);
    rmSync(join(folder(), 'named'), { recursive: true });
  });

  it('names a wrong encoding and ends with 2: read as another, a text would get a verdict that means nothing', async () => {
    const { code, stderr } = await scan('encodings', '--strict');
    assert.equal(code, 2);
    assert.deepEqual(stderr.trimEnd().split('\n'), [
      'inkling: encodings/16be-bare.txt: looks like UTF-16 without a byte order mark. Save it as UTF-8 and scan it again.',
      'inkling: encodings/32be.txt: looks like UTF-32. Save it as UTF-8 and scan it again.',
      'inkling: encodings/32le-bare.txt: looks like UTF-32. Save it as UTF-8 and scan it again.',
      'inkling: encodings/32le.txt: looks like UTF-32. Save it as UTF-8 and scan it again.',
      'inkling: 5 files: 1 without prose, 4 not scanned.',
    ]);
  });

  it('refuses a named pipe instead of waiting for a writer', async function () {
    if (process.platform === 'win32') this.skip();
    execFileSync('mkfifo', [join(folder(), 'docs/pipe.md')]);
    const named = await scan('docs/pipe.md');
    assert.deepEqual(
      { code: named.code, stderr: named.stderr },
      { code: 2, stderr: 'inkling: docs/pipe.md: not a regular file (a pipe, socket or device).\n' },
    );
    const inFolder = await scan('docs', '--format', 'jsonl');
    assert.deepEqual({ code: inFolder.code, stderr: inFolder.stderr }, { code: 0, stderr: threeDocs });
  });

  it('refuses a pipe as a rule file instead of waiting for a writer', async function () {
    if (process.platform === 'win32') this.skip();
    for (const name of ['.gitignore', '.inklingignore', 'inkling.jsonc']) {
      const pipe = join(folder(), 'docs', name);
      execFileSync('mkfifo', [pipe]);
      const { code, stderr } = await inkling(['scan', '.'], join(folder(), 'docs'));
      rmSync(pipe);
      assert.equal(code, 2);
      assert.match(
        stderr,
        new RegExp(`${name}: not a regular file but a pipe\\. Remove or replace it\\.\\n$`),
      );
    }
  });

  it('leaves the last results as they were, and no half of the new ones, when it is killed', async function () {
    if (process.platform === 'win32') this.skip(); // no signal there that a process is told of
    const path = join(folder(), 'killed.json');
    const names = (): string[] => readdirSync(folder()).filter((name) => name.startsWith('killed'));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      writeFileSync(path, 'the last results');
      const changes = watch(folder()); // told at once: it is to be ended at the earliest
      const child = start(['scan', '-', '-f', 'json', '-o', path], folder()); // its input never ends
      const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
      while (names().length < 2 && child.exitCode === null) {
        await Promise.race([once(changes, 'change'), ended]);
      }
      changes.close();
      // npm passes on what a terminal has sent to all: the second signal comes before the first has done its work.
      while (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await setTimeout(1);
      }
      assert.deepEqual(await ended, [null, signal]);
      assert.deepEqual(names(), ['killed.json']);
      assert.equal(readFileSync(path, 'utf8'), 'the last results');
    }
    rmSync(path);
  });

  it('ends by a signal even if nobody reads its output pipe', async function () {
    if (process.platform === 'win32') this.skip();
    const pipe = join(folder(), 'unread');
    execFileSync('mkfifo', [pipe]);
    const child = start(['scan', 'short.md', '-o', pipe], folder());
    const ended = once(child, 'exit');
    // Until it listens for signals, one ends it as well.
    await setTimeout(1000);
    child.kill('SIGINT');
    assert.deepEqual(await ended, [null, 'SIGINT']);
    rmSync(pipe);
  });

  it('says that results could not be written, and never that a text failed', function () {
    if (!existsSync('/dev/full')) this.skip();
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [main, 'scan', 'short.md'], {
      cwd: folder(),
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    assert.equal(stderr, 'inkling: standard output can’t be written (ENOSPC). Check the disk.\n');
    assert.equal(status, 2);
  });

  it('ends with 2 after an internal error, because 1 would mean that a text failed', function () {
    const fault = `import util from 'node:util'; import { syncBuiltinESMExports } from 'node:module';
      util.styleText = () => { throw new Error('a fault'); }; syncBuiltinESMExports();`;
    const args = ['--import', `data:text/javascript,${encodeURIComponent(fault)}`, main, 'scan', 'short.md'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder(), encoding: 'utf8' });
    assert.match(stderr, /^inkling: Error: a fault\n[^]*bug in Inkling\. Please report it\.\n$/);
    assert.equal(status, 2);
  });

  it('fails according to --fail-on even if its reader has gone, so that `| head` never passes a pipeline', async () => {
    const child = start(
      ['scan', ...Array.from({ length: 30 }, (_, i) => `many/${i}.md`), '--fail-on', 'ai'],
      folder(),
    );
    child.stdout.destroy();
    const [code] = (await once(child, 'close')) as [number | null];
    assert.equal(code, 1);
  });

  it('ends with 1 and names the file when a text reads like AI and --fail-on asks', async () => {
    for (const verdict of ['ai', 'mixed']) {
      const { code, stdout, stderr } = await scan('docs/**/*.md', '--fail-on', verdict);
      assert.equal(code, 1);
      assert.match(stdout, /^docs\/essay\.md:1:1: .* Fails: ai\.$/m);
      assert.match(stderr, /^inkling: 3 files: 1 reads like AI, 2 like a person; 1 fails\. .*\n$/);
      const elsewhere = await scan('docs/**/*.md', '--fail-on', verdict, '-f', 'jsonl');
      assert.match(elsewhere.stderr, /^inkling: docs\/essay\.md fails: ai\n/);
    }
    assert.equal((await scan('docs/deep/letter.md', '--fail-on', 'mixed')).code, 0);
  });

  it('ends with 1 from a score on when --threshold gives one, but never for a text that can’t be judged', async () => {
    assert.equal((await scan('docs/essay.md', '--threshold', '0.9')).code, 1);
    assert.equal((await scan('short.md', '--threshold', '0', '--fail-on', 'mixed')).code, 0);
  });

  it('refuses a threshold that is no probability', async () => {
    for (const value of ['2', '-0.1', 'high', '']) {
      const { code, stderr } = await scan('short.md', '--threshold', value);
      assert.equal(code, 2, value);
      assert.match(stderr, /threshold.*Expected a number from 0 to 1/);
    }
  });

  it('writes SARIF that code scanning shows at the sentences, by line and column', async () => {
    const { stdout } = await scan('docs/essay.md', 'docs/deep/letter.md', 'gone.md', '--format', 'sarif');
    const log = JSON.parse(stdout) as Log;
    assert.equal(log.version, '2.1.0');
    const [run] = log.runs;
    const [result, ...others] = run?.results ?? [];
    assert.deepEqual(others, [], 'only the essay reads like AI');
    assert.equal(result?.ruleId, 'reads-like-ai');
    assert.ok(run?.tool.driver.rules?.some(({ id }) => id === result.ruleId));
    assert.equal(result.level, 'note', 'a hint is no warning');
    const place = result.locations?.[0]?.physicalLocation;
    assert.equal(place?.artifactLocation?.uri, 'docs/essay.md');
    const { startLine, startColumn, endLine, endColumn } = place.region ?? {};
    const lines = essay.split('\n');
    assert.equal(startLine, 3);
    assert.equal(endLine, 3);
    const sentence = lines[2]?.slice((startColumn ?? 0) - 1, (endColumn ?? 0) - 1);
    assert.match(sentence ?? '', /^Community gardens .+\.$/);
    const related = result.relatedLocations ?? [];
    assert.equal(related.length, 10, 'more than ten places are not shown');
    assert.ok(related.every(({ id }, i) => id === i + 1));
    const [invocation] = run?.invocations ?? [];
    assert.equal(invocation?.executionSuccessful, false);
    assert.match(
      invocation.toolExecutionNotifications?.[0]?.message.text ?? '',
      /gone\.md: no matching file/,
    );
  });

  it('names a file in SARIF so that code scanning finds it: relative below the folder, else a file: address', async () => {
    const uriOf = async (file: string, cwd: string): Promise<string | undefined> => {
      const { stdout } = await inkling(['scan', file, '--format', 'sarif'], cwd);
      const location = (JSON.parse(stdout) as Log).runs[0]?.results?.[0]?.locations?.[0];
      return location?.physicalLocation?.artifactLocation?.uri;
    };
    const file = join(folder(), 'docs/essay.md');
    assert.equal(await uriOf(file, folder()), 'docs/essay.md');
    assert.equal(await uriOf('../docs/essay.md', join(folder(), 'latin')), pathToFileURL(file).href);
  });

  it('writes SARIF and prints results from one scan, as separate scans would', async () => {
    const args = ['docs', '--fail-on', 'ai', '--no-suppressions'];
    const both = await scan(...args, '-f', 'markdown', '-o', 'sarif=both.sarif');
    const [table, sarif] = [await scan(...args, '-f', 'markdown'), await scan(...args, '-f', 'sarif')];
    assert.deepEqual(both, table);
    assert.equal(readFileSync(join(folder(), 'both.sarif'), 'utf8'), sarif.stdout);
    rmSync(join(folder(), 'both.sarif'));
    assert.equal((await scan('docs', '-o', 'x.json', '-o', 'sarif=./x.json')).code, 2);
  });

  it('writes a table for a pull request with a row for each file, and quotes none of the text', async () => {
    const { stdout } = await scan('docs/**/*.md', 'gone.md', '--format', 'markdown');
    const rows = stdout.split('\n').filter((line) => line.startsWith('| '));
    assert.equal(rows.length, 2 + 4);
    assert.match(stdout, /\| docs\/essay\.md \| Reads like AI \| [^|]* \| line 3, /);
    assert.match(stdout, /\| docs\/\\\[draft\\\]\.md \|/);
    assert.match(stdout, /\| gone\.md \| not scanned: no matching file/);
    assert.doesNotMatch(stdout, /battle|garden/i);
  });

  it('lists in JSON what was not scanned, and why, so that a script can notice', async () => {
    const { stdout } = await scan('gone.md', '--format', 'json');
    const problem = 'no matching file. Check the name.';
    assert.deepEqual(JSON.parse(stdout), [{ file: 'gone.md', problem, skipped: false, result: null }]);
  });

  it('keeps a finding the same one for code scanning when the text around it moves', async () => {
    const fingerprintsOf = async (text: string) => {
      const { stdout } = await inkling(['scan', '-', '--format', 'sarif'], folder(), text);
      return (JSON.parse(stdout) as Log).runs[0]?.results?.[0]?.partialFingerprints;
    };
    const fingerprints = await fingerprintsOf(essay);
    assert.match(fingerprints?.['flaggedWords/v1'] ?? '', /^[0-9a-f]{32}$/);
    assert.deepEqual(await fingerprintsOf(`\n\n${essay.replaceAll('. ', '.\n')}`), fingerprints);
  });

  it('scans what a pipe brings, by the name that --stdin-filename gives it', async () => {
    const page = `<style>p { color: red }</style><p>${letter.slice(letter.indexOf('I have'))}</p>`;
    const args = ['scan', '-', 'short.md', '--format', 'jsonl'];
    const { code, stdout } = await inkling(args, folder(), page);
    assert.equal(code, 0);
    assert.match(stdout, /^{"file":"<stdin>",.*color: red/, 'plain text');
    const named = await inkling([...args, '--stdin-filename', 'notes/a.html'], folder(), page);
    const [first, second] = named.stdout.split('\n');
    assert.match(first ?? '', /^{"file":"notes\/a\.html",.*"text":"I have been/);
    assert.match(second ?? '', /^{"file":"short\.md"/);
    const empty = await inkling(['scan', '-'], folder(), '');
    assert.deepEqual([empty.code, empty.stderr], [2, 'inkling: <stdin>: empty.\n']);
  });

  it('reads as much of a document from a pipe as from a file', async () => {
    const picture = 'ff'.repeat(3 << 20);
    const document = (text: string) => `{\\rtf1 {\\pict ${picture}} ${text}}`;
    const scanned = (name: string) =>
      inkling(['scan', '-', '--stdin-filename', name], folder(), document(letter.replaceAll('\n', '\\par ')));
    assert.deepEqual((await scanned('letter.rtf')).stderr, '');
    const { code, stderr } = await scanned('letter.txt');
    assert.deepEqual(
      [code, stderr],
      [2, 'inkling: letter.txt: larger than 5 MiB, the limit for a file. Split it.\n'],
    );
  });

  it('is quiet about what is fine', async () => {
    const all = await scan('docs', 'short.md', 'encodings/picture.txt', '--quiet', '--format', 'jsonl');
    assert.deepEqual(
      all.stdout.match(/"file":"[^"]*"/g),
      ['"file":"docs/essay.md"', '"file":"encodings/picture.txt"'],
      'without --fail-on: what reads like AI, and what is named and can’t be scanned',
    );
    const failing = await scan('docs', '--quiet', '--threshold', '1', '--format', 'jsonl');
    assert.deepEqual(failing, { code: 0, stdout: '', stderr: '' });
  });

  it('allows as many failing files as --max says', async () => {
    const args = ['many/1.md', 'many/2.md', '--fail-on', 'ai', '--quiet', '--format', 'jsonl'];
    assert.equal((await scan(...args, '--max', '2')).code, 0);
    assert.equal((await scan(...args, '--max', '1')).code, 1);
  });

  it('writes to a file when asked, and says when it can’t', async () => {
    const path = join(folder(), 'results.sarif');
    const { code, stdout } = await scan('docs', '--format', 'sarif', '--output', path);
    assert.deepEqual([code, stdout], [0, '']);
    assert.equal((JSON.parse(readFileSync(path, 'utf8')) as Log).runs[0]?.results?.length, 1);
    const gone = await scan('docs', '-o', join(folder(), 'gone/results.json'));
    assert.equal(gone.code, 2);
    assert.match(gone.stderr, /gone\/results\.json can’t be written \(ENOENT\)/);
  });

  it('leaves the last results as they were where the disk is full, and no half of the new ones', function () {
    if (process.platform !== 'linux') this.skip(); // a limit on the size of files stands in for a full disk
    const path = join(folder(), 'full.json');
    writeFileSync(path, 'the last results');
    for (const [option, ...more] of [['--output'], ['--baseline', '--update-baseline', '--no-config']]) {
      if (option === '--baseline') writeFileSync(path, '{ "version": 1, "passages": [] }');
      const before = readFileSync(path, 'utf8');
      const args = [
        '--fsize=100',
        process.execPath,
        main,
        'scan',
        'docs',
        '-f',
        'json',
        option!,
        path,
        ...more,
      ];
      const { status, stderr } = spawnSync('prlimit', args, { cwd: folder(), encoding: 'utf8' });
      assert.equal(status, 2);
      assert.match(stderr, /full\.json can’t be written \(EFBIG\)/);
      assert.equal(readFileSync(path, 'utf8'), before);
    }
    assert.deepEqual(
      readdirSync(folder()).filter((name) => name.startsWith('full')),
      ['full.json'],
    );
    rmSync(path);
  });

  it('neither scans its own output file nor overwrites a scanned file', async () => {
    const path = join(folder(), 'docs/results.md');
    const args = ['docs', '--format', 'markdown', '--output'];
    assert.equal((await scan(...args, path)).code, 0);
    const first = readFileSync(path, 'utf8');
    assert.equal((await scan(...args, 'docs/results.md')).code, 0);
    assert.equal(readFileSync(path, 'utf8'), first);
    for (const format of ['text', 'json', 'jsonl', 'sarif', 'markdown', 'text']) {
      assert.equal((await scan('docs', '-f', format, '-o', path)).code, 0, format);
    }
    rmSync(path);
    for (const name of ['docs/essay.md', 'docs/link.md']) {
      if (name === 'docs/link.md') symlinkSync('essay.md', join(folder(), name));
      for (const output of [name, `sarif=${name}`]) {
        const { code, stderr } = await scan('docs', '-o', output);
        assert.equal(code, 2);
        assert.match(stderr, /would overwrite a file to be scanned/);
      }
    }
    rmSync(join(folder(), 'docs/link.md'));
    const { code, stderr } = await scan('docs/essay.md', '-o', './docs/essay.md');
    assert.equal(code, 2);
    assert.match(stderr, /--output \.\/docs\/essay\.md would overwrite a file to be scanned/);
    assert.equal(
      readFileSync(join(folder(), 'docs/essay.md'), 'utf8').length,
      essay.replaceAll('\n', '\r\n').length,
    );
  });

  it('scans in threads what is much, with the results of one thread in the same order', async () => {
    const one = await scan('many', 'large', 'docs', '--format', 'jsonl', '--jobs', '1');
    const three = await scan('many', 'large', 'docs', '--format', 'jsonl', '--jobs', '3');
    assert.match(three.stderr, /large\/cut\.md\): not valid UTF-8/, 'a problem of its own');
    assert.deepEqual(three, one);
    assert.equal(three.stdout.trimEnd().split('\n').length, 37);
  });
});
