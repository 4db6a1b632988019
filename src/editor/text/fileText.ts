import * as vscode from 'vscode';
import { decodeDocument, type Decoded } from '../../text/decode.ts';
import type { DocumentText } from '../../prose/documents/documentText.ts';
import { documentKindOf, languageOf } from '../../prose/languageOf.ts';
import { UserError } from '../userError.ts';
import {
  checkDocument,
  checkText,
  isUtf8,
  languageIdOf,
  nameOf,
  openDocument,
  readBytes,
  type Snapshot,
  unreadable,
  wrongEncoding,
} from './document.ts';

/** A text to scan. */
export interface TextToRead extends Snapshot {
  readonly uri: vscode.Uri;
  /** `null` for an office file, which is all prose and has no history of lines in git. */
  readonly languageId: string | null;
  /** Whether its encoding is a guess, which the report then mentions. */
  readonly isGuessed: boolean;
  /** Only for an office file. */
  readonly paged?: DocumentText;
}

/** The encoding assumed for text that is not UTF-8, as on the command line. */
const guess = 'windows-1252';
const editorsName = { [guess]: 'windows1252' } as const;

/** The documents that were reopened in the guessed encoding. */
const guessed = new WeakSet<vscode.TextDocument>();

/**
 * The document's text. If VS Code could not decode some characters, it is reopened in the file's guessed encoding,
 * so that the text matches a scan of the folder and saving keeps the encoding.
 */
export async function readWhole(document: vscode.TextDocument): Promise<TextToRead> {
  const { uri, version } = document;
  const isGuessed = guessed.has(document) && document.encoding === editorsName[guess];
  const text = document.getText();
  const read = { text, document, version, uri, languageId: languageIdOf(document), isGuessed };
  if (!text.includes('\uFFFD') || isGuessed || document.isDirty || document.isUntitled) return read;
  const bytes = await vscode.workspace.fs.readFile(uri).then(
    (bytes) => bytes,
    () => undefined,
  );
  if (!bytes || guessOf(bytes) === undefined) return read;
  const reopened = await vscode.workspace.openTextDocument(uri, { encoding: editorsName[guess] }).then(
    (reopened) => reopened,
    () => undefined, // edited meanwhile
  );
  if (reopened !== document || document.encoding !== editorsName[guess]) return read;
  guessed.add(document);
  return readWhole(document);
}

/** The text of bytes in the guessed encoding; `undefined` if the bytes are in another encoding or not text. */
function guessOf(bytes: Uint8Array): Decoded | undefined {
  const decoded = decodeDocument(bytes);
  return 'text' in decoded && decoded.encoding === guess ? decoded : undefined;
}

/**
 * The text of a file, from the editor if it is open there.
 * @throws UserError when it can't be scanned; the signal's reason when cancelled.
 */
export async function readFile(
  context: vscode.ExtensionContext,
  file: vscode.Uri,
  signal: AbortSignal,
): Promise<TextToRead> {
  const name = nameOf(file);
  const kind = documentKindOf(file.path);
  if (kind) {
    const { readOfficeFile } = await import('./officeFile.ts');
    const paged = await readOfficeFile(context, file, kind, signal);
    return { uri: file, text: paged.text, languageId: null, isGuessed: false, paged };
  }
  const open = openDocument(file);
  if (open) {
    const snapshot = await readWhole(open);
    await checkDocument(open, snapshot.text);
    return snapshot;
  }
  const bytes = await readBytes(file);
  const text = await decode(file, bytes);
  const isUndecodable = text.includes('\uFFFD') && !isUtf8(bytes);
  const found = isUndecodable ? guessOf(bytes) : undefined;
  checkText(name, found?.text ?? text);
  if (isUndecodable && !found) throw new UserError(wrongEncoding(name));
  return {
    uri: file,
    text: found?.text ?? text,
    languageId: languageOf(file.path),
    isGuessed: found !== undefined,
  };
}

async function decode(file: vscode.Uri, bytes: Uint8Array): Promise<string> {
  try {
    return await vscode.workspace.decode(bytes, { uri: file });
  } catch (error) {
    throw unreadable(file, error);
  }
}
