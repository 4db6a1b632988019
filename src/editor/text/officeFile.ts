import { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import { maxDocumentFileBytes } from '../../api/limits.ts';
import type { DocumentProblem } from '../../prose/documents/documentText.ts';
import type { DocumentAnswer, DocumentRequest } from '../../prose/documents/worker.ts';
import type { DocumentKind } from '../../prose/languageOf.ts';
import { UserError } from '../userError.ts';
import { checkLength, nameOf, readBytes } from './document.ts';

/** Milliseconds: the reader itself gives up after a minute, where it can. */
const maxTime = 70_000;

/**
 * The prose of a file of Word, OpenDocument, RTF, EPUB or PDF. It is read in a thread that ends with it, since a file may
 * come from anyone and what reads it can't be interrupted.
 * @throws UserError when it can't be read, holds no text, or more than is scanned at once; the signal's reason when
 *   cancelled.
 */
export async function readOfficeFile(
  context: vscode.ExtensionContext,
  file: vscode.Uri,
  kind: DocumentKind,
  signal: AbortSignal,
): Promise<string> {
  const name = nameOf(file);
  const bytes = await readBytes(file, maxDocumentFileBytes);
  signal.throwIfAborted();
  const script = context.asAbsolutePath('dist/document-worker.mjs');
  const answer = await answerOf(
    new Worker(script, { workerData: { bytes, kind } satisfies DocumentRequest }),
    signal,
  );
  if ('problem' in answer) throw new UserError(inWords(answer.problem, name));
  if (answer.text === '')
    throw new UserError(vscode.l10n.t('{0} holds no text, so there is nothing to scan.', name));
  checkLength(name, answer.text);
  return answer.text;
}

async function answerOf(worker: Worker, signal: AbortSignal): Promise<DocumentAnswer> {
  let cancel: (() => void) | undefined;
  let tooLong: NodeJS.Timeout | undefined;
  try {
    return await new Promise<DocumentAnswer>((resolve, reject) => {
      cancel = () => {
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', cancel);
      tooLong = setTimeout(() => {
        resolve({ problem: 'tooSlow' });
      }, maxTime);
      worker.on('message', resolve);
      // What no reader expected: the file is none that a program writes.
      worker.on('error', () => {
        resolve({ problem: 'damaged' });
      });
    });
  } finally {
    if (cancel) signal.removeEventListener('abort', cancel);
    clearTimeout(tooLong);
    void worker.terminate();
  }
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
    case 'tooSlow':
      return vscode.l10n.t('{0} took more than a minute to read. Split it.', name);
  }
}
