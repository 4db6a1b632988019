import * as vscode from 'vscode';
import { chooseService } from '../service/waysOut.ts';
import { UserError } from '../userError.ts';

/** For what is asked of a report that another service keeps than the one that is chosen now. */
export function keptElsewhere(host: string | null): UserError {
  const message =
    host === null
      ? vscode.l10n.t('This report is kept on this machine. Choose this machine as the service first.')
      : vscode.l10n.t('This report is kept by {0}. Choose that service first.', host);
  return new UserError(message, [chooseService()]);
}
