import { isBrowser } from '#host';
import * as vscode from 'vscode';
import { ConfigError } from '../../scan/config.ts';
import { GitIgnore } from '../../scan/gitignore.ts';
import { yieldIfDue } from '../core/periodicYield.ts';
import { changeLists, gitExtension, openRepositories } from '../git.ts';
import { tokenOf, withCancel } from '../progress.ts';
import { excludePatterns } from '../settings.ts';
import { Configurations, readIfExists } from '../text/configuration.ts';
import { commandAction, openSettings, UserError } from '../userError.ts';

/** The files of a scan of many. */
export interface ChosenFiles {
  files: readonly vscode.Uri[];
  /** The number of other files that were found but are not documents. */
  leftOut: number;
}

/** The files selected in a list, and the documents in the selected folders. @throws UserError for none. */
export async function filesAmong(selected: readonly vscode.Uri[]): Promise<ChosenFiles> {
  const found = await withCancel(vscode.l10n.t('Inkling: looking for files'), (signal) =>
    Promise.all(selected.map(async (uri) => ((await isFolder(uri)) ? filesIn(uri, signal) : uri))),
  );
  const named = found.flatMap((each) => (Array.isArray(each) ? [] : [each]));
  const inFolders = found.flatMap((each) => (Array.isArray(each) ? each : []));
  return chosenFiles(named, inFolders, vscode.l10n.t('This folder contains no documents.'));
}

/**
 * The documents changed or added since the last commit, in all open repositories or in the one at `root`.
 * @throws UserError when git is off, no repository is open, or no document changed.
 */
export async function changedDocuments(root?: vscode.Uri): Promise<ChosenFiles> {
  const title = vscode.l10n.t('Inkling: looking for changed files');
  const changed = await withCancel(title, (signal) => changedFiles(signal, root));
  return chosenFiles([], changed, vscode.l10n.t('No documents changed since the last commit.'));
}

/**
 * @param named always scanned.
 * @param found scanned if they are documents, or if their `inkling.jsonc` selects them.
 * @param nothing the message when no file is left.
 */
async function chosenFiles(
  named: readonly vscode.Uri[],
  found: readonly vscode.Uri[],
  nothing: string,
): Promise<ChosenFiles> {
  const configurations = new Configurations();
  const documents: vscode.Uri[] = [];
  for (const file of found) {
    await yieldIfDue();
    const { configuration } = await configurations.rulesOf(file);
    if (configuration.includes(file.path)) documents.push(file);
  }
  const files = [...new Map([...named, ...documents].map((file) => [file.toString(), file])).values()];
  if (files.length === 0) throw new UserError(nothing);
  return { files, leftOut: found.length - documents.length };
}

/** The open folder, or the one of several that the user picks. */
export async function folderToScan(): Promise<vscode.Uri> {
  const [only, ...others] = vscode.workspace.workspaceFolders ?? [];
  if (!only) {
    throw new UserError(vscode.l10n.t('No folder is open. Open one, or run Scan File.'), [
      commandAction(vscode.l10n.t('Open Folder…'), 'vscode.openFolder'),
    ]);
  }
  if (others.length === 0) return only.uri;
  const picked = await vscode.window.showWorkspaceFolderPick({
    placeHolder: vscode.l10n.t('Folder to scan'),
  });
  if (!picked) throw new vscode.CancellationError();
  return picked.uri;
}

export async function isFolder(uri: vscode.Uri): Promise<boolean> {
  return ((await fileTypeOf(uri)) & vscode.FileType.Directory) !== 0;
}

/** `Unknown` for a missing file, such as a deleted one. Reading it reports the error. */
function fileTypeOf(uri: vscode.Uri): Thenable<vscode.FileType> {
  return vscode.workspace.fs.stat(uri).then(
    ({ type }) => type,
    () => vscode.FileType.Unknown,
  );
}

/**
 * All files in a folder, by path, except those excluded by `files.exclude`, `inkling.exclude` or `.gitignore`.
 * @throws vscode.CancellationError when cancelled; UserError for a `.gitignore` that is too large.
 */
async function filesIn(folder: vscode.Uri, signal: AbortSignal): Promise<vscode.Uri[]> {
  const find = (pattern: string): Thenable<vscode.Uri[]> =>
    vscode.workspace.findFiles(
      new vscode.RelativePattern(folder, pattern),
      undefined, // applies the setting `files.exclude`
      undefined,
      tokenOf(signal),
    );
  const root = vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder;
  const parents = pathIn(root, folder).split('/').filter(Boolean);
  const above = parents.map((_, i) => vscode.Uri.joinPath(root, ...parents.slice(0, i), '.gitignore'));
  const rules = await Promise.all(
    [...above, ...(await find('**/.gitignore'))].map(async (uri) => ({
      path: pathIn(root, uri),
      text: new TextDecoder().decode(await readIfExists(uri)),
    })),
  );
  const gitIgnore = gitIgnoreOf(rules);
  const files = await find('**/*');
  signal.throwIfAborted();
  return (await withoutExcluded(files))
    .filter((file) => !gitIgnore.ignores(pathIn(root, file)))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** @throws UserError for a file with too many rules. */
function gitIgnoreOf(rules: ConstructorParameters<typeof GitIgnore>[0]): GitIgnore {
  try {
    return new GitIgnore(rules);
  } catch (error) {
    throw error instanceof ConfigError ? new UserError(error.message) : error;
  }
}

/** The files that `inkling.exclude` does not exclude. A file outside of the open folders is never excluded. */
export async function withoutExcluded(files: readonly vscode.Uri[]): Promise<vscode.Uri[]> {
  const rules = new Map<string, GitIgnore>();
  const isExcluded = (file: vscode.Uri): boolean => {
    const root = vscode.workspace.getWorkspaceFolder(file)?.uri;
    if (!root) return false;
    const key = root.toString();
    if (!rules.has(key)) {
      rules.set(key, gitIgnoreOf([{ path: '.gitignore', text: excludePatterns(root).join('\n') }]));
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

/** Relative to the root, with `/` between. */
function pathIn(root: vscode.Uri, uri: vscode.Uri): string {
  return uri.path.slice(root.path.replace(/\/$/, '').length + 1);
}

/** The changed files, by path, except those excluded by `inkling.exclude`. */
async function changedFiles(signal: AbortSignal, root?: vscode.Uri): Promise<vscode.Uri[]> {
  const git = await gitExtension();
  if (!git) {
    throw isBrowser
      ? new UserError(
          vscode.l10n.t(
            'Can’t find changed files: Git is not available in the browser. Scan a folder or files instead.',
          ),
        )
      : new UserError(vscode.l10n.t('Can’t find changed files: Git is disabled in this window.'), [
          openSettings('git.enabled'),
        ]);
  }
  const repositories = await openRepositories(git, signal);
  if (repositories.length === 0) {
    throw new UserError(vscode.l10n.t('Can’t find changed files: no open folder is a git repository.'));
  }
  const changed = repositories
    .filter(({ rootUri }) => !root || rootUri.toString() === root.toString())
    .flatMap(({ state }) => changeLists.flatMap((list) => state[list]));
  // A changed file may have been deleted.
  const types = await Promise.all(changed.map(({ uri }) => fileTypeOf(uri)));
  const files = changed.filter((_, i) => types[i] === vscode.FileType.File).map(({ uri }) => uri);
  return (await withoutExcluded(files)).sort((a, b) => (a.path < b.path ? -1 : 1));
}
