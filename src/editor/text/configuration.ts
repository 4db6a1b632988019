import * as vscode from 'vscode';
import { readBaseline } from '../../scan/baseline.ts';
import {
  ConfigError,
  Configuration,
  decodeText,
  findConfiguration,
  folderOf,
  type ReadFile,
} from '../../scan/config.ts';
import { hashedBlocksOf } from '../../scan/passages.ts';
import { Rules } from '../../scan/rules.ts';
import { ignoreFile, addToBaseline, type Files } from '../../scan/suppress.ts';
import type { Prose } from '../../text/prose.ts';
import { toDocumentRanges, type Range } from '../../text/ranges.ts';
import { commandAction, UserError } from '../userError.ts';
import { nameOf, writeFile } from './document.ts';

/** The configurations of the files' folders: `inkling.jsonc`, `.inklingignore` and baselines. Each is read once. */
export class Configurations {
  readonly #texts = new Map<string, Promise<string | undefined>>();
  readonly #byFolder = new Map<string, Promise<Configuration>>();

  /**
   * The configuration for a file; empty outside of the open folders.
   * @throws UserError with the line when a configuration is invalid.
   */
  async of(uri: vscode.Uri): Promise<Configuration> {
    const root = vscode.workspace.getWorkspaceFolder(uri)?.uri;
    if (!root) return new Configuration();
    const folder = folderOf(uri.path);
    const key = uri.with({ path: folder }).toString();
    let found = this.#byFolder.get(key);
    if (!found) {
      const isRoot = async (at: string): Promise<boolean> =>
        at === root.path || (await exists(uri.with({ path: `${at}/.git` })));
      found = this.#reading(uri, (read) => findConfiguration(folder, read, isRoot));
      this.#byFolder.set(key, found);
    }
    return found;
  }

  /**
   * The rules of a file's folder for its scan.
   * @throws UserError when the file is excluded, or a configuration can't be read.
   */
  async check(uri: vscode.Uri): Promise<Rules> {
    const rules = await this.rulesOf(uri);
    const by = rules.excludedBy(uri.path);
    if (by === undefined) return rules;
    const file = uri.with({ path: by });
    throw new UserError(
      vscode.l10n.t(
        '{0} is not scanned: {1} excludes it.',
        nameOf(uri),
        vscode.workspace.asRelativePath(file),
      ),
      [commandAction(vscode.l10n.t('Open {0}', nameOf(file)), 'vscode.open', file)],
    );
  }

  /** The same rules, even for an excluded file. */
  async rulesOf(uri: vscode.Uri): Promise<Rules> {
    const configuration = await this.of(uri);
    const { baseline } = configuration;
    return new Rules(configuration, await this.#reading(uri, (read) => readBaseline(baseline, read)));
  }

  /**
   * Records in the folder's baseline that a person wrote the passage at this place.
   * @returns the passage's range in the document; `undefined` for a place without one.
   * @throws UserError when a file to change can't be read. Then none is changed.
   */
  async markAsHuman(
    uri: vscode.Uri,
    prose: Prose,
    offset: number,
    reason: string,
  ): Promise<Range[] | undefined> {
    const placed = hashedBlocksOf(prose.text)
      .map(({ start, end, hash }) => ({ hash, ranges: toDocumentRanges(prose, start, end) }))
      .find(({ ranges }) => ranges.some(({ start, end }) => start <= offset && offset < end));
    const root = vscode.workspace.getWorkspaceFolder(uri)?.uri;
    if (!placed || !root) return undefined;
    const configuration = await this.of(uri);
    const place = { path: uri.path, root: root.path };
    await this.#reading(uri, (read) =>
      addToBaseline(this.#files(uri, read), place, configuration, placed.hash, reason),
    );
    return placed.ranges;
  }

  /**
   * Adds the file to the nearest `.inklingignore`, or to a new one in the open folder.
   * @throws UserError when one can't be read. Then none is changed.
   */
  async ignore(uri: vscode.Uri): Promise<void> {
    const root = vscode.workspace.getWorkspaceFolder(uri)!.uri;
    const place = { path: uri.path, root: root.path };
    await this.#reading(uri, (read) => ignoreFile(this.#files(uri, read), place));
  }

  /** @param use called with access to files on this document's file system. */
  async #reading<Said>(uri: vscode.Uri, use: (read: ReadFile) => Promise<Said>): Promise<Said> {
    try {
      return await use((path) => this.#read(uri.with({ path })));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const file = uri.with({ path: error.file });
      const selection = new vscode.Range(error.line - 1, error.column - 1, error.line - 1, error.column - 1);
      throw new UserError(error.message, [
        commandAction(vscode.l10n.t('Open {0}', nameOf(file)), 'vscode.open', file, { selection }),
      ]);
    }
  }

  #files(uri: vscode.Uri, read: ReadFile): Files {
    return { read, write: (path, text) => this.#write(uri.with({ path }), text) };
  }

  #read(uri: vscode.Uri): Promise<string | undefined> {
    const key = uri.toString();
    let text = this.#texts.get(key);
    if (!text) {
      text = Promise.resolve(vscode.workspace.fs.readFile(uri)).then(
        (bytes) => decodeText(bytes, uri.path),
        (error: unknown) => {
          if (isMissing(error)) return undefined;
          throw unreadable(uri, error);
        },
      );
      this.#texts.set(key, text);
    }
    return text;
  }

  async #write(uri: vscode.Uri, text: string): Promise<void> {
    await writeFile(uri, text);
    this.#texts.set(uri.toString(), Promise.resolve(text));
  }
}

/** @throws UserError when the file system can't be read. */
function exists(uri: vscode.Uri): PromiseLike<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw unreadable(uri, error);
    },
  );
}

/** False for a temporary disk failure. The file may exist then and must not be overwritten. */
function isMissing(error: unknown): boolean {
  return error instanceof vscode.FileSystemError && /^FileNot(?:Found|ADirectory)$/.test(error.code);
}

function unreadable(uri: vscode.Uri, error: unknown): UserError {
  const code = error instanceof vscode.FileSystemError ? error.code : 'Unknown';
  return new UserError(
    vscode.l10n.t(
      '{0} can’t be read ({1}). Nothing was changed. Check its permissions and the disk, then try again.',
      vscode.workspace.asRelativePath(uri),
      code === 'Unknown' && error instanceof Error ? error.message : code,
    ),
  );
}
