import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../../src/editor/app.ts';
import { panelType } from '../../src/editor/report/register.ts';

/** The running extension, as it shows itself to tests. */
export async function runningApp(): Promise<App> {
  const extension = vscode.extensions.getExtension<App | undefined>('inkling.inkling');
  const app = await extension?.activate();
  assert.ok(app, 'the extension is not installed, or not in test mode');
  return app;
}

/** Written to a folder of its own, which goes with the profile that the tests run in. */
export async function fileOf(name: string, content: string | Uint8Array): Promise<vscode.Uri> {
  const path = join(await mkdtemp(join(tmpdir(), 'inkling-host-')), name);
  await writeFile(path, content);
  return vscode.Uri.file(path);
}

export async function reportCount(app: App): Promise<number> {
  const { total } = await app.client.listReports();
  assert.notEqual(total, null);
  return total ?? 0;
}

/** Waits for what reaches the extension host a moment later; nearly as long as a test may take, and then says what it was. */
export async function eventually<Value>(
  read: () => Value | undefined | false | Promise<Value | undefined | false>,
): Promise<Value> {
  for (let tries = 0; tries < 1000; tries++) {
    const value = await read();
    if (value !== undefined && value !== false) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new assert.AssertionError({ message: `did not happen in time: ${read.toString()}` });
}

export function reportTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(panelType));
}

/**
 * Opens a file as a user does: a document that an extension opened is kept open for minutes.
 * @returns its editor, once the extension host knows it for the active one, which it is told a moment after it was opened.
 */
export async function opened(uri: vscode.Uri): Promise<vscode.TextEditor> {
  await vscode.commands.executeCommand('vscode.open', uri, { viewColumn: 1, preview: false });
  return eventually(() => {
    const editor = vscode.window.activeTextEditor;
    return editor?.document.uri.toString() === uri.toString() && editor;
  });
}

/** What Inkling says of the text at this offset under the pointer. */
export async function hoverAt(document: vscode.TextDocument, offset: number): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    document.positionAt(offset),
  );
  return hovers
    .flatMap(({ contents }) => contents)
    .map((content) => (content instanceof vscode.MarkdownString ? content.value : ''))
    .filter((content) => content.includes('command:inkling.'))
    .join('\n');
}

/** Runs `action` and returns the warnings and errors that it showed, none of whose buttons is pressed. */
export async function messagesOf(action: () => Thenable<unknown>): Promise<string[]> {
  const { showWarningMessage, showErrorMessage } = vscode.window;
  const messages: string[] = [];
  const note = (message: string): Thenable<undefined> => {
    messages.push(message);
    return Promise.resolve(undefined);
  };
  Object.assign(vscode.window, { showWarningMessage: note, showErrorMessage: note });
  try {
    await action();
  } finally {
    Object.assign(vscode.window, { showWarningMessage, showErrorMessage });
  }
  return messages;
}

/** Runs `action` and returns the information messages that it showed, none of whose buttons is pressed. */
export async function informationOf(action: () => Thenable<unknown>): Promise<string[]> {
  const { showInformationMessage } = vscode.window;
  const messages: string[] = [];
  Object.assign(vscode.window, {
    showInformationMessage: (message: string): Thenable<undefined> => {
      messages.push(message);
      return Promise.resolve(undefined);
    },
  });
  try {
    await action();
  } finally {
    Object.assign(vscode.window, { showInformationMessage });
  }
  return messages;
}

/** Runs `action` and presses Cancel on the first notification that shows its progress. */
export async function cancelling(action: () => Thenable<unknown>): Promise<{ cancelled: boolean }> {
  const { withProgress } = vscode.window;
  const outcome = { cancelled: false };
  const withCancelPressed: typeof withProgress = (options, task) =>
    withProgress(options, (progress, token) => {
      if (!options.cancellable) return task(progress, token);
      const source = new vscode.CancellationTokenSource();
      setTimeout(() => {
        outcome.cancelled = true;
        source.cancel();
      });
      return task(progress, source.token);
    });
  Object.assign(vscode.window, { withProgress: withCancelPressed });
  try {
    await action();
  } finally {
    Object.assign(vscode.window, { withProgress });
  }
  return outcome;
}

/** Runs `action` and hands over what its progress says, with a way to press Cancel. */
export async function reading(
  hear: (message: string, cancel: () => void) => void,
  action: () => Thenable<unknown>,
): Promise<void> {
  const { withProgress } = vscode.window;
  const heard: typeof withProgress = (options, task) =>
    withProgress(options, (progress, token) => {
      if (!options.cancellable) return task(progress, token);
      const source = new vscode.CancellationTokenSource();
      const report: typeof progress.report = (step) => {
        progress.report(step);
        hear(step.message ?? '', () => {
          source.cancel();
        });
      };
      return task({ report }, source.token);
    });
  Object.assign(vscode.window, { withProgress: heard });
  try {
    await action();
  } finally {
    Object.assign(vscode.window, { withProgress });
  }
}

export async function closeAll(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
