import * as vscode from 'vscode';
import { nameOfAddress, parseAddress, type ServiceAddress } from '../../client/address.ts';
import { chooseUrl } from '../settings.ts';
import { problemInWords, type ServiceSelection } from './selectedService.ts';

interface ServiceItem extends vscode.QuickPickItem {
  choose: () => Promise<void>;
}

/** Lets the user pick the service that analyses texts. Nothing changes until all that it needs is there. */
export async function pickService(selection: ServiceSelection): Promise<void> {
  const local: ServiceItem = {
    label: vscode.l10n.t('This Machine'),
    iconPath: new vscode.ThemeIcon('device-desktop'),
    detail: vscode.l10n.t('Your texts stay here.'),
    choose: () => chooseUrl(''),
    ...currentIf(selection.choice.kind === 'local'),
  };
  const remotes = knownAddresses(selection).map((address): ServiceItem => ({
    label: nameOfAddress(address),
    iconPath: new vscode.ThemeIcon('cloud'),
    detail: vscode.l10n.t('Your texts are sent to {0}.', address),
    choose: () => selection.select(address),
    ...currentIf(address === selection.address),
  }));
  const another: ServiceItem = {
    label: vscode.l10n.t('Another Address…'),
    iconPath: new vscode.ThemeIcon('add'),
    detail: vscode.l10n.t('A service that your team or someone else runs.'),
    choose: async () => {
      const address = await askAddress();
      if (address !== undefined) await selection.select(address);
    },
  };
  const picked = await vscode.window.showQuickPick([local, ...remotes, another], {
    title: vscode.l10n.t('Where Texts Are Analysed'),
    placeHolder: vscode.l10n.t('Now: {0}', selection.host ?? vscode.l10n.t('this machine')),
  });
  await picked?.choose();
}

function currentIf(isCurrent: boolean): Pick<vscode.QuickPickItem, 'description'> {
  return isCurrent ? { description: vscode.l10n.t('current') } : {};
}

/** The one that is selected, the one that the environment names, and those that texts were sent to before. */
function knownAddresses(selection: ServiceSelection): ServiceAddress[] {
  const named = parseAddress(process.env['INKLING_URL'] ?? '');
  const known = [selection.address, named.ok ? named.address : undefined, ...selection.consent.addresses];
  return [...new Set(known)].filter((address) => address !== undefined);
}

async function askAddress(): Promise<ServiceAddress | undefined> {
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Address of the Service'),
    prompt: vscode.l10n.t('As whoever runs it told you. You are asked for its API key next.'),
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
