import ignore, { type Ignore } from 'ignore';
import {
  findNodeAtLocation,
  parseTree,
  printParseErrorCode,
  getNodeValue,
  type Node,
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

const Patterns = v.array(
  v.pipe(
    v.string('expected a pattern in quotes'),
    v.nonEmpty('pattern is empty'),
    v.regex(/^(?!!?\.\.\/)/, 'patterns can’t leave the folder of this file (../)'),
  ),
  'expected a list of patterns, such as ["docs/", "*.md"]',
);

/** The schema of `inkling.jsonc`; editors' JSON schema is generated from it. */
export const Config = v.strictObject({
  $schema: v.optional(
    v.pipe(v.string('expected an address'), v.description('The JSON schema of this file, for editors.')),
  ),
  include: v.optional(
    v.pipe(
      Patterns,
      v.description(
        'What folder scans include, in .gitignore syntax, relative to this file. Default: all documents, no code.',
      ),
    ),
  ),
  exclude: v.optional(
    v.pipe(
      Patterns,
      v.description(
        'What is never scanned, even when named, in .gitignore syntax, relative to this file. Same as .inklingignore.',
      ),
    ),
  ),
  languages: v.optional(
    v.pipe(
      v.array(
        v.picklist(
          knownLanguages,
          'expected a VS Code language id that Inkling reads, such as "markdown" or "python"',
        ),
        'expected a list of language ids, such as ["markdown", "latex"]',
      ),
      v.description(
        'The formats that folder scans include, as VS Code language ids. Default: all documents, no code.',
      ),
    ),
  ),
  quotes: v.optional(
    v.pipe(
      v.picklist(['leave-out', 'score'], 'expected "leave-out" or "score"'),
      v.description('Whether quotations are excluded from the score (default) or scored with the rest.'),
    ),
  ),
  threshold: v.optional(
    v.pipe(
      v.number('expected a number from 0 to 1'),
      v.minValue(0, 'expected a number from 0 to 1'),
      v.maxValue(1, 'expected a number from 0 to 1'),
      v.description('Files with at least this score fail a pipeline, whatever their verdict.'),
    ),
  ),
  failOn: v.optional(
    v.pipe(
      v.picklist(['ai', 'mixed'], 'expected "ai" or "mixed"'),
      v.description('The verdict that fails a file. "mixed" also fails files that read like AI.'),
    ),
  ),
  severity: v.optional(
    v.pipe(
      v.picklist(
        ['hint', 'information', 'warning', 'error'],
        'expected "hint", "information", "warning" or "error"',
      ),
      v.description('Severity of findings in the Problems panel and in SARIF (default: information).'),
    ),
  ),
  project: v.optional(
    v.pipe(
      v.string('expected a name in quotes'),
      v.trim(),
      v.nonEmpty('name is empty'),
      v.maxLength(maxNameLength, `name is longer than ${maxNameLength} characters`),
      v.description('The project of new reports.'),
    ),
  ),
  baseline: v.optional(
    v.pipe(
      v.string('expected a file path in quotes'),
      v.nonEmpty('file path is empty'),
      v.description(
        'The path of the baseline, relative to this file. Its findings are not reported again. Create it with inkling scan --update-baseline',
      ),
    ),
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
  return parseJsonc(text, file, (root, fail) => {
    if (root.type !== 'object') fail(root, 'expected an object in braces: { … }.');
    const json: unknown = getNodeValue(root);
    /** The node where a property begins. */
    const propertyAt = (key: string): Node | undefined => findNodeAtLocation(root, [key])?.parent;
    for (const key of Object.keys(json as object)) {
      if (isPersonalSetting(key)) {
        fail(
          propertyAt(key),
          `"${key}" can’t be set here. A repository can’t choose where texts go, the key, or who may read a report. Set it in your own settings or an environment variable.`,
        );
      }
    }
    const parsed = v.safeParse(Config, json, { abortEarly: true });
    if (parsed.success) return parsed.output;
    const [issue] = parsed.issues;
    const path = (issue.path ?? []).map(({ key }) => key as string | number);
    const [key] = path;
    if (issue.type === 'strict_object' && key !== undefined) {
      const known = Object.keys(Config.entries).filter((name) => name !== '$schema');
      const near = nearestOf(String(key), known);
      const hint = near === undefined ? '' : ` (did you mean "${near}"?)`;
      return fail(propertyAt(String(key)), `unknown key "${key}"${hint}. Known keys: ${known.join(', ')}.`);
    }
    return fail(findNodeAtLocation(root, path), `"${path.join('.')}": ${issue.message}.`);
  });
}

/** The known key that was probably meant: at most two letters differ. */
function nearestOf(key: string, known: readonly string[]): string | undefined {
  const lettersOnly = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');
  const typed = lettersOnly(key).slice(0, 32);
  return known
    .map((name) => ({ name, distance: distanceOf(typed, lettersOnly(name)) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance)[0]?.name;
}

const maxDistance = 2;

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

/**
 * Whether a key is a user's own setting, by any of its names in Inkling: where texts are sent and who may read
 * them.
 */
function isPersonalSetting(key: string): boolean {
  return /service|url|address|host|api.?key|token|secret|password|privacy|ca.?file|certificate|^key$/i.test(
    key,
  );
}

/** The most levels of nested brackets. */
const maxNesting = 64;

/**
 * Parses JSON that may contain comments and trailing commas.
 * @param read converts the root to a value; `fail` reports an error at a node.
 * @throws ConfigError for invalid JSON, and when `read` fails.
 */
export function parseJsonc<Said>(
  text: string,
  file: string,
  read: (root: Node, fail: (node: Node | undefined, problem: string) => never) => Said,
): Said {
  const failAt = (offset: number, problem: string): never => {
    const { line, column } = placeFinder(text)(offset);
    throw new ConfigError(file, line, column, problem);
  };
  // The parser is recursive, so deep nesting would overflow the stack.
  if (nestingDepth(text) > maxNesting) failAt(0, `too deeply nested (more than ${maxNesting} levels).`);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) failAt(error.offset, `invalid JSON: ${words(printParseErrorCode(error.error))}.`);
  if (!root) return failAt(0, 'the file is empty. Write at least {}.');
  return read(root, (node, problem) => failAt(node?.offset ?? 0, problem));
}

function nestingDepth(text: string): number {
  let depth = 0;
  let most = 0;
  for (const char of text) {
    if (char === '[' || char === '{') most = Math.max(most, ++depth);
    else if (char === ']' || char === '}') depth--;
  }
  return most;
}

/** Turns `PropertyNameExpected` into "property name expected". */
function words(code: string): string {
  return code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
}

/**
 * Decodes the text of a rule file, without a byte order mark.
 * @throws ConfigError for encodings other than UTF-8. Decoded wrongly, the rules would be different, and lost when
 *   the file is rewritten.
 */
export function decodeText(bytes: Uint8Array, file: string): string {
  try {
    if (!bytes.includes(0)) return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // the error is thrown below
  }
  throw new ConfigError(file, 1, 1, 'not valid UTF-8. Save the file as UTF-8.');
}

/**
 * Reads a text file by its absolute path with `/` as separator. It returns `undefined` only if the file doesn't
 * exist, because callers that rewrite a file would otherwise lose its content.
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
  readonly #excluding: readonly Matcher[];
  readonly #included: Matcher | undefined;

  constructor(file?: PlacedText, ignoreFile?: PlacedText) {
    this.config = file ? parseConfig(file.text, file.path) : {};
    this.file = file?.path;
    this.ignoreFile = ignoreFile?.path;
    const { include, exclude, baseline } = this.config;
    const folder = file ? folderOf(file.path) : '';
    this.baseline = baseline === undefined ? undefined : resolvePath(folder, baseline);
    this.#included = file && include && new Matcher(file.path, include);
    this.#excluding = [
      ...(file && exclude ? [new Matcher(file.path, exclude)] : []),
      ...(ignoreFile ? [new Matcher(ignoreFile.path, ignoreFile.text)] : []),
    ];
  }

  /**
   * The path of the rule file that excludes a file or one of its parent folders.
   * @param path absolute, with `/` as separator; a folder's may end with it.
   */
  excludedBy(path: string): string | undefined {
    return this.#excluding.find((matcher) => matcher.has(path))?.file;
  }

  /** Whether a folder scan includes the file: according to `include` and `languages`, by default every document. */
  takes(path: string): boolean {
    const { languages } = this.config;
    if (this.excludedBy(path) !== undefined) return false;
    const isOfLanguage = languages?.some((id) => id === languageOf(path)) ?? true;
    if (this.#included) return isOfLanguage && this.#included.has(path);
    return languages ? isOfLanguage : isDocument(path);
  }
}

/** A file and its text. */
interface PlacedText {
  /** Absolute, with `/` as separator. */
  path: string;
  text: string;
}

/** Patterns in `.gitignore` syntax, relative to the folder of their file. */
class Matcher {
  readonly file: string;
  readonly #folder: string;
  readonly #rules: Ignore;

  constructor(file: string, patterns: string | readonly string[]) {
    this.file = file;
    this.#folder = `${folderOf(file)}/`;
    this.#rules = ignore().add(patterns);
  }

  has(path: string): boolean {
    const relative = path.startsWith(this.#folder) ? path.slice(this.#folder.length) : '';
    return relative !== '' && this.#rules.ignores(relative);
  }
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

/** In UTF-16 code units: more than anyone writes. Matching millions of patterns would take minutes and gigabytes. */
const maxRules = 2 ** 18;

/**
 * Limits the patterns of a file.
 * @param path its name, for the error.
 * @throws ConfigError when the file has too many patterns.
 */
export function checkRuleCount({ path, text }: PlacedText): void {
  if (text.length <= maxRules) return;
  throw new ConfigError(path, 1, 1, 'larger than 256 KiB. Write fewer or shorter patterns.');
}

async function readRuleFile(path: string, read: ReadFile): Promise<PlacedText | undefined> {
  const text = await read(path);
  if (text === undefined) return undefined;
  checkRuleCount({ path, text });
  return { path, text };
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
