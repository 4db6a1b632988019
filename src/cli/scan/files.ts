import type { Dirent } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { decodeText, type Configuration } from '../../scan/config.ts';
import { GitIgnore } from '../../scan/gitignore.ts';
import { StartError } from '../../service/startError.ts';
import { reasonOf } from './readProse.ts';

/** A file to scan. One that a pattern or a folder brought may turn out to hold nothing to scan. */
export interface FoundFile {
  file: string;
  /** Whether it was named itself. */
  named: boolean;
}

/** A folder that could not be read, so that what is in it goes unscanned. */
export interface UnreadableFolder {
  folder: string;
  /** Why and what to do, to follow the folder's name. */
  problem: string;
  /** Whether it was named itself. */
  named: boolean;
}

export interface FoundFiles {
  files: FoundFile[];
  unreadable: UnreadableFolder[];
  /** Files that were named, but that the configuration excludes; and by which file it does. */
  excluded: { file: string; by: string }[];
}

/**
 * The files that the arguments mean, each path once however it is written, in the order named: a file as it is, a folder as
 * what the configuration takes of it (without one: all documents, no code), a pattern as the files that it matches, by name.
 * What the configuration excludes is never among them. Hidden files, `node_modules` and what `.gitignore` leaves out
 * must be named to be meant. Links to folders are followed, but no folder is read twice for one
 * argument. A name that is no file, folder or pattern with a match is returned as it is: reading it says what is wrong.
 * @param readsGitIgnore whether `.gitignore` counts, in a repository or not.
 */
export async function filesOf(
  args: readonly string[],
  configuration: Configuration,
  readsGitIgnore = true,
): Promise<FoundFiles> {
  // By their absolute paths.
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

/** The folder to look through for an argument, and what is looked for. */
interface Walk {
  kind: 'folder' | 'pattern';
  folder: string;
  /** @param path relative to the folder, with slashes. */
  isWanted: (path: string) => boolean;
  /** Whether nothing in a folder is wanted. */
  isExcluded: (path: string) => boolean;
  /** Whether the pattern names hidden folders. */
  hidden: boolean;
  /** How many levels of folders are read, the first one included. */
  depth: number;
}

/** `undefined` for an argument that stands for itself. */
async function walkOf(arg: string, configuration: Configuration): Promise<Walk | undefined> {
  const isExcluded = (path: string): boolean => configuration.excludedBy(absolute(path)) !== undefined;
  const stats = await stat(arg).catch(() => undefined);
  if (stats?.isDirectory()) {
    const isWanted = (path: string): boolean => configuration.takes(absolute(join(arg, path)));
    return {
      ...{ kind: 'folder', folder: arg, isWanted, hidden: false, depth: Infinity },
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
    isWanted: (path) => matches(path) && !isExcluded(join(folder, path)),
    isExcluded: (path) => isExcluded(`${path}/`),
    hidden: /(^|\/)\./.test(glob),
    depth: glob.includes('**') ? Infinity : glob.split('/').length,
  };
}

/** @returns the wanted files, sorted by path. What can't be read is added to `unreadable`. */
async function filesIn(
  { folder, isWanted, isExcluded, hidden, depth }: Walk,
  unreadable: Map<string, UnreadableFolder>,
  readsGitIgnore: boolean,
): Promise<string[]> {
  const gitIgnored = readsGitIgnore ? await GitIgnoreWalk.from(folder) : undefined;
  const found: string[] = [];
  const visited = new Set<string>(); // real paths: links may lead back, or to the same folder twice
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
    if (entries.some(({ name }) => name === gitIgnoreName)) await gitIgnored?.enter(current);
    for (const entry of entries.sort(byName)) {
      const path = join(current, entry.name);
      const kind = entry.isSymbolicLink() ? await kindOfTarget(path) : kindOf(entry);
      if (kind === 'folder') {
        const isHidden = entry.name === 'node_modules' || (!hidden && entry.name.startsWith('.'));
        const isLeftOut = isHidden || isExcluded(path) || gitIgnored?.leavesOut(`${path}/`);
        if (level < depth && !isLeftOut) folders.push({ path, level: level + 1 });
      } else if (kind === 'file' && isWanted(toSlashes(relative(folder, path)))) {
        if (!gitIgnored?.leavesOut(path)) found.push(path);
      }
    }
  }
  return found.sort();
}

const gitIgnoreName = '.gitignore';

/** What `.gitignore` files leave out of a walk through folders: those above it up to its repository, and those it meets. */
class GitIgnoreWalk {
  readonly #root: string;
  readonly #rules = new GitIgnore();

  private constructor(root: string) {
    this.#root = root;
  }

  /** @param folder where the walk begins: it was named, so what leaves it out as a whole does not count. */
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
    for (const each of above) await walk.enter(each);
    return above.length > 0 && walk.#rules.ignores(walk.#pathOf(`${folder}/`)) ? alone : walk;
  }

  /**
   * Takes in what a folder's file says. One that can't be read says nothing, as for git.
   * @throws StartError when it is a pipe.
   */
  async enter(folder: string): Promise<void> {
    const file = join(folder, gitIgnoreName);
    await refusePipe(file);
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text !== '') this.#rules.add({ path: this.#pathOf(file), text });
  }

  leavesOut(path: string): boolean {
    return this.#rules.ignoresEntry(this.#pathOf(path));
  }

  #pathOf(path: string): string {
    return toSlashes(relative(this.#root, resolve(path))) + (path.endsWith('/') ? '/' : '');
  }
}

