import * as vscode from 'vscode';
import { maxDocumentFileBytes } from '../../api/limits.ts';
import {
  DocumentError,
  type DocumentProblem,
  type DocumentText,
} from '../../prose/documents/documentText.ts';
import { DocumentReader } from '../../prose/documents/reader.ts';
import type { DocumentKind } from '../../prose/languageOf.ts';
import { UserError } from '../userError.ts';
import { nameOf, readBytes } from './document.ts';

/** Ends by itself what it starts. */
let documents: DocumentReader | undefined;

/**
 * The text of a file of Word, OpenDocument, RTF, EPUB or PDF.
 * @throws UserError when it can't be read or holds no text; the signal's reason when cancelled.
 */
export async function readOfficeFile(
  context: vscode.ExtensionContext,
  file: vscode.Uri,
  kind: DocumentKind,
  signal: AbortSignal,
): Promise<DocumentText> {
  const name = nameOf(file);
  const bytes = await readBytes(file, maxDocumentFileBytes);
  signal.throwIfAborted();
  documents ??= new DocumentReader(context.asAbsolutePath('dist/documents/process.mjs'));
  const document = await documents.read(bytes, kind, signal).catch((error: unknown) => {
    throw error instanceof DocumentError ? new UserError(inWords(error.problem, name)) : error;
  });
  if (document.text === '') {
    throw new UserError(vscode.l10n.t('{0} holds no text, so there is nothing to scan.', name));
  }
  return document;
}

function inWords(problem: DocumentProblem, name: string): string {
  switch (problem) {
    case 'damaged':
      return vscode.l10n.t('{0} is damaged. Open it in the program that made it, and save it again.', name);
    case 'password':
      return vscode.l10n.t('{0} is protected by a password. Save a copy without one, and scan that.', name);
    case 'oldWord':
      return vscode.l10n.t(
        '{0} is protected by a password, or of Word before 2007. Save it as a .docx without a password, and scan that.',
        name,
      );
    case 'locked':
      return vscode.l10n.t('{0} is protected by its publisher, so its text can’t be read.', name);
    case 'pictures':
      return vscode.l10n.t(
        '{0} holds pictures of pages and hardly any text, as a scanner makes them. Run a text recognition on it first.',
        name,
      );
    case 'tooLarge':
      return vscode.l10n.t(
        '{0} unpacks to more than 64 MiB, the most that is read of a file. Split it.',
        name,
      );
    case 'tooCostly':
      return vscode.l10n.t(
        '{0} takes more time or memory to read than a file of its size should. Save it again in another program, or in another format.',
        name,
      );
  }
}
