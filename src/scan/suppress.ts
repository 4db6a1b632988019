import { readBaseline } from './baseline.ts';
import { configName, type Configuration, folderOf, ignoreName, type ReadFile } from './config.ts';

/** Where passages that people vouch for are kept, where no configuration says so. */
const baselineName = 'inkling-baseline.json';

/** The files of the user's that say what is not told. Paths are absolute, with `/` between. */
export interface Files {
  /** `undefined` where there is none. */
  read: ReadFile;
  write: (path: string, text: string) => Promise<void>;
}

/** A document, and the folder whose configuration holds for it. */
export interface PlacedDocument {
  /** Absolute, with `/` between. */
  path: string;
  /** The outermost folder that may get a file for it. */
  root: string;
}

/**
 * Keeps in the baseline of a document's folder that a person wrote a passage. Where no configuration names a baseline,
 * one does from now on.
 * @param hash of the passage's words.
 * @throws ConfigError when one of the files says what it may not, and what `files` throws. Then neither is changed.
 */
export async function addToBaseline(
  files: Files,
  { path, root }: PlacedDocument,
  configuration: Configuration,
  hash: string,
  reason = '',
): Promise<void> {
  const file = configuration.file ?? `${withoutSlash(root)}/${configName}`;
  const kept = configuration.baseline ?? `${folderOf(file)}/${baselineName}`;
  // One may be there that no configuration names: the command line takes it by an option.
  const baseline = await readBaseline(kept, files.read);
  const naming =
    configuration.baseline === undefined ? await withBaseline((await files.read(file)) ?? '{}') : undefined;
  // First what is named, then what names it: who watches both never follows a configuration to an earlier baseline.
  await files.write(kept, baseline.keep(relative(folderOf(kept), path), hash, reason).toText());
  if (naming !== undefined) await files.write(file, naming);
}

/** Writes into the nearest `.inklingignore`, or a new one in the root, that the file is never to be scanned. */
export async function ignoreFile(files: Files, { path, root }: PlacedDocument): Promise<void> {
  let folder = folderOf(path);
  while (
    folder.length > withoutSlash(root).length &&
    (await files.read(`${folder}/${ignoreName}`)) === undefined
  ) {
    folder = folderOf(folder);
  }
  const rules = `${folder}/${ignoreName}`;
  const text = (await files.read(rules)) ?? '';
  const pattern = `/${relative(folder, path).replace(/[\\*?[\]!# ]/g, '\\$&')}\n`;
  await files.write(rules, text === '' || text.endsWith('\n') ? text + pattern : `${text}\n${pattern}`);
}

/** A configuration's text, its comments kept, with the baseline named. */
async function withBaseline(config: string): Promise<string> {
  const { applyEdits, modify } = await import('jsonc-parser');
  const formattingOptions = { insertSpaces: true, tabSize: 2, insertFinalNewline: true };
  return applyEdits(config, modify(config, ['baseline'], baselineName, { formattingOptions }));
}

/** The root of a file system is the one folder whose path ends with a slash. */
function withoutSlash(folder: string): string {
  return folder.replace(/\/$/, '');
}

/** From a folder that holds it, or as it is. */
function relative(folder: string, path: string): string {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}
