import * as vscode from 'vscode';
import { isDocument } from '../../prose/languageOf.ts';
import type { App } from '../app.ts';
import { registerCommands } from '../commands.ts';
import { withRetry } from '../errors.ts';
import { RememberedMarks } from '../marks/rememberedMarks.ts';
import { withCancel } from '../progress.ts';
import type { ReportPanels } from '../report/panels.ts';
import type { ReportSources } from '../report/reveal.ts';
import { documentToScan } from '../text/document.ts';
import { UserError } from '../userError.ts';
import { scanFiles } from './batch.ts';
import { changedFiles, filesIn } from './files.ts';
import { notebookToScan, scanNotebook } from './notebook.ts';
import { scanClipboard, scanDocument, type ScanParts } from './scan.ts';

/** The scan commands. */
export function registerScan(app: App, sources: ReportSources, panels: ReportPanels): void {
  const parts: ScanParts = { app, panels, ...sources };
  app.context.subscriptions.push(new RememberedMarks(app, sources.marks, sources.prose));
  registerCommands(app, {
    'inkling.scanFile': async (file, selected) => {
      if (isSeveral(selected)) {
        await scanMany(parts, selected);
        return;
      }
      const notebook = await notebookToScan(file);
      if (notebook) {
        await withRetry(app, () => scanNotebook(parts, notebook));
        return;
      }
      const document = await documentToScan(file);
      await withRetry(app, () => scanDocument(parts, document, []));
    },
    'inkling.scanFolder': async (folder, selected) => {
      if (isSeveral(selected)) await scanMany(parts, selected);
      else await scanMany(parts, [folder ?? (await folderToScan())]);
    },
    'inkling.checkForAiWriting': async (uri, selected) => {
      const isOneFile =
        uri !== undefined && !isSeveral(selected) && (uri.scheme === 'untitled' || !(await isFolder(uri)));
      await vscode.commands.executeCommand(
        isOneFile ? 'inkling.scanFile' : 'inkling.scanFolder',
        uri,
        selected,
      );
    },
    'inkling.scanChangedFiles': async () => {
      await scanDocuments(
        parts,
        await changedFiles(),
        vscode.l10n.t('No document was changed since the last commit.'),
      );
    },
    'inkling.scanSelection': async () => {
      const editor = vscode.window.activeTextEditor;
      const selected = editor?.selections.filter((selection) => !selection.isEmpty) ?? [];
      if (!editor || selected.length === 0) {
        throw new UserError(
          vscode.l10n.t('Nothing is selected. Select some sentences, or run Scan File for the whole text.'),
        );
      }
      await scanDocument(parts, editor.document, selected);
    },
    'inkling.scanClipboard': () => withRetry(app, () => scanClipboard(parts)),
  });
}

function isSeveral(selected: readonly vscode.Uri[] | undefined): selected is readonly vscode.Uri[] {
  return selected !== undefined && selected.length > 1;
}

/** Scans what was selected in the explorer: files as they are, folders as the documents in them. */
async function scanMany(parts: ScanParts, selected: readonly vscode.Uri[]): Promise<void> {
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
  if (named.length > 0) await scanFiles(parts, unique([...named, ...inFolders.filter(isDocumentFile)]));
  else await scanDocuments(parts, inFolders, vscode.l10n.t('This folder holds no documents.'));
}

/** @param nothing says that no document is among the files. */
async function scanDocuments(parts: ScanParts, files: readonly vscode.Uri[], nothing: string): Promise<void> {
  const documents = unique(files.filter(isDocumentFile));
  if (documents.length === 0) throw new UserError(nothing);
  await scanFiles(parts, documents, files.length - documents.length);
}

function isDocumentFile({ path }: vscode.Uri): boolean {
  return isDocument(path);
}

function unique(files: readonly vscode.Uri[]): vscode.Uri[] {
  return [...new Map(files.map((file) => [file.toString(), file])).values()];
}

async function isFolder(uri: vscode.Uri): Promise<boolean> {
  const { type } = await vscode.workspace.fs.stat(uri);
  return (type & vscode.FileType.Directory) !== 0;
}

/** The open folder, or the one of several that the user picks. */
async function folderToScan(): Promise<vscode.Uri> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    throw new UserError(vscode.l10n.t('No folder is open. Open one, or run Scan File.'), [
      {
        title: vscode.l10n.t('Open Folder…'),
        run: async () => {
          await vscode.commands.executeCommand('vscode.openFolder');
        },
      },
    ]);
  }
  const [only, ...others] = folders;
  if (only && others.length === 0) return only.uri;
  const picked = await vscode.window.showWorkspaceFolderPick({
    placeHolder: vscode.l10n.t('The folder whose documents are to be scanned'),
  });
  if (!picked) throw new vscode.CancellationError();
  return picked.uri;
}
