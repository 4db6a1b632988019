import assert from 'node:assert/strict';
import * as v from 'valibot';
import { Report } from '../../../src/api/report.ts';
import { folderWith, inkling } from './run.ts';
import { essay, letter } from './texts.ts';
import { vastPdf } from '../../unit/prose/documents/pdfs.ts';

/** Many sentences, of characters of two code units for the most part. */
const waves = Array.from({ length: 8000 }, (_, i) => `It ${'🌊'.repeat(20 + (i % 7))}.`).join(' ');

describe('inkling scan', () => {
  const folder = folderWith({
    'letter.md': letter,
    'essay.md': essay,
    'utf16.txt': Buffer.from('\uFEFF' + letter, 'utf16le'),
    'essay.rtf': `{\\rtf1\\ansi ${essay.replaceAll(/\n+/g, '\\par\n')}}`,
    'waves.txt': waves,
    'vast.pdf': Buffer.from(vastPdf()),
    'empty.md': ' \n',
    'paper.tex': `\\documentclass{article}\n\\begin{document}\n${letter.slice(letter.indexOf('I have'))}\\end{document}\n`,
    'code.md': '```js\nlet a;\n```\n',
    'latin.txt': Buffer.from('Caf\xe9 au lait', 'latin1'),
    'picture.md': Buffer.from([0x89, 0x50, 0, 1]),
    'program.py': 'print()\n',
    'data.json': '{}\n',
    'huge.txt': 'So it goes. '.repeat(450_000),
    'long.txt': 'So it goes. '.repeat(90_000),
  });

  it('prints a result that a person can read, and ends with 0', async () => {
    const { code, stdout, stderr } = await inkling(['scan', 'letter.md'], folder());
    assert.equal(code, 0);
    assert.equal(stderr, '');
    assert.match(stdout, /^letter\.md:1:1: .+\.\n[^]*, model \S+ \S+, score 0\.\d\d, confidence \w+\n$/);
  });

  it('prints for scripts the place of each sentence, the same in every run', async () => {
    const args = ['scan', 'essay.md', '--format', 'json'];
    const { code, stdout } = await inkling(args, folder());
    assert.equal(code, 0);
    assert.equal((await inkling(args, folder())).stdout, stdout, 'no ids, no dates');
    const Placed = v.object({
      line: v.number(),
      column: v.number(),
      endLine: v.number(),
      endColumn: v.number(),
      flagged: v.boolean(),
      text: v.string(),
    });
    const [result] = v.parse(
      v.array(
        v.object({
          file: v.literal('essay.md'),
          words: v.number(),
          result: v.object({
            verdict: v.literal('ai'),
            segments: v.array(Placed),
            evidence: v.array(v.object({ places: v.array(v.omit(Placed, ['flagged', 'text'])) })),
          }),
        }),
      ),
      JSON.parse(stdout),
    );
    const lines = essay.split('\n');
    const { segments = [] } = result?.result ?? {};
    assert.equal(segments[0]?.flagged, false, 'its heading');
    for (const { line, column, endLine, endColumn, text } of segments) {
      assert.equal(line, endLine);
      assert.equal(lines[line - 1]?.slice(column - 1, endColumn - 1), text);
    }
  });

  it('prints whole reports on request, with every field of the API except the page’s address', async () => {
    const { code, stdout } = await inkling(
      ['scan', 'letter.md', 'utf16.txt', '--format', 'json', '--report'],
      folder(),
    );
    assert.equal(code, 0);
    const [first, second, ...more] = v.parse(
      v.array(v.strictObject({ file: v.string(), ...v.omit(Report, ['url']).entries })),
      JSON.parse(stdout),
    );
    assert.deepEqual(more, []);
    assert.equal(first?.file, 'letter.md');
    assert.match(first.content, /^A letter\n\nI have been shown/);
    assert.match(second?.content ?? '', /^# A letter\n\nI have been shown/, 'UTF-16 is read as what it says');
  });

  it('reads the prose of a file in the language that its name says', async () => {
    const { code, stdout } = await inkling(['scan', 'paper.tex', '--format', 'json', '--report'], folder());
    assert.equal(code, 0);
    const [report] = v.parse(v.array(v.omit(Report, ['url'])), JSON.parse(stdout));
    assert.match(report?.content ?? '', /^I have been shown.*died to save\.$/);
  });

  const refused: [file: string, reason: RegExp][] = [
    ['gone.md', /gone\.md: no matching file/],
    ['empty.md', /empty\.md: empty/],
    ['code.md', /code\.md: contains no prose/],

    ['picture.md', /picture\.md: not a text file/],
    ['program.py', /program\.py: contains no prose/],
    ['data.json', /data\.json: unsupported format.* reads Markdown, plain text/],
    ['huge.txt', /huge\.txt: larger than 5 MiB/],
    ['long.txt', /long\.txt: contains more than 1 MiB of prose.* Split it/],
  ];
  it('names the paragraphs of a file of an office program, which has no lines', async () => {
    const outputs = await Promise.all(
      ['text', 'json', 'sarif', 'markdown'].map(async (format) => {
        const { code, stdout } = await inkling(['scan', 'essay.rtf', '--format', format], folder());
        assert.equal(code, 0);
        return stdout;
      }),
    );
    const [text = '', json = '', sarif = '', markdown = ''] = outputs;
    assert.match(text, /^essay\.rtf: This text .*\n(essay\.rtf: paragraph \d+: reads like AI .*\n){3}/);
    assert.match(json, /"paragraph": \d+,\n/);
    assert.doesNotMatch(json, /"line"/);
    assert.match(sarif, /This sentence reads like AI \(\w+\), paragraph \d+\./);
    assert.doesNotMatch(sarif, /startLine/);
    assert.match(markdown, /\| paragraph \d+(, \d+)*( and \d+ more)? \|/);
  });

  it('prints a long result completely, with any character where its output is divided', async () => {
    const { code, stdout } = await inkling(['scan', 'waves.txt', '--format', 'json'], folder());
    assert.equal(code, 0);
    assert.ok(stdout.length > 2 ** 20);
    const Texts = v.object({ result: v.object({ segments: v.array(v.object({ text: v.string() })) }) });
    const [file] = v.parse(v.array(Texts), JSON.parse(stdout));
    assert.equal(file?.result.segments.map(({ text }) => text).join(' '), waves);
  });

  it('goes on behind a file that would take all memory, and names it', async () => {
    const { code, stdout, stderr } = await inkling(['scan', 'vast.pdf', 'essay.rtf'], folder());
    assert.equal(code, 2);
    assert.match(stdout, /^essay\.rtf: /);
    assert.match(stderr, /^inkling: vast\.pdf: takes too much time or memory to read/);
  }).timeout(120_000);

  it('says on standard error why a file can’t be scanned, still scans the others, and ends with 2', async () => {
    const files = refused.map(([file]) => file);
    const { code, stdout, stderr } = await inkling(['scan', ...files, 'letter.md'], folder());
    assert.equal(code, 2);
    assert.equal(stdout, '', 'what is fine');
    const lines = stderr.trimEnd().split('\n');
    assert.equal(lines.length, refused.length + 1);
    assert.equal(lines.at(-1), 'inkling: 9 files: 1 reads like a person, 8 not scanned.');
    refused.forEach(([, reason], i) => {
      assert.match(lines[i] ?? '', reason);
    });
  });

  it('says that a name is empty where a variable of a script has no value', async () => {
    for (const args of [
      [''],
      ['letter.md', '-o', ''],
      ['letter.md', '--baseline', '', '--update-baseline'],
    ]) {
      const { code, stderr } = await inkling(['scan', ...args], folder());
      const said = 'inkling: A file name is empty. Perhaps a variable is not set.\n';
      assert.deepEqual([code, stderr], [2, said]);
    }
  });

  it('ends with 2 and says how to call it when it is called wrongly', async () => {
    const calls = [
      ['scan', 'letter.md', '--format', 'xml'],
      ['scna'],
      ['scan', 'letter.md', '--explain', '-f', 'json'],
      ['scan', 'letter.md', '--quiet', '--verbose'],
      ['scan', 'letter.md', '-o', 'a', '-o', 'b'],
      ['completion', 'tcsh'],
      ['scan', 'letter.md', '--jobs', '0'],
      ['scan', 'letter.md', '--report'],
      ['scan', 'letter.md', '--max', '3'],
      ['scan', 'letter.md', '--stdin-filename', 'a.md'],
    ];
    for (const args of calls) {
      const { code, stderr } = await inkling(args, folder());
      assert.equal(code, 2, args.join(' '));
      assert.match(stderr, /^inkling: /);
    }
  });
});
