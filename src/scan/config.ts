import { isUtf8 } from '#platform';
import ignore from 'ignore';
import {
  findNodeAtLocation,
  parseTree,
  printParseErrorCode,
  getNodeValue,
  type JSONPath,
  type ParseError,
} from 'jsonc-parser';
import * as v from 'valibot';
import { maxNameLength } from '../api/limits.ts';
import { placeFinder } from '../text/lines.ts';
import { isDocument, knownLanguages, languageOf } from '../prose/languageOf.ts';

/** The name of a folder's configuration file, which the editor, command line, action and hook read. */
export const configName = 'inkling.jsonc';

/** The name of the file that excludes files from scans, in `.gitignore` syntax. */
export const ignoreName = '.inklingignore';

const key = <Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.optional(v.pipe(schema, v.description(description)));

const choice = <const Values extends readonly string[]>(values: Values, expected: string) =>
  v.picklist(values, `expected ${expected}`);

const Patterns = v.array(
  v.pipe(
    v.string('expected a pattern in quotes'),
    v.nonEmpty('pattern is empty'),
    v.regex(/^(?!!?\.\.\/)/, 'patterns can’t leave the folder of this file (../)'),
  ),
  'expected a list of patterns, such as ["docs/", "*.md"]',
);

const notInRange = 'expected a number from 0 to 1';

/** The schema of `inkling.jsonc`; editors' JSON schema is generated from it. */
export const Config = v.strictObject({
  $schema: key(v.string('expected an address'), 'The JSON schema of this file, for editors.'),
  include: key(
    Patterns,
    'The files that folder scans include, in .gitignore syntax, relative to this file. Default: all documents, no code.',
  ),
  exclude: key(
    Patterns,
    'Files and folders that are never scanned, even when named, in .gitignore syntax, relative to this file. Same as .inklingignore.',
  ),
  languages: key(
    v.array(
      choice(knownLanguages, 'a VS Code language id that Inkling reads, such as "markdown" or "python"'),
      'expected a list of language ids, such as ["markdown", "latex"]',
    ),
    'The formats that folder scans include, as VS Code language ids. Default: all documents, no code.',
  ),
  quotes: key(
    choice(['leave-out', 'score'], '"leave-out" or "score"'),
    'Whether quotations are excluded from the score (default) or scored with the rest.',
  ),
  threshold: key(
    v.pipe(v.number(notInRange), v.minValue(0, notInRange), v.maxValue(1, notInRange)),
    'Files with at least this score fail a pipeline, whatever their verdict.',
  ),
  failOn: key(
    choice(['ai', 'mixed'], '"ai" or "mixed"'),
    'The verdict that fails a file. "mixed" also fails files that read like AI.',
  ),
  severity: key(
    choice(['hint', 'information', 'warning', 'error'], '"hint", "information", "warning" or "error"'),
    'Severity of findings in the Problems panel and in SARIF (default: information).',
  ),
  project: key(
    v.pipe(
      v.string('expected a name in quotes'),
      v.trim(),
      v.nonEmpty('name is empty'),
      v.maxLength(maxNameLength, `name is longer than ${maxNameLength} characters`),
    ),
    'The project of new reports.',
  ),
  baseline: key(
    v.pipe(v.string('expected a file path in quotes'), v.nonEmpty('file path is empty')),
    'The path of the baseline, relative to this file. Its findings are not reported again. Create it with inkling scan --update-baseline',
  ),
});
export type Config = v.InferOutput<typeof Config>;

/** An invalid configuration file: `message` begins with its name, line and column. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;

  constructor(file: string, line: number, column: number, problem: string) {
    super(`${file}:${line}:${column}: ${problem}`);
    this.file = file;
    this.line = line;
    this.column = column;
  }
}

/**
 * Parses a configuration.
 * @param file its name, for errors.
 * @throws ConfigError with the first error, its place, and what to write instead.
 */
