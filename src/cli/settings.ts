import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { maxTextBytes } from '../api/limits.ts';

// prettier-ignore
export const formatNames = ['text', 'json', 'jsonl', 'sarif', 'markdown', 'github', 'gitlab', 'junit', 'csv'] as const;
export type FormatName = (typeof formatNames)[number];

/** The shells that completion scripts exist for. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** A file for results, and its format if that differs from `--format`. */
export interface OutputFile {
  format?: FormatName;
  file: string;
}

/** `--provenance`, an option of every command that reads files: skips passages that git dates before chat models. */
export interface ProvenanceSetting {
  provenance?: boolean;
}

/** The values of `scanOptions`, which describes them. */
export interface ScanSettings extends ProvenanceSetting {
  format: FormatName;
  /** At most one has no format; that file replaces standard output. */
  output?: readonly OutputFile[];
  verbose?: true;
  explain?: true;
  /** The mildest verdict that fails a file: with `mixed`, `ai` fails too. */
  failOn?: 'mixed' | 'ai';
  threshold?: number;
  max?: number;
  strict?: true;
  quiet?: true;
  report?: true;
  stdinFilename?: string;
  /** `false` ignores all rule files, `.gitignore` included. */
  config?: string | false;
  baseline?: string;
  updateBaseline?: true;
  since?: string;
  suppressions: boolean;
  jobs?: number;
  listFiles?: true;
  showConfig?: true;
}

/** The outputs and their formats, starting with `--format`, which goes to standard output unless a file replaces it. */
export function outputsOf({
  format,
  output = [],
}: Pick<ScanSettings, 'format' | 'output'>): { format: FormatName; file: string | undefined }[] {
  const main = output.find((each) => each.format === undefined);
  const others = output.flatMap(({ format: own, file }) => (own === undefined ? [] : { format: own, file }));
  return [{ format, file: main?.file }, ...others];
}

/** Whether the exit code depends on the results. */
export function affectsExitCode({ failOn, threshold }: Pick<ScanSettings, 'failOn' | 'threshold'>): boolean {
  return failOn !== undefined || threshold !== undefined;
}

export function scanOptions(): Option[] {
  return [
    new Option('-f, --format <format>', 'output format').choices(formatNames).default('text'),
    new Option(
      '-o, --output <[format=]file>',
      'output file (default: standard output); with a format, an additional file, such as sarif=inkling.sarif; repeatable',
    ).argParser(parseOutput),
    new Option('-v, --verbose', 'with text: also print files that pass, with details').conflicts('quiet'),
    new Option('-e, --explain', 'with text: print the reasons for each printed verdict').conflicts('quiet'),
    new Option('--fail-on <verdict>', 'verdict that fails a file; mixed includes ai').choices([
      'ai',
      'mixed',
    ]),
    new Option('--threshold <score>', 'lowest score that fails a file, 0 to 1').argParser(parseScore),
    numberOption('--max <number>', 'number of files that may fail (default: 0)', 0, 1e9),
    new Option(
      '--strict',
      'exit with 2 if any file can’t be scanned (default: files found in folders or by patterns are skipped and counted)',
    ),
    new Option(
      '-q, --quiet',
      'print only failing files, without progress and summary (without --fail-on and --threshold: files that read like AI)',
    ),
    new Option(
      '--report',
      'with json and jsonl: full reports as in the API, with text, ids and times; offsets refer to that text',
    ),
    new Option(
      '--stdin-filename <name>',
      'file name to assume for standard input; its extension sets the format (default: plain text)',
    ),
    new Option(
      '-c, --config <file>',
      'configuration file (default: the nearest inkling.jsonc, from this folder upward)',
    ),
    new Option('--no-config', 'ignore inkling.jsonc, .inklingignore and .gitignore'),
    new Option(
      '--baseline <file>',
      'baseline file: findings in it are not reported and fail nothing; contains hashes of passages, no text',
    ),
    new Option('--update-baseline', 'add current findings to the baseline and remove those that are gone'),
    new Option(
      '--since <ref>',
      'scan only files changed since this git commit or branch, and report only passages with changed lines',
    ),
    provenanceOption(),
    new Option(
      '--no-suppressions',
      'leave skipped and known passages out of SARIF, because GitHub opens alerts for them',
    ),
    numberOption('-j, --jobs <number>', 'number of threads (default: the number of cores, at most 8)', 1, 64),
    new Option('--list-files', 'print the files that would be scanned, one per line, and scan nothing'),
    new Option('--show-config', 'print the settings that apply and where each comes from; scan nothing'),
  ];
}

