import { applyEdits, modify } from 'jsonc-parser';
import { readBaseline } from './baseline.ts';
import { configName, type Configuration, folderOf, ignoreName, type ReadFile } from './config.ts';

/** The baseline to create if no configuration names one. */
const baselineName = 'inkling-baseline.json';

/** Access to the user's rule files. Paths are absolute, with `/` as separator. */
export interface Files {
  /** Returns `undefined` if the file doesn't exist. */
  read: ReadFile;
  write: (path: string, text: string) => Promise<void>;
}

/** A document and its folder. */
export interface PlacedDocument {
  /** Absolute, with `/` as separator. */
  path: string;
  /** The outermost folder that may get rule files for the document. */
  root: string;
}

/**
 * Marks a passage as human in the baseline of a document's folder. If no configuration names a baseline, adds one
 * to the configuration.
 * @param hash of the passage's words.
 * @throws ConfigError when one of the files is invalid; then neither file is changed. Also the errors of `files`.
 */
export async function addToBaseline(
  files: Files,
  { path, root }: PlacedDocument,
  configuration: Configuration,
  hash: string,
  reason = '',
): Promise<void> {
  const file = configuration.file ?? `${withoutSlash(root)}/${configName}`;
  const baselineFile = configuration.baseline ?? `${folderOf(file)}/${baselineName}`;
  // The file may exist even if no configuration names it, because the command line's option can name it.
  const baseline = await readBaseline(baselineFile, files.read);
  const text =
    configuration.baseline === undefined ? withBaseline((await files.read(file)) ?? '{}') : undefined;
  // Writes the baseline first, so that a program that watches both files finds it up to date when the configuration
  // changes.
  await files.write(
    baselineFile,
    baseline.withHuman(relative(folderOf(baselineFile), path), hash, reason).toText(),
  );
  if (text !== undefined) await files.write(file, text);
}

/** Excludes a file: adds it to the nearest `.inklingignore`, or to a new one in the root. */
export async function ignoreFile(files: Files, { path, root }: PlacedDocument): Promise<void> {
  let folder = folderOf(path);
  const top = withoutSlash(root).length;
  while (folder.length > top && (await files.read(`${folder}/${ignoreName}`)) === undefined) {
    folder = folderOf(folder);
  }
  const rules = `${folder}/${ignoreName}`;
  const text = (await files.read(rules)) ?? '';
  const pattern = `/${relative(folder, path).replace(/[\\*?[\]!# ]/g, '\\$&')}\n`;
  await files.write(rules, text === '' || text.endsWith('\n') ? text + pattern : `${text}\n${pattern}`);
}

/** Adds the baseline to a configuration's text, keeping its comments. */
function withBaseline(config: string): string {
  const formattingOptions = { insertSpaces: true, tabSize: 2, insertFinalNewline: true };
  return applyEdits(config, modify(config, ['baseline'], baselineName, { formattingOptions }));
}

/** Drops a slash at the end, which only the root of a file system has. */
function withoutSlash(folder: string): string {
  return folder.replace(/\/$/, '');
}

/** The path relative to a folder; unchanged if it is outside of it. */
function relative(folder: string, path: string): string {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}
