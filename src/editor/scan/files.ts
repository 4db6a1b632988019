import { isBrowser } from '#host';
import * as vscode from 'vscode';
import type { GitIgnore } from '../../scan/gitignore.ts';
import { yieldIfDue } from '../core/periodicYield.ts';
import { changeLists, gitExtension, openRepositories } from '../git.ts';
import { excludePatterns } from '../settings.ts';
import { openSettings, UserError } from '../userError.ts';

/**
 * All files in a folder, sorted by path, except those excluded by `files.exclude`, `inkling.exclude` or
 * `.gitignore`.
 * @throws vscode.CancellationError when cancelled; UserError for a `.gitignore` that is too large.
 */
export async function filesIn(folder: vscode.Uri, signal: AbortSignal): Promise<vscode.Uri[]> {
  const cancelled = new vscode.CancellationTokenSource();
  const cancel = (): void => {
    cancelled.cancel();
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const find = (pattern: string): Thenable<vscode.Uri[]> =>
      vscode.workspace.findFiles(
        new vscode.RelativePattern(folder, pattern),
        undefined, // excludes what the setting `files.exclude` says
        undefined,
        cancelled.token,
      );
    const root = vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder;
    const rules = await Promise.all(
      [...(await ignoreFilesAbove(folder, root)), ...(await find('**/.gitignore'))].map(async (uri) => ({
        path: pathIn(root, uri),
        text: new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)),
      })),
    );
    const gitIgnore = await gitIgnoreOf(rules);
    const files = await find('**/*');
    signal.throwIfAborted();
    return (await withoutExcluded(files))
      .filter((file) => !gitIgnore.ignores(pathIn(root, file)))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  } finally {
    signal.removeEventListener('abort', cancel);
    cancelled.dispose();
  }
}

/** @throws UserError for a file with too many rules. */
async function gitIgnoreOf(rules: ConstructorParameters<typeof GitIgnore>[0]): Promise<GitIgnore> {
  const [{ GitIgnore }, { ConfigError }] = await Promise.all([
    import('../../scan/gitignore.ts'),
    import('../../scan/config.ts'),
  ]);
  try {
    return new GitIgnore(rules);
  } catch (error) {
    throw error instanceof ConfigError ? new UserError(error.message) : error;
  }
}

/** The files that `inkling.exclude` does not exclude. A file outside of the open folders is never excluded. */
export async function withoutExcluded(files: readonly vscode.Uri[]): Promise<vscode.Uri[]> {
  const { GitIgnore } = await import('../../scan/gitignore.ts');
  const rules = new Map<string, GitIgnore>();
  const isExcluded = (file: vscode.Uri): boolean => {
    const root = vscode.workspace.getWorkspaceFolder(file)?.uri;
    if (!root) return false;
    const key = root.toString();
    if (!rules.has(key)) {
      rules.set(key, new GitIgnore([{ path: '.gitignore', text: excludePatterns(root).join('\n') }]));
    }
    return rules.get(key)!.ignores(pathIn(root, file));
  };
  const left: vscode.Uri[] = [];
  for (const file of files) {
    await yieldIfDue();
    if (!isExcluded(file)) left.push(file);
  }
  return left;
}

/** The `.gitignore` files of all folders from the root down to the parent of this folder. */
async function ignoreFilesAbove(folder: vscode.Uri, root: vscode.Uri): Promise<vscode.Uri[]> {
  const folderNames = pathIn(root, folder).split('/').filter(Boolean);
  const candidates = folderNames.map((_, i) =>
    vscode.Uri.joinPath(root, ...folderNames.slice(0, i), '.gitignore'),
  );
  const found = await Promise.all(
    candidates.map((uri) =>
      vscode.workspace.fs.stat(uri).then(
        () => [uri],
        () => [],
      ),
    ),
  );
  return found.flat();
}

/** Relative to the root, with `/` between. */
function pathIn(root: vscode.Uri, uri: vscode.Uri): string {
  return uri.path.slice(root.path.replace(/\/$/, '').length + 1);
}

/**
 * The files changed or added since the last commit, sorted by path, in all open repositories or in one. Files
 * excluded by `inkling.exclude` are left out.
 * @param root of the one repository.
 * @throws UserError when git is off, or no repository is open; the signal's reason when cancelled.
 */
export async function changedFiles(signal: AbortSignal, root?: vscode.Uri): Promise<vscode.Uri[]> {
  const git = await gitExtension();
  if (!git && isBrowser) {
    throw new UserError(
      vscode.l10n.t(
        'Can’t find changed files: in the browser there is no Git. Scan a folder or files instead.',
      ),
    );
  }
  if (!git) {
    throw new UserError(vscode.l10n.t('Can’t find changed files: Git is disabled in this window.'), [
      openSettings('git.enabled'),
    ]);
  }
  const repositories = await openRepositories(git, signal);
  if (repositories.length === 0) {
    throw new UserError(vscode.l10n.t('Can’t find changed files: no open folder is a git repository.'));
  }
  const meant = root
    ? repositories.filter(({ rootUri }) => rootUri.toString() === root.toString())
    : repositories;
  const changed = meant.flatMap(({ state }) => changeLists.flatMap((list) => state[list]));
  const unique = new Map(changed.map(({ uri }) => [uri.toString(), uri]));
  const there = await Promise.all(
    [...unique.values()].map(async (uri) => ((await isFile(uri)) ? [uri] : [])),
  );
  return (await withoutExcluded(there.flat())).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A changed file may be a deleted one. */
async function isFile(uri: vscode.Uri): Promise<boolean> {
  try {
    return (await vscode.workspace.fs.stat(uri)).type === vscode.FileType.File;
  } catch {
    return false;
  }
}
