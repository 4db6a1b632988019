import * as vscode from 'vscode';
import { raceAbort } from '../threads/thread.ts';

/** The part of the git extension's API that Inkling uses (extensions/git/src/api/git.d.ts, version 1). */
interface GitExtension {
  enabled: boolean;
  getAPI(version: 1): GitApi;
}

interface GitApi {
  /** The git program that the user configured or VS Code found. */
  git: { path: string };
  /** `uninitialized` while the extension searches for the window's repositories. */
  state: 'uninitialized' | 'initialized';
  onDidChangeState: vscode.Event<GitApi['state']>;
  repositories: Repository[];
}

interface Repository {
  rootUri: vscode.Uri;
  state: Record<ChangeList, readonly { uri: vscode.Uri }[]>;
  status(): Promise<void>;
}

export const changeLists = [
  'mergeChanges',
  'indexChanges',
  'workingTreeChanges',
  'untrackedChanges',
] as const;
type ChangeList = (typeof changeLists)[number];

/** VS Code's git extension; `undefined` if it is disabled. */
export async function gitExtension(): Promise<GitApi | undefined> {
  const extension = await vscode.extensions.getExtension<GitExtension>('vscode.git')?.activate();
  return extension?.enabled ? extension.getAPI(1) : undefined;
}

/** The repositories of the window, with their current changes, once the git extension has found them. */
export async function openRepositories(git: GitApi, signal: AbortSignal): Promise<readonly Repository[]> {
  // The state changes only once, so the listener is not removed.
  if (git.state === 'uninitialized') {
    await raceAbort(signal, () => new Promise<unknown>((resolve) => git.onDidChangeState(resolve)));
  }
  await raceAbort(signal, () => Promise.all(git.repositories.map((repository) => repository.status())));
  return git.repositories;
}
