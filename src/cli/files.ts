import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { Configuration } from '../config/config.ts';
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
}

export interface FoundFiles {
  files: FoundFile[];
  unreadable: UnreadableFolder[];
  /** Files that were named, but that the configuration excludes; and by which file it does. */
  excluded: { file: string; by: string }[];
}

/**
 * The files that the arguments mean, each once, in the order named: a file as it is, a folder as what the
 * configuration takes of it (without one: all documents, no code), a pattern as the files that it matches, by name.
 * What the configuration excludes is never among them. Hidden files and
 * `node_modules` must be named to be meant. Links to folders are followed, but no folder is read twice for one
 * argument. A name that is no file, folder or pattern with a match is returned as it is: reading it says what is wrong.
 */
export async function filesOf(args: readonly string[], configuration: Configuration): Promise<FoundFiles> {
  const files = new Map<string, FoundFile>();
  const unreadable = new Map<string, UnreadableFolder>();
  const excluded: FoundFiles['excluded'] = [];
  for (const arg of args) {
    const walk = await walkOf(arg, configuration);
    const found = walk ? await filesIn(walk, unreadable) : [];
    if (walk?.kind === 'folder' || found.length > 0) {
      for (const file of found) if (!files.has(file)) files.set(file, { file, named: false });
    } else {
      const by = configuration.excludedBy(absolute(arg));
      if (by === undefined) files.set(arg, { file: arg, named: true });
      else excluded.push({ file: arg, by });
    }
  }
  return { files: [...files.values()], unreadable: [...unreadable.values()], excluded };
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
): Promise<string[]> {
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
        unreadable.set(current, { folder: current, problem: reasonOf(error) });
      }
      continue;
    }
    for (const entry of entries.sort(byName)) {
      const path = join(current, entry.name);
      const kind = entry.isSymbolicLink() ? await kindOfTarget(path) : kindOf(entry);
      if (kind === 'folder') {
        const isLeftOut = entry.name === 'node_modules' || (!hidden && entry.name.startsWith('.'));
        if (level < depth && !isLeftOut && !isExcluded(path)) folders.push({ path, level: level + 1 });
      } else if (kind === 'file' && isWanted(toSlashes(relative(folder, path)))) {
        found.push(path);
      }
    }
  }
  return found.sort();
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

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function byName(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : 1;
}

/** With `/` between, as configurations take it; of a folder with one at its end. */
export function absolute(path: string): string {
  return toSlashes(resolve(path)) + (path.endsWith('/') ? '/' : '');
}

function toSlashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
