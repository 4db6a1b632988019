import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../src/editor/app.ts';
import type { Item } from '../../src/editor/core/items.ts';
import { closeAll, fileOf, messagesOf, runningApp } from './harness.ts';
import { escaping } from './quickPick.ts';
import { projectRow, reportRow } from './rows.ts';
import { setSetting } from './service.ts';
import { essay } from './texts.ts';

interface Manifest {
  contributes: {
    menus: Record<string, { command?: string; submenu?: string; when?: string }[]>;
    submenus: { id: string }[];
  };
}

const manifest = vscode.extensions.getExtension('inkling.inkling')?.packageJSON as Manifest;
const { menus } = manifest.contributes;

const page = { view: 'inkling.reports', list: null, text: '' } as const;
const rows: readonly Item[] = [
  reportRow('0', null),
  projectRow('p'),
  { kind: 'loadMore', ...page },
  { kind: 'previousPage', ...page },
  { kind: 'failed', ...page },
  { kind: 'damaged', ...page },
];

/** What a test needs to hand what VS Code does. */
interface Open {
  file: vscode.Uri;
  notebook: vscode.Uri;
}

const changeOf = (resourceUri: vscode.Uri): vscode.SourceControlResourceState => ({ resourceUri });

/**
 * The ways in which each menu of VS Code calls a command, as an extension in code-server noted them
 * (the ui tests press the real buttons).
 * @param when of the entry.
 */
const handed: Record<string, (open: Open, when: string) => unknown[][]> = {
  commandPalette: () => [[]],
  'editor/title': ({ file }) => [[file, { groupId: 0 }]],
  'editor/title/context': ({ file }) => [[file, { groupId: 0, editorIndex: 0 }]],
  'editor/context': ({ file }) => [[file]],
  'explorer/context': ({ file }, when) => {
    const resource = when.startsWith('!') ? file : vscode.Uri.joinPath(file, '..');
    // The last: the empty space below several folders, which is no file.
    return [[resource, [resource]], ...(when.startsWith('!') ? [] : [[{}, []]])];
  },
  'notebook/toolbar': ({ notebook }) => [
    [{ ui: true, notebookEditor: { notebookUri: notebook }, source: 'notebookToolbar' }],
  ],
  // The repository, whose groups and box are left out here.
  'scm/title': ({ file }) => [[{ id: 'git', label: 'Git', rootUri: vscode.Uri.joinPath(file, '..') }]],
  // Each file that is selected is an argument of its own.
  'scm/resourceState/context': ({ file, notebook }) => [
    [changeOf(file)],
    [changeOf(file), changeOf(notebook)],
  ],
  // Of a view's title: nothing, or what is selected in it.
  'view/title': () => [
    [undefined, undefined],
    [rows[0], [rows[0], rows[1]]],
  ],
  'view/item/context': (_open, when) => {
    const means = /viewItem (?:==|=~) (?:\/\^)?\(?([\w|]+)/.exec(when)?.[1]?.split('|') ?? [];
    const meant = rows.filter(({ kind }) => means.includes(kind));
    return [...meant.map((row) => [row, undefined]), ...(meant.length > 1 ? [[meant[0], meant]] : [])];
  },
};
for (const { id } of manifest.contributes.submenus) handed[id] = handed['view/title']!;

describe('menus', () => {
  let app: App;
  let open: Open;
  const { openExternal } = vscode.env;

  before(async () => {
    app = await runningApp();
    const cell = { cell_type: 'markdown', metadata: {}, source: essay };
    const notebook = JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 });
    open = {
      file: await fileOf('menu.md', essay),
      notebook: await fileOf('menu.ipynb', notebook),
    };
    Object.assign(vscode.env, { openExternal: () => Promise.resolve(true) });
  });
  after(async () => {
    Object.assign(vscode.env, { openExternal });
    for (const setting of ['reports.sort', 'reports.sortBy', 'projects.sort', 'projects.sortBy']) {
      await setSetting(`inkling.${setting}`, undefined);
    }
  });
  beforeEach(async () => {
    await closeAll();
    await vscode.window.showTextDocument(open.file);
  });

  it('are all known here: what each of them hands is written down', () => {
    assert.deepEqual(
      Object.keys(menus).filter((menu) => !(menu in handed)),
      [],
    );
  });

  for (const [menu, entries] of Object.entries(menus)) {
    for (const { command, when = '' } of entries) {
      if (command === undefined || when === 'false') continue;
      it(`${menu} can run ${command} by what it hands`, async () => {
        const calls = handed[menu]?.(open, when) ?? [];
        assert.notEqual(calls.length, 0, 'no row that this entry stands on is known');
        for (const given of calls) {
          const said = await messagesOf(() =>
            escaping(() => vscode.commands.executeCommand(command, ...given)),
          );
          const wrong = said.filter((message) => /went wrong|received invalid arguments with/.test(message));
          assert.deepEqual(wrong, []);
        }
      });
    }
  }

  it('scan what they were opened on: a notebook by its toolbar, another file than the active one by its tab', async () => {
    for (const [menu, title] of [
      ['notebook/toolbar', 'menu.ipynb'],
      ['editor/title/context', 'menu.md'],
    ] as const) {
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: 'Other.' }));
      for (const given of handed[menu]!(open, '')) {
        assert.deepEqual(
          await messagesOf(() => vscode.commands.executeCommand('inkling.scanFile', ...given)),
          [],
        );
      }
      const [newest] = (await app.client.listReports({ sort_by: 'id', sort: 'desc' })).items;
      assert.equal(newest?.title, title);
    }
  });

  it('take a selection that includes the row of unreadable reports', async () => {
    const selected = [rows[0], rows.at(-1)];
    await vscode.env.clipboard.writeText('');
    assert.deepEqual(
      await messagesOf(() => vscode.commands.executeCommand('inkling.copyReportId', rows[0], selected)),
      [],
    );
    assert.equal(await vscode.env.clipboard.readText(), '0');
  });

  it('say what to do when a key passes invalid arguments to a command', async () => {
    for (const [command, ...given] of [
      ['inkling.scanFile', 'notes.md'],
      ['inkling.openReport'],
      ['inkling.delete', { kind: 'row' }],
      ['inkling.dismissMark', { uri: 'file:///a.md', offset: 'first' }],
    ] as const) {
      const [said] = await messagesOf(() => vscode.commands.executeCommand(command, ...given));
      assert.match(said ?? '', new RegExp(`command ${command} received invalid arguments`));
    }
  });
});
