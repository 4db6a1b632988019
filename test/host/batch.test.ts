import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { ApiError } from '../../src/client/errors.ts';
import type { App } from '../../src/editor/app.ts';
import { projectRow } from './rows.ts';
import { projectFor } from '../../src/editor/scan/questions.ts';
import { allReports, pagesOfReports } from '../../src/editor/tree/lists.ts';
import { UserError } from '../../src/editor/userError.ts';
import {
  closeAll,
  eventually,
  hoverAt,
  informationOf,
  messagesOf,
  opened,
  reading,
  reportCount,
  reportTabs,
  runningApp,
} from './harness.ts';
import { picking } from './quickPick.ts';
import { pressing, setSetting } from './service.ts';
import { essay, sentenceInEssay } from './texts.ts';

describe('scanning many files', () => {
  let app: App;
  let folder: string;

  before(async () => {
    app = await runningApp();
  });
  afterEach(async () => {
    await closeAll();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A folder in the open one, with these files. */
  function folderWith(files: Readonly<Record<string, string | Uint8Array>>): vscode.Uri {
    const open = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    assert.ok(open);
    folder = mkdtempSync(join(open, 'many-'));
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    return vscode.Uri.file(folder);
  }

  /** Asks for the last scan and picks one of what it offers. @returns all of that. */
  async function afterwards(pick: string): Promise<string[]> {
    const { showQuickPick } = vscode.window;
    let offered: string[] = [];
    Object.assign(vscode.window, {
      showQuickPick: (items: string[]) => {
        offered = items;
        return Promise.resolve(pick);
      },
    });
    try {
      await vscode.commands.executeCommand('inkling.showLastScan');
    } finally {
      Object.assign(vscode.window, { showQuickPick });
    }
    return offered;
  }

  /** The titles of the newest reports, by name. */
  async function newestTitles(count: number): Promise<(string | null)[]> {
    const { items } = await app.client.listReports({ sort_by: 'id', sort: 'desc' });
    return items
      .slice(0, count)
      .map(({ title }) => title)
      .sort();
  }

  it('scans the documents of a folder except those excluded by .gitignore and files.exclude, and reports the outcome', async () => {
    const before = await reportCount(app);
    const uri = folderWith({
      'one.md': essay,
      'deep/two.txt': essay,
      'deep/ignored/three.md': essay,
      'deep/.gitignore': 'ignored/\n',
      '.git/four.md': essay,
      'picture.md': new Uint8Array([137, 80, 78, 71, 0, 0, 1]),
      'data.json': '{}',
    });
    const messages = await informationOf(() => vscode.commands.executeCommand('inkling.scanFolder', uri));
    const inFolder = basename(folder);
    assert.deepEqual(
      await newestTitles((await reportCount(app)) - before),
      [`${inFolder}/deep/two.txt`, `${inFolder}/one.md`],
      'by their paths in the open folder',
    );
    const [summary] = messages;
    assert.match(
      summary ?? '',
      /^Scanned 2 of 3 files\. 2 .+\. 1 skipped \(see the log\)\. 2 files are code or data/,
    );
    assert.equal(reportTabs().length, 0, 'a report tab for each of many files would be in the way');
  });

  it('reads a Latin-1 file as the command line does, open or not, and says so', async () => {
    const latin = Buffer.from(essay.replace('my\nuncle', 'my\nunclé'), 'latin1');
    assert.ok(latin.includes(0xe9));
    const uri = folderWith({ 'closed.md': latin, 'open.md': latin, 'utf8.md': essay });
    const { document } = await opened(vscode.Uri.joinPath(uri, 'open.md'));
    assert.match(document.getText(), /\uFFFD/);
    const [summary] = await informationOf(() => vscode.commands.executeCommand('inkling.scanFolder', uri));
    assert.match(summary ?? '', /^Scanned 3 files\. .*2 not UTF-8: read as Windows-1252 \(Latin-1\)\./);
    assert.match(document.getText(), /unclé/);
    assert.equal(document.isDirty, false);
    const { items } = await app.client.listReports({ sort_by: 'id', sort: 'desc' });
    for (const { id, title } of items.slice(0, 3)) {
      const notes = app.files.of({ service: null, id })?.notes?.reasons.map(({ message }) => message);
      const isLatin = title?.endsWith('utf8.md') !== true;
      assert.equal(notes?.join().includes('read as Windows-1252') ?? false, isLatin, title ?? '');
      const { content } = await app.client.getReport(id);
      assert.equal(content?.includes('unclé'), isLatin, title ?? '');
    }
    assert.match(await hoverAt(document, document.getText().indexOf(sentenceInEssay) + 3), /Whole text/);
  });

  it('skips a file whose characters were lost when it was opened, as it does when it is closed', async () => {
    const foreign = new Uint8Array([...Buffer.from(essay), ...Array<number>(2000).fill(0xe9)]);
    const uri = folderWith({ 'closed.md': foreign, 'open.md': foreign });
    const before = await reportCount(app);
    await opened(vscode.Uri.joinPath(uri, 'open.md'));
    const [summary] = await informationOf(() => vscode.commands.executeCommand('inkling.scanFolder', uri));
    assert.match(summary ?? '', /^Scanned 0 of 2 files\. 2 skipped/);
    assert.equal(await reportCount(app), before);
  });

  it('says once what is wrong with the baseline, instead of skipping every file', async () => {
    const uri = folderWith({
      'one.md': essay,
      'two.md': essay,
      'inkling.jsonc': '{ "baseline": "known.json" }',
      'known.json': '{',
    });
    const before = await reportCount(app);
    const messages = await messagesOf(() => vscode.commands.executeCommand('inkling.scanFolder', uri));
    assert.equal(messages.length, 1);
    assert.match(messages[0] ?? '', /known\.json/);
    assert.equal(await reportCount(app), before);
  });

  it('can be saved as a table with each file’s sections, sorted by path, with a warning about its use', async () => {
    const uri = folderWith({
      'two.md': `# One\n\n${essay}\n\n## Two\n\nShort.\n`,
      'one.md': essay,
      'code.md': '```\nx\n```\n',
    });
    const target = join(folder, 'list.csv');
    const { showSaveDialog } = vscode.window;
    Object.assign(vscode.window, { showSaveDialog: () => Promise.resolve(vscode.Uri.file(target)) });
    try {
      await pressing('Save Scan As…', async () => {
        await vscode.commands.executeCommand('inkling.scanFolder', uri);
        await eventually(() => existsSync(target));
      });
    } finally {
      Object.assign(vscode.window, { showSaveDialog });
    }
    const table = readFileSync(target, 'utf8');
    const files = [...table.matchAll(/^"[^"]*\/(\w+\.md)","([^"]*)"/gm)].map(([, ...cells]) => cells);
    assert.deepEqual(files.slice(0, 2), [
      ['code.md', ''],
      ['one.md', ''],
    ]);
    assert.ok(files.some(([file, section]) => file === 'two.md' && section === 'Two'));
    assert.match(table, /not use it to grade/);
  });

  it('leads to the reports that read like AI, and to no others', async () => {
    const uri = folderWith({ 'one.md': essay, 'two.md': essay });
    const { client } = app;
    const scan = client.scan.bind(client);
    const ids: string[] = [];
    const executed: unknown[][] = [];
    const { executeCommand } = vscode.commands;
    client.scan = async (...asked) => {
      const report = await scan(...asked);
      ids.push(report.id);
      const verdict = ids.length > 1 ? 'human' : 'ai';
      return report.result ? { ...report, result: { ...report.result, verdict } } : report;
    };
    Object.assign(vscode.commands, {
      executeCommand: (command: string, ...rest: unknown[]) =>
        command === 'inkling.showScanned'
          ? Promise.resolve(executed.push([command, ...rest]))
          : executeCommand(command, ...rest),
    });
    try {
      const shown = await pressing('Show Flagged', async () => {
        await executeCommand('inkling.scanFolder', uri);
        await eventually(() => executed.length > 0);
      });
      assert.ok(shown[0]?.buttons.includes('Show Reports'));
      // The message is gone after ten seconds.
      const offered = await afterwards('Show Flagged');
      assert.deepEqual(offered, shown[0]?.buttons);
      assert.equal(executed.length, 2);
      assert.deepEqual(executed.pop(), executed[0]);
    } finally {
      client.scan = scan;
      Object.assign(vscode.commands, { executeCommand });
    }
    assert.deepEqual(executed, [
      ['inkling.showScanned', { service: null, ids: new Set(ids), project: 'sample' }, 'ai'],
    ]);
    const listed = await pagesOfReports(
      app,
      { ...allReports, scan: { service: null, ids: new Set(ids), project: 'sample' } },
      null,
    )(null, AbortSignal.timeout(5000));
    assert.deepEqual(listed.items.map((item) => item.kind === 'report' && item.report.id).sort(), ids.sort());
  });

  it('scans the files that are selected in the explorer together, and marks those that are open', async () => {
    const before = await reportCount(app);
    const uri = folderWith({ 'a.md': essay, 'b.md': essay, 'sub/c.md': essay, 'd.md': essay });
    const a = vscode.Uri.joinPath(uri, 'a.md');
    const document = await vscode.workspace.openTextDocument(a);
    await vscode.window.showTextDocument(document);
    const selected = [a, vscode.Uri.joinPath(uri, 'b.md'), vscode.Uri.joinPath(uri, 'sub'), a];
    const messages = await informationOf(() =>
      vscode.commands.executeCommand('inkling.scanFile', a, selected),
    );
    assert.equal(await reportCount(app), before + 3);
    assert.match(messages.join(), /^Scanned 3 files\./);
    assert.match(await hoverAt(document, essay.indexOf(sentenceInEssay) + 3), /Whole text/);
  });

  it('asks before it scans more files than anyone would by accident', async () => {
    const before = await reportCount(app);
    const uri = folderWith(Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`${i}.md`, 'Short.'])));
    const messages = await messagesOf(() => vscode.commands.executeCommand('inkling.scanFolder', uri));
    assert.deepEqual(messages, ['Scan 201 files?']);
    assert.equal(await reportCount(app), before);
  });

  it('keeps and reports what was scanned before a cancel', async () => {
    const before = await reportCount(app);
    const uri = folderWith(
      Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`${i}.md`, essay.repeat(20)])),
    );
    let stored = 0;
    const messages = await informationOf(async () => {
      await reading(
        (message, cancel) => {
          // The next one is under way by the time that this comes.
          if (/^(?!1 )\d+ of 150/.test(message)) setTimeout(cancel);
        },
        () => vscode.commands.executeCommand('inkling.scanFolder', uri),
      );
      stored = (await reportCount(app)) - before;
    });
    const scanned = Number(/^Scanned (\d+) of 150 files/.exec(messages.join())?.[1]);
    assert.ok(scanned > 0 && scanned < 150, messages.join());
    // The one that was under way may be stored all the same: its answer is not waited for.
    assert.ok(stored === scanned || stored === scanned + 1, `${stored} stored, told ${scanned}`);
  });

  it('says so when a folder contains no documents', async () => {
    const uri = folderWith({ 'data.json': '{}' });
    const messages = await messagesOf(() => vscode.commands.executeCommand('inkling.scanFolder', uri));
    assert.deepEqual(messages, ['This folder contains no documents.']);
  });

  it('scans each changed file selected in the source control view once, and counts deleted ones', async () => {
    const uri = folderWith({ 'one.md': essay, 'two.md': essay, 'other.md': essay });
    const check = (...names: string[]): Thenable<unknown> =>
      vscode.commands.executeCommand(
        'inkling.checkForAiWriting',
        ...names.map((name) => ({ resourceUri: vscode.Uri.joinPath(uri, name) })),
      );
    const before = await reportCount(app);
    const messages = await informationOf(() => check('one.md', 'two.md', 'one.md', 'gone.md'));
    assert.match(messages.join(), /^Scanned 2 of 3 files\. .*1 skipped/);
    assert.equal(await reportCount(app), before + 2);
    assert.deepEqual(await newestTitles(2), [`${basename(folder)}/one.md`, `${basename(folder)}/two.md`]);

    assert.deepEqual(await messagesOf(() => check('other.md')), []);
    assert.deepEqual(await newestTitles(1), [`${basename(folder)}/other.md`]);
    assert.match((await messagesOf(() => check('gone.md'))).join(), /^gone\.md can’t be read/);
  });

  it('waits for a window’s repositories, which git is still looking for just after it opened', async () => {
    const uri = folderWith({ 'changed.md': essay });
    const changed = { uri: vscode.Uri.joinPath(uri, 'changed.md') };
    const state: Record<string, unknown[]> = {
      mergeChanges: [],
      indexChanges: [],
      workingTreeChanges: [],
      untrackedChanges: [],
    };
    const repository = {
      state,
      status: () => {
        state['workingTreeChanges'] = [changed];
        return Promise.resolve();
      },
    };
    const found = new vscode.EventEmitter<string>();
    const git = {
      git: { path: 'git' },
      state: 'uninitialized',
      onDidChangeState: (listener: (state: string) => void) => {
        setTimeout(() => {
          git.repositories.push(repository);
          found.fire('initialized');
        });
        return found.event(listener);
      },
      repositories: [] as unknown[],
    };
    const { getExtension } = vscode.extensions;
    Object.assign(vscode.extensions, {
      getExtension: () => ({ activate: () => Promise.resolve({ enabled: true, getAPI: () => git }) }),
    });
    try {
      const messages = await informationOf(() => vscode.commands.executeCommand('inkling.scanChangedFiles'));
      assert.match(messages.join(), /^Scanned 1 file\. 1 /);
    } finally {
      Object.assign(vscode.extensions, { getExtension });
    }
  });

  it('scans what changed since the last commit, and nothing else', async () => {
    const before = await reportCount(app);
    const uri = folderWith({ 'old.md': essay, 'changed.md': 'Before.\n', 'gone.md': essay });
    const git = (...args: string[]): void => {
      execFileSync('git', [
        '-C',
        folder,
        '-c',
        'user.name=Test',
        '-c',
        'user.email=test@example.invalid',
        ...args,
      ]);
    };
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'Begin');
    writeFileSync(join(folder, 'changed.md'), essay);
    writeFileSync(join(folder, 'new.md'), essay);
    writeFileSync(join(folder, 'new.json'), '{}');
    rmSync(join(folder, 'gone.md'));
    const extension = vscode.extensions.getExtension<{
      getAPI(version: 1): { openRepository(root: vscode.Uri): Promise<{ status(): Promise<void> } | null> };
    }>('vscode.git');
    const repository = await (await extension?.activate())?.getAPI(1).openRepository(uri);
    assert.ok(repository, 'the git extension opens the repository');
    await repository.status();
    const messages = await informationOf(() => vscode.commands.executeCommand('inkling.scanChangedFiles'));
    assert.match(messages.join(), /^Scanned 2 files\./);
    assert.equal(await reportCount(app), before + 2);
    assert.deepEqual(await newestTitles(2), [`${basename(folder)}/changed.md`, `${basename(folder)}/new.md`]);
    const changedIn = (rootUri: vscode.Uri): Thenable<unknown> =>
      vscode.commands.executeCommand('inkling.scanChangedFiles', { id: 'git', rootUri });
    assert.match((await informationOf(() => changedIn(uri))).join(), /^Scanned 2 files\./);
    assert.deepEqual(
      await messagesOf(() => changedIn(vscode.Uri.joinPath(uri, '..'))),
      ['No documents changed since the last commit.'],
      'of the repository alone that the source control view names',
    );
    await vscode.commands.executeCommand('git.close', repository);
  });
});

