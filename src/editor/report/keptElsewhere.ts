import * as vscode from 'vscode';
import { nameOfAddress, type ServiceAddress } from '../../client/address.ts';
import type { App } from '../app.ts';
import { useRemote } from '../service/pickService.ts';
import { UserError } from '../userError.ts';

/** For what is asked of a remote service that isn't chosen now. */
export function keptElsewhere(app: App, service: ServiceAddress): UserError {
  const name = nameOfAddress(service);
  return new UserError(vscode.l10n.t('This is kept by {0}. Choose that service first.', name), [
    { title: vscode.l10n.t('Use {0}', name), run: () => useRemote(app, service) },
  ]);
}
