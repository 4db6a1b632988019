import * as vscode from 'vscode';
import { chooseUrl } from './settings.ts';

/** A way out that an error offers: a button and what it does. */
export interface WayOut {
  title: string;
  run: () => Promise<void> | void;
}

/** Something the user can mend. The message says what happened and what to do, in plain words. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly waysOut: readonly WayOut[];

  constructor(message: string, waysOut: readonly WayOut[] = []) {
    super(message);
    this.waysOut = waysOut;
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

/** For a text that would go elsewhere than to the service that its user was told of. */
export function chosenMeanwhile(): UserError {
  return new UserError(
    vscode.l10n.t('Another service or key was chosen before the scan began. Nothing was sent: scan again.'),
  );
}
