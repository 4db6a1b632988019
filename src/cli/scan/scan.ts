import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { Baseline } from '../../scan/baseline.ts';
import { Configuration, findConfiguration } from '../../scan/config.ts';
import { Rules } from '../../scan/rules.ts';
import { StartError } from '../../service/startError.ts';
import {
  absolute,
  filesOf,
  isRepository,
  readIfThere,
  readNamedIfThere,
  type FoundFile,
  type FoundFiles,
} from './files.ts';
import type { Problem, Totals } from '../formats/format.ts';
import { isResults } from '../formats/results.ts';
import { counted, visible } from '../formats/text.ts';
import type { Changes } from './git.ts';
import { openOutput, printedTo, write, type Output } from './output.ts';
import { readProseOf } from './readProse.ts';
import { outcomeOf } from './scanFile.ts';
import { scanInThreads } from './scanThreads.ts';
import { decides, formatNamesOf, type ScanSettings, type Streams } from '../settings.ts';
import { readModelFile } from '../assets.ts';
import { formatsOf, renderOutcome, type FileJob, type RenderOptions, type FileOutput } from './renderFile.ts';

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
    throw new StartError(`--config ${named}: no such file.`);
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
  all.files = withoutOutputs(all.files, settings);
  const outputs = await openOutputs(settings, streams);
  try {
    const isAsked = args.includes(standardInput);
    return await scanTo(outputs, { isAsked, all, baseline, changes }, settings, streams);
  } finally {
    for (const output of outputs) await output.discard();
  }
}

/** The options that name a file for results. */
const outputOptions = ['output', 'sarif'] as const;

/**
 * The last results are no document to scan.
 * @throws StartError when results would take the place of a document.
 */
function withoutOutputs(files: readonly FoundFile[], settings: ScanSettings): FoundFile[] {
  let left = [...files];
  for (const option of outputOptions) {
    const output = settings[option];
    const before = output === undefined ? undefined : identityOf(output);
    if (output === undefined || before === undefined) continue;
    left = left.filter(({ file, named }) => {
      if (identityOf(file) !== before) return true;
      if (!named && isResults(startOf(output))) return false;
      throw new StartError(
        `--${option} ${output} would overwrite a file to be scanned. Choose another name.`,
      );
    });
  }
  return left;
}

