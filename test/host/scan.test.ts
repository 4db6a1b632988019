import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { nestEarlierReports } from '../../src/editor/core/items.ts';
import { allReports, pagesOfReports } from '../../src/editor/tree/lists.ts';
import type { App } from '../../src/editor/app.ts';
import {
  cancelling,
  closeAll,
  eventually,
  fileOf,
  hoverAt,
  messagesOf,
  reportCount,
  reportTabs,
  runningApp,
} from './harness.ts';
import { pressing } from './service.ts';
import { brochure, essay, sentenceInEssay } from './texts.ts';

describe('scanning', () => {
  let app: App;

  before(async () => {
    app = await runningApp();
  });
  afterEach(closeAll);

  it('marks the sentences of a Markdown file, stores its report and opens the panel', async () => {
    const before = await reportCount(app);
    const file = await fileOf('pier.md', essay);
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);

    assert.deepEqual(await messagesOf(() => vscode.commands.executeCommand('inkling.scanFile', file)), []);

    assert.equal(await reportCount(app), before + 1);
    assert.match(await hoverAt(document, essay.indexOf(sentenceInEssay) + 3), /Whole text/);
    assert.equal(await hoverAt(document, essay.indexOf('readGauge')), '', 'code is not prose');
    await eventually(() => reportTabs().length === 1);
  });

  it('lists one row for a file that is scanned again, with the earlier report beneath it', async () => {
    const { trees } = app;
    const insert = trees.insert.bind(trees);
    const listed: unknown[] = [];
    Object.assign(trees, {
      insert: (...given: Parameters<typeof insert>): void => {
        listed.push(given[3]);
        insert(...given);
      },
    });
    const file = await fileOf('again.md', essay);
    const before = await reportCount(app);
    try {
      for (let scans = 0; scans < 2; scans++) await vscode.commands.executeCommand('inkling.scanFile', file);
    } finally {
      Object.assign(trees, { insert });
    }
    assert.deepEqual(listed, [file.toString(), file.toString()]);
    assert.equal(await reportCount(app), before + 2, 'nothing is deleted');
    const page = await pagesOfReports(app, allReports, null)(null, new AbortController().signal);
    const [newest] = nestEarlierReports(page.items);
    assert.ok(newest?.kind === 'report');
    assert.deepEqual(
      newest.earlier?.map(({ report }) => report.title),
      ['again.md'],
    );
  });

  it('shows the marks first, then lists the report, and opens the panel once the window had time to paint', async () => {
    const document = await vscode.workspace.openTextDocument(await fileOf('pier.md', essay));
    await vscode.window.showTextDocument(document);
    const done: string[] = [];
    const listener = app.marks.onDidChange((changed) => changed === document && done.push('marks'));
    const { trees, files } = app;
    const insert = trees.insert.bind(trees);
    const remember = files.remember.bind(files);
    const { createWebviewPanel } = vscode.window;
    Object.assign(trees, {
      insert: (...given: Parameters<typeof insert>): void => {
        done.push('list');
        insert(...given);
      },
    });
    Object.assign(files, {
      remember: async (...given: Parameters<typeof remember>): Promise<void> => {
        await remember(...given);
        done.push('kept by the window');
      },
    });
    Object.assign(vscode.window, {
      createWebviewPanel: (...given: Parameters<typeof createWebviewPanel>): vscode.WebviewPanel => {
        done.push('panel');
        return createWebviewPanel(...given);
      },
    });
    try {
      await vscode.commands.executeCommand('inkling.scanFile');
    } finally {
      listener.dispose();
      Object.assign(trees, { insert });
      Object.assign(files, { remember });
      Object.assign(vscode.window, { createWebviewPanel });
    }
    assert.deepEqual(done, ['marks', 'list', 'kept by the window', 'panel']);
  });

  it('lists a report that was stored although its marks could not be shown', async () => {
    const document = await vscode.workspace.openTextDocument(await fileOf('pier.md', essay));
    await vscode.window.showTextDocument(document);
    const { marks, trees } = app;
    const show = marks.show.bind(marks);
    const insert = trees.insert.bind(trees);
    const listed: string[] = [];
    Object.assign(marks, {
      show: () => {
        throw new Error('no marks');
      },
    });
    Object.assign(trees, { insert: ({ id }: { id: string }) => listed.push(id) });
    try {
      const [message] = await messagesOf(() => vscode.commands.executeCommand('inkling.scanFile'));
      assert.match(message ?? '', /Something went wrong/);
    } finally {
      Object.assign(marks, { show });
      Object.assign(trees, { insert });
    }
    const [newest] = (await app.client.listReports({ sort_by: 'id', sort: 'desc' })).items;
    assert.deepEqual(listed, [newest?.id]);
  });

  it('scans a file that is only named, as the explorer does, and shows it', async () => {
    const file = await fileOf('closed.md', essay);
    await vscode.commands.executeCommand('inkling.scanFile', file);
    const [report] = (await app.client.listReports({ sort_by: 'id', sort: 'desc' })).items;
    assert.equal(report?.title, 'closed.md');
    await eventually(() =>
      vscode.window.visibleTextEditors.find(({ document }) => document.uri.path === file.path),
    );
  });

  it('leaves out what git shows to be older than chat models, says so in the report, and includes it on request', async () => {
    const open = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    assert.ok(open);
    const folder = await mkdtemp(join(open, 'old-'));
    const commit = async (year: number, text: string): Promise<void> => {
      await writeFile(join(folder, 'garden.md'), text);
      const env = { ...process.env, GIT_COMMITTER_DATE: `${year}-06-01T12:00:00Z` };
      const user = ['-c', 'user.name=Test', '-c', 'user.email=test@example.invalid'];
      for (const args of [
        ['init', '-q'],
        ['add', '.'],
        ['commit', '-qm', 'Change'],
      ])
        execFileSync('git', ['-C', folder, ...user, ...args], { env });
    };
    try {
      await commit(2019, brochure);
      const file = vscode.Uri.file(join(folder, 'garden.md'));
      const document = await vscode.workspace.openTextDocument(file);
      const before = await reportCount(app);
      const scan = (): Thenable<unknown> => vscode.commands.executeCommand('inkling.scanFile', file);
      const [refused] = await pressing('Scan All', scan);
      assert.match(
        refused?.message ?? '',
        /^Nothing to judge in garden\.md: all of its prose is older than chat models according to git’s dates/,
      );
      assert.equal(await reportCount(app), before + 1, 'scanned all the same');
      const inBrochure = brochure.indexOf('By investing') + 3;
      assert.match(await hoverAt(document, inBrochure), /Whole text/);

      const mixed = `${brochure}\n${essay.slice(essay.indexOf('# What'))}`;
      await commit(2024, mixed);
      await eventually(() => document.getText() === mixed);
      assert.deepEqual(await messagesOf(scan), []);
      assert.equal(await hoverAt(document, inBrochure), '', 'its mark is withdrawn');
      assert.match(await hoverAt(document, mixed.indexOf(sentenceInEssay) + 3), /Judged part/);
      const limits = app.marks.of(document)!.shown.result.reasons.map(({ message }) => message);
      assert.match(limits.join(), /unchanged since 2019 according to git’s dates/);
      const [newest] = (await app.client.listReports({ sort_by: 'id', sort: 'desc' })).items;
      const { content, result } = await app.client.getReport(newest!.id);
      assert.ok(!content?.includes('Community gardens'), 'no service gets it');
      assert.ok(!result?.reasons.some(({ code }) => code === 'left_out_history'), 'no service is told of it');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('scans a document that was never saved, under the name that its tab has', async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: essay });
    await vscode.window.showTextDocument(document);
    assert.deepEqual(await messagesOf(() => vscode.commands.executeCommand('inkling.scanFile')), []);
    const [newest] = (await app.client.listReports({ sort_by: 'id', sort: 'desc' })).items;
    assert.match(newest?.title ?? '', /^Untitled-\d+$/);
    assert.match(await hoverAt(document, essay.indexOf(sentenceInEssay) + 3), /Whole text/);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('analyses nothing but the selection', async () => {
    const document = await vscode.workspace.openTextDocument(await fileOf('part.md', essay));
    const editor = await vscode.window.showTextDocument(document);
    const start = essay.indexOf('What nobody told');
    const end = essay.indexOf('```js');
    editor.selection = new vscode.Selection(document.positionAt(start), document.positionAt(end));
    await vscode.commands.executeCommand('inkling.scanSelection');
    const [listed] = (await app.client.listReports()).items;
    const report = await app.client.getReport(listed?.id ?? '');
    assert.match(report.content ?? '', /^What nobody told the man/);
    assert.match(report.content ?? '', /looked at the floor\.$/);
    assert.equal(await hoverAt(document, essay.indexOf('The tide gauge') + 3), '');
  });

  it('keeps the marks on their sentences while text is typed above them', async () => {
    const document = await vscode.workspace.openTextDocument(await fileOf('typed.md', essay));
    const editor = await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('inkling.scanFile', document.uri);
    await editor.edit((edit) => {
      edit.insert(document.positionAt(essay.indexOf('# What')), 'A new first line.\n\n');
    });
    const moved = document.getText().indexOf(sentenceInEssay);
    assert.match(await hoverAt(document, moved + 3), /Whole text/);
    await editor.edit((edit) => {
      edit.insert(document.positionAt(moved + 4), 'very ');
    });
    assert.match(await hoverAt(document, moved + 3), /Changed since the scan/);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('moves the marks by what is typed while the text is scanned, alone or with others', async () => {
    const file = await fileOf('typed.md', essay);
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    const { client } = app;
    const scan = client.scan.bind(client);
    client.scan = async (...given) => {
      const report = await scan(...given);
      const edit = new vscode.WorkspaceEdit();
      edit.insert(file, document.positionAt(essay.indexOf('# What')), 'A new line.\n\n');
      await vscode.workspace.applyEdit(edit);
      return report;
    };
    try {
      for (const others of [[], [await fileOf('other.md', essay)]]) {
        const before = document.version;
        await vscode.commands.executeCommand('inkling.scanFile', file, [file, ...others]);
        assert.ok(document.version > before);
        const hover = await hoverAt(document, document.getText().indexOf(sentenceInEssay) + 3);
        assert.match(hover, /Whole text/);
        assert.doesNotMatch(hover, /Changed since/);
        await vscode.commands.executeCommand('inkling.hideMarks', file.toString());
      }
    } finally {
      client.scan = scan;
    }
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('removes the marks on request', async () => {
    const document = await vscode.workspace.openTextDocument(await fileOf('hidden.md', essay));
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('inkling.scanFile', document.uri);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('inkling.hideMarks');
    assert.equal(await hoverAt(document, essay.indexOf(sentenceInEssay) + 3), '');
  });

  it('replaces the panel of the scan before, and keeps its report', async () => {
    const before = await reportCount(app);
    const document = await vscode.workspace.openTextDocument(await fileOf('again.md', essay));
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('inkling.scanFile', document.uri);
    await vscode.commands.executeCommand('inkling.scanFile', document.uri);
    assert.equal(await reportCount(app), before + 2);
    await eventually(() => reportTabs().length === 1);
  });

  it('shows the later of two scans of a document, whichever ends first', async () => {
    const file = await fileOf('twice.md', essay);
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    await Promise.all([
      vscode.commands.executeCommand('inkling.scanFile', file),
      vscode.commands.executeCommand('inkling.scanFile', file),
    ]);
    await eventually(() => reportTabs().length === 1);
    const hover = await hoverAt(document, essay.indexOf(sentenceInEssay) + 3);
    const [newest] = (await app.client.listReports({ sort_by: 'id', sort: 'desc' })).items;
    assert.ok(hover.includes(newest?.id ?? 'no report'), hover);
  });

  it('stops a long scan when it is cancelled: silently, and without a report', async () => {
    // No two passages alike: one that was analysed before costs nothing.
    const long = (seed: number): string =>
      Array.from({ length: 16_000 }, (_, i) => `The tide came in over flat ${i * i + seed} unseen. `).join(
        '',
      );
    const file = await fileOf('cancelled.txt', long(0));
    // A single text is analysed before there is a Cancel button to press. So it has to wait behind others.
    const others = new AbortController();
    const busy = Array.from({ length: 12 }, (_, i) =>
      app.client.scan({ content: long(i + 1) }, { signal: others.signal }).catch(() => undefined),
    );
    try {
      const messages = await messagesOf(async () => {
        const { cancelled } = await cancelling(() =>
          vscode.commands.executeCommand('inkling.scanFile', file),
        );
        assert.ok(cancelled, 'the scan ended before it could be cancelled');
      });
      assert.deepEqual(messages, []);
    } finally {
      others.abort();
      await Promise.all(busy);
    }
    const { items } = await app.client.listReports({ sort_by: 'id', sort: 'desc', per_page: 25 });
    assert.deepEqual(
      items.filter(({ title }) => title?.endsWith('cancelled.txt')),
      [],
    );
    assert.equal(reportTabs().length, 0);
  });

  describe('what can’t be scanned', () => {
    const files: [what: string, name: string, content: string | Uint8Array, message: RegExp][] = [
      ['an empty file', 'empty.md', '', /empty\.md is empty\. Write some text or open another file/],
      ['a file of blank lines', 'blank.md', ' \n\t\n', /blank\.md is empty/],
      ['a file over 5 MiB', 'huge.txt', 'So it goes. '.repeat(450_000), /larger than 5 MiB.*Scan Selection/],
      [
        'over 1 MiB of prose',
        'long.txt',
        'So it goes. '.repeat(90_000),
        /more than 1 MiB of prose.*Scan Selection/,
      ],
      ['a binary file', 'picture.png', new Uint8Array([137, 80, 78, 71, 0, 0, 1, 2, 0]), /not a text file/],
      [
        'a binary file that calls itself text',
        'odd.txt',
        new Uint8Array([65, 0, 66, 0, 0, 0, 67]),
        /not a text file/,
      ],
      [
        'a file in an unknown encoding',
        'foreign.txt',
        new Uint8Array([...Buffer.from('Every day of the week: '), ...Array<number>(40).fill(0xe9)]),
        /wrong encoding.*Reopen/,
      ],
      ['a file with only code', 'code.md', '```js\nlet a = 1;\n```\n', /contains no prose, only code/],
      ['data', 'data.json', '{"a": "b"}\n', /know the format of data\.json.*Scan Selection/],
    ];
    for (const [what, name, content, message] of files) {
      it(`says what to do about ${what}, and leaves no report behind`, async () => {
        const before = await reportCount(app);
        const file = await fileOf(name, content);
        const messages = await messagesOf(() => vscode.commands.executeCommand('inkling.scanFile', file));
        assert.equal(messages.length, 1);
        assert.match(messages[0] ?? '', message);
        assert.equal(await reportCount(app), before);
        assert.equal(reportTabs().length, 0);
      });
    }

    it('still scans a part of a file that is too large as a whole, and of a program', async () => {
      for (const [name, content] of [
        ['large.txt', `${essay}\n${'So it goes. '.repeat(450_000)}`],
        ['comment.py', `'''\n${essay}'''\n`],
      ] as const) {
        const before = await reportCount(app);
        const document = await vscode.workspace.openTextDocument(await fileOf(name, content));
        const editor = await vscode.window.showTextDocument(document);
        const start = content.indexOf('What nobody told');
        editor.selection = new vscode.Selection(document.positionAt(start), document.positionAt(start + 500));
        const messages = await messagesOf(() => vscode.commands.executeCommand('inkling.scanSelection'));
        assert.deepEqual(messages, []);
        assert.equal(await reportCount(app), before + 1);
        await closeAll();
      }
    });

    it('is no file in Latin-1: it is read as the command line reads it, and saved as it was', async () => {
      const latin = Buffer.from(essay.replace('France', 'Fran\xe7e'), 'latin1');
      const file = await fileOf('latin.md', latin);
      const before = await reportCount(app);
      assert.deepEqual(await messagesOf(() => vscode.commands.executeCommand('inkling.scanFile', file)), []);
      assert.equal(await reportCount(app), before + 1);
      const document = await vscode.workspace.openTextDocument(file);
      assert.match(document.getText(), /Françe/);
      assert.match(await hoverAt(document, document.getText().indexOf(sentenceInEssay) + 3), /Whole text/);
      const { report } = app.marks.of(document)!;
      assert.match((await app.client.getReport(report.id)).content ?? '', /Françe/);
      assert.match(JSON.stringify(app.files.of(report)?.notes), /Not UTF-8: read as Windows-1252/);
      const edit = new vscode.WorkspaceEdit();
      edit.insert(file, document.positionAt(document.getText().length), 'Done.\n');
      await vscode.workspace.applyEdit(edit);
      await document.save();
      assert.deepEqual(
        Buffer.from(await vscode.workspace.fs.readFile(file)),
        Buffer.concat([latin, Buffer.from('Done.\n')]),
      );
    });

    it('says what to do about a missing file', async () => {
      const file = vscode.Uri.joinPath(await fileOf('a.md', ''), '..', 'gone.md');
      const messages = await messagesOf(() => vscode.commands.executeCommand('inkling.scanFile', file));
      assert.match(messages.join(), /gone\.md can’t be read/);
    });

    it('says what to do about an empty selection', async () => {
      const document = await vscode.workspace.openTextDocument(await fileOf('some.md', essay));
      await vscode.window.showTextDocument(document);
      const messages = await messagesOf(() => vscode.commands.executeCommand('inkling.scanSelection'));
      assert.match(messages.join(), /Nothing is selected/);
    });

    it('says what to do when no file is open', async () => {
      await closeAll();
      const messages = await messagesOf(() => vscode.commands.executeCommand('inkling.scanFile'));
      assert.match(messages.join(), /No text is open/);
    });
  });
});
