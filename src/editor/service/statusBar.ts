import * as vscode from 'vscode';
import type { SelectedService } from '../app.ts';

/** The status bar item that always shows which service analyses texts. */
export function createServiceItem(
  selection: Pick<SelectedService, 'onDidChange'> & { readonly host: string | null },
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('inkling.service', vscode.StatusBarAlignment.Right, 87);
  item.name = vscode.l10n.t('Inkling Service');
  item.command = 'inkling.chooseService';
  const update = (): void => {
    const { host } = selection;
    item.text = `$(search-sparkle) ${host ?? vscode.l10n.t('Local')}`;
    const where =
      host === null
        ? vscode.l10n.t('Inkling analyses texts on this machine.')
        : vscode.l10n.t('Inkling sends texts to {0}.', host);
    item.tooltip = where;
    item.accessibilityInformation = { label: where, role: 'button' };
  };
  update();
  item.show();
  return vscode.Disposable.from(item, selection.onDidChange(update));
}
