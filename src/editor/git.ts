import * as vscode from 'vscode';

/** What is used of the git extension's API (extensions/git/src/api/git.d.ts, version 1). */
interface GitExtension {
  enabled: boolean;
  getAPI(version: 1): GitApi;
}

interface GitApi {
  /** The program that the user chose or that was found. */
  git: { path: string };
  repositories: { state: Record<ChangeList, readonly { uri: vscode.Uri }[]> }[];
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
