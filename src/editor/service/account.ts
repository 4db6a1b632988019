import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { UserError } from '../userError.ts';
import { nameOfAddress, type ServiceAddress } from '../../client/address.ts';
import { askApiKey } from './askApiKey.ts';
import { chooseService } from './waysOut.ts';

/** Asks for the key of the chosen service and keeps it once the service accepted it. */
export async function setApiKey(app: App): Promise<void> {
  const address = remoteAddress(app);
  const key = await askApiKey(app, address);
  if (key === undefined) return;
  await app.service.keys.store(address, key);
  vscode.window.setStatusBarMessage(
    vscode.l10n.t('Inkling: {0} accepts the key', nameOfAddress(address)),
    5000,
  );
}

/** Forgets the chosen service's key, and that texts may be sent there, after the user confirmed it. */
export async function signOut(app: App): Promise<void> {
  const address = remoteAddress(app);
  const found = await app.service.keys.keyFor(address);
  if (found?.from === 'environment') {
    throw new UserError(
      vscode.l10n.t(
        'The key for {0} comes from the environment variable INKLING_API_KEY. Unset it and start VS Code again.',
        nameOfAddress(address),
      ),
    );
  }
  const yes = vscode.l10n.t('Sign Out');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Sign out of {0}?', nameOfAddress(address)),
    {
      modal: true,
      detail: vscode.l10n.t(
        'The API key is deleted from this computer. On the service it stays valid until it is revoked there, and your reports stay there too.',
      ),
    },
    yes,
  );
  if (answer !== yes) return;
  await app.service.consent.withdraw(address);
  await app.service.keys.forget(address);
}

function remoteAddress({ service }: App): ServiceAddress {
  if (service.address !== undefined) return service.address;
  throw new UserError(
    vscode.l10n.t(
      'Texts are analysed on this machine, which needs no API key. Choose a remote service first.',
    ),
    [chooseService()],
  );
}