/** The same of each name of a file, and of links to it; none where there is none. */
function identityOf(file: string): string | undefined {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev} ${stats.ino}`;
}

/** As much of a file as says whether it holds results; nothing where it can't be read. */
function startOf(file: string): string {
  const bytes = Buffer.alloc(4096);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, {}));
  } catch {
    return '-';
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/**
 * Where results go, in the order of their formats.
 * @throws StartError when a file can't be written.
 */
async function openOutputs({ output, sarif }: ScanSettings, { stdout }: Streams): Promise<Output[]> {
  const first = output === undefined ? printedTo(stdout) : await openOutput(output);
  if (sarif === undefined) return [first];
  try {
    return [first, await openOutput(sarif)];
  } catch (error) {
    await first.discard();
    throw error;
  }
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
  outputs: readonly Output[],
  { isAsked, all, baseline, changes }: Input,
  settings: ConfiguredSettings,
  { stdin, stderr }: Streams,
): Promise<0 | 1 | 2> {
  const { configuration, ...plain } = settings;
  const rules = new Rules(configuration, baseline?.baseline);
  const options: RenderOptions = {
    ...plain,
    ...rules.prose,
    provenance: settings.provenance ?? false,
    judgeIgnored: formatNamesOf(settings).includes('sarif') && settings.suppressions,
    hashPassages: baseline !== undefined || settings.since !== undefined,
    known: baseline?.baseline.hashes,
    level: levels[rules.severity ?? 'information'],
    isStyled: styleText('bold', 'a', { stream: outputs[0]!.stream }) !== 'a',
  };
  const formats = formatsOf(options);
  const progress = new Progress(settings.quiet ? undefined : stderr);
  const complain = (text: string): void => {
    progress.clear();
    stderr.write(`inkling: ${visible(text)}\n`);
  };
  const hasTexts = outputs.map(() => false);
  const print = async (texts: readonly (string | Uint8Array)[]): Promise<void> => {
    for (const [i, text] of texts.entries()) {
      if (text.length === 0) continue;
      progress.clear();
      const { stream } = outputs[i]!;
      await write(stream, hasTexts[i] ? formats[i]!.between : formats[i]!.head);
      hasTexts[i] = true;
      await write(stream, text);
    }
  };
  let failed = 0;
  let unscanned = 0;
  let knownFiles = 0;
  let filesWithoutHistory = 0;
  let guessedFiles = 0;
  const totals = { people: { words: 0, passages: 0 }, history: { words: 0, passages: 0 } };
  const problems: Problem[] = [];
  const skipped = new SkippedFiles();
  const found = new Map<string, { all: readonly string[]; flagged: readonly string[] }>();
  const cannotScan = async (file: string, problem: string): Promise<void> => {
    problems.push({ file, problem, level: 'error' });
    await print(formats.map((format) => format.unscanned({ file, problem, isSkipped: false })));
    complain(`${file}: ${problem}`);
    unscanned++;
  };
  const skip = async (file: string, problem: string): Promise<void> => {
    problems.push({ file, problem, level: 'note' });
    if (settings.quiet) return;
    await print(formats.map((format) => format.unscanned({ file, problem, isSkipped: true })));
  };

  if (baseline?.missing) {
    const { file, namedBy } = baseline.missing;
    complain(
      `${relative('', file)} does not exist, so everything is reported (it is the baseline of ${relative('', namedBy)}). Create it: inkling scan --update-baseline`,
    );
  }
  for (const { folder, problem, named } of all.unreadable) {
    if (named || settings.strict) {
      await cannotScan(folder, problem);
    } else {
      skipped.add(folder, problem, 'folder');
      await skip(folder, problem);
    }
  }
  const inputName = settings.stdinFilename ?? '<stdin>';
  const excludedBy = isAsked ? configuration.excludedBy(absolute(inputName)) : undefined;
  if (excludedBy !== undefined) all.excluded.push({ file: inputName, by: excludedBy });
  const readsInput = isAsked && excludedBy === undefined;
  for (const { file, by } of all.excluded) {
    await skip(file, `excluded by ${basename(by)}.`);
    if (!settings.quiet) complain(`${file}: not scanned, excluded by ${basename(by)}`);
  }
  const input = readsInput ? [{ file: inputName, named: true }] : [];
  const onDisk = changes ? await changedOf(all.files, changes) : all.files;
  const files = [...input, ...onDisk];
  let at = 0;
  for await (const told of outputsOf(readsInput ? { name: inputName, stdin } : undefined, onDisk, options)) {
    const { file, named: isNamed } = files[at++]!;
    if (told.kind === 'problem') {
      if (isNamed || (settings.strict && !told.isNothing)) {
        await cannotScan(file, told.problem);
      } else {
        if (told.isNothing) skipped.addEmpty();
        else skipped.add(file, told.problem);
        await skip(file, told.problem);
      }
    } else {
      for (const { line, problem } of told.warnings) {
        problems.push({ file, line, problem, level: 'warning' });
        complain(`${file}:${line}: ${problem}`);
      }
      // Without a baseline to write in the end, nothing of 20,000 files is kept.
      if (told.passages) found.set(baseline?.nameOf(file) ?? file, told.passages);
      add(totals.people, told.leftOut.people);
      add(totals.history, told.leftOut.history);
      if (told.hasNoHistory) filesWithoutHistory++;
      if (told.isGuessed) {
        guessedFiles++;
        problems.push({ file, problem: 'not UTF-8: read as Windows-1252 (Latin-1).', level: 'note' });
      }
      if (told.isKnown) knownFiles++;
      if (told.failure !== undefined) {
        failed++;
        complain(`${file} fails: ${told.failure}`);
      }
      await print(told.texts);
    }
    progress.show(at, files);
  }
  progress.clear();
  const inSum = { totals, problems, skipped: skipped.inWords() };
  for (const [i, { stream, close }] of outputs.entries()) {
    await write(stream, formats[i]!.end({ ...inSum, hasTexts: hasTexts[i]! }));
    await close();
  }
  if (!settings.quiet) {
    const { people, history } = totals;
    if (files.length === 0 && all.excluded.length === 0 && unscanned === 0) complain(nothingFound(settings));
    for (const line of inSum.skipped) complain(line);
    const inWords = ({ words, passages }: Totals): string =>
      `${counted(words, 'word')} in ${counted(passages, 'passage')}`;
    if (people.passages > 0) complain(`${inWords(people)} ignored`);
    if (history.passages > 0) complain(`${inWords(history)} skipped: older than chat models`);
    if (filesWithoutHistory > 0) {
      complain(
        `${counted(filesWithoutHistory, 'file')} judged in full: git has no history for it (not committed, shallow clone, or no git)`,
      );
    }
    if (guessedFiles > 0)
      complain(`${counted(guessedFiles, 'file')} not UTF-8: read as Windows-1252 (Latin-1)`);
    if (knownFiles > 0) complain(`${counted(knownFiles, 'file')} with no new findings`);
  }
  if (settings.updateBaseline && baseline) complain(await baseline.update(found));
  if (unscanned > 0) return 2;
  return failed > (settings.max ?? 0) ? 1 : 0;
}

/** What a folder or pattern brought and is not scanned, for a line for each reason: there may be thousands. */
class SkippedFiles {
  #empty = 0;
  readonly #byReason = new Map<string, { first: string; noun: string; problem: string; count: number }>();

  /** A file with nothing to scan in it. */
  addEmpty(): void {
    this.#empty++;
  }

  add(name: string, problem: string, noun: 'file' | 'folder' = 'file'): void {
    const key = `${noun} ${problem}`;
    const same = this.#byReason.get(key);
    if (same) same.count++;
    else this.#byReason.set(key, { first: name, noun, problem, count: 1 });
  }

  inWords(): string[] {
    const reasons = [...this.#byReason.values()].map(({ first, noun, problem, count }) => {
      const example = count === 1 ? ` (${first})` : ` (such as ${first})`;
      return `${counted(count, noun)} skipped${example}: ${problem}`;
    });
    return this.#empty > 0
      ? [`${counted(this.#empty, 'file')} skipped: no prose found`, ...reasons]
      : reasons;
  }
}

