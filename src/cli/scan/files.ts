import type { Dirent } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { decodeText, type Configuration } from '../../scan/config.ts';
import { GitIgnore } from '../../scan/gitignore.ts';
import { StartError } from '../../service/service.ts';
import { reasonOf } from './readProse.ts';

/** A file to scan. If a pattern or folder led to it, it may contain nothing to scan. */
export interface FoundFile {
  file: string;
  /** Whether an argument names the file itself. */
  named: boolean;
}

/** A folder that can't be read, so its files are not scanned. */
export interface UnreadableFolder {
  folder: string;
  /** The reason and what to do, printed after the folder's name. */
  problem: string;
  /** Whether an argument names the folder itself. */
  named: boolean;
}

export interface FoundFiles {
  files: FoundFile[];
  unreadable: UnreadableFolder[];
  /** Files that were named although a rule file (`by`) excludes them. */
  excluded: { file: string; by: string }[];
}

/**
 * The files that the arguments mean, each once, in the order named. An argument is a file, a folder (its files that
 * the configuration includes; without a configuration, all documents and no code), or a pattern (matching files,
 * sorted by name). Excluded files are never returned. Hidden files, `node_modules` and files in `.gitignore` are
 * returned only if named. Links to folders are followed, but no folder is read twice for one argument. An argument
 * without a match is returned unchanged, so that reading it reports the error.
 * @param readsGitIgnore whether `.gitignore` applies, in a repository or not.
 */
export async function filesOf(
  args: readonly string[],
  configuration: Configuration,
  readsGitIgnore = true,
): Promise<FoundFiles> {
  // The values are absolute paths.
  const files = new Map<string, FoundFile>();
  const unreadable = new Map<string, UnreadableFolder>();
  const excluded = new Map<string, FoundFiles['excluded'][number]>();
  for (const arg of args) {
    const walk = await walkOf(arg, configuration);
    const found = walk ? await filesIn(walk, unreadable, readsGitIgnore) : [];
    if (walk?.kind === 'folder' || found.length > 0) {
      for (const file of found) {
        const path = resolve(file);
        if (!files.has(path)) files.set(path, { file, named: false });
      }
    } else {
      const by = configuration.excludedBy(absolute(arg));
      const path = resolve(arg);
      if (by === undefined) files.set(path, { file: files.get(path)?.file ?? arg, named: true });
      else if (!excluded.has(path)) excluded.set(path, { file: arg, by });
    }
  }
  return {
    files: [...files.values()],
    unreadable: [...unreadable.values()],
    excluded: [...excluded.values()],
  };
}

/** The folder to search for an argument, and the files to find there. */
interface Walk {
  kind: 'folder' | 'pattern';
  folder: string;
  /** @param path relative to the folder, with slashes. */
  isIncluded: (path: string) => boolean;
  /** Whether no file in a folder can be included. */
  isExcluded: (path: string) => boolean;
  /** Whether the pattern names hidden folders itself. */
  hidden: boolean;
  /** The number of folder levels to read, the first included. */
  depth: number;
}

/** The search for a folder or pattern; `undefined` for any other argument. */
async function walkOf(arg: string, configuration: Configuration): Promise<Walk | undefined> {
  const isExcluded = (path: string): boolean => configuration.excludedBy(absolute(path)) !== undefined;
  const stats = await stat(arg).catch(() => undefined);
  if (stats?.isDirectory()) {
    const isIncluded = (path: string): boolean => configuration.includes(absolute(join(arg, path)));
    return {
      ...{ kind: 'folder', folder: arg, isIncluded, hidden: false, depth: Infinity },
      isExcluded: (path) => isExcluded(`${path}/`),
    };
  }
  if (stats) return undefined;
  const { default: picomatch } = await import('picomatch');
  const { base, glob, isGlob } = picomatch.scan(toSlashes(arg));
  if (!isGlob) return undefined;
  const matches = picomatch(glob);
  const folder = base === '' ? '.' : base;
  return {
    kind: 'pattern',
    folder,
    isIncluded: (path) => matches(path) && !isExcluded(join(folder, path)),
    isExcluded: (path) => isExcluded(`${path}/`),
    hidden: /(^|\/)\./.test(glob),
    depth: glob.includes('**') ? Infinity : glob.split('/').length,
  };
}

