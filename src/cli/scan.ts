import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { Baseline } from '../config/baseline.ts';
import { Configuration, findConfiguration } from '../config/config.ts';
import { StartError } from '../service/startError.ts';
import {
  absolute,
  filesOf,
  isRepository,
  readIfThere,
  readNamedIfThere,
  type FoundFile,
  type FoundFiles,
} from './files.ts';
import type { Problem, Totals } from './formats/format.ts';
import { counted, visible } from './formats/text.ts';
import type { Changes } from './git.ts';
import { openOutput, printedTo, write, type Output } from './output.ts';
import { readProseOf } from './readProse.ts';
import { outcomeOf } from './scanFile.ts';
import { scanInThreads } from './scanThreads.ts';
import { decides, type ScanSettings, type Streams } from './settings.ts';
import { readShippedModel } from './shipped.ts';
import { formatOf, told, type FileToTell, type TellOptions, type Told } from './tellFile.ts';

/** The argument that means standard input. */
const standardInput = '-';

/** So many stay below 400 MB together, however many files there are (lab/bench/README.md). */
const maxThreads = 8;

/** The options of a scan with what the configuration adds to them, and the configuration. */
export interface ConfiguredSettings extends ScanSettings {
  configuration: Configuration;
}

/**
 * Adds to options what the configuration of the working folder says: an option has the last word.
 * @throws ConfigError when that file says what it may not.
 * @throws StartError when the file that `--config` names can't be read.
 */
export async function configured(settings: ScanSettings): Promise<ConfiguredSettings> {
  const { config: named } = settings;
  if (named === false) return { ...settings, configuration: new Configuration() };
  const file = named === undefined ? undefined : absolute(named);
  if (named !== undefined && (await readIfThere(named)) === undefined) {
    throw new StartError(`--config ${named} does not exist. Check the name.`);
  }
  const configuration = await findConfiguration(absolute('.'), readIfThere, isRepository, file);
  const { failOn, threshold } = configuration.config;
  return {
    ...(failOn !== undefined && { failOn }),
    ...(threshold !== undefined && { threshold }),
    ...settings,
    configuration,
  };
}

/**
 * Scans the files that the arguments mean (none: the working folder) and prints their results, in the order named;
 * says on standard error which failed and which could not be scanned, and goes on. Keeps no report.
 * @returns the exit code: 0; 1 when more files failed than may; 2 when one could not be scanned.
 * @throws StartError when the options don't fit, a file can't be written, or the model file is missing or damaged.
 */
export async function scanFiles(
  named: readonly string[],
  settings: ConfiguredSettings,
  streams: Streams,
): Promise<0 | 1 | 2> {
  const args = named.length > 0 ? named : ['.'];
  requireFitting(args, settings);
  const baseline = await openBaseline(settings);
  const changes = settings.since === undefined ? undefined : await changedSince(settings.since);
  const all = await filesOf(
    args.filter((arg) => arg !== standardInput),
    settings.configuration,
    settings.config !== false,
  );
  if (settings.output !== undefined) all.files = withoutOutput(all.files, settings.output);
  const output =
    settings.output === undefined ? printedTo(streams.stdout) : await openOutput(settings.output);
  try {
    const isAsked = args.includes(standardInput);
    return await scanTo(output, { isAsked, all, baseline, changes }, settings, streams);
  } finally {
    await output.discard();
  }
}

/**
 * The last results are no document to scan.
 * @throws StartError when they would take the place of a document that was named.
 */
function withoutOutput(files: readonly FoundFile[], output: string): FoundFile[] {
  const path = resolve(output);
  return files.filter(({ file, named }) => {
    if (resolve(file) !== path) return true;
    if (!named) return false;
    throw new StartError(`--output ${output} would overwrite a file that is to be scanned. Name another.`);
  });
}

/** What is scanned, and what is known of it. */
interface Input {
  /** Whether standard input is scanned too. */
  isAsked: boolean;
  all: FoundFiles;
  baseline: OpenBaseline | undefined;
  changes: Changes | undefined;
}

