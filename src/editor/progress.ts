import * as vscode from 'vscode';

/** How long work may take in silence, in milliseconds, before it shows itself with a Cancel button. */
const quietFor = 800;

/** How far work has come, for who waits for it. */
export interface Step {
  /** In words, after the title. */
  message: string;
  /** What was done since the last step, in percent of the whole. */
  increment?: number;
}

/**
 * Runs `task` with a spinner in the status bar and, once it has taken a while, a notification that can cancel
 * it through the task's signal, and says how far it has come.
 * @param subject what it is done to, after the title.
 * @throws whatever the task throws; when cancelled, an `AbortError`.
 */
export async function withCancel<Result>(
  title: string,
  task: (signal: AbortSignal, report: (step: Step) => void) => Promise<Result>,
  subject = '',
): Promise<Result> {
  const controller = new AbortController();
  let shown: vscode.Progress<Step> | undefined;
  let done: Step = { message: subject, increment: 0 };
  const work = task(controller.signal, (step) => {
    done = { message: step.message, increment: (done.increment ?? 0) + (step.increment ?? 0) };
    shown?.report(step);
  });
  const settled = work.then(
    () => undefined,
    () => undefined,
  );
  const inStatusBar = {
    location: vscode.ProgressLocation.Window,
    title: subject ? `${title}: ${subject}` : title,
  };
  void vscode.window.withProgress(inStatusBar, () => settled);
  const timer = setTimeout(() => {
    void vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      (progress, token) => {
        shown = progress;
        progress.report(done); // what happened in silence
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
