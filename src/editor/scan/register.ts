import * as vscode from 'vscode';
import { documentKindOf, isDocument } from '../../prose/languageOf.ts';
import type { App } from '../app.ts';
import { registerCommands } from '../commands.ts';
import { yieldTurn, yieldIfDue } from '../core/periodicYield.ts';
import { logError, withRetry } from '../errors.ts';
import { withCancel } from '../progress.ts';
import { setting } from '../settings.ts';
import { documentToScan } from '../text/document.ts';
import { commandAction, UserError } from '../userError.ts';

/** Registers the scan commands. Their code is imported at the first scan, not when a window opens. */
export function registerScan(app: App): void {
  const ended = new AbortController();
  app.context.subscriptions.push(
    new vscode.Disposable(() => {
      ended.abort();
    }),
    watchForDocuments(app, ended.signal),
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (!setting('scanOnSave', document) || !isDocument(document.uri.path) || app.marks.of(document))
        return;
      import('./batch.ts')
        .then(({ scanSaved }) => scanSaved(app, document, ended.signal))
        // Errors are only logged, because no user action waits for this.
        .catch((error: unknown) => {
          logError(app, error);
        });
    }),
  );
  registerCommands(app, {
    'inkling.scanFile': async (file, selected) => {
      if (isMultiSelection(selected)) {
        await scanMany(app, selected);
        return;
      }
      const shown = file ?? shownFile();
      if (shown && documentKindOf(shown.path)) {
        const { scanOfficeFile } = await import('./scan.ts');
        await withRetry(app, () => scanOfficeFile(app, shown));
        return;
      }
      await startThreads(app);
      const { notebookToScan, scanNotebook } = await import('./notebook.ts');
      const notebook = await notebookToScan(file);
      if (notebook) {
        await withRetry(app, () => scanNotebook(app, notebook));
        return;
      }
      await yieldTurn();
      const { scanDocument } = await import('./scan.ts');
      const document = await documentToScan(file);
      await withRetry(app, () => scanDocument(app, document, []));
    },
    'inkling.scanFolder': async (folder, selected) => {
      if (isMultiSelection(selected)) await scanMany(app, selected);
      else await scanMany(app, [folder ?? (await folderToScan())]);
    },
    'inkling.checkForAiWriting': async (uri, selected) => {
      const isOneFile =
        uri !== undefined &&
        !isMultiSelection(selected) &&
        (uri.scheme === 'untitled' || !(await isFolder(uri)));
      await vscode.commands.executeCommand(
        isOneFile ? 'inkling.scanFile' : 'inkling.scanFolder',
        uri,
        selected,
      );
    },
    'inkling.scanChangedFiles': async (repository) => {
      const { changedFiles } = await import('./files.ts');
      await scanDocuments(
        app,
        await withCancel(vscode.l10n.t('Inkling: looking for changed files'), (signal) =>
          changedFiles(signal, repository),
        ),
        vscode.l10n.t('No documents changed since the last commit.'),
      );
    },
    'inkling.showLastScan': async () => {
      const { showLastOutcome } = await import('./summary.ts');
      await showLastOutcome(app);
    },
    'inkling.scanSelection': async () => {
      const editor = vscode.window.activeTextEditor;
      const selected = editor?.selections.filter((selection) => !selection.isEmpty) ?? [];
      if (!editor || selected.length === 0) {
        throw new UserError(
          vscode.l10n.t('Nothing is selected. Select some sentences, or run Scan File for the whole text.'),
        );
      }
      await startThreads(app);
      const { scanDocument } = await import('./scan.ts');
      await scanDocument(app, editor.document, selected);
    },
    'inkling.scanClipboard': async () => {
      const { scanClipboard } = await import('./scan.ts');
      await withRetry(app, () => scanClipboard(app));
    },
  });
}

/**
 * Starts both threads while the scan is being prepared, because starting takes as long as the rest of the
 * preparation. Starting them, and the imports below, block this thread for some milliseconds.
 */
async function startThreads(app: App): Promise<void> {
  app.selectedService.prepare();
  app.prose.start();
  await yieldTurn();
  await import('../text/configuration.ts');
  await yieldTurn();
}

