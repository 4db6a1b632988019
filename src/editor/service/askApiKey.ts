import * as vscode from 'vscode';
import { nameOfAddress, type ServiceAddress } from '../../client/address.ts';
import { ApiError } from '../../client/errors.ts';
import type { Client } from '../../client/client.ts';
import { logError, messageOf } from '../errors.ts';
import { isCancelled, withCancel } from '../progress.ts';
import { caFileSetting } from '../settings.ts';
import { openSettings } from '../userError.ts';
import { isApiKey } from './apiKeys.ts';

/**
 * Asks for the key to a service until the service accepts one. Errors are shown below the field, which stays open while
 * the user looks for the key in another window.
 * @param clientWith creates a client of that service with this key.
 * @returns the key, or `undefined` when the user gave up.
 */
export async function askApiKey(
  address: ServiceAddress,
  log: vscode.LogOutputChannel,
  clientWith: (key: string) => Client,
): Promise<string | undefined> {
  const box = vscode.window.createInputBox();
  box.title = vscode.l10n.t('API Key for {0}', nameOfAddress(address));
  box.prompt = vscode.l10n.t(
    'Inkling tries the key, stores it in this computer’s secure storage, and sends it only to this address.',
  );
  box.password = true;
  box.ignoreFocusOut = true;
  const cancelled = new AbortController();
  const accepted = new Promise<string | undefined>((resolve) => {
    box.onDidAccept(async () => {
      if (box.busy) return;
      const key = box.value.trim();
      const problem = await tryKey(address, log, key, clientWith, box, cancelled.signal);
      if (problem === undefined) resolve(key);
      else if (!cancelled.signal.aborted) showProblem(box, problem);
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
    cancelled.abort();
    box.dispose();
  }
}

/** @returns a sentence, or the service's error; nothing when it accepts the key. */
async function tryKey(
  address: ServiceAddress,
  log: vscode.LogOutputChannel,
  key: string,
  clientWith: (key: string) => Client,
  box: vscode.InputBox,
  signal: AbortSignal,
): Promise<unknown> {
  if (key === '') return vscode.l10n.t('Paste the key that the service showed when you created it.');
  if (!isApiKey(key)) {
    return vscode.l10n.t(
      'Not an API key. A key contains only ASCII letters, digits and symbols, without spaces.',
    );
  }
  box.busy = true;
  box.enabled = false;
  try {
    const client = clientWith(key);
    await withCancel(vscode.l10n.t('Inkling: trying the key with {0}', nameOfAddress(address)), (stopped) =>
      client.listReports({ per_page: 10 }, { signal: AbortSignal.any([signal, stopped]) }),
    );
    return undefined;
  } catch (error) {
    if (isCancelled(error)) return vscode.l10n.t('The key was not tried. Press Enter to try it.');
    logError({ log }, error);
    return error;
  } finally {
    box.busy = false;
    box.enabled = true;
  }
}

function showProblem(box: vscode.InputBox, problem: unknown): void {
  box.validationMessage = typeof problem === 'string' ? problem : messageOf(problem);
  const isCertificate = problem instanceof ApiError && problem.code === 'certificate';
  box.buttons = isCertificate
    ? [
        {
          iconPath: new vscode.ThemeIcon('settings-gear'),
          tooltip: vscode.l10n.t('Set CA File'),
        },
      ]
    : [];
}
