import type { Dirent } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { titleOfPath } from '../../api/limits.ts';
import { decodeText, type Configuration } from '../../scan/config.ts';
import { GitIgnore } from '../../scan/gitignore.ts';
import { StartError } from '../../service/service.ts';
import type { ChangedLines } from './git.ts';

export interface FoundFile {
  file: string;
  /** Whether an argument names it. A file found through a folder or pattern may contain nothing to scan. */
  named: boolean;
  /** The changed lines; only passages that contain one are reported. */
  lines?: ChangedLines | undefined;
}

/** A file or folder without a result. */
export interface Unscanned {
  file: string;
  /** Why and what to do, printed after its name. */
  problem: string;
  named: boolean;
  /** `empty`: it contains nothing to scan; `excluded`: a rule file excludes it. */
  kind: 'file' | 'folder' | 'empty' | 'excluded';
}

/**
 * The files that the arguments select, each once, in the order named. An argument is a file, a folder (its files that
 * the configuration includes; without a configuration, all documents and no code), or a pattern (matching files, sorted
 * by name). Excluded files are never returned. Hidden files, `node_modules` and files in `.gitignore` are returned only
 * if named. Links to folders are followed, but no folder is read twice for one argument. An argument without a match is
 * returned unchanged, so that reading it reports the error.
 * @param readsGitIgnore whether `.gitignore` applies, in a repository or not.
 */
export async function filesOf(
  args: readonly string[],
  configuration: Configuration,
  readsGitIgnore = true,
): Promise<{ files: FoundFile[]; unscanned: Unscanned[] }> {
  // The keys are absolute paths.
  const files = new Map<string, FoundFile>();
  const unscanned = new Map<string, Unscanned>();
  for (const arg of args) {
    const walk = await walkOf(arg);
    const found = walk ? await filesIn(walk, configuration, readsGitIgnore, unscanned) : [];
    for (const file of found) {
      const path = resolve(file);
      if (!files.has(path)) files.set(path, { file, named: false });
    }
    if (found.length > 0 || (walk && !walk.matches)) continue;
    const path = resolve(arg);
    const problem = exclusionOf(configuration, arg);
    if (problem === undefined) files.set(path, { file: files.get(path)?.file ?? arg, named: true });
    else if (!unscanned.has(path)) unscanned.set(path, { file: arg, problem, named: true, kind: 'excluded' });
  }
  return { files: [...files.values()], unscanned: [...unscanned.values()] };
}

/** The problem of a file that a rule file excludes; `undefined` for other files. */
export function exclusionOf(configuration: Configuration, file: string): string | undefined {
  const by = configuration.excludedBy(absolute(file));
  return by === undefined ? undefined : `excluded by ${basename(by)}.`;
}

/** The search for the files of a folder, or for those that match a pattern. */
interface Walk {
  folder: string;
  /** Whether the pattern matches a path relative to the folder, with slashes; absent for a folder. */
  matches?: (path: string) => boolean;
  /** Whether hidden folders are read too. */
  hidden: boolean;
  /** The number of folder levels to read, the first included. */
  depth: number;
}

/** The search for a folder or pattern; `undefined` for any other argument. */
async function walkOf(arg: string): Promise<Walk | undefined> {
  const stats = await stat(arg).catch(() => undefined);
  if (stats) return stats.isDirectory() ? { folder: arg, hidden: false, depth: Infinity } : undefined;
  const { default: picomatch } = await import('picomatch');
  const { base, glob, isGlob } = picomatch.scan(toSlashes(arg));
  if (!isGlob) return undefined;
  return {
    folder: base === '' ? '.' : base,
    matches: picomatch(glob),
    hidden: /(^|\/)\./.test(glob),
    depth: glob.includes('**') ? Infinity : glob.split('/').length,
  };
}

