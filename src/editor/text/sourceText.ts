import { readDocument } from '#host';
import { utf8Length } from '#platform';
import * as vscode from 'vscode';
import { isTooLong, maxDocumentFileBytes, maxFileBytes } from '../../api/limits.ts';
import {
  DocumentError,
  type DocumentProblem,
  type DocumentText,
} from '../../prose/documents/documentText.ts';
import { documentKindOf, languageOf, type DocumentKind } from '../../prose/languageOf.ts';
import { decodeDocument } from '../../text/decode.ts';
import type { Range } from '../../text/ranges.ts';
import { UserError } from '../userError.ts';
import { languageIdOf, nameOf, openDocument } from './document.ts';

/** The text of a document or file at one moment. */
export interface SourceText {
  readonly uri: vscode.Uri;
  readonly text: string;
  /** The selected ranges in UTF-16 code units; empty for all of it. */
  readonly ranges: readonly Range[];
  /** `null` for an office file, which is all prose and has no history of lines in git. */
  readonly languageId: string | null;
  /** Whether its encoding is a guess, which the report then mentions. */
  readonly isGuessed: boolean;
  /** The document and its version; `undefined` if the file was not open. */
  readonly document?: vscode.TextDocument;
  readonly version?: number;
  /** Only for an office file. */
  readonly paged?: DocumentText;
}

/** The encoding assumed for text that is not UTF-8, as on the command line, and VS Code's name for it. */
const guess = 'windows-1252';
const editorsGuess = 'windows1252';

/** The documents that were reopened in the guessed encoding. */
const guessed = new WeakSet<vscode.TextDocument>();

/**
 * The text of a document, or of the selections in it. If VS Code could not decode some characters, the document is
 * reopened in the file's guessed encoding, so that the text matches a scan of the folder and saving keeps the encoding.
 * @throws UserError with the remedy, when the text can't be scanned as it is.
 */
export async function textOfDocument(
  document: vscode.TextDocument,
  selections: readonly vscode.Range[] = [],
): Promise<SourceText> {
  const { uri, version } = document;
  const text = document.getText();
  const ranges = selections.map(({ start, end }) => ({
    start: document.offsetAt(start),
    end: document.offsetAt(end),
  }));
  const selected =
    ranges.length === 0 ? text : ranges.map(({ start, end }) => text.slice(start, end)).join('\n');
  checkText(nameOf(uri), selected);
  const isGuessed = guessed.has(document) && document.encoding === editorsGuess;
  // An untitled document was typed or pasted, not decoded.
  if (text.includes('\uFFFD') && !isGuessed && !document.isUntitled) {
    const bytes = await vscode.workspace.fs.readFile(uri).then(undefined, () => undefined);
    const encoding = bytes && encodingOf(bytes);
    if (encoding === guess && !document.isDirty && (await reopenWithGuess(document)))
      return textOfDocument(document, selections);
    const isInFile = encoding === 'utf-8' && document.encoding.startsWith('utf8');
    if (selected.includes('\uFFFD') && !isInFile) throw wrongEncoding(uri);
  }
  return { uri, text, ranges, languageId: languageIdOf(document), isGuessed, document, version };
}

async function reopenWithGuess(document: vscode.TextDocument): Promise<boolean> {
  const reopened = await vscode.workspace
    .openTextDocument(document.uri, { encoding: editorsGuess })
    .then(undefined, () => undefined); // edited meanwhile
  if (reopened !== document || document.encoding !== editorsGuess) return false;
  guessed.add(document);
  return true;
}

/** The guessed encoding; `undefined` if the bytes are in another encoding or are not text. */
function encodingOf(bytes: Uint8Array): string | undefined {
  const decoded = decodeDocument(bytes);
  return 'encoding' in decoded ? decoded.encoding : undefined;
}

/** The text of a file, from the editor if it is open there. Throws as `textOfDocument`. */
export async function textOfFile(
  context: vscode.ExtensionContext,
  file: vscode.Uri,
  signal: AbortSignal,
): Promise<SourceText> {
  const kind = documentKindOf(file.path);
  if (kind) {
    const paged = await readOfficeFile(context, file, kind, signal);
    return { uri: file, text: paged.text, ranges: [], languageId: null, isGuessed: false, paged };
  }
  const open = openDocument(file);
  if (open) return textOfDocument(open);
  const bytes = await readBytes(file, maxFileBytes);
  const text = await readOrExplain(file, vscode.workspace.decode(bytes, { uri: file }));
  const encoding = text.includes('\uFFFD') ? encodingOf(bytes) : 'utf-8';
  const isGuessed = encoding === guess;
  const read = isGuessed ? new TextDecoder(guess).decode(bytes) : text;
  checkText(nameOf(file), read);
  if (encoding === undefined) throw wrongEncoding(file);
  return { uri: file, text: read, ranges: [], languageId: languageOf(file.path), isGuessed };
}

