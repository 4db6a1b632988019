import * as vscode from 'vscode';
import { nameOfAddress, type ServiceAddress } from '../../client/address.ts';
import { ApiError } from '../../client/errors.ts';
import { logError, messageOf } from '../errors.ts';
import { isCancelled, withCancel } from '../progress.ts';
import { caFileSetting } from '../settings.ts';
import { openSettings } from '../userError.ts';
import { isApiKey } from './apiKeys.ts';
import { createRemoteClient } from './clients.ts';

/**
 * Asks for the key to a service until the service accepts one. Errors are shown below the field, which stays open while
 * the user looks for the key in another window.
 * @returns the key, or `undefined` when the user gave up.
 */
export async function askApiKey(
  address: ServiceAddress,
  log: vscode.LogOutputChannel,
): Promise<string | undefined> {
  const box = Object.assign(vscode.window.createInputBox(), {
    title: vscode.l10n.t('API Key for {0}', nameOfAddress(address)),
    prompt: vscode.l10n.t(
      'Inkling tries the key, stores it in this computer’s secure storage, and sends it only to this address.',
    ),
    password: true,
    ignoreFocusOut: true,
  });
  const closed = new AbortController();
  const accepted = new Promise<string | undefined>((resolve) => {
    box.onDidAccept(async () => {
      if (box.busy) return;
      const key = box.value.trim();
      Object.assign(box, { busy: true, enabled: false });
      const problem = await tryKey(address, key, log, closed.signal);
      Object.assign(box, { busy: false, enabled: true });
      if (problem === undefined) resolve(key);
      else if (!closed.signal.aborted) showProblem(box, problem);
    });
    box.onDidHide(() => {
      resolve(undefined);
    });
  });
  box.onDidChangeValue(() => {
    box.validationMessage = undefined;
  });
  const settings = openSettings(caFileSetting);
  box.onDidTriggerButton(() => void settings.run());
  box.show();
  try {
    return await accepted;
  } finally {
    closed.abort();
    box.dispose();
  }
}

/** @returns a sentence, or the service's error; nothing when it accepts the key. */
async function tryKey(
  address: ServiceAddress,
  key: string,
  log: vscode.LogOutputChannel,
  signal: AbortSignal,
): Promise<unknown> {
  if (key === '') return vscode.l10n.t('Paste the key that the service showed when you created it.');
  if (!isApiKey(key)) {
    return vscode.l10n.t(
      'Not an API key. A key contains only ASCII letters, digits and symbols, without spaces.',
    );
  }
  const apiKey = () => Promise.resolve(key);
  const client = createRemoteClient({ address, apiKey, log, report: () => undefined });
  const title = vscode.l10n.t('Inkling: trying the key with {0}', nameOfAddress(address));
  try {
    await withCancel(title, (stopped) =>
      client.listReports({ per_page: 10 }, { signal: AbortSignal.any([signal, stopped]) }),
    );
    return undefined;
  } catch (error) {
    if (isCancelled(error)) return vscode.l10n.t('The key was not tried. Press Enter to try it.');
    logError({ log }, error);
    return error;
  }
}

function showProblem(box: vscode.InputBox, problem: unknown): void {
  box.validationMessage = typeof problem === 'string' ? problem : messageOf(problem);
  const isCertificate = problem instanceof ApiError && problem.code === 'certificate';
  const setCaFile = {
    iconPath: new vscode.ThemeIcon('settings-gear'),
    tooltip: vscode.l10n.t('Set CA File'),
  };
  box.buttons = isCertificate ? [setCaFile] : [];
}
