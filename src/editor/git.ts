import * as vscode from 'vscode';
import { raceAbort } from '../threads/thread.ts';

/** What is used of the git extension's API (extensions/git/src/api/git.d.ts, version 1). */
interface GitExtension {
  enabled: boolean;
  getAPI(version: 1): GitApi;
}

interface GitApi {
  /** The program that the user chose or that was found. */
  git: { path: string };
  /** `uninitialized` while it still looks for the window's repositories. */
  state: 'uninitialized' | 'initialized';
  onDidChangeState: vscode.Event<GitApi['state']>;
  repositories: Repository[];
}

interface Repository {
  rootUri: vscode.Uri;
  state: Record<ChangeList, readonly { uri: vscode.Uri }[]>;
  /** Reads the state again. */
  status(): Promise<void>;
}

export const changeLists = [
  'mergeChanges',
  'indexChanges',
  'workingTreeChanges',
  'untrackedChanges',
] as const;
type ChangeList = (typeof changeLists)[number];

/** VS Code's own git; `undefined` where it is switched off. */
export async function gitExtension(): Promise<GitApi | undefined> {
  const extension = await vscode.extensions.getExtension<GitExtension>('vscode.git')?.activate();
  return extension?.enabled ? extension.getAPI(1) : undefined;
}

/**
 * The repositories of the window, with their changes as they are now. In a window that just opened the git extension has
 * found none of them yet, and has not read the changes of those that it found.
 * @throws the signal's reason when cancelled.
 */
export async function openRepositories(git: GitApi, signal: AbortSignal): Promise<readonly Repository[]> {
  await raceAbort(signal, () => initialized(git));
  await raceAbort(signal, () => Promise.all(git.repositories.map((repository) => repository.status())));
  return git.repositories;
}

function initialized(git: GitApi): Promise<void> {
  return new Promise((resolve) => {
    if (git.state === 'initialized') {
      resolve();
      return;
    }
    const listener = git.onDidChangeState((state) => {
      if (state !== 'initialized') return;
      listener.dispose();
      resolve();
    });
  });
}
