import * as vscode from 'vscode';
import { ConfigError, decodeText, folderOf } from '../../scan/config.ts';
import { hashedBlocksOf } from '../../scan/judged.ts';
import { readRules, Rules } from '../../scan/rules.ts';
import { addToBaseline, ignoreFile, type Files } from '../../scan/suppress.ts';
import type { Prose } from '../../text/prose.ts';
import { toDocumentRanges, type Range } from '../../text/ranges.ts';
import { commandAction, UserError } from '../userError.ts';
import { nameOf, writeFile } from './document.ts';

/** The configurations of the files' folders: `inkling.jsonc`, `.inklingignore` and baselines. Each is read once. */
export class Configurations {
  readonly #texts = new Map<string, Promise<string | undefined>>();
  readonly #byFolder = new Map<string, Promise<Rules>>();

  /**
   * The rules of a file's folder; the default ones outside of the open folders.
   * @throws UserError with the line when a configuration is invalid.
   */
  async rulesOf(uri: vscode.Uri): Promise<Rules> {
    const root = vscode.workspace.getWorkspaceFolder(uri)?.uri;
    if (!root) return new Rules();
    const folder = folderOf(uri.path);
    const key = uri.with({ path: folder }).toString();
    let rules = this.#byFolder.get(key);
    if (!rules) {
      const isRoot = async (at: string): Promise<boolean> =>
        at === root.path || (await exists(uri.with({ path: `${at}/.git` })));
      rules = this.#withFiles(uri, ({ read }) => readRules(folder, read, isRoot));
      this.#byFolder.set(key, rules);
    }
    return rules;
  }

  /** The rules for scanning a file. @throws UserError as `rulesOf` does, and when the file is excluded. */
  async check(uri: vscode.Uri): Promise<Rules> {
    const rules = await this.rulesOf(uri);
    const by = rules.excludedBy(uri.path);
    if (by === undefined) return rules;
    const file = uri.with({ path: by });
    throw new UserError(
      vscode.l10n.t(
        '{0} was not scanned: {1} excludes it.',
        nameOf(uri),
        vscode.workspace.asRelativePath(file),
      ),
      [commandAction(vscode.l10n.t('Open {0}', nameOf(file)), 'vscode.open', file)],
    );
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
    const { configuration } = await this.rulesOf(uri);
    const place = { path: uri.path, root: root.path };
    await this.#withFiles(uri, (files) => addToBaseline(files, place, configuration, placed.hash, reason));
    return placed.ranges;
  }

  /**
   * Adds the file to the nearest `.inklingignore`, or to a new one in the open folder.
   * @throws UserError when one can't be read. Then none is changed.
   */
  async ignore(uri: vscode.Uri): Promise<void> {
    const root = vscode.workspace.getWorkspaceFolder(uri)!.uri;
    await this.#withFiles(uri, (files) => ignoreFile(files, { path: uri.path, root: root.path }));
  }

  /** @param use called with access to files on this document's file system. */
  async #withFiles<Result>(uri: vscode.Uri, use: (files: Files) => Promise<Result>): Promise<Result> {
    try {
      return await use({
        read: (path) => this.#read(uri.with({ path })),
        write: (path, text) => writeFile(uri.with({ path }), text),
      });
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const file = uri.with({ path: error.file });
      const place = new vscode.Position(error.line - 1, error.column - 1);
      const selection = new vscode.Range(place, place);
      throw new UserError(error.message, [
        commandAction(vscode.l10n.t('Open {0}', nameOf(file)), 'vscode.open', file, { selection }),
      ]);
    }
  }

  #read(uri: vscode.Uri): Promise<string | undefined> {
    const key = uri.toString();
    let text = this.#texts.get(key);
    if (!text) {
      text = readIfExists(uri).then((bytes) => bytes && decodeText(bytes, uri.path));
      this.#texts.set(key, text);
    }
    return text;
  }
}

export function readIfExists(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  return ifExists(uri, vscode.workspace.fs.readFile(uri));
}

export async function exists(uri: vscode.Uri): Promise<boolean> {
  return (await ifExists(uri, vscode.workspace.fs.stat(uri))) !== undefined;
}

/** @throws UserError for other failures, such as of the disk: the file may exist and must not be overwritten. */
async function ifExists<Result>(uri: vscode.Uri, reading: Thenable<Result>): Promise<Result | undefined> {
  try {
    return await reading;
  } catch (error) {
    const code = error instanceof vscode.FileSystemError ? error.code : 'Unknown';
    if (/^FileNot(?:Found|ADirectory)$/.test(code)) return undefined;
    throw new UserError(
      vscode.l10n.t(
        '{0} can’t be read ({1}). Nothing was changed. Check its permissions and the disk, then try again.',
        vscode.workspace.asRelativePath(uri),
        code === 'Unknown' && error instanceof Error ? error.message : code,
      ),
    );
  }
}