/** The values of `eventOptions`, which describes them. */
export interface EventSettings {
  label: string;
  undisclosedLabel: string;
  exemptLabel?: readonly string[];
  policy?: string;
  dryRun?: true;
}

export function eventOptions(): Option[] {
  return [
    new Option('--label <name>', 'label for a text that reads like AI, created if missing')
      .argParser(parseLabel)
      .default('reads-like-ai'),
    new Option(
      '--undisclosed-label <name>',
      'label to use instead if the template’s checkbox on the use of AI is not ticked',
    )
      .argParser(parseLabel)
      .default('undisclosed'),
    new Option('--exempt-label <name>', 'label that exempts a text; repeatable').argParser(
      (value, previous: readonly string[] | undefined) => [...(previous ?? []), parseLabel(value)],
    ),
    new Option('--policy <url>', 'address of the repository’s policy, linked in the comment').argParser(
      parseWebPage,
    ),
    new Option('--dry-run', 'print the comment and write nothing to GitHub'),
  ];
}

function parseLabel(value: string): string {
  if (value.trim() !== '' && value.length <= 50) return value.trim();
  throw new InvalidArgumentError('Expected the name of a label, at most 50 characters.');
}

function parseWebPage(value: string): string {
  const url = URL.parse(value);
  if (url && /^https?:$/.test(url.protocol)) return url.href;
  throw new InvalidArgumentError('Expected an address such as https://example.org/ai-policy.');
}

/** An option of every command that reads files. */
export function provenanceOption(): Option {
  return new Option(
    '--provenance',
    'skip passages that are older than chat models (30 November 2022) according to git’s dates, and report commits by an AI; only for repositories that you trust: git may run programs named in their configuration',
  );
}

function parseOutput(value: string, previous: readonly OutputFile[] = []): OutputFile[] {
  const format = formatNames.find((name) => value.startsWith(`${name}=`));
  if (format !== undefined) return [...previous, { format, file: value.slice(format.length + 1) }];
  if (previous.some((each) => each.format === undefined)) {
    throw new InvalidArgumentError(
      'Expected a format before each additional file, such as sarif=inkling.sarif.',
    );
  }
  return [...previous, { file: value }];
}

function parseScore(value: string): number {
  const number = Number(value);
  if (value.trim() !== '' && number >= 0 && number <= 1) return number;
  throw new InvalidArgumentError('Expected a number from 0 to 1.');
}

export interface DatabaseSetting {
  /** A file's path, or a PostgreSQL address. */
  database: string;
}

/** `--database`, an option of every command of the service. */
export function databaseOption(): Option {
  return withVariable(
    new Option('--database <file|address>', 'SQLite file, created if missing, or postgres://…').default(
      defaultDatabase(process.platform, process.env, homedir()),
    ),
  );
}

/** The default file, in the platform's folder for user data. */
export function defaultDatabase(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
  home: string,
): string {
  const { XDG_DATA_HOME: data = '', LOCALAPPDATA: local = '' } = environment;
  if (platform === 'win32') {
    return join(local || join(home, 'AppData', 'Local'), 'Inkling', 'inkling.sqlite');
  }
  if (platform === 'darwin') {
    return join(home, 'Library', 'Application Support', 'Inkling', 'inkling.sqlite');
  }
  // The XDG Base Directory Specification requires ignoring relative paths.
  return join(isAbsolute(data) ? data : join(home, '.local', 'share'), 'inkling', 'inkling.sqlite');
}

/** Where the tools of `inkling mcp` store reports: in a local database or, with an address, on a remote service. */
export interface McpSettings extends DatabaseSetting, ProvenanceSetting {
  url?: string;
}

