import * as vscode from 'vscode';
import type { ApiError } from '../../client/errors.ts';
import type { WayOut } from '../userError.ts';

/** Seconds that a service may ask for before another try is no longer offered. */
const longestWait = 300;

/**
 * A button that does the same again, where that may help: no sooner than the service asked for. None for what may
 * have been done already, which the user must look into first.
 */
export function retryOf(error: ApiError, again: () => Promise<void>): WayOut[] {
  const passes = ['offline', 'timeout', 'rateLimited', 'server'].includes(error.code);
  const seconds = error.retryAfter ?? 0;
  if (!passes || error.mayBeDone || seconds > longestWait) return [];
  const notBefore = Date.now() + seconds * 1000;
  return [
    {
      title: vscode.l10n.t('Retry'),
      run: async () => {
        if (await waitUntil(notBefore)) await again();
      },
    },
  ];
}

/** @returns whether the time came; not when the user cancelled the wait. */
async function waitUntil(time: number): Promise<boolean> {
  const milliseconds = time - Date.now();
  if (milliseconds <= 0) return true;
  return vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Inkling: trying again in {0} seconds', Math.ceil(milliseconds / 1000)),
      cancellable: true,
    },
    (_progress, token) =>
      new Promise<boolean>((resolve) => {
        const timer = setTimeout(resolve, milliseconds, true);
        token.onCancellationRequested(() => {
          clearTimeout(timer);
          resolve(false);
        });
      }),
  );
}