async function scanTo(
  output: Output,
  { isAsked, all, baseline, changes }: Input,
  settings: ConfiguredSettings,
  { stdin, stderr }: Streams,
): Promise<0 | 1 | 2> {
  const { configuration, ...plain } = settings;
  const { stream: out } = output;
  const options: TellOptions = {
    ...plain,
    kept: baseline?.baseline.kept ?? new Map(),
    scoreQuotes: configuration.config.quotes === 'score',
    provenance: settings.provenance ?? false,
    judgeIgnored: settings.format === 'sarif' && settings.suppressions,
    hashPassages: baseline !== undefined || settings.since !== undefined,
    known: baseline?.baseline.hashes,
    level: levels[configuration.config.severity ?? 'information'],
    isStyled: styleText('bold', 'a', { stream: out }) !== 'a',
  };
  const format = formatOf(options);
  const progress = new Progress(settings.quiet ? undefined : stderr);
  const complain = (text: string): void => {
    progress.clear();
    stderr.write(`inkling: ${visible(text)}\n`);
  };
  let hasTexts = false;
  const print = async (text: string | Uint8Array): Promise<void> => {
    if (text.length === 0) return;
    progress.clear();
    await write(out, hasTexts ? format.between : format.head);
    hasTexts = true;
    await write(out, text);
  };
  let failed = 0;
  let unscanned = 0;
  let skipped = 0;
  let knownFiles = 0;
  let filesWithoutHistory = 0;
  const totals = { people: { words: 0, passages: 0 }, history: { words: 0, passages: 0 } };
  const problems: Problem[] = [];
  const found = new Map<string, { all: readonly string[]; flagged: readonly string[] }>();
  const cannotScan = async (file: string, problem: string): Promise<void> => {
    problems.push({ file, problem });
    await print(format.failed(file, problem));
    complain(`${file} ${problem}`);
    unscanned++;
  };

  for (const { folder, problem } of all.unreadable) await cannotScan(folder, problem);
  const inputName = settings.stdinFilename ?? '<stdin>';
  const excludedBy = isAsked ? configuration.excludedBy(absolute(inputName)) : undefined;
  if (excludedBy !== undefined) all.excluded.push({ file: inputName, by: excludedBy });
  const readsInput = isAsked && excludedBy === undefined;
  for (const { file, by } of settings.quiet ? [] : all.excluded) {
    complain(`${file} is not scanned: ${basename(by)} excludes it`);
  }
  const input = readsInput ? [{ file: inputName, named: true }] : [];
  const onDisk = changes ? await changedOf(all.files, changes) : all.files;
  const files = [...input, ...onDisk];
  let at = 0;
  for await (const told of toldOf(readsInput ? { name: inputName, stdin } : undefined, onDisk, options)) {
    const { file, named: isNamed } = files[at++]!;
    if (told.kind === 'problem') {
      if (told.isNothing && !isNamed) skipped++;
      else await cannotScan(file, told.problem);
    } else {
      for (const { line, problem } of told.warnings) {
        problems.push({ file, line, problem });
        complain(`${file}:${line} ${problem}`);
      }
      // Without a baseline to write in the end, nothing of 20,000 files is kept.
      if (told.passages) found.set(baseline?.nameOf(file) ?? file, told.passages);
      add(totals.people, told.leftOut.people);
      add(totals.history, told.leftOut.history);
      if (told.hasNoHistory) filesWithoutHistory++;
      if (told.isKnown) knownFiles++;
      if (told.failure !== undefined) {
        failed++;
        complain(`${file} fails: ${told.failure}`);
      }
      await print(told.text);
    }
    progress.show(at, files);
  }
  progress.clear();
  await write(out, format.end({ hasTexts, totals, problems }));
  await output.close();
  if (!settings.quiet) {
    const { people, history } = totals;
    if (files.length === 0 && all.excluded.length === 0 && unscanned === 0) complain(nothingFound(settings));
    if (skipped > 0) complain(`${skipped} more without prose that Inkling reads`);
    const inWords = ({ words, passages }: Totals): string =>
      `${counted(words, 'word')} in ${counted(passages, 'passage')}`;
    if (people.passages > 0) complain(`${inWords(people)} ignored`);
    if (history.passages > 0) complain(`${inWords(history)} older than chat models, left out`);
    if (filesWithoutHistory > 0) {
      complain(
        `${counted(filesWithoutHistory, 'file')} judged as a whole: git tells no history (not committed, a shallow clone, or no git here)`,
      );
    }
    if (knownFiles > 0) complain(`${counted(knownFiles, 'file')} with nothing new that reads like AI`);
  }
  if (settings.updateBaseline && baseline) complain(await baseline.update(found));
  if (unscanned > 0) return 2;
  return failed > (settings.max ?? 0) ? 1 : 0;
}

/** What is told of standard input, if it is scanned, and then of the files. */
async function* toldOf(
  input: { name: string; stdin: AsyncIterable<Uint8Array> } | undefined,
  files: readonly FileToTell[],
  options: TellOptions,
): AsyncGenerator<Told> {
  const model = readShippedModel();
  if (input) {
    const reading = readProseOf(input.stdin, input.name, options);
    yield told(await outcomeOf(input.name, reading, model, options), options);
  }
  yield* scanInThreads(files, options.jobs ?? Math.min(availableParallelism(), maxThreads), model, options);
}

/** Why a scan prints nothing, which could be taken for all being well. */
function nothingFound({ since }: ConfiguredSettings): string {
  return since === undefined
    ? 'no documents found. Code is scanned where it is named, or where "include" in inkling.jsonc names it.'
    : `nothing to scan changed since ${since}`;
}

function add(sum: Totals, { words, passages }: Totals): void {
  sum.words += words;
  sum.passages += passages;
}

