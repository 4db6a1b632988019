import * as vscode from 'vscode';

/** How long work may take in silence, in milliseconds, before it shows itself with a Cancel button. */
const quietFor = 800;

/**
 * Runs `task` with a spinner in the status bar and, once it has taken a while, a notification that can cancel
 * it through the task's signal.
 * @param task may say how far it is with `say`.
 * @throws whatever the task throws; when cancelled, an `AbortError`.
 */
export async function withCancel<Result>(
  title: string,
  task: (signal: AbortSignal, say: (message: string) => void) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  let said = '';
  let notification: vscode.Progress<{ message: string }> | undefined;
  const work = task(controller.signal, (message) => {
    said = message;
    notification?.report({ message });
  });
  const settled = work.then(
    () => undefined,
    () => undefined,
  );
  void vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () => settled);
  const timer = setTimeout(() => {
    void vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      (progress, token) => {
        notification = progress;
        if (said) progress.report({ message: said });
        token.onCancellationRequested(() => {
          controller.abort();
        });
        return settled;
      },
    );
  }, quietFor);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

export function isCancelled(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error instanceof vscode.CancellationError);
}
