import { stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import { isDocument } from '../prose/languageOf.ts';

/** A file to scan. One that a pattern or a folder brought may turn out to hold nothing to scan. */
export interface FoundFile {
  file: string;
  /** Whether it was named itself. */
  named: boolean;
}

const leftOut = ['**/node_modules/**'];

/**
 * The files that the arguments mean, each once, in the order named: a file as it is, a folder as all documents in
 * it (code must be named, or matched by a pattern), a pattern as the files that it matches, by name. Hidden files and `node_modules` must be named to be meant. A name
 * that is no file, folder or pattern with a match is given back as it is, for the reading to complain of.
 */
export async function filesOf(args: readonly string[]): Promise<FoundFile[]> {
  const found = new Map<string, FoundFile>();
  for (const arg of args) {
    const files = await expand(arg);
    if (files === undefined) found.set(arg, { file: arg, named: true });
    else for (const file of files) if (!found.has(file)) found.set(file, { file, named: false });
  }
  return [...found.values()];
}

/** `undefined` for what stands for itself. */
async function expand(arg: string): Promise<string[] | undefined> {
  const kind = await stat(arg).then(
    (stats) => (stats.isDirectory() ? 'folder' : 'file'),
    () => 'missing',
  );
  if (kind === 'file') return undefined;
  if (kind === 'folder') {
    const files = await glob('**/*', { cwd: arg, ignore: leftOut });
    return files
      .filter(isDocument)
      .sort()
      .map((file) => join(arg, file));
  }
  if (!isDynamicPattern(arg)) return undefined;
  const files = await glob(arg, {
    ignore: leftOut,
    expandDirectories: false,
    absolute: isAbsolute(arg),
  });
  return files.length > 0 ? files.sort() : undefined;
}