/** @returns the included files, sorted by path. Folders that can't be read are added to `unreadable`. */
async function filesIn(
  { folder, isIncluded, isExcluded, hidden, depth }: Walk,
  unreadable: Map<string, UnreadableFolder>,
  readsGitIgnore: boolean,
): Promise<string[]> {
  const gitIgnored = readsGitIgnore ? await GitIgnoreWalk.from(folder) : undefined;
  const found: string[] = [];
  const visited = new Set<string>(); // real paths, because links may form a circle or lead to the same folder twice
  // Level by level, so that a folder is found by the shortest path that leads to it.
  const folders = [{ path: folder, level: 1 }];
  for (const { path: current, level } of folders) {
    let entries: Dirent[];
    try {
      const real = await realpath(current);
      if (visited.has(real)) continue;
      visited.add(real);
      entries = await readdir(current, { withFileTypes: true });
    } catch (error) {
      if (current !== folder || !isMissing(error)) {
        const path = resolve(current);
        if (!unreadable.get(path)?.named) {
          unreadable.set(path, { folder: current, problem: reasonOf(error), named: current === folder });
        }
      }
      continue;
    }
    if (entries.some(({ name }) => name === gitIgnoreName)) await gitIgnored?.addRulesOf(current);
    for (const entry of entries.sort(byName)) {
      const path = join(current, entry.name);
      const kind = entry.isSymbolicLink() ? await kindOfTarget(path) : kindOf(entry);
      if (kind === 'folder') {
        const isHidden = entry.name === 'node_modules' || (!hidden && entry.name.startsWith('.'));
        const isLeftOut = isHidden || isExcluded(path) || gitIgnored?.ignores(`${path}/`);
        if (level < depth && !isLeftOut) folders.push({ path, level: level + 1 });
      } else if (kind === 'file' && isIncluded(toSlashes(relative(folder, path)))) {
        if (!gitIgnored?.ignores(path)) found.push(path);
      }
    }
  }
  return found.sort();
}

const gitIgnoreName = '.gitignore';

/**
 * The `.gitignore` rules during a walk: those of the folders up to the repository's root, and those of each folder
 * that is entered.
 */
class GitIgnoreWalk {
  readonly #root: string;
  readonly #rules = new GitIgnore();

  private constructor(root: string) {
    this.#root = root;
  }

  /** @param folder the start of the walk. Rules that exclude this whole folder don't apply, because it was named. */
  static async from(folder: string): Promise<GitIgnoreWalk> {
    const above: string[] = [];
    let at = resolve(folder);
    while (at !== dirname(at) && !(await isRepository(at))) {
      at = dirname(at);
      above.push(at);
    }
    const alone = new GitIgnoreWalk(resolve(folder));
    if (!(await isRepository(at))) return alone;
    const walk = new GitIgnoreWalk(at);
    for (const each of above) await walk.addRulesOf(each);
    return above.length > 0 && walk.#rules.ignores(walk.#pathOf(`${folder}/`)) ? alone : walk;
  }

  /**
   * Adds the rules of a folder's file. Like git, ignores a file that can't be read.
   * @throws StartError when it is a pipe.
   */
  async addRulesOf(folder: string): Promise<void> {
    const file = join(folder, gitIgnoreName);
    await refusePipe(file);
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text !== '') this.#rules.add({ path: this.#pathOf(file), text });
  }

  ignores(path: string): boolean {
    return this.#rules.ignoresEntry(this.#pathOf(path));
  }

  #pathOf(path: string): string {
    return toSlashes(relative(this.#root, resolve(path))) + (path.endsWith('/') ? '/' : '');
  }
}

type Kind = 'folder' | 'file' | 'other';

function kindOf(entry: Pick<Dirent, 'isDirectory' | 'isFile'>): Kind {
  if (entry.isDirectory()) return 'folder';
  return entry.isFile() ? 'file' : 'other'; // pipes, sockets and devices contain no document
}

/** A broken link counts as a file, so that reading it reports the error. */
async function kindOfTarget(path: string): Promise<Kind> {
  return stat(path).then(kindOf, () => 'file');
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

function byName(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : 1;
}

/** Whether the path is a file in the folder, or the folder itself. */
export function isUnder(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return !isAbsolute(path) && path.split(sep)[0] !== '..';
}

/** The absolute path with `/` as separator, as configurations expect it; a trailing slash is kept. */
export function absolute(path: string): string {
  return toSlashes(resolve(path)) + (path.endsWith('/') ? '/' : '');
}

function toSlashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

/**
 * Reads a rule file, if it exists.
 * @throws StartError when it can't be read or is a pipe; ConfigError when it is not UTF-8.
 */
export async function readIfThere(file: string): Promise<string | undefined> {
  await refusePipe(file);
  return readNamedIfThere(file);
}

/** Reads a file that an option names, if it exists. It may be a pipe, since the user chose it. */
export async function readNamedIfThere(file: string): Promise<string | undefined> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    if (isMissing(cause)) return undefined;
    throw new StartError(`${file}: ${reasonOf(cause)}`, { cause });
  });
  return bytes && decodeText(bytes, file);
}

/** Opening a pipe would wait until another program writes to it. */
async function refusePipe(file: string): Promise<void> {
  const stats = await stat(file).catch(() => undefined);
  if (stats?.isFIFO()) {
    throw new StartError(`${file}: not a regular file but a pipe. Remove or replace it.`);
  }
}

/** The error for a file that can't be written. */
export function unwritable(file: string, cause: unknown): StartError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
  const message = `${file} can’t be written (${code}). Check its folder, permissions and disk.`;
  return new StartError(message, { cause });
}

/** Whether a folder is the root of a work tree or submodule. */
export async function isRepository(folder: string): Promise<boolean> {
  return stat(join(folder, '.git')).then(
    () => true,
    () => false,
  );
}
