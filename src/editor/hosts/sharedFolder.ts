import * as vscode from 'vscode';
import type { FolderAnswer, FolderQuestion } from '../../api/local.ts';
import { serveThread } from '../../threads/thread.ts';
import { webOwnerPort } from '../../threads/webWorker.ts';

/**
 * Serves a worker's reads and writes in a folder of VS Code's own storage, which all workspaces of a browser share.
 * @returns the other side of the channel, for the worker that asks.
 */
export function sharedFolder(context: vscode.ExtensionContext): MessagePort {
  const { fs } = vscode.workspace;
  const folder = vscode.Uri.joinPath(context.globalStorageUri, 'reports');
  const added = (addedElsewhere ??= watch(context, folder));

  async function answer(question: FolderQuestion): Promise<FolderAnswer> {
    if (question.kind === 'list') {
      await fs.createDirectory(folder);
      const names = (await fs.readDirectory(folder)).map(([name]) => name);
      return [...new Set([...names, ...added])];
    }
    const file = vscode.Uri.joinPath(folder, question.name);
    switch (question.kind) {
      case 'read': {
        // VS Code may find another window's file only at the second read.
        const bytes = await fs.readFile(file).then(undefined, () => fs.readFile(file));
        return new TextDecoder().decode(bytes);
      }
      case 'write':
        await fs.writeFile(file, new TextEncoder().encode(question.text));
        return undefined;
      case 'delete':
        await fs.delete(file).then(undefined, (error: unknown) => {
          if (!(error instanceof vscode.FileSystemError && error.code === 'FileNotFound')) throw error;
        });
        return undefined;
    }
  }

  const { port1, port2 } = new MessageChannel();
  serveThread<FolderQuestion, FolderAnswer, undefined>(webOwnerPort(port1), answer, undefined);
  port1.start();
  return port2;
}

/** The names of files that other windows wrote since this one opened. VS Code reports them, but does not list them. */
let addedElsewhere: Set<string> | undefined;

function watch({ subscriptions }: vscode.ExtensionContext, folder: vscode.Uri): Set<string> {
  const names = new Set<string>();
  const nameOf = ({ path }: vscode.Uri): string => path.slice(path.lastIndexOf('/') + 1);
  const add = (file: vscode.Uri): void => void names.add(nameOf(file));
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '*'));
  watcher.onDidCreate(add);
  watcher.onDidChange(add);
  watcher.onDidDelete((file) => names.delete(nameOf(file)));
  subscriptions.push(watcher);
  return names;
}
