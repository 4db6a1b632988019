import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { InvalidArgumentError, Option } from 'commander';
import { maxTextBytes } from '../api/limits.ts';

/** The streams of a process, or a test's substitutes. */
export interface Streams {
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable & { isTTY?: boolean; columns?: number };
}

/** Where results and messages are written. */
export type Output = Pick<Streams, 'stdout' | 'stderr'>;

/** The output formats that `--format` accepts. */
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

/** `--provenance`, an option of every command that reads files. */
export interface ProvenanceSetting {
  /** Whether to skip passages that git dates before chat models. */
  provenance?: boolean;
}

/** The options of `inkling scan`. */
export interface ScanSettings extends ProvenanceSetting {
  format: FormatName;
  /** The mildest verdict that fails a file: `mixed` fails `ai` as well. */
  failOn?: 'mixed' | 'ai';
  /** The score, 0..1, from which a file fails, whatever its verdict. */
  threshold?: number;
  /** The number of files that may fail; 0 by default. */
  max?: number;
  /** Whether JSON contains whole reports, as the API returns them. */
  report?: true;
  /** The file name to assume for standard input; its extension sets the language. */
  stdinFilename?: string;
  /** Whether to print only files that fail or, if files can't fail, those that read like AI. */
  quiet?: true;
  /** Whether text output includes files that are fine, with details. */
  verbose?: true;
  /** Whether text output gives the reasons for each verdict. */
  explain?: true;
  /** Whether to print the settings that apply instead of scanning. */
  showConfig?: true;
  /** Whether to list the files that would be scanned instead of scanning them. */
  listFiles?: true;
  /** The files to write results to. One without a format replaces standard output. */
  output?: readonly OutputFile[];
  /** Whether a file that can't be scanned fails the scan even if nobody named it. */
  strict?: true;
  /** The number of threads; by default one per core, at most 8. */
  jobs?: number;
  /**
   * The configuration to read instead of the nearest `inkling.jsonc`; `false` ignores all rule files, `.gitignore`
   * included.
   */
  config?: string | false;
  /** The file of known passages. */
  baseline?: string;
  /** Whether to rewrite that file. */
  updateBaseline?: true;
  /** The commit since which passages must have changed to be reported. */
  since?: string;
  /** Whether SARIF lists ignored and known passages as suppressed. */
  suppressions: boolean;
}

/** The outputs and their formats, starting with `--format`, which goes to standard output unless a file replaces it. */
export function outputsOf({
  format,
  output = [],
}: Pick<ScanSettings, 'format' | 'output'>): { format: FormatName; file: string | undefined }[] {
  const main = output.find((each) => each.format === undefined);
  return [
    { format, file: main?.file },
    ...output.flatMap((each) =>
      each.format === undefined ? [] : [{ format: each.format, file: each.file }],
    ),
  ];
}

/** Whether the exit code depends on the results. */
export function affectsExitCode({ failOn, threshold }: Pick<ScanSettings, 'failOn' | 'threshold'>): boolean {
  return failOn !== undefined || threshold !== undefined;
}

/** The options of `inkling scan`. */
export function scanOptions(): Option[] {
  return [
    new Option('-f, --format <format>', 'output format').choices(formatNames).default('text'),
    new Option(
      '-o, --output <[format=]file>',
      'output file (default: standard output); with a format, an additional file, such as sarif=inkling.sarif; repeatable',
    ).argParser(outputFile),
    new Option('-v, --verbose', 'with text: also print files that are fine, with details').conflicts('quiet'),
    new Option('-e, --explain', 'with text: print the reasons for each printed verdict').conflicts('quiet'),
    new Option('--fail-on <verdict>', 'verdict that fails a file; mixed includes ai').choices([
      'ai',
      'mixed',
    ]),
    new Option('--threshold <score>', 'score from which a file fails, 0 to 1').argParser(score),
    new Option('--max <number>', 'number of files that may fail (default: 0)').argParser(
      parseWholeNumber(0, 1e9),
    ),
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
      'baseline file: report and fail on only what is not in it; contains hashes of passages, no text',
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
    new Option('-j, --jobs <number>', 'number of threads (default: the cores, 8 at most)').argParser(
      parseWholeNumber(1, 64),
    ),
    new Option('--list-files', 'print the files that would be scanned, one per line, and scan nothing'),
    new Option('--show-config', 'print the settings that apply and where each comes from; scan nothing'),
  ];
}

/** The options of `inkling event`. */
export interface EventSettings {
  label: string;
  undisclosedLabel: string;
  /** A text with one of these labels is not judged. */
  exemptLabel?: readonly string[];
  /** Address of the repository’s policy on texts by AI. */
  policy?: string;
  /** Whether to print the comment and write nothing to GitHub. */
  dryRun?: true;
}

/** The options of `inkling event`. */
export function eventOptions(): Option[] {
  return [
    new Option('--label <name>', 'label for a text that reads like AI, created if missing')
      .argParser(labelName)
      .default('reads-like-ai'),
    new Option(
      '--undisclosed-label <name>',
      'label to use instead if the template’s checkbox on the use of AI is not ticked',
    )
      .argParser(labelName)
      .default('undisclosed'),
    new Option('--exempt-label <name>', 'label that exempts a text; repeatable').argParser(
      (value, before: readonly string[] | undefined) => [...(before ?? []), labelName(value)],
    ),
    new Option('--policy <url>', 'address of the repository’s policy, linked in the comment').argParser(
      webPage,
    ),
    new Option('--dry-run', 'print the comment and write nothing to GitHub'),
  ];
}

