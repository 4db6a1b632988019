import * as vscode from 'vscode';
import { isPagePassword, minPagePasswordLength } from '../../api/limits.ts';
import type { ScanRequest } from '../../api/report.ts';
import { setting } from '../settings.ts';

/**
 * Who may read the page of the report that is about to be made, as the setting says. Its password is asked for each
 * time and kept nowhere.
 * @throws CancellationError when the question was dismissed.
 */
export async function askPrivacy(name: string): Promise<Pick<ScanRequest, 'privacy' | 'password'>> {
  switch (setting('newReport.privacy')) {
    case 'private':
      return { privacy: 1 };
    case 'public':
      return { privacy: 0 };
    case 'password':
      return { privacy: 2, password: await askPassword(name) };
  }
}

async function askPassword(name: string): Promise<string> {
  const password = await vscode.window.showInputBox({
    title: vscode.l10n.t('Password of the Report on {0}', name),
    prompt: vscode.l10n.t(
      "Readers of the report's page need it. It goes to the service that analyses the text, and can't be looked up later.",
    ),
    password: true,
    ignoreFocusOut: true,
    validateInput: whyNot,
  });
  if (password === undefined) throw new vscode.CancellationError();
  return password;
}

function whyNot(typed: string): string | undefined {
  if (typed === '') return vscode.l10n.t('Type a password, or press Escape to scan nothing.');
  if (isPagePassword(typed)) return undefined;
  return vscode.l10n.t('At least {0} characters, not only blanks.', minPagePasswordLength);
}
