import assert from 'node:assert/strict';
import { readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { MarkupContent, TextEdit } from 'vscode-languageserver/node';
import { hashedBlocksOf } from '../../../src/scan/judged.ts';
import { temporaryFolder } from '../../rig/temporaryFolder.ts';
import { Editor, sentences } from './lspEditor.ts';
import { folderWith } from './run.ts';
import { essay, letter } from './texts.ts';

/** One editor and its server for all tests of a `describe`, without documents at the beginning of each. */
function sharedEditor(folder: () => string): () => Editor {
  let editor: Editor;
  before(async () => {
    editor = new Editor(folder());
    await editor.initialize();
  });
  afterEach(() => editor.closeAll());
  after(() => {
    editor.kill();
  });
  return () => editor;
}

describe('inkling lsp', () => {
  const folder = folderWith({ '.git/HEAD': '', 'a.md': essay });
  const editor = sharedEditor(folder);

  it('announces its capabilities, counts in UTF-16, and ends when asked to', async () => {
    const other = new Editor(folder());
    const { capabilities, serverInfo } = await other.initialize();
    assert.equal(capabilities.positionEncoding, 'utf-16');
    assert.equal(serverInfo?.name, 'inkling');
    assert.equal(await other.quit(), 0);
  });

  it('reports each sentence that reads like AI at its place, and at the top how the whole reads', async () => {
    // A character of two UTF-16 units before the text.
    const text = essay.replace(/^(?=[A-Z])/m, '😀 ');
    await editor().open('a.md', text);
    const diagnostics = await editor().diagnostics('a.md');
    const [whole] = diagnostics;
    assert.equal(whole?.code, 'verdict');
    assert.match(whole.message, /^This text reads like AI\.(?: Of 1,000 human-written texts |$)/);
    const flagged = sentences(diagnostics);
    assert.ok(flagged.length > 3);
    const lines = text.split('\n');
    for (const { range, message, severity } of flagged) {
      assert.equal(severity, 3);
      const [, quote = ''] =
        /^“(.{10,30}).*”(?: reads like AI \((?:weak|moderate|strong)\)|: the passage reads like AI, not this sentence by itself)$/.exec(
          message,
        ) ?? [];
      assert.ok(
        quote !== '' && lines[range.start.line]!.slice(range.start.character).startsWith(quote),
        message,
      );
    }
    await editor().open('b.md', letter);
    assert.deepEqual(await editor().diagnostics('b.md'), []);
    await editor().close('a.md');
    assert.deepEqual(await editor().diagnostics('a.md'), []);
  });

  it('says at the pointer how a sentence reads, and how the whole does', async () => {
    await editor().open('a.md', essay);
    const [flagged] = sentences(await editor().diagnostics('a.md'));
    assert.ok(flagged);
    const hover = await editor().hover('a.md', flagged.range.start);
    const { kind, value } = hover!.contents as MarkupContent;
    assert.equal(kind, 'markdown');
    assert.match(
      value,
      /^\*\*(?:Reads like AI \((?:weak|moderate|strong)\)|The passage reads like AI, not this sentence by itself)\*\*/,
    );
    assert.match(value, /One sentence proves nothing/);
    assert.match(value, /Whole text: this text reads like AI/);
    assert.equal(await editor().hover('a.md', { line: 1, character: 0 }), null);
  });

  it('scans again after an edit, without the passage that a comment ignores', async () => {
    await editor().open('a.md', essay);
    const before = sentences(await editor().diagnostics('a.md'));
    const [first] = before;
    const actions = await editor().codeActions('a.md', first!);
    assert.deepEqual(
      actions.map(({ title }) => title),
      ['Inkling: Ignore this passage', 'Inkling: Mark as human', 'Inkling: Ignore this file'],
    );
    const [change] = actions[0]!.edit!.documentChanges!;
    assert.ok(change && 'edits' in change);
    assert.equal(change.textDocument.version, 1);
    const [{ range, newText }] = change.edits as [TextEdit];
    assert.match(newText, /<!-- inkling-ignore -->/);
    await editor().insert('a.md', range.start, newText);
    const after = sentences(await editor().diagnostics('a.md'));
    assert.ok(after.length < before.length);
    assert.ok(after.every(({ message }) => message !== first!.message));
  });

  it('reports an ignore comment that ignores nothing', async () => {
    await editor().open('a.md', `${letter}\n\n<!-- inkling-ignore-ende -->\n`);
    const diagnostics = await editor().diagnostics('a.md');
    assert.deepEqual(
      diagnostics.map(({ code, severity }) => ({ code, severity })),
      [{ code: 'ignore-comment', severity: 2 }],
    );
  });

  it('reads a document by its name if the editor has another id for its language, and no other formats', async () => {
    const plain = essay.replace(/^#.*\n/, '');
    await editor().open('a.rst', plain, 'rst');
    assert.ok(sentences(await editor().diagnostics('a.rst')).length > 3);
    await editor().open('notes', plain, 'text');
    assert.ok(sentences(await editor().diagnostics('notes')).length > 3);
    await editor().open('data.json', JSON.stringify(plain), 'json');
    await editor().open('last.md', letter);
    await editor().diagnostics('last.md');
    await editor().close('data.json');
    assert.deepEqual(await editor().diagnostics('data.json'), [], 'nothing was told before it was closed');
  });

  it('says in the first line why a document is not scanned, and nothing of one that has no prose', async () => {
    await editor().open('huge.md', `${letter}\n`.repeat(Math.ceil(2 ** 21 / letter.length)));
    const diagnostics = await editor().diagnostics('huge.md');
    assert.deepEqual(
      diagnostics.map(({ code, severity, range, message }) => ({ code, severity, range, message })),
      [
        {
          code: 'not-scanned',
          severity: 3,
          range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
          message: 'Not scanned: contains more than 1 MiB of prose, the limit for one scan. Split it.',
        },
      ],
    );
    await editor().open('empty.md', '');
    assert.deepEqual(await editor().diagnostics('empty.md'), []);
  });

  it('cancels its scan when a newer edit arrives, and shows that a long scan is running', async () => {
    const long = Array.from({ length: 150 }, (_, i) => `${essay}\n\nNote ${i} ends here.`).join('\n\n');
    await editor().open('long.md', long);
    await editor().open('a.md', essay);
    await editor().insert('long.md', { line: 0, character: 0 }, '<!-- inkling-ignore-file -->\n\n');
    assert.deepEqual(await editor().diagnostics('long.md'), [], 'the older scan told something');
    assert.ok(sentences(await editor().diagnostics('a.md')).length > 3);
    assert.equal(
      editor().progress.filter((kind) => kind === 'begin').length,
      editor().progress.filter((kind) => kind === 'end').length,
    );
  });
});

describe('inkling lsp in a folder with a configuration', () => {
  const folder = folderWith({
    '.git/HEAD': '',
    'inkling.jsonc': '{ "severity": "hint", "exclude": ["out/"] } // for all\n',
    'docs/a.md': essay,
    'known/inkling.jsonc': '{ "baseline": "known.txt" }',
    'known/known.txt': '{ "version": 1, "passages": [] }',
    'wrong/inkling.jsonc': '{ "wrong": true }',
    'utf16/.inklingignore': Buffer.from('\uFEFFout/', 'utf16le'),
    'folder/inkling.jsonc/a': '',
  });
  const read = (name: string): string => readFileSync(join(folder(), name), 'utf8');
  /** In one step, as editors do: what is watched must not be seen while it is empty. */
  const write = (name: string, text: string): void => {
    const path = join(folder(), name);
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  };
  const editor = sharedEditor(folder);

  it('obeys it, also when it changes, and says once what is wrong with it', async () => {
    await editor().open('docs/a.md', essay);
    const [, first] = await editor().diagnostics('docs/a.md');
    assert.equal(first?.severity, 4);
    await editor().open('out/b.md', essay);
    assert.deepEqual(await editor().diagnostics('out/b.md'), []);
    write('inkling.jsonc', '{ "severity": "error" }');
    const [, later] = await editor().diagnostics('docs/a.md');
    assert.equal(later?.severity, 1);
    write('inkling.jsonc', '{ "service": "https://example.org" }');
    assert.match(await editor().message(), /inkling\.jsonc:1:3: "service" can’t be set here/);
    const [problem, ...others] = await editor().diagnostics('docs/a.md');
    assert.match(problem?.message ?? '', /^Not scanned: .*inkling\.jsonc:1:3: "service"/);
    assert.deepEqual(others, []);
    write('inkling.jsonc', '{}');
    assert.notDeepEqual(await editor().diagnostics('docs/a.md'), []);
    assert.deepEqual(editor().messages, []);
  });

  it('says what is wrong with a configuration once, while documents beside it are edited too', async () => {
    for (const name of ['wrong/a.md', 'wrong/b.md', 'docs/a.md', 'wrong/a.md', 'docs/a.md', 'wrong/b.md']) {
      if (editor().knows(name)) await editor().insert(name, { line: 0, character: 0 }, 'x');
      else await editor().open(name, essay);
      await editor().diagnostics(name);
    }
    assert.equal(editor().messages.length, 1);
  });

  it('scans nothing by a guess at rules that it can’t read, and says what to do', async () => {
    await editor().open('utf16/a.md', essay);
    const [utf16] = await editor().diagnostics('utf16/a.md');
    assert.match(
      utf16?.message ?? '',
      /utf16\/\.inklingignore:1:1: not valid UTF-8\. Save the file as UTF-8/,
    );
    await editor().open('folder/a.md', essay);
    const [isFolder] = await editor().diagnostics('folder/a.md');
    assert.match(isFolder?.message ?? '', /folder\/inkling\.jsonc: a folder, not a file\. Check the name\.$/);
    await editor().open('docs/a.md/inner.md', essay); // as in an archive that an editor looks into
    assert.notDeepEqual(await editor().diagnostics('docs/a.md/inner.md'), []);
  });

  it('scans again when its baseline changes, under any name, and for no unrelated file', async () => {
    await editor().open('known/a.md', essay);
    const before = sentences(await editor().diagnostics('known/a.md'));
    assert.ok(before.length > 3);
    write('known/other.json', '{}');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const passages = hashedBlocksOf(essay.replace(/^# /, '')).map(({ hash }) => ({ file: 'a.md', hash }));
    write('known/known.txt', JSON.stringify({ version: 1, passages }));
    assert.deepEqual(sentences(await editor().diagnostics('known/a.md')), []);
  });

  it('keeps that a person wrote a passage, and ignores a file, where everyone reads it', async () => {
    write('inkling.jsonc', '{} // kept\n');
    await editor().open('docs/a.md', essay);
    const before = sentences(await editor().diagnostics('docs/a.md'));
    const [, wrote, ignore] = await editor().codeActions('docs/a.md', before[0]!);
    await editor().execute(wrote!);
    const after = sentences(await editor().diagnostics('docs/a.md'));
    assert.ok(after.length < before.length);
    assert.match(read('inkling.jsonc'), /"baseline": "inkling-baseline.json"[^]*\/\/ kept/);
    const baseline = JSON.parse(read('inkling-baseline.json')) as { passages: object[] };
    assert.deepEqual(
      baseline.passages.map((each) => ({ ...each, hash: '' })),
      [{ file: 'docs/a.md', hash: '', kept: true }],
    );
    await editor().execute(ignore!);
    let last = await editor().diagnostics('docs/a.md');
    while (last.length > 0) last = await editor().diagnostics('docs/a.md');
    assert.equal(read('.inklingignore'), '/docs/a.md\n');
  });

  it('writes no rules outside of the open folder, nor for a file that is not open: not even through a link', async () => {
    const elsewhere = temporaryFolder('elsewhere');
    writeFileSync(join(elsewhere, 'a.md'), essay);
    symlinkSync(elsewhere, join(folder(), 'link'));
    const names = [relative(folder(), join(elsewhere, 'a.md')), 'link/a.md'];
    for (const name of names) {
      await editor().open(name, essay);
      const [finding] = sentences(await editor().diagnostics(name));
      const { hash } = hashedBlocksOf(essay.replace(/^# /, ''))[1]!;
      if (name === names[0]) {
        const titles = (await editor().codeActions(name, finding!)).map(({ title }) => title);
        assert.deepEqual(titles, ['Inkling: Ignore this passage']);
      }
      for (const [command, args] of [
        ['inkling.ignoreFile', []],
        ['inkling.personWroteThis', [hash]],
      ] as const) {
        const action = {
          title: '',
          command: { title: '', command, arguments: [editor().uri(name), ...args] },
        };
        await assert.rejects(editor().execute(action), /changes only open documents in an open folder/);
      }
    }
    const closed = { title: '', command: 'inkling.ignoreFile', arguments: [editor().uri('never.md')] };
    await assert.rejects(editor().execute({ title: '', command: closed }), /changes only open documents/);
    assert.deepEqual(readdirSync(elsewhere), ['a.md']);
  });
});