function labelName(value: string): string {
  if (value.trim() !== '' && value.length <= 50) return value.trim();
  throw new InvalidArgumentError('Expected the name of a label, at most 50 characters.');
}

function webPage(value: string): string {
  const url = URL.parse(value);
  if (url && /^https?:$/.test(url.protocol)) return url.href;
  throw new InvalidArgumentError('Expected an address such as https://example.org/ai-policy.');
}

/** An option of every command that reads files. */
export function provenanceOption(): Option {
  return new Option(
    '--provenance',
    'skip passages older than chat models (30 November 2022) by git’s dates, and report commits by an AI; git may run programs that the repository’s configuration names',
  );
}

function outputFile(value: string, before: readonly OutputFile[] = []): OutputFile[] {
  const format = formatNames.find((name) => value.startsWith(`${name}=`));
  if (format !== undefined) return [...before, { format, file: value.slice(format.length + 1) }];
  if (before.some((each) => each.format === undefined)) {
    throw new InvalidArgumentError(
      'Expected a format before each additional file, such as sarif=inkling.sarif.',
    );
  }
  return [...before, { file: value }];
}

function score(value: string): number {
  const number = Number(value);
  if (value.trim() !== '' && number >= 0 && number <= 1) return number;
  throw new InvalidArgumentError('Expected a number from 0 to 1.');
}

/** Where data is stored: a file's path, or a PostgreSQL address. */
export interface DatabaseSetting {
  database: string;
}

/** `--database`, an option of every command of the service. */
export function databaseOption(): Option {
  return new Option('--database <file|address>', 'SQLite file, created if missing, or postgres://…')
    .env('INKLING_DATABASE')
    .default(defaultDatabase(process.platform, process.env, homedir()));
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

/** How `inkling serve` runs. */
export interface ServeSettings extends DatabaseSetting, Required<QuotaSettings> {
  host: string;
  /** 0 for any free port. */
  port: number;
  /** Scheme and host of the addresses in responses, without a trailing slash. */
  publicUrl?: string;
  /** The value that the user gave; without one, `exposureOf` decides. */
  registration?: 'open' | 'closed';
  /** Requests per minute and account; 0 means no limit. */
  rateLimit: number;
  /** The largest text in bytes of UTF-8, at most `maxTextBytes`. */
  maxContent: number;
}

/** The options of `inkling serve`; each can be set by an environment variable. */
export function serveOptions(): Option[] {
  return [
    new Option('--host <address>', 'address to listen on')
      .env('INKLING_HOST')
      .argParser(host)
      .default('127.0.0.1'),
    new Option('--port <number>', 'port to listen on, 0 for any free port')
      .env('INKLING_PORT')
      .argParser(parseWholeNumber(0, 65_535))
      .default(4655),
    new Option(
      '--public-url <url>',
      'public scheme and host, such as a proxy’s (default: the listening address; required if other machines can reach --host)',
    )
      .env('INKLING_PUBLIC_URL')
      .argParser(publicUrl),
    new Option(
      '--registration <open|closed>',
      'whether visitors may create accounts (default: open if only this machine can reach it, otherwise closed)',
    )
      .env('INKLING_REGISTRATION')
      .choices(['open', 'closed']),
    new Option(
      '--rate-limit <number>',
      'requests per minute and account, and page views per minute and address; 0: no limit',
    )
      .env('INKLING_RATE_LIMIT')
      .argParser(parseWholeNumber(0, 1_000_000))
      .default(120),
    new Option('--max-content <bytes>', 'bytes of a text in UTF-8, at most 1 MiB')
      .env('INKLING_MAX_CONTENT')
      .argParser(parseWholeNumber(1, maxTextBytes))
      .default(maxTextBytes),
    maxKeysOption(),
    new Option('--max-projects <number>', 'projects per account; 0: no limit')
      .env('INKLING_MAX_PROJECTS')
      .argParser(parseWholeNumber(0, 1e9))
      .default(10_000),
    new Option('--max-reports <number>', 'reports per account; 0: no limit')
      .env('INKLING_MAX_REPORTS')
      .argParser(parseWholeNumber(0, 1e12))
      .default(100_000),
    new Option('--max-bytes <bytes>', 'bytes of text per account, in UTF-8; 0: no limit')
      .env('INKLING_MAX_BYTES')
      .argParser(parseWholeNumber(0, 1e15))
      .default(1024 ** 3),
  ];
}

/** Environment variables that begin with `INKLING_` but are unknown: usually a misspelt name. */
export function unknownVariables(environment: NodeJS.ProcessEnv): string[] {
  const options = [databaseOption(), ...serveOptions()].map(({ envVar }) => envVar);
  const known = new Set([...options, 'INKLING_SECRET', 'INKLING_URL', 'INKLING_API_KEY']);
  return Object.keys(environment).filter((name) => /^INKLING_/i.test(name) && !known.has(name));
}

/** An option of every command that issues keys. */
export function maxKeysOption(): Option {
  return new Option('--max-keys <number>', 'API keys per account; 0: no limit')
    .env('INKLING_MAX_KEYS')
    .argParser(parseWholeNumber(0, 1e9))
    .default(100);
}

function parseWholeNumber(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = /^\d{1,16}$/.test(value) ? Number(value) : NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
  };
}

/** Rejects an empty host, as from a variable without a value, because Node would listen on every address. */
function host(value: string): string {
  if (value.trim() !== '') return value.trim();
  throw new InvalidArgumentError('Expected an address of this machine, such as 127.0.0.1.');
}

function publicUrl(value: string): string {
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
