import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { InvalidArgumentError, Option } from 'commander';
import { maxTextBytes } from '../api/limits.ts';

/** The streams of a process, or what stands for them in a test. */
export interface Streams {
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable & { isTTY?: boolean; columns?: number };
}

/** Where results and complaints go. */
export type Output = Pick<Streams, 'stdout' | 'stderr'>;

/** The ways to print results, by the name that `--format` takes. */
// prettier-ignore
export const formatNames = ['text', 'json', 'jsonl', 'sarif', 'markdown', 'github', 'gitlab', 'junit', 'csv'] as const;
export type FormatName = (typeof formatNames)[number];

/** The shells that commands and options can be completed in. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** A file for results, and the format that is written to it beside the one of `--format`, if it names one. */
export interface OutputFile {
  format?: FormatName;
  file: string;
}

/** `--provenance`, as every command takes it that reads files. */
export interface ProvenanceSetting {
  /** Whether git is asked which passages are older than chat models, to leave them out. */
  provenance?: boolean;
}

/** The options of `inkling scan`. */
export interface ScanSettings extends ProvenanceSetting {
  format: FormatName;
  /** The mildest verdict that fails a file: `mixed` fails `ai` as well. */
  failOn?: 'mixed' | 'ai';
  /** The score, 0..1, from which on a file fails, whatever its verdict. */
  threshold?: number;
  /** How many files may fail; 0 by default. */
  max?: number;
  /** Whether JSON holds whole reports as the API answers them. */
  report?: true;
  /** What standard input is called, by whose ending its language is known. */
  stdinFilename?: string;
  /** Whether only what fails is printed, or where nothing can, what reads like AI. */
  quiet?: true;
  /** Whether text tells of files that are fine too, and in detail. */
  verbose?: true;
  /** Whether text gives the reasons for each verdict that it tells. */
  explain?: true;
  /** Whether the settings that apply are printed, and nothing is scanned. */
  showConfig?: true;
  /** Whether the files that would be scanned are printed, and nothing is scanned. */
  listFiles?: true;
  /** The files that results go to: one without a format takes what standard output would. */
  output?: readonly OutputFile[];
  /** Whether a file that nobody named fails the scan too, if it can't be scanned. */
  strict?: true;
  /** How many threads scan; by default the cores, 8 at most. */
  jobs?: number;
  /** The configuration to read instead of the nearest `inkling.jsonc`; false for none, no `.inklingignore` and no `.gitignore`. */
  config?: string | false;
  /** The file with the passages that are known. */
  baseline?: string;
  /** Whether that file is rewritten. */
  updateBaseline?: true;
  /** The commit since which a passage must have changed to be reported. */
  since?: string;
  /** Whether SARIF lists what is ignored or known as well, as suppressed. */
  suppressions: boolean;
}

/** Where results go and how they are written, that of `--format` first: without a file to standard output. */
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

/** Whether results decide the exit code. */
export function decides({ failOn, threshold }: Pick<ScanSettings, 'failOn' | 'threshold'>): boolean {
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
    new Option('--max <number>', 'number of files that may fail (default: 0)').argParser(wholeNumber(0, 1e9)),
    new Option(
      '--strict',
      'exit with 2 if any file can’t be scanned (default: files found in folders or by patterns are skipped and counted)',
    ),
    new Option(
      '-q, --quiet',
      'print only files that fail (or, without --fail-on and --threshold, that read like AI), no progress',
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
      'report and fail on only what is not in this file, which contains hashes of passages, no text',
    ),
    new Option('--update-baseline', 'add current findings to the baseline and remove those that are gone'),
    new Option(
      '--since <ref>',
      'scan only files changed since this git commit or branch, and report only passages with changed lines',
    ),
    provenanceOption(),
    new Option(
      '--no-suppressions',
      'SARIF without skipped and known passages (GitHub opens alerts for them)',
    ),
    new Option('-j, --jobs <number>', 'number of threads (default: the cores, 8 at most)').argParser(
      wholeNumber(1, 64),
    ),
    new Option('--list-files', 'print the files that would be scanned, one per line, and scan nothing'),
    new Option('--show-config', 'print the settings that apply and where each comes from; scan nothing'),
  ];
}

