import * as vscode from 'vscode';
import { UserError } from '../userError.ts';

/** What is used of the git extension's API (extensions/git/src/api/git.d.ts, version 1). */
interface GitExtension {
  enabled: boolean;
  getAPI(version: 1): {
    repositories: { state: Record<ChangeList, readonly { uri: vscode.Uri }[]> }[];
  };
}
const changeLists = ['mergeChanges', 'indexChanges', 'workingTreeChanges', 'untrackedChanges'] as const;
type ChangeList = (typeof changeLists)[number];

/**
 * The files that were changed or added since the last commit, in every open repository, by path.
 * @throws UserError when git is off, or no repository is open.
 */
export async function changedFiles(): Promise<vscode.Uri[]> {
  const git = vscode.extensions.getExtension<GitExtension>('vscode.git');
  const extension = await git?.activate();
  if (!extension?.enabled) {
    throw new UserError(vscode.l10n.t('Git is switched off in this window, so changed files aren’t known.'), [
      {
        title: vscode.l10n.t('Open Settings'),
        run: async () => {
          await vscode.commands.executeCommand('workbench.action.openSettings', 'git.enabled');
        },
      },
    ]);
  }
  const { repositories } = extension.getAPI(1);
  if (repositories.length === 0) {
    throw new UserError(vscode.l10n.t('No folder here is a git repository, so changed files aren’t known.'));
  }
  const changed = repositories.flatMap(({ state }) => changeLists.flatMap((list) => state[list]));
  const unique = new Map(changed.map(({ uri }) => [uri.toString(), uri]));
  const there = await Promise.all(
    [...unique.values()].map(async (uri) => ((await isFile(uri)) ? [uri] : [])),
  );
  return there.flat().sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A change may be that the file is gone. */
async function isFile(uri: vscode.Uri): Promise<boolean> {
  try {
    return (await vscode.workspace.fs.stat(uri)).type === vscode.FileType.File;
  } catch {
    return false;
  }
}
