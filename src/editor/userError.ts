import * as vscode from 'vscode';
import { chooseUrl } from './settings.ts';

/** A button of an error message. */
export interface Action {
  title: string;
  run: () => Promise<void> | void;
}

/** An error that the user can correct. The message says what happened and what to do. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly actions: readonly Action[];

  constructor(message: string, actions: readonly Action[] = []) {
    super(message);
    this.actions = actions;
  }
}

/** A button that runs a command. */
export function commandAction(title: string, command: string, ...args: unknown[]): Action {
  return {
    title,
    run: async () => {
      await vscode.commands.executeCommand(command, ...args);
    },
  };
}

export function openSettings(name: string): Action {
  return commandAction(vscode.l10n.t('Open Settings'), 'workbench.action.openSettings', name);
}

export function setApiKey(): Action {
  return commandAction(vscode.l10n.t('Set API Key'), 'inkling.setApiKey');
}

export function chooseService(): Action {
  return commandAction(vscode.l10n.t('Choose Service'), 'inkling.chooseService');
}

export function useLocalService(): Action {
  return { title: vscode.l10n.t('Use This Machine'), run: () => chooseUrl('') };
}

/** The error that stops a scan whose text would go to a different service from the one shown to the user. */
export function serviceSwitched(): UserError {
  return new UserError(
    vscode.l10n.t('The service or key changed before the scan began. Nothing was sent. Scan again.'),
  );
}
