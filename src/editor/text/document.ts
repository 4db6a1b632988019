import * as host from '#host';
import { utf8Length } from '#platform';
import * as vscode from 'vscode';
import { isTooLong, maxFileBytes, titleOfPath } from '../../api/limits.ts';
import { languageOfDocument } from '../../prose/languageOf.ts';
import type { Range } from '../../text/ranges.ts';
import type { ReadText } from '../core/edits.ts';
import { UserError } from '../userError.ts';
import { withoutBidiControls } from '../words.ts';

/** The document for a command: the one that a menu passed, otherwise the active editor's. */
export async function documentToScan(file: vscode.Uri | undefined): Promise<vscode.TextDocument> {
  const active = vscode.window.activeTextEditor?.document;
  if (!file || file.toString() === active?.uri.toString()) {
    if (!active) throw noDocument();
    return active;
  }
  const open = openDocument(file);
  if (open) return open;
  await checkSize(file);
  try {
    return await vscode.workspace.openTextDocument(file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** The text of a document at one moment, so that it need not be read twice. */
export interface Snapshot {
  readonly text: string;
  /** `undefined` if the file was not open. */
  readonly document?: vscode.TextDocument;
  /** The document's version. */
  readonly version?: number;
}

export function snapshotOf(document: vscode.TextDocument): Snapshot {
  return { text: document.getText(), document, version: document.version };
}

/** Whether the document still has the snapshot's text. It is read again only if it was edited or opened since. */
export function isUnchanged(document: vscode.TextDocument, snapshot: Snapshot): boolean {
  const isSame = document === snapshot.document && document.version === snapshot.version;
  return isSame || document.getText() === snapshot.text;
}

/**
 * @param whole the document's text.
 * @param ranges the ranges to scan, in UTF-16 code units; none means all of it.
 * @throws UserError with the remedy, when this document can't be scanned as it is.
 */
export async function checkDocument(
  document: vscode.TextDocument,
  whole: string,
  ranges: readonly Range[] = [],
): Promise<void> {
  const name = nameOf(document.uri);
  const text =
    ranges.length === 0 ? whole : ranges.map(({ start, end }) => whole.slice(start, end)).join('\n');
  checkText(name, ranges.length > 0 && whole.trim() === '' ? '' : text);
  if (text.includes('\uFFFD') && !(await containsReplacementCharacters(document))) {
    throw new UserError(wrongEncoding(name), [
      {
        title: vscode.l10n.t('Reopen with Encoding'),
        run: async () => {
          await vscode.window.showTextDocument(document);
          await vscode.commands.executeCommand('workbench.action.editor.changeEncoding');
        },
      },
    ]);
  }
}

/** @throws UserError when the text is empty or too large. */
export function checkText(name: string, text: string): void {
  if (text.trim() === '') {
    throw new UserError(vscode.l10n.t('{0} is empty. Write or open some prose, then scan it.', name));
  }
  // UTF-8 needs at most 3 bytes per UTF-16 unit: bytes are counted only near the limit.
  if (text.length * 3 > maxFileBytes && utf8Length(text) > maxFileBytes) throw tooLarge(name);
  if (text.includes('\0')) throw binary(name);
}

/** @throws UserError when there is more prose than one scan allows. */
export function checkLength(name: string, prose: string): void {
  if (!isTooLong(prose)) return;
  throw new UserError(
    vscode.l10n.t(
      '{0} contains more than 1 MiB of prose, the limit for one scan. Select part of it and run Scan Selection.',
      name,
    ),
  );
}

/** A cell of a notebook is a separate document. */
export function isNotebookCell({ uri }: vscode.TextDocument): boolean {
  return uri.scheme === 'vscode-notebook-cell';
}

export function openDocument(file: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === file.toString());
}

/** The column in which the document is shown. */
export function columnOf(document: vscode.TextDocument): vscode.ViewColumn | undefined {
  return vscode.window.visibleTextEditors.find((editor) => editor.document === document)?.viewColumn;
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

/** The language in which to read its prose. */
export function languageIdOf({ languageId, uri }: vscode.TextDocument): string {
  return languageOfDocument(languageId, uri.path);
}

function noDocument(): UserError {
  return new UserError(
    vscode.l10n.t('No text is open. Open a file, or run Scan File on one in the explorer.'),
  );
}

async function checkSize(file: vscode.Uri, maxBytes = maxFileBytes): Promise<void> {
  let stat: vscode.FileStat;
  try {
    stat = await vscode.workspace.fs.stat(file);
  } catch (error) {
    throw unreadable(file, error);
  }
  if (stat.type & vscode.FileType.Directory) {
    throw new UserError(vscode.l10n.t('{0} is a folder. Choose a file in it.', nameOf(file)));
  }
  if (stat.size > maxBytes) throw tooLarge(nameOf(file), maxBytes);
}

function tooLarge(name: string, maxBytes = maxFileBytes): UserError {
  return new UserError(
    maxBytes === maxFileBytes
      ? vscode.l10n.t(
          '{0} is larger than 5 MiB, the limit for a file. Select part of it and run Scan Selection.',
          name,
        )
      : vscode.l10n.t('{0} is larger than 50 MiB, the limit for office and PDF files. Split it.', name),
  );
}

function binary(name: string): UserError {
  return new UserError(vscode.l10n.t('{0} is not a text file.', name));
}

export function unreadable(file: vscode.Uri, error: unknown): UserError {
  const name = nameOf(file);
  const reason = error instanceof Error ? error.message : String(error);
  // VS Code has no typed error for this one.
  if (/binary/i.test(reason)) return binary(name);
  return new UserError(vscode.l10n.t('{0} can’t be read: {1}', name, reason));
}

export function wrongEncoding(name: string): string {
  return vscode.l10n.t(
    '{0} was opened with the wrong encoding; some characters are lost. Reopen it with the right encoding, then scan it.',
    name,
  );
}

/** @throws UserError when it is not a file, too large or unreadable. */
export async function readBytes(file: vscode.Uri, maxBytes = maxFileBytes): Promise<Uint8Array> {
  await checkSize(file, maxBytes);
  try {
    return await vscode.workspace.fs.readFile(file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** Whether the file itself contains U+FFFD, rather than bytes that could not be decoded. */
async function containsReplacementCharacters(document: vscode.TextDocument): Promise<boolean> {
  // An untitled document was typed or pasted, not decoded.
  if (document.isUntitled) return true;
  if (document.encoding !== 'utf8' && document.encoding !== 'utf8bom') return false;
  return vscode.workspace.fs.readFile(document.uri).then(isUtf8, () => false);
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

export function rangeOf(document: vscode.TextDocument, { start, end }: Range): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

/** Reads a part of the document without joining all its lines. */
export function readerOf(document: vscode.TextDocument): ReadText {
  return (start, end) => {
    const text = document.getText(new vscode.Range(document.positionAt(start), document.positionAt(end)));
    // VS Code has no position between a carriage return and its line feed.
    return text.length === end - start ? text : document.getText().slice(start, end);
  };
}

/**
 * Writes a file, and creates missing folders.
 * @throws UserError when it can't be written.
 */
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
