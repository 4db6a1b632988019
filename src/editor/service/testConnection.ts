import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { withCancel } from '../progress.ts';
import { nameOfAddress } from '../../client/address.ts';

/** Asks the chosen service for something small and says what came of it. */
export async function testConnection({ service }: App): Promise<void> {
  const { client, address } = service;
  const title = vscode.l10n.t('Inkling: asking {0}', service.host ?? vscode.l10n.t('this machine'));
  const started = performance.now();
  const { total } = await withCancel(title, (signal) => client.listReports({ per_page: 10 }, { signal }));
  const milliseconds = Math.round(performance.now() - started);
  const reports = total === null ? '' : ` ${vscode.l10n.t('Your reports there: {0}.', total)}`;
  if (address === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The service on this machine answered in {0} ms. Your texts stay here.', milliseconds) +
        reports,
    );
    return;
  }
  const key = await service.keys.keyFor(address);
  const accepted =
    key?.from === 'environment'
      ? vscode.l10n.t('It accepts the key from INKLING_API_KEY.')
      : vscode.l10n.t('It accepts your key.');
  void vscode.window.showInformationMessage(
    `${vscode.l10n.t('{0} answered in {1} ms.', nameOfAddress(address), milliseconds)} ${accepted}${reports}`,
  );
}