describe('scanning the clipboard', () => {
  afterEach(closeAll);

  it('shows a report of exactly what was copied', async () => {
    const app = await runningApp();
    await vscode.env.clipboard.writeText(essay);
    assert.deepEqual(await messagesOf(() => vscode.commands.executeCommand('inkling.scanClipboard')), []);
    const [newest] = (await app.client.listReports({ sort_by: 'id', sort: 'desc' })).items;
    assert.equal(newest?.title, 'Clipboard');
    assert.equal((await app.client.getReport(newest.id)).content, essay);
  });

  it('stores nothing of a few words, for which there is no verdict', async () => {
    const app = await runningApp();
    const before = await reportCount(app);
    await vscode.env.clipboard.writeText('hunter2 secret');
    const messages = await messagesOf(() => vscode.commands.executeCommand('inkling.scanClipboard'));
    assert.match(messages.join(), /^Too short: the clipboard has 2 words, .* at least 60/);
    assert.equal(await reportCount(app), before);
  });

  it('says what to do when there is no text in it', async () => {
    await vscode.env.clipboard.writeText(' ');
    const messages = await messagesOf(() => vscode.commands.executeCommand('inkling.scanClipboard'));
    assert.match(messages.join(), /clipboard contains no text\. Copy some prose/);
  });
});

