import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, relative, resolve, sep } from 'node:path';
import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { Baseline } from '../../scan/baseline.ts';
import { Configuration, findConfiguration } from '../../scan/config.ts';
import { Rules } from '../../scan/rules.ts';
import { StartError } from '../../service/service.ts';
import {
  absolute,
  exclusionOf,
  filesOf,
  isRepository,
  readIfThere,
  readNamedIfThere,
  type FoundFile,
  type Unscanned,
} from './files.ts';
import { countOf } from '../formats/text.ts';
import { changesSince, type Changes } from './git.ts';
import { openOutput, openOutputs, withoutOutputs, write, type Output } from './output.ts';
import { ScanReport } from './scanReport.ts';
import { readProseOf } from './readProse.ts';
import { shownSettings } from '../configuration.ts';
import { outcomeOf, type ScanProblem } from './scanFile.ts';
import { scanInThreads } from './scanThreads.ts';
import { affectsExitCode, outputsOf, type ScanSettings } from '../settings.ts';
import { printMessage, type Streams } from '../streams.ts';
import { readModelFile } from '../assets.ts';
import {
  formatsOf,
  renderOutcome,
  type FileJob,
  type FilePassages,
  type RenderedFile,
  type RenderOptions,
} from './renderFile.ts';

const standardInput = '-';

/** Eight threads together stay below 400 MB, whatever the number of files (lab/bench/README.md). */
const maxThreads = 8;

/** The options of a scan, completed by the configuration. */
export interface ConfiguredSettings extends ScanSettings {
  configuration: Configuration;
}

/**
 * Completes the options from the working folder's configuration; options take precedence.
 * @throws ConfigError when the configuration is invalid.
 * @throws StartError when the file that `--config` names can't be read.
 */