/** @returns the included files, sorted by path. Folders that can't be read are added to `unscanned`. */
async function filesIn(
  { folder, matches, hidden, depth }: Walk,
  configuration: Configuration,
  readsGitIgnore: boolean,
  unscanned: Map<string, Unscanned>,
): Promise<string[]> {
  const gitIgnore = readsGitIgnore ? await gitIgnoreAbove(folder) : undefined;
  const isIgnored = (path: string): boolean => gitIgnore?.ignoresEntry(absolute(path)) ?? false;
  const isExcluded = (path: string): boolean => configuration.excludedBy(absolute(path)) !== undefined;
  const isIncluded = (path: string): boolean =>
    matches
      ? matches(toSlashes(relative(folder, path))) && !isExcluded(path)
      : configuration.includes(absolute(path));
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
      const named = current === folder;
      const path = resolve(current);
      if (!(named && isMissing(error)) && !unscanned.get(path)?.named) {
        unscanned.set(path, { file: current, problem: reasonOf(error), named, kind: 'folder' });
      }
      continue;
    }
    if (gitIgnore && entries.some(({ name }) => name === gitIgnoreName))
      await addGitIgnore(gitIgnore, current);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(current, entry.name);
      const target = entry.isSymbolicLink() ? await stat(path).catch(() => undefined) : entry;
      if (target?.isDirectory()) {
        const isHidden = entry.name === 'node_modules' || (!hidden && entry.name.startsWith('.'));
        const isSkipped = isHidden || isExcluded(`${path}/`) || isIgnored(`${path}/`);
        if (level < depth && !isSkipped) folders.push({ path, level: level + 1 });
      } else if ((!target || target.isFile()) && isIncluded(path) && !isIgnored(path)) {
        found.push(path); // a broken link too, so that reading it reports the error
      }
    }
  }
  return found.sort();
}

const gitIgnoreName = '.gitignore';

/**
 * The rules of all `.gitignore` files above a folder in its repository; none if they ignore a folder that was named.
 */
async function gitIgnoreAbove(folder: string): Promise<GitIgnore> {
  const start = resolve(folder);
  const root = (await repositoryOf(start)) ?? start;
  const rules = new GitIgnore();
  for (let at = start; at !== root;) {
    at = dirname(at);
    await addGitIgnore(rules, at);
  }
  return rules.ignores(absolute(`${start}/`)) ? new GitIgnore() : rules;
}

/** Adds a folder's rules. Like git, ignores a file that can't be read. @throws StartError when it is a pipe. */
async function addGitIgnore(rules: GitIgnore, folder: string): Promise<void> {
  const file = join(folder, gitIgnoreName);
  await refusePipe(file);
  const text = await readFile(file, 'utf8').catch(() => '');
  if (text !== '') rules.add({ path: absolute(file), text });
}

/** The code of a system error, such as `ENOENT`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
}

/** Whether the path is a file in the folder, or the folder itself. */
export function isUnder(folder: string, file: string): boolean {
  return !leadsOut(relative(folder, file));
}

function leadsOut(relativePath: string): boolean {
  return isAbsolute(relativePath) || relativePath.split(sep)[0] === '..';
}

/** A file's path for results: relative to the working folder if it is inside, with `/` as separator. */
export function pathFromHere(file: string): string {
  const path = relative('', file);
  return leadsOut(path) ? absolute(file) : toSlashes(path);
}

/** The title of a file's report: its path relative to the working folder or, outside of that, its name. */
export function titleOf(file: string): string {
  const path = pathFromHere(file);
  return titleOfPath(isAbsolute(path) ? basename(path) : path);
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

const reasons: Partial<Record<string, string>> = {
  ENOENT: 'no matching file. Check the name.',
  EACCES: 'permission denied.',
  EPERM: 'permission denied.',
  EISDIR: 'a folder, not a file. Check the name.',
  ELOOP: 'symbolic link loop. Name the file itself.',
  ERR_INVALID_ARG_VALUE: 'not a valid file name. Check the name.',
  ENAMETOOLONG: 'file name too long. Check the name.',
};

/** Why a file or folder can't be read and what to do, printed after its name and a colon. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  return reasons[code] ?? `can’t be read (${code}). Check the disk, then try again.`;
}

/** The error for a file that can't be written. */
export function unwritableError(file: string, cause: unknown): StartError {
  const message = `${file} can’t be written (${codeOf(cause)}). Check its folder, permissions and disk.`;
  return new StartError(message, { cause });
}

/** Whether a folder is the root of a work tree or submodule. */
export async function isRepository(folder: string): Promise<boolean> {
  return stat(join(folder, '.git')).then(
    () => true,
    () => false,
  );
}

/** The root of the repository that contains a folder; `undefined` outside of repositories. */
export async function repositoryOf(folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    if (await isRepository(at)) return at;
    if (at === dirname(at)) return undefined;
  }
}
