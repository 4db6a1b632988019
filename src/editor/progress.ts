import * as vscode from 'vscode';

/** How long work may take in silence, in milliseconds, before it shows itself with a Cancel button. */
const quietFor = 800;

/**
 * Runs `task` with a spinner in the status bar and, once it has taken a while, a notification that can cancel
 * it through the task's signal.
 * @throws whatever the task throws; when cancelled, an `AbortError`.
 */
export async function withCancel<Result>(
  title: string,
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const work = task(controller.signal);
  const settled = work.then(
    () => undefined,
    () => undefined,
  );
  void vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () => settled);
  const timer = setTimeout(() => {
    void vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      (_progress, token) => {
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