/** Loads what runs git only where it is asked. */
async function changedSince(ref: string): Promise<Changes> {
  const { changesSince } = await import('./git.ts');
  return changesSince(ref);
}

/** Those of the files that changed; what was named and is not there stays, to be said. */
async function changedOf(files: readonly FoundFile[], changes: Changes): Promise<(FoundFile & FileToTell)[]> {
  const changed: (FoundFile & FileToTell)[] = [];
  for (const found of files) {
    const real = await realpath(found.file).catch(() => undefined);
    if (real === undefined) changed.push(found);
    else if (changes.has(real)) changed.push({ ...found, lines: changes.get(real) });
  }
  return changed;
}

interface OpenBaseline {
  baseline: Baseline;
  /** A file as the baseline names it. */
  nameOf: (file: string) => string;
  /** Writes what a scan found, and says how much that is. */
  update: (found: Parameters<Baseline['updated']>[0]) => Promise<string>;
}

/**
 * The baseline that the options or the configuration name. One that the configuration names need not be there yet.
 * @throws StartError when there is none to read or to update; ConfigError when it is not one.
 */
async function openBaseline({
  baseline: named,
  updateBaseline,
  configuration,
}: ConfiguredSettings): Promise<OpenBaseline | undefined> {
  const file = named ?? configuration.baseline;
  if (file === undefined) {
    if (updateBaseline) {
      throw new StartError(
        '--update-baseline needs a file: --baseline FILE, or "baseline" in inkling.jsonc.',
      );
    }
    return undefined;
  }
  const text = named === undefined ? await readIfThere(file) : await readNamedIfThere(file);
  if (text === undefined && named !== undefined && !updateBaseline) {
    throw new StartError(
      `--baseline ${named} does not exist. Make it: inkling scan --baseline ${named} --update-baseline, with the files to scan.`,
    );
  }
  const baseline = text === undefined ? new Baseline() : Baseline.parse(text, file);
  const folder = dirname(resolve(file));
  return {
    baseline,
    nameOf: (path) => relative(folder, resolve(path)).replaceAll(sep, '/'),
    update: async (found) => {
      const updated = baseline.updated(found, (path) => existsSync(resolve(folder, path)));
      const output = await openOutput(file);
      try {
        output.stream.write(updated.toText());
        await output.close();
      } finally {
        await output.discard();
      }
      const added = updated.entries.filter(({ hash }) => !baseline.has(hash)).length;
      const dropped = baseline.entries.filter(({ hash }) => !updated.has(hash)).length;
      return `${file} holds ${counted(updated.entries.length, 'passage')}: ${added} new, ${dropped} dropped`;
    },
  };
}

/** @throws StartError for options that say nothing where they are. */
function requireFitting(args: readonly string[], settings: ScanSettings): void {
  if ([...args, settings.output, settings.baseline].includes('')) {
    throw new StartError('A name in this call is empty. Perhaps a variable in it has no value.');
  }
  if (settings.stdinFilename !== undefined && !args.includes(standardInput)) {
    throw new StartError('--stdin-filename names standard input: give - among the files.');
  }
  if (settings.since !== undefined && args.includes(standardInput)) {
    throw new StartError('--since is for files: git doesn’t know what standard input changed.');
  }
  if (settings.since !== undefined && settings.updateBaseline) {
    throw new StartError('--update-baseline scans whole files: give it without --since.');
  }
  if (settings.report && settings.format !== 'json' && settings.format !== 'jsonl') {
    throw new StartError('--report is for --format json and jsonl.');
  }
  if (settings.max !== undefined && !decides(settings)) {
    throw new StartError(
      '--max is a number of files that may fail: say which do by --fail-on or --threshold.',
    );
  }
}

/** A severity as SARIF has it. */
const levels = { hint: 'note', information: 'note', warning: 'warning', error: 'error' } as const;

/** One line at a terminal that says how far a scan is. */
class Progress {
  readonly #terminal: (Writable & { isTTY?: boolean; columns?: number }) | undefined;
  #isShown = false;
  #shownAt = 0;

  constructor(stream: (Writable & { isTTY?: boolean; columns?: number }) | undefined) {
    this.#terminal = stream?.isTTY ? stream : undefined;
  }

  /** @param done how many of the files. */
  show(done: number, files: readonly FoundFile[]): void {
    const now = performance.now();
    if (!this.#terminal || files.length === 1 || now - this.#shownAt < 100) return;
    const { file = '' } = files[done] ?? {};
    const line = `${done} of ${files.length}  ${visible(file)}`;
    this.#terminal.write(`\r\x1b[K${line.slice(0, (this.#terminal.columns ?? 80) - 1)}`);
    this.#isShown = true;
    this.#shownAt = now;
  }

  clear(): void {
    if (this.#isShown) this.#terminal?.write('\r\x1b[K');
    this.#isShown = false;
  }
}
