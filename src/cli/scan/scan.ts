import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { Baseline } from '../../scan/baseline.ts';
import { Configuration, findConfiguration } from '../../scan/config.ts';
import { Rules } from '../../scan/rules.ts';
import { StartError } from '../../service/service.ts';
import {
  absolute,
  filesOf,
  isRepository,
  readIfThere,
  readNamedIfThere,
  type FoundFile,
  type FoundFiles,
} from './files.ts';
import { countOf, withoutControls } from '../formats/text.ts';
import type { Changes } from './git.ts';
import { openOutput, openOutputs, withoutOutputs, write, type Output } from './output.ts';
import { ScanReport } from './scanReport.ts';
import { readProseOf } from './readProse.ts';
import { shownSettings } from '../configuration.ts';
import { outcomeOf } from './scanFile.ts';
import { scanInThreads } from './scanThreads.ts';
import { affectsExitCode, outputsOf, type ScanSettings, type Streams } from '../settings.ts';
import { readModelFile } from '../assets.ts';
import {
  formatsOf,
  renderOutcome,
  type FileJob,
  type FilePassages,
  type RenderOptions,
  type FileOutput,
} from './renderFile.ts';

/** The argument for standard input. */
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
 * Scans the files that the arguments mean (without arguments: the working folder) and prints their results in the
 * order named. Files that fail or can't be scanned are reported on standard error. No report is stored.
 * @returns the exit code: 0; 1 when more files fail than allowed; 2 when a file can't be scanned.
 * @throws StartError when the options don't fit, a file can't be written, or the model file is missing or damaged.
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
  const baseline = await openBaseline(settings);
  const changes = settings.since === undefined ? undefined : await changedSince(settings.since);
  const all = await filesOf(
    args.filter((arg) => arg !== standardInput),
    settings.configuration,
    settings.config !== false,
  );
  all.files = withoutOutputs(all.files, settings);
  if (settings.listFiles) return await listFiles(all, changes, streams);
  const outputs = await openOutputs(settings, streams);
  try {
    const scansStdin = args.includes(standardInput);
    return await scanTo(outputs, { scansStdin, all, baseline, changes }, settings, streams);
  } finally {
    for (const output of outputs) await output.discard();
  }
}

/** What to scan, and what to compare it with. */
interface Input {
  /** Whether standard input is scanned too. */
  scansStdin: boolean;
  all: FoundFiles;
  baseline: OpenBaseline | undefined;
  changes: Changes | undefined;
}

async function scanTo(
  outputs: readonly Output[],
  { scansStdin, all, baseline, changes }: Input,
  settings: ConfiguredSettings,
  { stdin, stderr }: Streams,
): Promise<0 | 1 | 2> {
  const { configuration, ...plain } = settings;
  const rules = new Rules(configuration, baseline?.baseline);
  const inputName = settings.stdinFilename ?? '<stdin>';
  const excludedBy = scansStdin ? configuration.excludedBy(absolute(inputName)) : undefined;
  if (excludedBy !== undefined) all.excluded.push({ file: inputName, by: excludedBy });
  const readsInput = scansStdin && excludedBy === undefined;
  const onDisk = changes ? await changedAmong(all.files, changes) : all.files;
  const files = [...(readsInput ? [{ file: inputName, named: true }] : []), ...onDisk];
  /** A user who names a single file wants to see its result even if it passes. */
  const isOne = files.length === 1 && files[0]!.named;
  const formats = outputsOf(settings).map(({ format }) => format);
  const options: RenderOptions = {
    ...plain,
    ...rules.prose,
    ...(isOne && { verbose: true }),
    provenance: settings.provenance ?? false,
    judgeIgnored: formats.includes('sarif') && settings.suppressions,
    judgeSections: formats.includes('csv'),
    hashPassages: baseline !== undefined || settings.since !== undefined,
    known: baseline?.baseline.hashes,
    level: levels[rules.severity ?? 'information'],
    isStyled: styleText('bold', 'a', { stream: outputs[0]!.stream }) !== 'a',
    width: widthOf(outputs[0]!.stream),
  };
  const report = new ScanReport(outputs, formatsOf(options), settings, stderr);
  if (baseline?.missing) {
    const { file, namedBy } = baseline.missing;
    report.say(
      `${relative('', file)} does not exist, so everything is reported (it is the baseline set in ${relative('', namedBy)}). Create it: inkling scan --update-baseline`,
    );
  }
  for (const { folder, problem, named } of all.unreadable) {
    await report.unscanned(folder, problem, { isAsked: named, kind: 'folder' });
  }
  for (const { file, by } of all.excluded) await report.excluded(file, basename(by));
  /** Passages by file. Empty unless a baseline is to be written, to save memory. */
  const passages = new Map<string, FilePassages>();
  let done = 0;
  for await (const output of fileOutputs(
    readsInput ? { name: inputName, stdin } : undefined,
    onDisk,
    options,
  )) {
    const { file, named } = files[done++]!;
    if (output.kind === 'problem') {
      await report.unscanned(file, output.problem, {
        isAsked: named,
        kind: output.isNothing ? 'empty' : 'file',
      });
    } else {
      if (output.passages) passages.set(baseline?.nameOf(file) ?? file, output.passages);
      await report.scanned(file, output);
    }
    report.showProgress(done, files);
  }
  if (files.length === 0 && all.excluded.length === 0)
    report.reportNothingFound(nothingFoundMessage(settings));
  await report.end(settings.updateBaseline || files.length === 0 ? 'none' : isOne ? 'one' : 'many');
  if (settings.updateBaseline && baseline) report.say(await baseline.update(passages));
  return report.exitCode;
}