type Kind = 'folder' | 'file' | 'other';

function kindOf(entry: Pick<Dirent, 'isDirectory' | 'isFile'>): Kind {
  if (entry.isDirectory()) return 'folder';
  return entry.isFile() ? 'file' : 'other'; // pipes, sockets and devices hold no document
}

/** A link that leads nowhere counts as a file: reading it says what is wrong. */
async function kindOfTarget(path: string): Promise<Kind> {
  return stat(path).then(kindOf, () => 'file');
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

function byName(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : 1;
}

/** Whether a file lies in a folder, or is it. */
export function isUnder(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return !isAbsolute(path) && path.split(sep)[0] !== '..';
}

/** With `/` between, as configurations take it; of a folder with one at its end. */
export function absolute(path: string): string {
  return toSlashes(resolve(path)) + (path.endsWith('/') ? '/' : '');
}

function toSlashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

/**
 * A file that says what holds.
 * @throws StartError when there is one that can't be read, or that is a pipe; ConfigError for another encoding than UTF-8.
 */
export async function readIfThere(file: string): Promise<string | undefined> {
  await refusePipe(file);
  return readNamedIfThere(file);
}

/** The same of a file that an option names: where that is a pipe, somebody writes to it. */
export async function readNamedIfThere(file: string): Promise<string | undefined> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    if (isMissing(cause)) return undefined;
    throw new StartError(`${file}: ${reasonOf(cause)}`, { cause });
  });
  return bytes && decodeText(bytes, file);
}

/** To open a pipe would wait for somebody to write to it. */
async function refusePipe(file: string): Promise<void> {
  const stats = await stat(file).catch(() => undefined);
  if (stats?.isFIFO()) {
    throw new StartError(`${file}: not a regular file but a pipe. Remove or replace it.`);
  }
}

/** Of a file that results or rules were to be written to. */
export function unwritable(file: string, cause: unknown): StartError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
  const message = `${file} can’t be written (${code}). Check its folder, permissions and disk.`;
  return new StartError(message, { cause });
}

/** Whether a folder is the root of a work tree or of a submodule. */
export async function isRepository(folder: string): Promise<boolean> {
  return stat(join(folder, '.git')).then(
    () => true,
    () => false,
  );
}