/** Milliseconds that a document must be visible before the scan's threads are started early. */
const inFrontFor = 1000;

/** Starts a scan's threads early if `warmUp` decides so; once per window, even after a failure. */
function watchForDocuments(app: App, ended: AbortSignal): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  const watch = (): void => {
    clearTimeout(timer);
    const document = vscode.window.activeTextEditor?.document;
    if (!document || !isDocument(document.uri.path)) return;
    timer = setTimeout(() => {
      import('./ahead.ts')
        .then(async ({ warmUp }) => {
          if (await warmUp(app, document, ended)) listener.dispose();
        })
        // Only logged: a scan will report the failure.
        .catch((error: unknown) => {
          listener.dispose();
          app.log.debug(String(error));
        });
    }, inFrontFor);
  };
  const listener = vscode.window.onDidChangeActiveTextEditor(watch);
  watch();
  return new vscode.Disposable(() => {
    clearTimeout(timer);
    listener.dispose();
  });
}

/** The file of an active tab that is not a text editor, such as a PDF viewer. */
function shownFile(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputCustom ? input.uri : undefined;
}

function isMultiSelection(selected: readonly vscode.Uri[] | undefined): selected is readonly vscode.Uri[] {
  return selected !== undefined && selected.length > 1;
}

/** Scans the selection of a list: files directly, folders by the documents in them. */
async function scanMany(app: App, selected: readonly vscode.Uri[]): Promise<void> {
  const { filesIn } = await import('./files.ts');
  const { named, inFolders } = await withCancel(
    vscode.l10n.t('Inkling: looking for files'),
    async (signal) => {
      const found = await Promise.all(
        selected.map(async (uri) =>
          (await isFolder(uri)) ? { inFolders: await filesIn(uri, signal) } : { named: uri },
        ),
      );
      return {
        named: found.flatMap(({ named }) => named ?? []),
        inFolders: found.flatMap(({ inFolders }) => inFolders ?? []),
      };
    },
  );
  const { scanFiles } = await import('./batch.ts');
  if (named.length > 0) await scanFiles(app, unique([...named, ...(await documentsAmong(inFolders))]));
  else await scanDocuments(app, inFolders, vscode.l10n.t('This folder contains no documents.'));
}

/** @param nothing the message when none of the files is a document. */
async function scanDocuments(app: App, files: readonly vscode.Uri[], nothing: string): Promise<void> {
  const documents = unique(await documentsAmong(files));
  if (documents.length === 0) throw new UserError(nothing);
  const { scanFiles } = await import('./batch.ts');
  await scanFiles(app, documents, files.length - documents.length);
}

/** The files that a scan of a folder includes: documents, or what its `inkling.jsonc` selects. */
async function documentsAmong(files: readonly vscode.Uri[]): Promise<vscode.Uri[]> {
  const { Configurations } = await import('../text/configuration.ts');
  const configurations = new Configurations();
  const taken: vscode.Uri[] = [];
  for (const file of files) {
    await yieldIfDue();
    const { configuration } = await configurations.rulesOf(file);
    if (configuration.takes(file.path)) taken.push(file);
  }
  return taken;
}

function unique(files: readonly vscode.Uri[]): vscode.Uri[] {
  return [...new Map(files.map((file) => [file.toString(), file])).values()];
}

/** A missing file, such as a deleted one, is not a folder. Reading it reports the error. */
async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    return (type & vscode.FileType.Directory) !== 0;
  } catch {
    return false;
  }
}

/** The open folder, or the one of several that the user picks. */
async function folderToScan(): Promise<vscode.Uri> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    throw new UserError(vscode.l10n.t('No folder is open. Open one, or run Scan File.'), [
      commandAction(vscode.l10n.t('Open Folder…'), 'vscode.openFolder'),
    ]);
  }
  const [only, ...others] = folders;
  if (only && others.length === 0) return only.uri;
  const picked = await vscode.window.showWorkspaceFolderPick({
    placeHolder: vscode.l10n.t('Folder to scan'),
  });
  if (!picked) throw new vscode.CancellationError();
  return picked.uri;
}
