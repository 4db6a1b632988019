import * as vscode from 'vscode';
import { hostOf, nameOfAddress, parseAddress, type ServiceAddress } from '../../client/address.ts';
import type { App } from '../app.ts';
import { chooseUrl } from '../settings.ts';
import { askApiKey } from './askApiKey.ts';
import { problemInWords } from './selectedService.ts';

interface ServiceItem extends vscode.QuickPickItem {
  choose: () => Promise<void>;
}

/** Lets the user pick the service that analyses texts. Nothing changes until all that it needs is there. */
export async function pickService(app: App): Promise<void> {
  const { service } = app;
  const thisMachine: ServiceItem = {
    label: vscode.l10n.t('This Machine'),
    iconPath: new vscode.ThemeIcon('device-desktop'),
    detail: vscode.l10n.t('Your texts stay here.'),
    choose: () => chooseUrl(''),
    ...currentIf(service.choice.kind === 'thisMachine'),
  };
  const remotes = knownAddresses(app).map((address): ServiceItem => ({
    label: nameOfAddress(address),
    iconPath: new vscode.ThemeIcon('cloud'),
    detail: vscode.l10n.t('Your texts are sent to {0}.', address),
    choose: () => useRemote(app, address),
    ...currentIf(address === service.address),
  }));
  const another: ServiceItem = {
    label: vscode.l10n.t('Another Address…'),
    iconPath: new vscode.ThemeIcon('add'),
    detail: vscode.l10n.t('A service that your team or someone else runs.'),
    choose: async () => {
      const address = await askAddress();
      if (address !== undefined) await useRemote(app, address);
    },
  };
  const picked = await vscode.window.showQuickPick([thisMachine, ...remotes, another], {
    title: vscode.l10n.t('Where Texts Are Analysed'),
    placeHolder: vscode.l10n.t('Now: {0}', service.host ?? vscode.l10n.t('this machine')),
  });
  await picked?.choose();
}

function currentIf(isCurrent: boolean): Pick<vscode.QuickPickItem, 'description'> {
  return isCurrent ? { description: vscode.l10n.t('current') } : {};
}

/** The one that is chosen, the one that the environment names, and those that texts were sent to before. */
function knownAddresses({ service }: App): ServiceAddress[] {
  const named = parseAddress(process.env['INKLING_URL'] ?? '');
  const known = [service.address, named.ok ? named.address : undefined, ...service.consent.agreed];
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

/** Makes this service the chosen one, after its key where there is none yet. */
export async function useRemote(app: App, address: ServiceAddress): Promise<void> {
  if ((await app.service.keys.keyFor(address)) === undefined) {
    const key = await askApiKey(app, address);
    if (key === undefined) return;
    await app.service.keys.store(address, key);
  }
  await chooseUrl(address);
  vscode.window.setStatusBarMessage(
    vscode.l10n.t('Inkling: texts are now analysed by {0}', hostOf(address)),
    5000,
  );
}
