import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import type { Analysis } from '../../src/editor/core/markedDocument.ts';
import { everyEntranceObeysEveryRule, type Called, type Driver, type Place } from '../entrances.ts';
import { closeAll, eventually, messagesOf, opened, runningApp } from './harness.ts';
import { setSetting } from './service.ts';

const uriOf = ({ folder, file }: Place): vscode.Uri => vscode.Uri.file(join(folder, file));

/** The newest report of a document. */
async function newest({ folder }: Place): Promise<{ id: string; content: string } | undefined> {
  const { client } = await runningApp();
  const { items } = await client.listReports({ sort_by: 'id', sort: 'desc' });
  const item = items.find(({ title }) => title?.includes(basename(folder)));
  return item && { id: item.id, content: (await client.getReport(item.id)).content ?? '' };
}

/** How grave the problems of these documents are. */
async function severitiesOf(documents: readonly vscode.TextDocument[]): Promise<string[]> {
  const { marks } = await runningApp();
  const problems = (): vscode.Diagnostic[] =>
    documents.flatMap(({ uri }) =>
      vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Inkling'),
    );
  if (documents.some((document) => (marks.of(document)?.flagged(1).length ?? 0) > 0)) {
    await eventually(() => problems().length > 0);
  }
  return problems().map(({ severity }) => vscode.DiagnosticSeverity[severity].toLowerCase());
}

/** The documents of a file that are open: itself, or the cells of a notebook. */
function documentsOf(place: Place): vscode.TextDocument[] {
  const { path } = uriOf(place);
  return vscode.workspace.textDocuments.filter(({ uri }) => uri.path === path);
}

/** What a command judged, by the report that it left. */
async function calling(place: Place, action: () => Thenable<unknown>): Promise<Called> {
  const before = await newest(place);
  const said = (await messagesOf(action)).join('\n');
  const after = await newest(place);
  const judged = after && after.id !== before?.id ? after.content : '';
  return { judged, said, severities: await severitiesOf(documentsOf(place)) };
}

const run = (command: string, ...args: unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand(command, ...args);

const scanFile: Driver = async (place) => {
  await opened(uriOf(place));
  return calling(place, () => run('inkling.scanFile'));
};

const scanSelection: Driver = async (place) => {
  const editor = await opened(uriOf(place));
  const end = editor.document.positionAt(editor.document.getText().length);
  editor.selection = new vscode.Selection(new vscode.Position(0, 0), end);
  await eventually(() => vscode.window.activeTextEditor?.selection.isEmpty === false);
  return calling(place, () => run('inkling.scanSelection'));
};

const scanFolder: Driver = async (place) => {
  await opened(uriOf(place));
  return calling(place, () => run('inkling.scanFolder', vscode.Uri.file(place.folder)));
};

const scanChanged: Driver = async (place) => {
  const extension = vscode.extensions.getExtension<{
    getAPI(version: 1): {
      repositories: readonly unknown[];
      openRepository(root: vscode.Uri): Promise<{ status(): Promise<void> } | null>;
    };
  }>('vscode.git');
  const git = (await extension?.activate())?.getAPI(1);
  for (const other of [...(git?.repositories ?? [])]) await run('git.close', other); // of other cells
  const repository = await git?.openRepository(vscode.Uri.file(place.folder));
  assert.ok(repository, 'the git extension opens the repository');
  try {
    await repository.status();
    await opened(uriOf(place));
    return await calling(place, () => run('inkling.scanChangedFiles'));
  } finally {
    await run('git.close', repository);
  }
};

const scanNotebook: Driver = async (place) => {
  const notebook = await vscode.workspace.openNotebookDocument(uriOf(place));
  await vscode.window.showNotebookDocument(notebook);
  return calling(place, () => run('inkling.scanFile'));
};

const scanOffice: Driver = (place) => calling(place, () => run('inkling.scanFile', uriOf(place)));

const ask: Driver = (place) =>
  calling(place, async () => {
    const input = { path: vscode.workspace.asRelativePath(uriOf(place)), store: true };
    await vscode.lm
      .invokeTool('scan_file', { input, toolInvocationToken: undefined })
      .then(undefined, async (error: unknown) => {
        await vscode.window.showErrorMessage(String(error)); // where `calling` reads it
      });
  });

/** Scans a document while nothing is said of it, and then edits it: what live mode judges is read off its marks. */
const editLive: Driver = async (place) => {
  const { marks } = await runningApp();
  const hide = (from: string, to: string): void => {
    for (const name of place.ruleFiles)
      renameSync(join(place.folder, name + from), join(place.folder, name + to));
  };
  hide('', '.hidden');
  await scanFile(place);
  hide('.hidden', '');
  const document = await vscode.workspace.openTextDocument(uriOf(place));
  const shown: (Analysis | null)[] = [];
  const showLive = marks.showLive.bind(marks);
  marks.showLive = (changed, live) => {
    if (changed === document) shown.push(live);
    showLive(changed, live);
  };
  try {
    await setSetting('inkling.live', true);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, document.positionAt(document.getText().length), '\n');
    await vscode.workspace.applyEdit(edit);
    await eventually(() => shown.length > 0 && !document.isClosed);
    const { version } = document;
    await eventually(() => document.version === version && shown.length > 0);
    const live = shown.at(-1);
    const text = document.getText();
    const judged = live ? (marks.of(document)?.flagged() ?? []) : [];
    return {
      judged: judged.map(({ start, end }) => text.slice(start, end)).join(' '),
      said: '',
      severities: live ? await severitiesOf([document]) : [],
    };
  } finally {
    marks.showLive = showLive;
    await setSetting('inkling.live', undefined);
    await run('workbench.action.files.revert');
  }
};

