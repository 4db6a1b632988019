import * as vscode from 'vscode';
import { ApiError, type ApiErrorCode } from '../client/errors.ts';
import { sleep } from '../threads/sleep.ts';
import { nameOfAddress } from '../client/address.ts';
import type { Client } from '../client/client.ts';
import type { AppBase } from './app.ts';
import { detailsOf } from './core/errorDetails.ts';
import type { ServiceId } from './core/reportRef.ts';
import { isCancelled, withCancel } from './progress.ts';
import { caFileSetting } from './settings.ts';
import {
  chooseService,
  commandAction,
  openSettings,
  setApiKey,
  UserError,
  useLocalService,
  type Action,
} from './userError.ts';
import { withoutBidiControls } from './words.ts';

/** The error as a sentence for the user; the log has the details. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return withoutBidiControls(apiErrorInWords(error));
  if (error instanceof UserError) return error.message;
  return vscode.l10n.t('Something went wrong in Inkling. See the log.');
}

/** Logs the whole error with its causes, which the message omits. */
export function logError(app: Pick<AppBase, 'log'>, error: unknown): void {
  app.log.error(detailsOf(error));
}

/**
 * Shows the user an action's error; every error is shown here. A cancelled action shows nothing. An error that the
 * user can correct is a warning with actions. Any other error links to the log.
 * @param again repeats the action; offered if that may help.
 */
export async function showError(app: AppBase, error: unknown, again?: () => Promise<void>): Promise<void> {
  if (isCancelled(error)) return;
  const message = messageOf(error);
  if (error instanceof UserError) {
    app.log.warn(message);
    await showWithActions(app, vscode.window.showWarningMessage, message, error.actions);
    return;
  }
  logError(app, error);
  const isRemote = error instanceof ApiError && app.selectedService.address !== undefined;
  await showWithActions(app, vscode.window.showErrorMessage, message, [
    ...(isRemote && again ? retryOf(error, again) : []),
    ...(isRemote ? remediesOf(error) : []),
    commandAction(vscode.l10n.t('Show Log'), 'inkling.showLog'),
  ]);
}

type Show = (message: string, ...buttons: string[]) => Thenable<string | undefined>;

/** Shows a message with buttons, and runs the action of the pressed one. */
export async function showWithActions(
  app: AppBase,
  show: Show,
  message: string,
  actions: readonly Action[],
): Promise<void> {
  await runAction(app, actions, await show(message, ...actions.map(({ title }) => title)));
}

/** Runs the action with this title, and shows its error. */
export async function runAction(
  app: AppBase,
  actions: readonly Action[],
  chosen: string | undefined,
): Promise<void> {
  try {
    await actions.find(({ title }) => title === chosen)?.run();
  } catch (error) {
    await showError(app, error);
  }
}

/** The client of an item's service. @throws UserError when that service is remote and not selected. */
export function clientFor(app: Pick<AppBase, 'clientOf' | 'selectedService'>, service: ServiceId): Client {
  const client = app.clientOf(service);
  if (client) return client;
  const address = service!; // the client of this machine's service always exists
  const name = nameOfAddress(address);
  throw new UserError(vscode.l10n.t('These reports are on {0}. Switch to it to open them.', name), [
    { title: vscode.l10n.t('Switch to {0}', name), run: () => app.selectedService.select(address) },
  ]);
}

/** Runs the action. If it fails, the error message offers a retry where one may help. */
export async function withRetry(app: AppBase, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    await showError(app, error, () => withRetry(app, action));
  }
}

/**
 * A service's error for the user. The client's messages are in English. In another language, a sentence for the
 * error's code is shown, followed by the client's message if it has details: a host, a setting, the service's answer.
 */
function apiErrorInWords({ code, message }: ApiError): string {
  if (vscode.l10n.bundle === undefined) return message;
  const sentences: Record<ApiErrorCode, string> = {
    unauthorised: vscode.l10n.t('The service does not accept the API key.'),
    notFound: vscode.l10n.t('Not found. It may have been deleted.'),
    workerDied: vscode.l10n.t(
      'The service on this machine stopped unexpectedly. Stored reports are not lost. Try again.',
    ),
    invalid: vscode.l10n.t('The service rejected the request as invalid.'),
    tooLarge: vscode.l10n.t('The text is too large for the service. Scan part of it.'),
    rateLimited: vscode.l10n.t('Too many requests. Wait a moment and try again.'),
    refused: vscode.l10n.t('The service refused the request.'),
    server: vscode.l10n.t('The service failed. Try again. If it keeps failing, see its log.'),
    badAnswer: vscode.l10n.t('Inkling can’t read the service’s response. Check its address.'),
    redirected: vscode.l10n.t(
      'The service redirects to another address. Inkling will not send your key or text there.',
    ),
    offline: vscode.l10n.t('The service can’t be reached. Check its address and the network.'),
    certificate: vscode.l10n.t('Could not connect securely to the service.'),
    proxy: vscode.l10n.t('A proxy or the network blocks the connection to the service.'),
    timeout: vscode.l10n.t('The service timed out. Try again.'),
    unavailable: vscode.l10n.t('The service on this machine can’t start.'),
  };
  const isSelfExplanatory = code === 'unauthorised' || code === 'notFound' || code === 'workerDied';
  return isSelfExplanatory ? sentences[code] : `${sentences[code]} (${message})`;
}

/** The longest wait, in seconds, for which a retry is offered. */
const maxWait = 300;

/**
 * A button that repeats the action, if a retry may help, once the service allows it. There is no button if the action
 * may already have succeeded, because the user must check first.
 */
function retryOf({ code, mayBeDone, retryAfter }: ApiError, again: () => Promise<void>): Action[] {
  const passes = ['offline', 'timeout', 'rateLimited', 'server'].includes(code);
  const seconds = retryAfter ?? 0;
  if (!passes || mayBeDone || seconds > maxWait) return [];
  const notBefore = Date.now() + seconds * 1000;
  return [
    {
      title: vscode.l10n.t('Retry'),
      run: async () => {
        const left = notBefore - Date.now();
        const title = vscode.l10n.t('Inkling: retrying in {0} seconds', Math.ceil(left / 1000));
        if (left > 0) await withCancel(title, (signal) => sleep(left, signal));
        await again();
      },
    },
  ];
}

const remedies: Record<ApiErrorCode, readonly (() => Action)[]> = {
  unauthorised: [setApiKey, chooseService],
  certificate: [() => openSettings(caFileSetting), useLocalService],
  proxy: [() => openSettings('http.proxy'), useLocalService],
  offline: [useLocalService, chooseService],
  timeout: [useLocalService],
  rateLimited: [useLocalService],
  server: [useLocalService],
  badAnswer: [chooseService],
  redirected: [chooseService],
  notFound: [],
  invalid: [],
  tooLarge: [],
  refused: [],
  unavailable: [],
  workerDied: [],
};

/** The remedies for a remote service's failure, most likely first. */
function remediesOf({ code, status }: ApiError): Action[] {
  // Status 511: the network requires a sign-in, so no setting helps.
  return status === 511 ? [useLocalService()] : remedies[code].map((remedy) => remedy());
}
