import * as vscode from 'vscode';

/** Milliseconds before a notification with a Cancel button appears. */
const notificationDelay = 800;

/** A step of progress. */
export interface Step {
  /** A sentence shown after the title. */
  message: string;
  /** The progress since the last step, in percent of the whole task. */
  increment?: number;
}

/**
 * Runs `task` with a spinner in the status bar. If it takes long, a notification shows its progress and can cancel it.
 * @param subject what the task works on, shown after the title.
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
  const settled = work.catch(() => undefined);
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
        progress.report(done); // the progress before the notification appeared
        token.onCancellationRequested(() => {
          controller.abort();
        });
        return settled;
      },
    );
  }, notificationDelay);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

export function isCancelled(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error instanceof vscode.CancellationError);
}

export function tokenOf(signal: AbortSignal): vscode.CancellationToken {
  const source = new vscode.CancellationTokenSource();
  signal.addEventListener('abort', () => {
    source.cancel();
  });
  return source.token;
}