export async function withConfiguration(settings: ScanSettings): Promise<ConfiguredSettings> {
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
 * Scans the files that the arguments select (without arguments: the working folder) and prints their results in the
 * order named. Files that fail or can't be scanned are reported on standard error. No report is stored.
 * @returns the exit code: 0; 1 when more files fail than allowed; 2 when a file can't be scanned.
 * @throws StartError when the options conflict, a file can't be written, or the model file is missing or damaged.
 */
export async function scanFiles(
  named: readonly string[],
  settings: ConfiguredSettings,
  streams: Streams,
): Promise<0 | 1 | 2> {
  const args = named.length > 0 ? named : ['.'];
  checkOptions(args, settings);
  if (settings.showConfig) {
    streams.stdout.write(shownSettings(settings));
    return 0;
  }
  const { configuration } = settings;
  const baseline = await openBaseline(settings);
  const changes = settings.since === undefined ? undefined : await changesSince(settings.since);
  const isOnDisk = (arg: string): boolean => arg !== standardInput;
  const found = await filesOf(args.filter(isOnDisk), configuration, settings.config !== false);
  const { unscanned } = found;
  const others = withoutOutputs(found.files, settings);
  const files = changes ? await changedAmong(others, changes) : others;
  if (settings.listFiles) return await listFiles(files, unscanned, streams);
  let input: FoundFile | undefined;
  if (!args.every(isOnDisk)) {
    const file = settings.stdinFilename ?? '<stdin>';
    const problem = exclusionOf(configuration, file);
    if (problem === undefined) input = { file, named: true };
    else unscanned.push({ file, problem, named: true, kind: 'excluded' });
  }
  const outputs = await openOutputs(settings, streams);
  try {
    return await scanTo(outputs, { input, files, unscanned, baseline }, settings, streams);
  } finally {
    for (const output of outputs) await output.discard();
  }
}

/** What to scan, and what to compare it with. */
interface Input {
  /** Standard input, if it is scanned too. */
  input: FoundFile | undefined;
  files: readonly FoundFile[];
  unscanned: readonly Unscanned[];
  baseline: OpenBaseline | undefined;
}

async function scanTo(
  outputs: readonly Output[],
  { input, files, unscanned, baseline }: Input,
  settings: ConfiguredSettings,
  { stdin, stderr }: Streams,
): Promise<0 | 1 | 2> {
  const { configuration, ...plain } = settings;
  const rules = new Rules(configuration, baseline?.baseline);
  const all = input ? [input, ...files] : files;
  /** A user who names a single file wants to see its result even if it passes. */
  const isOne = all.length === 1 && all[0]!.named;
  const formats = outputsOf(settings).map(({ format }) => format);
  const stream: Writable & { isTTY?: boolean; columns?: number } = outputs[0]!.stream;
  const options: RenderOptions = {
    ...plain,
    ...rules.prose,
    ...(isOne && { verbose: true }),
    judgeIgnored: formats.includes('sarif') && settings.suppressions,
    judgeSections: formats.includes('csv'),
    hashPassages: baseline !== undefined || settings.since !== undefined,
    known: baseline?.baseline.hashes,
    level: levels[rules.severity ?? 'information'],
    isStyled: styleText('bold', 'a', { stream }) !== 'a',
    width: stream.isTTY ? stream.columns : undefined,
  };
  const report = new ScanReport(outputs, formatsOf(options), settings, stderr);
  if (baseline?.isMissing) {
    report.printMessage(
      `${relative('', baseline.file)}, the baseline set in ${relative('', configuration.file ?? '')}, does not exist, so everything is reported. Create it: inkling scan --update-baseline`,
    );
  }
  for (const each of unscanned) await report.unscanned(each);
  /** Passages by file. Empty unless a baseline is to be written, to save memory. */
  const passages = new Map<string, FilePassages>();
  let done = 0;
  for await (const output of outputsOfFiles(input && { ...input, stdin }, files, options)) {
    const { file, named } = all[done++]!;
    if (output.kind === 'problem') {
      const { problem, hasNoProse } = output;
      await report.unscanned({ file, problem, named, kind: hasNoProse ? 'empty' : 'file' });
    } else {
      if (output.passages) passages.set(file, output.passages);
      await report.scanned(file, output);
    }
    report.showProgress(done, all);
  }
  // Silence could be mistaken for success.
  const isNothing = all.length === 0 && !unscanned.some(({ kind }) => kind === 'excluded');
  if (isNothing && !settings.quiet && report.exitCode === 0) {
    report.printMessage(
      settings.since === undefined
        ? 'no documents found. Code is scanned only when named, or listed under "include" in inkling.jsonc.'
        : `no changed files to scan since ${settings.since}`,
    );
  }
  await report.end(settings.updateBaseline || all.length === 0 ? 'none' : isOne ? 'one' : 'many');
  if (settings.updateBaseline && baseline) report.printMessage(await updateBaseline(baseline, passages));
  return report.exitCode;
}

/** SARIF's level for each severity. */
const levels = { hint: 'note', information: 'note', warning: 'warning', error: 'error' } as const;

/** The outputs: of standard input, if it is scanned, and then of each file. */
async function* outputsOfFiles(
  input: { file: string; stdin: AsyncIterable<Uint8Array> } | undefined,
  files: readonly FileJob[],
  options: RenderOptions,
): AsyncGenerator<RenderedFile | ScanProblem> {
  const model = readModelFile();
  if (input) {
    const reading = readProseOf(input.stdin, input.file, options);
    yield renderOutcome(await outcomeOf(input.file, reading, model, options), options);
  }
  yield* scanInThreads(files, options.jobs ?? Math.min(availableParallelism(), maxThreads), model, options);
}

/** Prints the files that a scan would read, and reports those it could not. */
async function listFiles(
  files: readonly FoundFile[],
  unscanned: readonly Unscanned[],
  streams: Streams,
): Promise<0 | 2> {
  const missing = files.filter(({ file, named }) => named && !existsSync(file));
  const existing = files.filter((found) => !missing.includes(found));
  await write(streams.stdout, existing.map(({ file }) => `${file}\n`).join(''));
  for (const { file, problem } of unscanned) printMessage(streams, `${file}: ${problem}`);
  for (const { file } of missing) printMessage(streams, `${file}: no matching file. Check the name.`);
  return missing.length > 0 || unscanned.some(({ named, kind }) => named && kind === 'folder') ? 2 : 0;
}

/** The files that changed. Files that don't exist stay in the list, so that they are reported. */
async function changedAmong(files: readonly FoundFile[], changes: Changes): Promise<FoundFile[]> {
  const changed: FoundFile[] = [];
  for (const found of files) {
    const real = await realpath(found.file).catch(() => undefined);
    if (real === undefined) changed.push(found);
    else if (changes.has(real)) changed.push({ ...found, lines: changes.get(real) });
  }
  return changed;
}

interface OpenBaseline {
  file: string;
  baseline: Baseline;
  /** Whether the configuration names a file that doesn't exist. Then all findings are reported. */
  isMissing: boolean;
}

/**
 * The baseline that the options or the configuration name. If the configuration names it, it need not exist yet.
 * @throws StartError when the file is missing, or there is none to update; ConfigError when it is not a baseline.
 */
async function openBaseline({
  baseline: named,
  updateBaseline: isUpdated,
  configuration,
}: ConfiguredSettings): Promise<OpenBaseline | undefined> {
  const file = named ?? configuration.baseline;
  if (file === undefined) {
    if (!isUpdated) return undefined;
    throw new StartError('--update-baseline needs a file: --baseline FILE, or "baseline" in inkling.jsonc.');
  }
  const text = named === undefined ? await readIfThere(file) : await readNamedIfThere(file);
  const isMissing = text === undefined && !isUpdated;
  if (isMissing && named !== undefined) {
    throw new StartError(
      `--baseline ${named}: no such file. Create it: inkling scan --baseline ${named} --update-baseline, with the files to scan.`,
    );
  }
  return { file, baseline: text === undefined ? new Baseline() : Baseline.parse(text, file), isMissing };
}

/** Writes the passages that a scan found, by file, and returns a summary. */
async function updateBaseline(
  { file, baseline }: OpenBaseline,
  passages: ReadonlyMap<string, FilePassages>,
): Promise<string> {
  const folder = dirname(resolve(file));
  const found = [...passages].map(
    ([path, hashes]) => [relative(folder, resolve(path)).replaceAll(sep, '/'), hashes] as const,
  );
  const updated = baseline.updated(new Map(found), (path) => existsSync(resolve(folder, path)));
  const output = await openOutput(file);
  try {
    output.stream.write(updated.toText());
    await output.close();
  } finally {
    await output.discard();
  }
  const added = updated.entries.filter(({ hash }) => !baseline.has(hash)).length;
  const dropped = baseline.entries.filter(({ hash }) => !updated.has(hash)).length;
  return `${file} contains ${countOf(updated.entries.length, 'passage')}: ${added} new, ${dropped} removed`;
}

/** @throws StartError for options that have no effect or contradict each other. */
function checkOptions(args: readonly string[], settings: ScanSettings): void {
  const outputs = outputsOf(settings);
  const files = outputs.flatMap(({ file }) => (file === undefined ? [] : [file]));
  if ([...args, ...files, settings.baseline].includes('')) {
    throw new StartError('A file name is empty. Perhaps a variable is not set.');
  }
  if (settings.stdinFilename !== undefined && !args.includes(standardInput)) {
    throw new StartError('--stdin-filename needs standard input. Add - to the files.');
  }
  if (settings.since !== undefined && args.includes(standardInput)) {
    throw new StartError('--since can’t be used with standard input.');
  }
  if (settings.since !== undefined && settings.updateBaseline) {
    throw new StartError('--update-baseline scans whole files. Use it without --since.');
  }
  if (new Set(files.map((file) => resolve(file))).size < files.length) {
    throw new StartError('--output names the same file twice. Choose two names.');
  }
  if (settings.explain && !outputs.some(({ format }) => format === 'text')) {
    throw new StartError('--explain needs --format text.');
  }
  if (settings.report && !outputs.some(({ format }) => format === 'json' || format === 'jsonl')) {
    throw new StartError('--report needs --format json or jsonl.');
  }
  if (settings.max !== undefined && !affectsExitCode(settings)) {
    throw new StartError('--max needs --fail-on or --threshold, which decide what fails.');
  }
}
