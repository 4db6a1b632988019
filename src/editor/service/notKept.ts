import * as vscode from 'vscode';

let isSaid = false;

/** Once a window: it stays so. */
export function sayNothingIsKept(): void {
  if (isSaid) return;
  isSaid = true;
  void vscode.window.showWarningMessage(
    vscode.l10n.t(
      'This browser keeps no data for Inkling here: your reports are gone when this window is closed. Save those that you need.',
    ),
  );
}