/** The options of `inkling event`. */
export interface EventSettings {
  label: string;
  undisclosedLabel: string;
  /** With one of these, nothing is judged. */
  exemptLabel?: readonly string[];
  /** Address of the repository’s policy on texts by AI. */
  policy?: string;
  /** Whether the comment is printed, and nothing is written to GitHub. */
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
      'label instead of it if the template has a checkbox on the use of AI and it is not ticked',
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

/** For every command that reads files. */
export function provenanceOption(): Option {
  return new Option(
    '--provenance',
    'skip passages that git dates before chat models (30 November 2022) and report commits by an AI, as the editor does in trusted repositories; git may run programs that the repository’s configuration names',
  );
}

function outputFile(value: string, before: readonly OutputFile[] = []): OutputFile[] {
  const format = formatNames.find((name) => value.startsWith(`${name}=`));
  if (format !== undefined) return [...before, { format, file: value.slice(format.length + 1) }];
  if (before.some((each) => each.format === undefined)) {
    throw new InvalidArgumentError('Expected a format for each further file, such as sarif=inkling.sarif.');
  }
  return [...before, { file: value }];
}

function score(value: string): number {
  const number = Number(value);
  if (value.trim() !== '' && number >= 0 && number <= 1) return number;
  throw new InvalidArgumentError('Expected a number from 0 to 1.');
}

/** Where things are kept: a file's path, or a PostgreSQL address. */
export interface DatabaseSetting {
  database: string;
}

/** `--database`, as every command of the service takes it. */
export function databaseOption(): Option {
  return new Option('--database <file|address>', 'SQLite file, created if missing, or postgres://…')
    .env('INKLING_DATABASE')
    .default(defaultDatabase(process.platform, process.env, homedir()));
}

/** The file in the place where the platform keeps a user's data. */
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
  // XDG Base Directory Specification: a relative path is to be ignored.
  return join(isAbsolute(data) ? data : join(home, '.local', 'share'), 'inkling', 'inkling.sqlite');
}

/** Where the tools of `inkling mcp` keep reports: a database here or, with an address, a remote service. */
export interface McpSettings extends DatabaseSetting, ProvenanceSetting {
  url?: string;
}

/** What an account may keep, 0 for any number. */
export interface QuotaSettings {
  maxKeys?: number;
  maxProjects?: number;
  maxReports?: number;
  /** Of text in UTF-8. */
  maxBytes?: number;
}

/** How `inkling serve` runs. */
export interface ServeSettings extends DatabaseSetting, Required<QuotaSettings> {
  host: string;
  /** 0 for any that is free. */
  port: number;
  /** Scheme and host that addresses in answers begin with, without a slash at the end. */
  publicUrl?: string;
  /** What was asked for; `exposureOf` says what counts where nothing was. */
  registration?: 'open' | 'closed';
  /** Requests a minute and account; 0 for any number. */
  rateLimit: number;
  /** Bytes of a text in UTF-8, `maxTextBytes` or fewer. */
  maxContent: number;
}

/** The options of `inkling serve`, each of them an environment variable as well. */
export function serveOptions(): Option[] {
  return [
    new Option('--host <address>', 'address to listen on')
      .env('INKLING_HOST')
      .argParser(host)
      .default('127.0.0.1'),
    new Option('--port <number>', 'port to listen on, 0 for any free port')
      .env('INKLING_PORT')
      .argParser(wholeNumber(0, 65_535))
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
      .argParser(wholeNumber(0, 1_000_000))
      .default(120),
    new Option('--max-content <bytes>', 'bytes of a text in UTF-8, at most 1 MiB')
      .env('INKLING_MAX_CONTENT')
      .argParser(wholeNumber(1, maxTextBytes))
      .default(maxTextBytes),
    maxKeysOption(),
    new Option('--max-projects <number>', 'projects per account; 0: no limit')
      .env('INKLING_MAX_PROJECTS')
      .argParser(wholeNumber(0, 1e9))
      .default(10_000),
    new Option('--max-reports <number>', 'reports per account; 0: no limit')
      .env('INKLING_MAX_REPORTS')
      .argParser(wholeNumber(0, 1e12))
      .default(100_000),
    new Option('--max-bytes <bytes>', 'bytes of text per account, in UTF-8; 0: no limit')
      .env('INKLING_MAX_BYTES')
      .argParser(wholeNumber(0, 1e15))
      .default(1024 ** 3),
  ];
}

/** Variables of the environment that begin as ours do and are none: usually one of ours, misspelt. */
export function unknownVariables(environment: NodeJS.ProcessEnv): string[] {
  const options = [databaseOption(), ...serveOptions()].map(({ envVar }) => envVar);
  const known = new Set([...options, 'INKLING_SECRET', 'INKLING_URL', 'INKLING_API_KEY']);
  return Object.keys(environment).filter((name) => /^INKLING_/i.test(name) && !known.has(name));
}

/** For every command that issues keys. */
export function maxKeysOption(): Option {
  return new Option('--max-keys <number>', 'API keys per account; 0: no limit')
    .env('INKLING_MAX_KEYS')
    .argParser(wholeNumber(0, 1e9))
    .default(100);
}

function wholeNumber(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = /^\d{1,16}$/.test(value) ? Number(value) : NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
  };
}

/** Node takes an empty one, as a variable without a value gives it, for every address of the machine. */
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