/** The outputs: of standard input, if it is scanned, and then of each file. */
async function* fileOutputs(
  input: { name: string; stdin: AsyncIterable<Uint8Array> } | undefined,
  files: readonly FileJob[],
  options: RenderOptions,
): AsyncGenerator<FileOutput> {
  const model = readModelFile();
  if (input) {
    const pendingProse = readProseOf(input.stdin, input.name, options);
    yield renderOutcome(await outcomeOf(input.name, pendingProse, model, options), options);
  }
  yield* scanInThreads(files, options.jobs ?? Math.min(availableParallelism(), maxThreads), model, options);
}

/** Prints the files that a scan would read, and reports those it could not. */
async function listFiles(
  { files, unreadable, excluded }: FoundFiles,
  changes: Changes | undefined,
  { stdout, stderr }: Streams,
): Promise<0 | 2> {
  const listed = changes ? await changedAmong(files, changes) : files;
  const missing = listed.filter(({ file, named }) => named && !existsSync(file));
  const there = listed.filter((found) => !missing.includes(found));
  await write(stdout, there.map(({ file }) => `${file}\n`).join(''));
  const problems = [
    ...unreadable.map(({ folder, problem }) => `${folder}: ${problem}`),
    ...excluded.map(({ file, by }) => `${file}: not scanned, excluded by ${basename(by)}`),
    ...missing.map(({ file }) => `${file}: no matching file. Check the name.`),
  ];
  for (const problem of problems) stderr.write(`inkling: ${withoutControls(problem)}\n`);
  return missing.length > 0 || unreadable.some(({ named }) => named) ? 2 : 0;
}

/** The width of a terminal in columns. */
function widthOf(stream: Writable & { isTTY?: boolean; columns?: number }): number | undefined {
  return stream.isTTY ? stream.columns : undefined;
}

/** The reason why a scan prints nothing, because silence could be mistaken for success. */
function nothingFoundMessage({ since }: ConfiguredSettings): string {
  return since === undefined
    ? 'no documents found. Code is scanned only when named, or listed under "include" in inkling.jsonc.'
    : `no changed files to scan since ${since}`;
}

/** Loads the git code only when it is needed. */
async function changedSince(ref: string): Promise<Changes> {
  const { changesSince } = await import('./git.ts');
  return changesSince(ref);
}

/** The files that changed. Files that don't exist stay in the list, so that they are reported. */
async function changedAmong(files: readonly FoundFile[], changes: Changes): Promise<(FoundFile & FileJob)[]> {
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
  /**
   * The expected baseline and the configuration that names it, if the baseline doesn't exist. Then all findings are
   * reported.
   */
  missing?: { file: string; namedBy: string };
  /** The name of a file in the baseline. */
  nameOf: (file: string) => string;
  /** Writes the passages that a scan found, and returns a summary. */
  update: (found: Parameters<Baseline['updated']>[0]) => Promise<string>;
}

/**
 * The baseline that the options or the configuration name. If the configuration names it, it need not exist yet.
 * @throws StartError when the file is missing, or there is none to update; ConfigError when it is not a baseline.
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
      return `${file} contains ${countOf(updated.entries.length, 'passage')}: ${added} new, ${dropped} dropped`;
    },
  };
}

/** @throws StartError for options that have no effect or contradict each other. */
function checkOptions(args: readonly string[], settings: ScanSettings): void {
  const outputs = outputsOf(settings);
  const files = outputs.flatMap(({ file }) => (file === undefined ? [] : [file]));
  if ([...args, ...files, settings.baseline].includes('')) {
    throw new StartError('A file name is empty. Perhaps a variable has no value.');
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

/** SARIF's level for each severity. */
const levels = { hint: 'note', information: 'note', warning: 'warning', error: 'error' } as const;