/** What is told of standard input, if it is scanned, and then of the files. */
async function* outputsOf(
  input: { name: string; stdin: AsyncIterable<Uint8Array> } | undefined,
  files: readonly FileJob[],
  options: RenderOptions,
): AsyncGenerator<FileOutput> {
  const model = readModelFile();
  if (input) {
    const reading = readProseOf(input.stdin, input.name, options);
    yield renderOutcome(await outcomeOf(input.name, reading, model, options), options);
  }
  yield* scanInThreads(files, options.jobs ?? Math.min(availableParallelism(), maxThreads), model, options);
}

/** Why a scan prints nothing, which could be taken for all being well. */
function nothingFound({ since }: ConfiguredSettings): string {
  return since === undefined
    ? 'no documents found. Code is scanned only when named, or listed under "include" in inkling.jsonc.'
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
async function changedOf(files: readonly FoundFile[], changes: Changes): Promise<(FoundFile & FileJob)[]> {
  const changed: (FoundFile & FileJob)[] = [];
  for (const found of files) {
    const real = await realpath(found.file).catch(() => undefined);
    if (real === undefined) changed.push(found);
    else if (changes.has(real)) changed.push({ ...found, lines: changes.get(real) });
  }
  return changed;
}

interface OpenBaseline {
  baseline: Baseline;
  /** Where it should be, and the configuration that says so: all that reads like AI is reported then. */
  missing?: { file: string; namedBy: string };
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
  const isMissing = text === undefined && named === undefined && !updateBaseline;
  if (text === undefined && named !== undefined && !updateBaseline) {
    throw new StartError(
      `--baseline ${named}: no such file. Create it: inkling scan --baseline ${named} --update-baseline, with the files to scan.`,
    );
  }
  const baseline = text === undefined ? new Baseline() : Baseline.parse(text, file);
  const folder = dirname(resolve(file));
  return {
    baseline,
    ...(isMissing && { missing: { file, namedBy: configuration.file ?? '' } }),
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
      return `${file} contains ${counted(updated.entries.length, 'passage')}: ${added} new, ${dropped} dropped`;
    },
  };
}

/** @throws StartError for options that say nothing where they are. */
function requireFitting(args: readonly string[], settings: ScanSettings): void {
  if ([...args, settings.output, settings.sarif, settings.baseline].includes('')) {
    throw new StartError('A file name is empty. Perhaps a variable has no value.');
  }
  if (settings.stdinFilename !== undefined && !args.includes(standardInput)) {
    throw new StartError('--stdin-filename needs - among the files (standard input).');
  }
  if (settings.since !== undefined && args.includes(standardInput)) {
    throw new StartError('--since can’t be used with standard input.');
  }
  if (settings.since !== undefined && settings.updateBaseline) {
    throw new StartError('--update-baseline scans whole files. Use it without --since.');
  }
  if (settings.output !== undefined && settings.sarif !== undefined) {
    if (resolve(settings.output) === resolve(settings.sarif)) {
      throw new StartError('--output and --sarif name the same file. Choose two names.');
    }
  }
  if (settings.report && settings.format !== 'json' && settings.format !== 'jsonl') {
    throw new StartError('--report needs --format json or jsonl.');
  }
  if (settings.max !== undefined && !decides(settings)) {
    throw new StartError('--max needs --fail-on or --threshold, which decide what fails.');
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