/** The document for a command: the one that a menu passed, otherwise the active editor's. */
export async function documentToScan(file: vscode.Uri | undefined): Promise<vscode.TextDocument> {
  const document = file ? openDocument(file) : vscode.window.activeTextEditor?.document;
  if (document) return document;
  if (!file) {
    throw new UserError(
      vscode.l10n.t('No text is open. Open a file, or run Scan File on one in the explorer.'),
    );
  }
  await checkSize(file, maxFileBytes);
  return readOrExplain(file, vscode.workspace.openTextDocument(file));
}

/** @throws UserError when the text is empty, too large or not text. */
export function checkText(name: string, text: string): void {
  if (text.trim() === '') {
    throw new UserError(
      vscode.l10n.t('{0} is empty. Write some text or open another file, then scan it.', name),
    );
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

/** The text of a Word, OpenDocument, RTF, EPUB or PDF file. */
async function readOfficeFile(
  context: vscode.ExtensionContext,
  file: vscode.Uri,
  kind: DocumentKind,
  signal: AbortSignal,
): Promise<DocumentText> {
  const name = nameOf(file);
  if (!readDocument) {
    throw new UserError(
      vscode.l10n.t(
        '{0} can’t be read in the browser: Word, PDF and similar files need VS Code on a computer or a server.',
        name,
      ),
    );
  }
  const bytes = await readBytes(file, maxDocumentFileBytes);
  signal.throwIfAborted();
  try {
    const document = await readDocument(context, bytes, kind, signal);
    if (document.text !== '') return document;
  } catch (error) {
    throw error instanceof DocumentError ? new UserError(problemInWords(error.problem, name)) : error;
  }
  throw new UserError(vscode.l10n.t('{0} contains no text.', name));
}

function problemInWords(problem: DocumentProblem, name: string): string {
  const words: Record<DocumentProblem, string> = {
    damaged: vscode.l10n.t('{0} is damaged. Open it in the program that created it and save it again.', name),
    password: vscode.l10n.t('{0} is password-protected. Scan a copy without a password.', name),
    oldWord: vscode.l10n.t(
      '{0} is password-protected or older than Word 2007. Save it as .docx without a password and scan that.',
      name,
    ),
    locked: vscode.l10n.t('{0} is copy-protected. Its text can’t be read.', name),
    pictures: vscode.l10n.t('{0} has almost no text (scanned pages or figures). Run OCR first.', name),
    tooLarge: vscode.l10n.t('{0} unpacks to more than 64 MiB, the limit for a file. Split it.', name),
    tooCostly: vscode.l10n.t(
      '{0} takes too much time or memory to read. Save it again in another program or format.',
      name,
    ),
  };
  return words[problem];
}

async function readBytes(file: vscode.Uri, maxBytes: number): Promise<Uint8Array> {
  await checkSize(file, maxBytes);
  return readOrExplain(file, vscode.workspace.fs.readFile(file));
}

async function checkSize(file: vscode.Uri, maxBytes: number): Promise<void> {
  const { type, size } = await readOrExplain(file, vscode.workspace.fs.stat(file));
  if (type & vscode.FileType.Directory) {
    throw new UserError(vscode.l10n.t('{0} is a folder. Choose a file in it.', nameOf(file)));
  }
  if (size > maxBytes) throw tooLarge(nameOf(file), maxBytes);
}

/** Awaits a read and turns its file-system error into a UserError. */
export async function readOrExplain<Result>(file: vscode.Uri, reading: Thenable<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // VS Code has no typed error for a binary file.
    if (/binary/i.test(reason)) throw binary(nameOf(file));
    throw new UserError(vscode.l10n.t('{0} can’t be read: {1}', nameOf(file), reason));
  }
}

function binary(name: string): UserError {
  return new UserError(vscode.l10n.t('{0} is not a text file.', name));
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

function wrongEncoding(uri: vscode.Uri): UserError {
  const message = vscode.l10n.t(
    '{0} was opened with the wrong encoding; some characters are lost. Reopen it with the right encoding, then scan it.',
    nameOf(uri),
  );
  const run = async (): Promise<void> => {
    await vscode.window.showTextDocument(uri);
    await vscode.commands.executeCommand('workbench.action.editor.changeEncoding');
  };
  return new UserError(message, [{ title: vscode.l10n.t('Reopen with Encoding'), run }]);
}