export function parseConfig(text: string, file: string): Config {
  const { value, errorAt } = parseJsonc(text, file);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw errorAt([], 'expected an object in braces: { … }.');
  }
  const personal = Object.keys(value).find(isPersonalSetting);
  if (personal !== undefined) {
    throw errorAt(
      [personal],
      `"${personal}" can’t be set here. A repository can’t choose where texts go, the key, or who may read a report. Set it in your own settings or an environment variable.`,
      'key',
    );
  }
  const parsed = v.safeParse(Config, value, { abortEarly: true });
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const path = (issue.path ?? []).map((item) => item.key as string | number);
  if (issue.type !== 'strict_object') throw errorAt(path, `"${path.join('.')}": ${issue.message}.`);
  const known = Object.keys(Config.entries).filter((name) => name !== '$schema');
  const near = nearestOf(String(path[0]), known);
  const hint = near === undefined ? '' : ` (did you mean "${near}"?)`;
  throw errorAt(path, `unknown key "${path[0]}"${hint}. Known keys: ${known.join(', ')}.`, 'key');
}

/** The known key that was probably meant; at most two letters differ. */
function nearestOf(key: string, known: readonly string[]): string | undefined {
  const lettersOnly = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');
  const typed = lettersOnly(key).slice(0, 32);
  return known
    .map((name) => ({ name, distance: distanceOf(typed, lettersOnly(name)) }))
    .filter(({ distance }) => distance <= 2)
    .sort((a, b) => a.distance - b.distance)[0]?.name;
}

/** The number of letters to add, drop or replace to get from one word to the other (Levenshtein). */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (a[i] === b[j] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length]!;
}

/** Whether a key is one of Inkling's names for a user's own setting: where texts are sent and who may read them. */
function isPersonalSetting(key: string): boolean {
  return /service|url|address|host|api.?key|token|secret|password|privacy|ca.?file|certificate|^key$/i.test(
    key,
  );
}

/** The most levels of nested brackets. */
const maxNesting = 64;

interface Jsonc {
  value: unknown;
  /** An error at the value, or at the key, of this path. */
  errorAt: (path: JSONPath, problem: string, at?: 'value' | 'key') => ConfigError;
}

/**
 * Parses JSON that may contain comments and trailing commas.
 * @param file its name, for errors.
 * @throws ConfigError for invalid JSON.
 */
export function parseJsonc(text: string, file: string): Jsonc {
  const errorAtOffset = (offset: number, problem: string): ConfigError => {
    const { line, column } = placeFinder(text)(offset);
    return new ConfigError(file, line, column, problem);
  };
  // The parser is recursive, so deep nesting would overflow the stack.
  if (nestingDepth(text) > maxNesting) {
    throw errorAtOffset(0, `too deeply nested (more than ${maxNesting} levels).`);
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) throw errorAtOffset(error.offset, `invalid JSON: ${words(printParseErrorCode(error.error))}.`);
  if (!root) throw errorAtOffset(0, 'the file is empty. Write at least {}.');
  return {
    value: getNodeValue(root),
    errorAt: (path, problem, at = 'value') => {
      const node = findNodeAtLocation(root, path);
      return errorAtOffset((at === 'key' ? node?.parent : node)?.offset ?? 0, problem);
    },
  };
}

function nestingDepth(text: string): number {
  let depth = 0;
  let most = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    most = Math.max(most, depth);
  }
  return most;
}

/** Turns `PropertyNameExpected` into "property name expected". */
function words(code: string): string {
  return code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
}

/**
 * Decodes the text of a rule file, without a byte order mark.
 * @throws ConfigError for encodings other than UTF-8. Wrong decoding would change the rules, and rewriting the
 *   file would then lose them.
 */
export function decodeText(bytes: Uint8Array, file: string): string {
  if (bytes.includes(0) || !isUtf8(bytes)) {
    throw new ConfigError(file, 1, 1, 'not valid UTF-8. Save the file as UTF-8.');
  }
  return new TextDecoder().decode(bytes);
}

/**
 * Reads a text file by its absolute path with `/` as separator. It returns `undefined` only if the file doesn't
 * exist: callers that rewrite the file would otherwise lose its content.
 */
export type ReadFile = (path: string) => Promise<string | undefined>;

/** A folder's configuration: its `inkling.jsonc` and its `.inklingignore`, either of which may be missing. */
export class Configuration {
  readonly config: Config;
  /** The absolute path of `inkling.jsonc`, with `/` as separator; `undefined` if it doesn't exist. */
  readonly file: string | undefined;
  /** The same for `.inklingignore`. */
  readonly ignoreFile: string | undefined;
  /** The absolute path of the baseline that the configuration names. */
  readonly baseline: string | undefined;
  readonly #included: Matcher | undefined;
  readonly #excluding: readonly Matcher[];

