import { inspect } from 'node:util';
import * as vscode from 'vscode';
import { ApiError } from '../client/errors.ts';
import type { App } from './app.ts';
import { withoutBidiControls } from './core/bidi.ts';
import { isCancelled } from './progress.ts';
import { apiErrorInWords } from './service/apiErrorInWords.ts';
import { retryOf } from './service/retryOf.ts';
import { waysOutOf } from './service/waysOut.ts';
import { UserError, type WayOut } from './userError.ts';

/** A sentence for the user. The log has the rest. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return withoutBidiControls(apiErrorInWords(error));
  if (error instanceof UserError) return error.message;
  return vscode.l10n.t('Something went wrong in Inkling. The log says what.');
}

/** The whole error with its causes: what the toast leaves out. */
export function logError(app: App, error: unknown): void {
  app.log.error(inspect(error));
}

/**
 * The one way an error reaches the user who asked for an action: silent when they cancelled it, a warning with
 * ways out when they can mend it, else an error that leads to the log.
 * @param again does the same once more; offered where that may help.
 */
export async function showError(app: App, error: unknown, again?: () => Promise<void>): Promise<void> {
  if (isCancelled(error)) return;
  const showLog: WayOut = {
    title: vscode.l10n.t('Show Log'),
    run: () => {
      app.log.show();
    },
  };
  if (error instanceof UserError) {
    app.log.warn(error.message);
    await offer(app, vscode.window.showWarningMessage, error.message, error.waysOut);
    return;
  }
  logError(app, error);
  const waysOut =
    error instanceof ApiError && app.service.address !== undefined
      ? [...(again ? retryOf(error, again) : []), ...waysOutOf(error)]
      : [];
  await offer(app, vscode.window.showErrorMessage, messageOf(error), [...waysOut, showLog]);
}

/** Does it; when it fails, the message offers to try exactly that again, where that may help. */
export async function withRetry(app: App, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    await showError(app, error, () => withRetry(app, action));
  }
}

type Show = (message: string, ...buttons: string[]) => Thenable<string | undefined>;

async function offer(app: App, show: Show, message: string, waysOut: readonly WayOut[]): Promise<void> {
  const chosen = await show(message, ...waysOut.map(({ title }) => title));
  const wayOut = waysOut.find(({ title }) => title === chosen);
  if (!wayOut) return;
  try {
    await wayOut.run();
  } catch (next) {
    await showError(app, next);
  }
}
