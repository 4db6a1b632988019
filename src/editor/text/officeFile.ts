import { readDocument } from '#host';
import * as vscode from 'vscode';
import { maxDocumentFileBytes } from '../../api/limits.ts';
import {
  DocumentError,
  type DocumentProblem,
  type DocumentText,
} from '../../prose/documents/documentText.ts';
import type { DocumentKind } from '../../prose/languageOf.ts';
import { UserError } from '../userError.ts';
import { nameOf, readBytes } from './document.ts';

/**
 * The text of a Word, OpenDocument, RTF, EPUB or PDF file.
 * @throws UserError when it can't be read or contains no text; the signal's reason when cancelled.
 */
export async function readOfficeFile(
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
  const document = await readDocument(context, bytes, kind, signal).catch((error: unknown) => {
    throw error instanceof DocumentError ? new UserError(inWords(error.problem, name)) : error;
  });
  if (document.text === '') {
    throw new UserError(vscode.l10n.t('{0} contains no text.', name));
  }
  return document;
}

function inWords(problem: DocumentProblem, name: string): string {
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