  constructor(file?: PlacedText, ignoreFile?: PlacedText) {
    this.config = file ? parseConfig(file.text, file.path) : {};
    this.file = file?.path;
    this.ignoreFile = ignoreFile?.path;
    const { include, exclude, baseline } = this.config;
    this.baseline = file && baseline !== undefined ? resolvePath(folderOf(file.path), baseline) : undefined;
    this.#included = file && include && matcherOf(file, include);
    this.#excluding = [
      ...(file && exclude ? [matcherOf(file, exclude)] : []),
      ...(ignoreFile ? [matcherOf(ignoreFile, ignoreFile.text)] : []),
    ];
  }

  /**
   * The path of the rule file that excludes a file or one of its parent folders.
   * @param path absolute, with `/` as separator; a folder's may end with it.
   */
  excludedBy(path: string): string | undefined {
    return this.#excluding.find((matcher) => matcher.has(path))?.file;
  }

  /** Whether a folder scan includes the file, by `include` and `languages`. By default it includes every document. */
  includes(path: string): boolean {
    const { languages } = this.config;
    if (this.excludedBy(path) !== undefined) return false;
    const isOfLanguage = languages?.some((id) => id === languageOf(path)) ?? true;
    if (this.#included) return isOfLanguage && this.#included.has(path);
    return languages ? isOfLanguage : isDocument(path);
  }
}

/** A file and its text. */
export interface PlacedText {
  /** With `/` as separator; absolute, or for `GitIgnore` relative to its root. */
  path: string;
  text: string;
}

interface Matcher {
  file: string;
  has: (path: string) => boolean;
}

/** Matches patterns in `.gitignore` syntax, relative to the folder of their file. */
function matcherOf({ path: file }: PlacedText, patterns: string | readonly string[]): Matcher {
  const folder = `${folderOf(file)}/`;
  const rules = ignore().add(patterns);
  const has = (path: string): boolean =>
    path.startsWith(folder) && path !== folder && rules.ignores(path.slice(folder.length));
  return { file, has };
}

/**
 * A folder's configuration: the nearest `inkling.jsonc` and `.inklingignore`, from the folder up to the root of its git
 * repository.
 * @param folder absolute, with `/` as separator.
 * @param isRoot whether a folder is the root of a repository, where the search ends.
 * @param named the path of the file to read instead of the nearest `inkling.jsonc`.
 * @throws ConfigError when the file is invalid.
 */
export async function findConfiguration(
  folder: string,
  read: ReadFile,
  isRoot: (folder: string) => Promise<boolean>,
  named?: string,
): Promise<Configuration> {
  let config = named === undefined ? undefined : await readRuleFile(named, read);
  let ignored: PlacedText | undefined;
  for (let at = folder.replace(/\/$/, ''); ; at = folderOf(at)) {
    [config, ignored] = await Promise.all([
      config ?? readRuleFile(`${at}/${configName}`, read),
      ignored ?? readRuleFile(`${at}/${ignoreName}`, read),
    ]);
    if ((config && ignored) || !at.includes('/') || (await isRoot(at))) break;
  }
  return new Configuration(config, ignored);
}

async function readRuleFile(path: string, read: ReadFile): Promise<PlacedText | undefined> {
  const text = await read(path);
  return text === undefined ? undefined : requireFewRules({ path, text });
}

/** In UTF-16 code units; nobody writes this many. Matching millions of patterns would take minutes and gigabytes. */
const maxRules = 2 ** 18;

/** @throws ConfigError when a file has too many patterns. */
export function requireFewRules(file: PlacedText): PlacedText {
  if (file.text.length <= maxRules) return file;
  throw new ConfigError(file.path, 1, 1, 'larger than 256 KiB. Write fewer or shorter patterns.');
}

/** The parent folder of a path with `/` as separator; '' for the root of a file system. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Resolves a path from a folder, with `/` as separator; an absolute path is returned unchanged. */
function resolvePath(folder: string, path: string): string {
  if (/^(?:\/|[A-Za-z]:[/\\])/.test(path)) return path;
  const steps = folder.split('/');
  for (const step of path.replaceAll('\\', '/').split('/')) {
    if (step === '..') steps.splice(Math.max(1, steps.length - 1));
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}
