import * as vscode from 'vscode';
import { withCancel } from '../progress.ts';
import { UserError } from '../userError.ts';
import { checkText } from './document.ts';
import { askPrivacy } from './privacy.ts';
import { projectFor } from './project.ts';
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
  const project = await projectFor(app, undefined);
  const privacy = await askPrivacy(title);
  await app.service.allowSending();
  const report = await withCancel(vscode.l10n.t('Inkling: scanning the clipboard'), (signal) =>
    app.client.scan({ content, title, ...(project !== undefined && { project }), ...privacy }, { signal }),
  );
  app.reportsChanged();
  panels.show(report, vscode.window.activeTextEditor?.viewColumn);
}
