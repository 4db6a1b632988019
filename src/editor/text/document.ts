import * as host from '#host';
import * as vscode from 'vscode';
import { titleOfPath } from '../../api/limits.ts';
import { languageOfDocument } from '../../prose/languageOf.ts';
import type { Range } from '../../text/ranges.ts';
import type { ReadText } from '../core/edits.ts';
import { UserError } from '../userError.ts';
import { withoutBidiControls } from '../words.ts';

export function openDocument(file: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === file.toString());
}

/** A cell of a notebook is a separate document. */
export function isNotebookCell({ uri }: vscode.TextDocument): boolean {
  return uri.scheme === 'vscode-notebook-cell';
}

export function columnOf(document: vscode.TextDocument): vscode.ViewColumn | undefined {
  return vscode.window.visibleTextEditors.find((editor) => editor.document === document)?.viewColumn;
}

/** The language in which to read its prose. */
export function languageIdOf({ languageId, uri }: vscode.TextDocument): string {
  return languageOfDocument(languageId, uri.path);
}

export function rangeOf(document: vscode.TextDocument, { start, end }: Range): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

/** Reads a part of the document without joining all its lines. */
export function readerOf(document: vscode.TextDocument): ReadText {
  return (start, end) => {
    const text = document.getText(rangeOf(document, { start, end }));
    // VS Code has no position between a carriage return and its line feed.
    return text.length === end - start ? text : document.getText().slice(start, end);
  };
}

/** The file's name, for messages. */
export function nameOf(uri: vscode.Uri): string {
  return withoutBidiControls(uri.path.split('/').at(-1) ?? uri.toString());
}

/** The report title of a file: its path in the open folder, so that each README.md has a different title. */
export function titleOfFile(uri: vscode.Uri): string {
  const isInFolder = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  return titleOfPath(
    isInFolder ? vscode.workspace.asRelativePath(uri, false) : uri.path.slice(uri.path.lastIndexOf('/') + 1),
  );
}

/** Writes a file, and creates missing folders. @throws UserError when it can't be written. */
export async function writeFile(uri: vscode.Uri, text: string): Promise<void> {
  try {
    await host.writeFile(uri, text);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UserError(
      vscode.l10n.t(
        '{0} can’t be written ({1}). Check its folder, permissions and disk.',
        vscode.workspace.asRelativePath(uri),
        code,
      ),
    );
  }
}
