import * as vscode from 'vscode';
import { UserError } from '../userError.ts';

/** The largest file that is scanned, in bytes. VS Code itself hands extensions nothing over 50 MB. */
export const maxFileBytes = 5 * 1024 * 1024;

/** The document that a command is about: the file handed by a menu, else the active editor's. */
export async function documentToScan(file: vscode.Uri | undefined): Promise<vscode.TextDocument> {
  const active = vscode.window.activeTextEditor?.document;
  if (!file || file.toString() === active?.uri.toString()) {
    if (!active) throw noDocument();
    return active;
  }
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === file.toString());
  if (open) return open;
  await checkSize(file);
  try {
    return await vscode.workspace.openTextDocument(file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

/**
 * @param text what is to be scanned of it: all, or the selections.
 * @throws UserError with what to do, when this document can't be scanned as it is.
 */
export async function checkDocument(document: vscode.TextDocument, text: string): Promise<void> {
  const name = nameOf(document.uri);
  if (document.isUntitled) {
    throw new UserError(
      vscode.l10n.t('{0} was never saved, so its report would have no name. Save it, then scan it.', name),
      [{ title: vscode.l10n.t('Save As…'), run: () => save(document) }],
    );
  }
  if (document.getText().trim() === '') {
    throw new UserError(vscode.l10n.t('{0} is empty. Write or open some prose, then scan it.', name));
  }
  // 3 bytes for every UTF-16 unit is the most that UTF-8 takes: only near the limit is counting worth its time.
  if (text.length * 3 > maxFileBytes && Buffer.byteLength(text) > maxFileBytes) throw tooLarge(name);
  if (text.includes('\0')) throw binary(name);
  if (text.includes('\uFFFD') && !(await holdsReplacementCharacters(document))) {
    throw new UserError(
      vscode.l10n.t(
        '{0} was read in the wrong encoding: some characters are lost. Reopen it with its own encoding, then scan it.',
        name,
      ),
      [
        {
          title: vscode.l10n.t('Reopen with Encoding'),
          run: async () => {
            await vscode.window.showTextDocument(document);
            await vscode.commands.executeCommand('workbench.action.editor.changeEncoding');
          },
        },
      ],
    );
  }
}

/** The column that the document is shown in. */
export function columnOf(document: vscode.TextDocument): vscode.ViewColumn | undefined {
  return vscode.window.visibleTextEditors.find((editor) => editor.document === document)?.viewColumn;
}

export function nameOf(uri: vscode.Uri): string {
  return uri.path.split('/').at(-1) ?? uri.toString();
}

function noDocument(): UserError {
  return new UserError(
    vscode.l10n.t('There is no open text to scan. Open a file, or choose Scan File on one in the explorer.'),
  );
}

async function checkSize(file: vscode.Uri): Promise<void> {
  let stat: vscode.FileStat;
  try {
    stat = await vscode.workspace.fs.stat(file);
  } catch (error) {
    throw unreadable(file, error);
  }
  if (stat.type & vscode.FileType.Directory) {
    throw new UserError(vscode.l10n.t('{0} is a folder. Choose one file in it.', nameOf(file)));
  }
  if (stat.size > maxFileBytes) throw tooLarge(nameOf(file));
}

function tooLarge(name: string): UserError {
  return new UserError(
    vscode.l10n.t(
      '{0} is larger than 5 MiB, the most that is scanned at once. Select a part of it and run Scan Selection.',
      name,
    ),
  );
}

function binary(name: string): UserError {
  return new UserError(vscode.l10n.t('{0} is not a text file, so there is no prose to scan in it.', name));
}

function unreadable(file: vscode.Uri, error: unknown): UserError {
  const name = nameOf(file);
  const reason = error instanceof Error ? error.message : String(error);
  // VS Code has no typed error for this one.
  if (/binary/i.test(reason)) return binary(name);
  return new UserError(vscode.l10n.t("{0} can't be read: {1}", name, reason));
}

/** Whether U+FFFD stands in the file itself, rather than for bytes that the encoding could not read. */
async function holdsReplacementCharacters(document: vscode.TextDocument): Promise<boolean> {
  if (document.encoding !== 'utf8' && document.encoding !== 'utf8bom') return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(await vscode.workspace.fs.readFile(document.uri));
    return true;
  } catch {
    return false;
  }
}

async function save(document: vscode.TextDocument): Promise<void> {
  await vscode.workspace.saveAs(document.uri);
}