const save: Driver = async (place) => {
  const { log, marks } = await runningApp();
  const editor = await opened(uriOf(place));
  const before = (await newest(place))?.id;
  const said: string[] = [];
  const info = log.info.bind(log);
  log.info = (message: string) => {
    said.push(message);
  };
  try {
    await setSetting('inkling.scanOnSave', true);
    await editor.edit((edit) => {
      edit.insert(editor.document.positionAt(editor.document.getText().length), '\n');
    });
    return await calling(place, async () => {
      await editor.document.save();
      await eventually(async () => {
        if (said.some((line) => line.includes(place.file))) return true;
        // Its marks come a moment after the report.
        return (await newest(place))?.id !== before && marks.of(editor.document) !== undefined;
      });
    });
  } finally {
    log.info = info;
    await setSetting('inkling.scanOnSave', undefined);
  }
};

describe('every entrance of the editor obeys every rule', () => {
  const folders: vscode.Uri[] = [];

  before(async () => {
    await setSetting('inkling.diagnostics', true);
    await setSetting('inkling.diagnosticsSeverity', 'hint');
  });
  afterEach(closeAll);
  after(async () => {
    await setSetting('inkling.diagnostics', undefined);
    await setSetting('inkling.diagnosticsSeverity', undefined);
    for (const folder of folders) await vscode.workspace.fs.delete(folder, { recursive: true });
  });

  everyEntranceObeysEveryRule(
    'host',
    {
      'a file in the editor': scanFile,
      'a selection': scanSelection,
      'a folder': scanFolder,
      'changed files': scanChanged,
      'a notebook': scanNotebook,
      'an office file': scanOffice,
      'live mode': editLive,
      'scan on save': save,
      'VS Code’s tool for assistants': ask,
      'VS Code’s tool, of an office file': ask,
    },
    () => {
      const [workspace] = vscode.workspace.workspaceFolders ?? [];
      assert.ok(workspace);
      const folder = vscode.Uri.joinPath(workspace.uri, `entrance-${randomBytes(6).toString('hex')}`);
      folders.push(folder);
      return folder.fsPath;
    },
  );
});