describe('the project of a new report', () => {
  afterEach(async () => {
    await setSetting('inkling.project', undefined);
    await closeAll();
  });

  it('is what the setting names, instead of the workspace folder', async () => {
    const app = await runningApp();
    await setSetting('inkling.project', ' Thesis ');
    await vscode.env.clipboard.writeText(essay);
    await vscode.commands.executeCommand('inkling.scanClipboard');
    const [newest] = (await app.client.listReports({ sort_by: 'id', sort: 'desc' })).items;
    assert.equal(newest?.project, 'Thesis');
  });

  describe('where the user wants to be asked', () => {
    beforeEach(() => setSetting('inkling.askForProject', true));
    afterEach(() => setSetting('inkling.askForProject', undefined));

    it('is the workspace folder’s, one there is, a new one, or none', async () => {
      const app = await runningApp();
      await app.client.scan({ content: essay, project: 'Harbour' });
      const choose = (typed: string, label: string): Promise<string | undefined> =>
        picking(
          async (list) => {
            await eventually(() => list.labels.includes('Harbour'));
            list.type(typed);
            await eventually(() => list.labels.includes(label));
            list.pick(label);
          },
          () => projectFor(app, undefined),
        );
      assert.equal(await choose('', 'sample'), 'sample');
      assert.equal(await choose('har', 'Harbour'), 'Harbour');
      assert.equal(await choose(' Thesis 2 ', 'Thesis 2'), 'Thesis 2');
      assert.equal(await choose('', 'No project'), undefined);
    });

    it('can be typed when the service can’t list those there are', async () => {
      const app = await runningApp();
      const away: App = {
        ...app,
        connected: () => ({
          service: null,
          client: { ...app.client, listProjects: () => Promise.reject(new ApiError('offline', 'Away.')) },
        }),
      };
      const chosen = await picking(
        async (list) => {
          await eventually(() => !list.busy);
          list.type('Boats');
          list.pick('Boats');
        },
        () => projectFor(away, undefined),
      );
      assert.equal(chosen, 'Boats');
    });

    describe('of a service with more projects than a page shows', () => {
      const names = Array.from({ length: 250 }, (_, i) => `Harbour ${i}`);
      let asked: { search: string | undefined; aborted: () => boolean }[];
      let answered: Promise<void>;
      let large: App;

      beforeEach(async () => {
        const app = await runningApp();
        asked = [];
        answered = Promise.resolve();
        const listProjects: App['client']['listProjects'] = async (query, options) => {
          const { search = '', cursor } = query ?? {};
          asked.push({ search, aborted: () => options?.signal?.aborted === true });
          await answered;
          options?.signal?.throwIfAborted();
          const found = names.filter((name) => name.toLowerCase().includes(search.toLowerCase()));
          const from = Number(cursor ?? 0);
          const next = from + 100 < found.length ? `${from + 100}` : null;
          const items = found.slice(from, from + 100).map((project) => projectRow(project).project);
          return { items, next, total: found.length, damaged: 0 };
        };
        large = { ...app, connected: () => ({ service: null, client: { ...app.client, listProjects } }) };
      });

      const described = (items: readonly vscode.QuickPickItem[], label: string): string | undefined =>
        items.find((item) => item.label === label)?.description;

      it('is found by its name however old it is, and is not offered as a new one', async () => {
        names.push('h'); // behind all others that hold an h
        try {
          await picking(
            async (list) => {
              list.type('Harbour 249');
              await eventually(() => asked.length === 2 && !list.busy);
              assert.deepEqual(list.labels, ['Harbour 249', 'No project']);
              assert.equal(described(list.items, 'Harbour 249'), undefined);
              list.type('h');
              await eventually(() => asked.length === 5 && !list.busy);
              assert.equal(described(list.items, 'h'), undefined);
              list.type('Harbour 250');
              await eventually(() => described(list.items, 'Harbour 250') === 'new project');
              list.pick('Harbour 250');
            },
            () => projectFor(large, undefined),
          );
        } finally {
          names.pop();
        }
      });

      it('is queried once typing pauses, cancels the previous query, and accepts input meanwhile', async () => {
        answered = new Promise(() => undefined);
        const chosen = await picking(
          async (list) => {
            await eventually(() => asked.length === 1);
            list.type('H');
            list.type('Ha');
            await eventually(() => asked.length === 2);
            assert.deepEqual(
              asked.map(({ search, aborted }) => [search, aborted()]),
              [
                ['', true],
                ['Ha', false],
              ],
            );
            assert.equal(described(list.items, 'Ha'), undefined, 'not called new before that is known');
            list.pick('Ha');
          },
          () => projectFor(large, undefined),
        );
        assert.equal(chosen, 'Ha');
        assert.ok(asked[1]?.aborted());
      });
    });

    it('is refused with the reason when its name is too long for a project', async () => {
      const app = await runningApp();
      const name = 'a'.repeat(256);
      await assert.rejects(
        picking(
          (list) => {
            list.type(name);
            list.pick(name);
            return Promise.resolve();
          },
          () => projectFor(app, undefined),
        ),
        (error) => error instanceof UserError && error.message.includes('at most 255 characters'),
      );
    });

    it('cancels the scan before it begins when the user dismisses the list', async () => {
      const app = await runningApp();
      await assert.rejects(
        picking(
          (list) => {
            list.escape();
            return Promise.resolve();
          },
          () => projectFor(app, undefined),
        ),
        vscode.CancellationError,
      );
    });
  });
});