/** The limits of an account; 0 means no limit. */
export interface QuotaSettings {
  maxKeys?: number;
  maxProjects?: number;
  maxReports?: number;
  /** Bytes of text in UTF-8. */
  maxBytes?: number;
}

/** The options of all commands on accounts and keys. */
export interface StoreSettings extends DatabaseSetting, QuotaSettings {
  passwordStdin?: true;
  revokeKeys?: true;
}

/** The values of `serveOptions`, which describes them. */
export interface ServeSettings extends DatabaseSetting, Required<QuotaSettings> {
  host: string;
  port: number;
  /** Without a trailing slash. */
  publicUrl?: string;
  registration?: 'open' | 'closed';
  rateLimit: number;
  maxContent: number;
}

/** The options of `inkling serve`; each can be set by an environment variable. */
export function serveOptions(): Option[] {
  return [
    new Option('--host <address>', 'address to listen on').argParser(parseHost).default('127.0.0.1'),
    numberOption('--port <number>', 'port to listen on, 0 for any free port', 0, 65_535).default(4655),
    new Option(
      '--public-url <url>',
      'public scheme and host, such as a proxy’s (default: the listening address; required if other machines can reach --host)',
    ).argParser(parsePublicUrl),
    new Option(
      '--registration <open|closed>',
      'whether visitors may create accounts (default: open if only this machine can reach the service, otherwise closed)',
    ).choices(['open', 'closed']),
    numberOption(
      '--rate-limit <number>',
      'requests per minute and account, and page views per minute and address; 0: no limit',
      0,
      1_000_000,
    ).default(120),
    numberOption(
      '--max-content <bytes>',
      'largest text, in bytes of UTF-8, at most 1 MiB',
      1,
      maxTextBytes,
    ).default(maxTextBytes),
    maxKeysOption(),
    numberOption(
      '--max-projects <number>',
      'maximum number of projects per account; 0: no limit',
      0,
      1e9,
    ).default(10_000),
    numberOption(
      '--max-reports <number>',
      'maximum number of reports per account; 0: no limit',
      0,
      1e12,
    ).default(100_000),
    numberOption(
      '--max-bytes <bytes>',
      'maximum text per account, in bytes of UTF-8; 0: no limit',
      0,
      1e15,
    ).default(1024 ** 3),
  ].map(withVariable);
}

/** An option of every command that issues keys. */
export function maxKeysOption(): Option {
  return numberOption(
    '--max-keys <number>',
    'maximum number of API keys per account; 0: no limit',
    0,
    1e9,
  ).default(100);
}

/** Lets an environment variable set the option, such as `INKLING_MAX_KEYS` for `--max-keys`. */
export function withVariable(option: Option): Option {
  return option.env(`INKLING_${option.name().toUpperCase().replaceAll('-', '_')}`);
}

/** Environment variables that begin with `INKLING_` but are unknown: usually a misspelt name. */
export function unknownVariables(environment: NodeJS.ProcessEnv): string[] {
  const options = [databaseOption(), ...serveOptions()].map(({ envVar }) => envVar);
  const known = new Set([...options, 'INKLING_SECRET', 'INKLING_URL', 'INKLING_API_KEY']);
  return Object.keys(environment).filter((name) => /^INKLING_/i.test(name) && !known.has(name));
}

function numberOption(flags: string, description: string, min: number, max: number): Option {
  return new Option(flags, description).argParser((value) => {
    const number = /^\d{1,16}$/.test(value) ? Number(value) : NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
  });
}

/** Rejects an empty host, such as from a variable without a value, because Node would listen on every address. */
function parseHost(value: string): string {
  if (value.trim() !== '') return value.trim();
  throw new InvalidArgumentError('Expected an address of this machine, such as 127.0.0.1.');
}

function parsePublicUrl(value: string): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    throw new InvalidArgumentError('Expected only scheme and host, such as https://inkling.example.org.');
  }
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') {
    throw new InvalidArgumentError(
      `Browsers can’t open ${url.hostname}. Use the name or address that users type.`,
    );
  }
  return url.origin;
}
