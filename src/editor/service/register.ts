import { environment } from '#host';
import { nameOfAddress, parseAddress, type ServiceAddress } from '../../client/address.ts';
import { chooseUrl } from '../settings.ts';
import { problemInWords, type ServiceSelection } from './selectedService.ts';
import type { App } from '../app.ts';
import { registerCommands } from '../commands.ts';
import { withRetry } from '../errors.ts';
import { withCancel } from '../progress.ts';
import { chooseService, UserError } from '../userError.ts';
import * as vscode from 'vscode';

export function registerService(app: App, selection: ServiceSelection): void {
  app.context.subscriptions.push(createServiceItem(selection));
  registerCommands(app, {
    'inkling.chooseService': () => pickService(selection),
    'inkling.setApiKey': () => setApiKey(selection),
    'inkling.signOut': () => signOut(selection),
    'inkling.testConnection': () => withRetry(app, () => testConnection(selection)),
  });
}

async function setApiKey(selection: ServiceSelection): Promise<void> {
  const address = remoteAddress(selection);
  if (!(await selection.askForKey(address))) return;
  vscode.window.setStatusBarMessage(
    vscode.l10n.t('Inkling: {0} accepts the key', nameOfAddress(address)),
    5000,
  );
}

/** Deletes the selected service's key and the consent to send texts there, once the user confirms. */
async function signOut(selection: ServiceSelection): Promise<void> {
  const address = remoteAddress(selection);
  const found = await selection.keys.keyFor(address);
  if (found?.from === 'environment') {
    throw new UserError(
      vscode.l10n.t(
        'The key for {0} comes from the environment variable INKLING_API_KEY. Unset it and restart VS Code.',
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
        'This deletes the API key from this computer. On the service, the key remains valid until it is revoked, and your reports remain.',
      ),
    },
    yes,
  );
  if (answer !== yes) return;
  await selection.consent.withdraw(address);
  await selection.keys.forget(address);
}

function remoteAddress(selection: ServiceSelection): ServiceAddress {
  if (selection.address !== undefined) return selection.address;
  throw new UserError(
    vscode.l10n.t(
      'Texts are analysed on this machine, which needs no API key. Choose a remote service first.',
    ),
    [chooseService()],
  );
}

/** Sends the selected service a small request and reports the result. */
async function testConnection(selection: ServiceSelection): Promise<void> {
  const { client, address } = selection;
  const title = vscode.l10n.t('Inkling: connecting to {0}', selection.host ?? vscode.l10n.t('this machine'));
  const started = performance.now();
  const { total } = await withCancel(title, (signal) => client.listReports({ per_page: 10 }, { signal }));
  const milliseconds = Math.round(performance.now() - started);
  const key = address && (await selection.keys.keyFor(address));
  const sentences = address
    ? [
        vscode.l10n.t('{0} answered in {1} ms.', nameOfAddress(address), milliseconds),
        key?.from === 'environment'
          ? vscode.l10n.t('It accepts the key from INKLING_API_KEY.')
          : vscode.l10n.t('It accepts your key.'),
      ]
    : [vscode.l10n.t('The service on this machine answered in {0} ms. Your texts stay here.', milliseconds)];
  if (total !== null) sentences.push(vscode.l10n.t('Your reports on this service: {0}.', total));
  void vscode.window.showInformationMessage(sentences.join(' '));
}

interface ServiceItem extends vscode.QuickPickItem {
  choose: () => Promise<void>;
}

/** Lets the user pick the service that analyses texts. A remote one is selected only once it has a key. */
async function pickService(selection: ServiceSelection): Promise<void> {
  const currentLabel = (isCurrent: boolean): Pick<vscode.QuickPickItem, 'description'> =>
    isCurrent ? { description: vscode.l10n.t('current') } : {};
  const local: ServiceItem = {
    label: vscode.l10n.t('This Machine'),
    iconPath: new vscode.ThemeIcon('device-desktop'),
    detail: vscode.l10n.t('Your texts stay here.'),
    choose: () => chooseUrl(''),
    ...currentLabel(selection.host === null),
  };
  const remotes = knownAddresses(selection).map((address): ServiceItem => ({
    label: nameOfAddress(address),
    iconPath: new vscode.ThemeIcon('cloud'),
    detail: vscode.l10n.t('Your texts are sent to {0}.', address),
    choose: () => selection.select(address),
    ...currentLabel(address === selection.address),
  }));
  const another: ServiceItem = {
    label: vscode.l10n.t('Another Address…'),
    iconPath: new vscode.ThemeIcon('add'),
    detail: vscode.l10n.t('A service run by your team or someone else.'),
    choose: async () => {
      const address = await askAddress();
      if (address !== undefined) await selection.select(address);
    },
  };
  const picked = await vscode.window.showQuickPick([local, ...remotes, another], {
    title: vscode.l10n.t('Choose a Service'),
    placeHolder: vscode.l10n.t('Current: {0}', selection.host ?? vscode.l10n.t('this machine')),
  });
  await picked?.choose();
}

/** The selected service, the one from the environment, and all services with consent. */
function knownAddresses(selection: ServiceSelection): ServiceAddress[] {
  const named = parseAddress(environment['INKLING_URL'] ?? '');
  const known = [selection.address, named.ok ? named.address : undefined, ...selection.consent.addresses];
  return [...new Set(known)].filter((address) => address !== undefined);
}

async function askAddress(): Promise<ServiceAddress | undefined> {
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Service Address'),
    prompt: vscode.l10n.t(
      'Ask the administrator of the service for its address. Inkling asks for the API key next.',
    ),
    placeHolder: 'https://detector.example.com',
    ignoreFocusOut: true,
    validateInput: (text) => {
      const parsed = parseAddress(text);
      return text.trim() === '' || parsed.ok ? undefined : problemInWords(parsed.problem);
    },
  });
  const parsed = parseAddress(typed ?? '');
  return parsed.ok ? parsed.address : undefined;
}

/** The status bar item that always shows which service analyses texts. */
function createServiceItem(selection: ServiceSelection): vscode.Disposable {
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
