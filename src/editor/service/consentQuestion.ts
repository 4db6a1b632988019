import * as vscode from 'vscode';
import type { ScanRequest } from '../../api/report.ts';
import { nameOfAddress, type ServiceAddress } from '../../client/address.ts';

/** Whether the user agrees that texts are sent to this address. */
export async function askToSend(address: ServiceAddress): Promise<boolean> {
  const send: vscode.MessageItem = { title: vscode.l10n.t('Send') };
  const notNow: vscode.MessageItem = { title: vscode.l10n.t('Not Now') };
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Send your text to {0}?', nameOfAddress(address)),
    {
      modal: true,
      detail: [
        vscode.l10n.t('Sent to {0}: {1}. Each request includes your API key.', address, sentInWords()),
        vscode.l10n.t('The service stores this with the report until you delete the report.'),
        vscode.l10n.t(
          'Inkling asks only once for this address. The status bar shows where each text was analysed.',
        ),
      ]
        .map((line) => `• ${line}`)
        .join('\n'),
    },
    // Enter presses the first button.
    notNow,
    send,
  );
  return answer === send;
}

/** A description of each field that a scan sends. The type requires one for every field. */
const wordsOf: Record<keyof ScanRequest, () => string> = {
  content: () => vscode.l10n.t('the prose of your text'),
  title: () => vscode.l10n.t('the file’s path within the workspace folder'),
  project: () => vscode.l10n.t('the name of its project (usually the workspace folder’s)'),
  privacy: () => vscode.l10n.t('who may read the report’s page'),
  password: () => vscode.l10n.t('the password of that page, if you set one'),
};

/** The fields that a scan may send. */
export const sentFields: readonly string[] = Object.keys(wordsOf);

/** All that a scan sends except the key, as part of a sentence. */
export function sentInWords(): string {
  const all = Object.values(wordsOf).map((words) => words());
  return new Intl.ListFormat(vscode.env.language, { type: 'conjunction' }).format(all);
}
