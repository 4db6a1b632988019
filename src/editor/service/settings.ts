import * as vscode from 'vscode';

export const urlSetting = 'inkling.service.url';
export const caFileSetting = 'inkling.service.caFile';

/**
 * The user's own value, or `undefined` where they set none. Read past every workspace, though VS Code lets none set
 * what has the scope of the application: what decides where keys and texts go is checked twice.
 */
export function userSetting(name: string): unknown {
  return vscode.workspace.getConfiguration().inspect(name)?.globalValue;
}

/** @param url an address, or '' for this machine whatever the environment says. */
export async function chooseUrl(url: string): Promise<void> {
  await vscode.workspace.getConfiguration().update(urlSetting, url, vscode.ConfigurationTarget.Global);
}
