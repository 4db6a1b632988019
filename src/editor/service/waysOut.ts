import * as vscode from 'vscode';
import type { ApiError } from '../../client/errors.ts';
import type { WayOut } from '../userError.ts';
import { caFileSetting, chooseUrl } from './settings.ts';

/** What helps against a remote service's failure, the likeliest first. */
export function waysOutOf({ code, status }: ApiError): WayOut[] {
  switch (code) {
    case 'unauthorised':
      return [setApiKey(), chooseService()];
    case 'certificate':
      return [openSettings(caFileSetting), useThisMachine()];
    case 'proxy':
      return status === 511 ? [useThisMachine()] : [openSettings('http.proxy'), useThisMachine()];
    case 'offline':
      return [useThisMachine(), chooseService()];
    case 'timeout':
    case 'rateLimited':
    case 'server':
      return [useThisMachine()];
    case 'badAnswer':
    case 'redirected':
      return [chooseService()];
    case 'notFound':
    case 'invalid':
    case 'tooLarge':
    case 'refused':
    case 'unavailable':
    case 'workerDied':
      return [];
  }
}

export function openSettings(name: string): WayOut {
  return {
    title: vscode.l10n.t('Open Settings'),
    run: () => run('workbench.action.openSettings', name),
  };
}

export function setApiKey(): WayOut {
  return {
    title: vscode.l10n.t('Set API Key'),
    run: () => run('inkling.setApiKey'),
  };
}

export function chooseService(): WayOut {
  return {
    title: vscode.l10n.t('Choose Service'),
    run: () => run('inkling.chooseService'),
  };
}

export function useThisMachine(): WayOut {
  return { title: vscode.l10n.t('Use This Machine'), run: () => chooseUrl('') };
}

async function run(command: string, ...handed: unknown[]): Promise<void> {
  await vscode.commands.executeCommand(command, ...handed);
}
