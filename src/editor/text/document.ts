import { utf8Length } from '#platform';
import * as vscode from 'vscode';
import { isTooLong, maxFileBytes, titleOfPath } from '../../api/limits.ts';
import { languageOfDocument } from '../../prose/languageOf.ts';
import type { Range } from '../../text/ranges.ts';
import type { ReadText } from '../core/edits.ts';
import { UserError } from '../userError.ts';
import { withoutBidiControls } from '../words.ts';

/** The document that a command is about: the file handed by a menu, else the active editor's. */
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

/** A text as it was read, so that no one need read it again, and the document that it was read of. */
export interface Snapshot {
  readonly text: string;
  /** `undefined` for a file that was not open. */
  readonly document?: vscode.TextDocument;
  /** The document's. */
  readonly version?: number;
}

export function snapshotOf(document: vscode.TextDocument): Snapshot {
  return { text: document.getText(), document, version: document.version };
}

/** Whether the document says what was read. It is read again only if it was edited, or opened, since. */
export function isUnchanged(document: vscode.TextDocument, snapshot: Snapshot): boolean {
  const isSame = document === snapshot.document && document.version === snapshot.version;
  return isSame || document.getText() === snapshot.text;
}

/**
 * @param whole the document's text.
 * @param ranges of it that are to be scanned, in UTF-16 code units; none means all of it.
 * @throws UserError with what to do, when this document can't be scanned as it is.
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
  if (text.includes('\uFFFD') && !(await holdsReplacementCharacters(document))) {
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

/** @throws UserError when there is nothing to scan in it, or too much. */
export function checkText(name: string, text: string): void {
  if (text.trim() === '') {
    throw new UserError(vscode.l10n.t('{0} is empty. Write or open some prose, then scan it.', name));
  }
  // 3 bytes for every UTF-16 unit is the most that UTF-8 takes: only near the limit is counting worth its time.
  if (text.length * 3 > maxFileBytes && utf8Length(text) > maxFileBytes) throw tooLarge(name);
  if (text.includes('\0')) throw binary(name);
}

/** @throws UserError when this is more prose than is scanned at once. */
export function checkLength(name: string, prose: string): void {
  if (!isTooLong(prose)) return;
  throw new UserError(
    vscode.l10n.t(
      '{0} contains more than 1 MiB of prose, the limit for one scan. Select part of it and run Scan Selection.',
      name,
    ),
  );
}

/** A cell of a notebook is a document of its own. */
export function isNotebookCell({ uri }: vscode.TextDocument): boolean {
  return uri.scheme === 'vscode-notebook-cell';
}

export function openDocument(file: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === file.toString());
}

/** The column that the document is shown in. */
export function columnOf(document: vscode.TextDocument): vscode.ViewColumn | undefined {
  return vscode.window.visibleTextEditors.find((editor) => editor.document === document)?.viewColumn;
}

/** The file's name, for messages. */
export function nameOf(uri: vscode.Uri): string {
  return withoutBidiControls(uri.path.split('/').at(-1) ?? uri.toString());
}

/** What the report of a file is called: its path in the open folder, so that every README.md has a title of its own. */
export function titleOfFile(uri: vscode.Uri): string {
  const isInFolder = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  return titleOfPath(
    isInFolder ? vscode.workspace.asRelativePath(uri, false) : uri.path.slice(uri.path.lastIndexOf('/') + 1),
  );
}

/** The language that its prose is read in. */
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
      : vscode.l10n.t('{0} is larger than 50 MiB, the limit for such a file. Split it.', name),
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

/** @throws UserError when it is no file, too large or can't be read. */
export async function readBytes(file: vscode.Uri, maxBytes = maxFileBytes): Promise<Uint8Array> {
  await checkSize(file, maxBytes);
  try {
    return await vscode.workspace.fs.readFile(file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** Whether U+FFFD stands in the file itself, rather than for bytes that the encoding could not read. */
async function holdsReplacementCharacters(document: vscode.TextDocument): Promise<boolean> {
  // What was never saved was typed or pasted: nothing was decoded.
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

/** Reads a part of the document, without all its lines being put together. */
export function readerOf(document: vscode.TextDocument): ReadText {
  return (start, end) => {
    const text = document.getText(new vscode.Range(document.positionAt(start), document.positionAt(end)));
    // VS Code knows no position between a carriage return and its line feed.
    return text.length === end - start ? text : document.getText().slice(start, end);
  };
}
