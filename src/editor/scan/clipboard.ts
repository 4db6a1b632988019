import * as vscode from 'vscode';
import { withCancel } from '../progress.ts';
import { UserError } from '../userError.ts';
import { beginScan, scanText } from './begin.ts';
import { checkLength, checkText } from '../text/document.ts';
import type { ScanParts } from './scan.ts';

/**
 * Scans the text in the clipboard and shows its report. There is no document to mark.
 * @throws UserError when it holds no text; ApiError when the service fails; AbortError when cancelled.
 */
export async function scanClipboard({ app, panels }: ScanParts): Promise<void> {
  const content = await vscode.env.clipboard.readText();
  if (content.trim() === '') {
    throw new UserError(vscode.l10n.t('The clipboard holds no text. Copy some prose, then scan it.'));
  }
  const title = vscode.l10n.t('Clipboard');
  checkText(title, content);
  checkLength(title, content);
  const begun = await beginScan(app, undefined, title);
  const report = await withCancel(vscode.l10n.t('Inkling: scanning the clipboard'), (signal) =>
    scanText(begun, { content, title }, signal),
  );
  app.reportsChanged();
  panels.show(report, begun.service, vscode.window.activeTextEditor?.viewColumn);
}
