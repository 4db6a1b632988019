import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { styleText } from 'node:util';
import type { Result, Verdict } from '../api/report.ts';
import { Baseline } from '../config/baseline.ts';
import { Configuration, findConfiguration } from '../config/config.ts';
import { replaceFile, writeWhole } from '../config/writeWhole.ts';
import { unjudgeableReason } from '../report/model/noVerdict.ts';
import { fewWords, wordsOf } from '../report/model/sentenceMarks.ts';
import { StartError } from '../service/startError.ts';
import {
  absolute,
  filesOf,
  isRepository,
  readIfThere,
  unwritable,
  type FoundFile,
  type FoundFiles,
} from './files.ts';
import {
  isFlagged,
  knownIn,
  leftOutOf,
  totalsOf,
  type Format,
  type IgnoredRegion,
  type Known,
  type PlacedPassage,
  type Region,
  type ScannedFile,
  type Totals,
} from './formats/format.ts';
import type { ChangedLines, Changes } from './git.ts';
import { jsonFormat, jsonLinesFormat, placedResult, wholeReport } from './formats/json.ts';
import { markdownFormat } from './formats/markdown.ts';
import { sarifFormat } from './formats/sarif.ts';
import { counted, textFormat, visible } from './formats/text.ts';
import { readProseOf } from './readProse.ts';
import { outcomeOf, type Outcome, type ScanOptions } from './scanFile.ts';
import { scanInThreads } from './scanThreads.ts';
import type { ScanSettings, Streams } from './settings.ts';
import { readShippedModel } from './shipped.ts';

/** The argument that means standard input. */
const standardInput = '-';

/** So many stay below 400 MB together, however many files there are (lab/bench/README.md). */
const maxThreads = 6;

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
  const output = await openOutput(settings.output, streams.stdout);
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
  const { configuration } = settings;
  const { stream: out } = output;
  const options: ScanOptions = {
    kept: baseline?.baseline.kept ?? new Map(),
    scoreQuotes: configuration.config.quotes === 'score',
    provenance: settings.provenance ?? false,
    judgeIgnored: settings.format === 'sarif' && settings.suppressions,
  };
  const format = formatOf(settings, out);
  const progress = new Progress(settings.quiet ? undefined : stderr);
  const complain = (text: string): void => {
    progress.clear();
    stderr.write(`inkling: ${visible(text)}\n`);
  };
  const print = async (text: string): Promise<void> => {
    progress.clear();
    await write(out, text);
  };
  let failed = 0;
  let unscanned = 0;
  let skipped = 0;
  let knownFiles = 0;
  let filesWithoutHistory = 0;
  const ignored: IgnoredRegion[] = [];
  const found = new Map<string, { all: readonly string[]; flagged: readonly string[] }>();
  /** For the baseline that is written in the end: without one, nothing of 20,000 files is kept. */
  const remember = (file: string, all: readonly string[], flagged: () => readonly string[]): void => {
    if (settings.updateBaseline) found.set(baseline?.nameOf(file) ?? file, { all, flagged: flagged() });
  };
  const cannotScan = async (path: string, problem: string): Promise<void> => {
    await write(out, format.failed(path, problem));
    complain(`${path} ${problem}`);
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
  const files = changes ? await changedOf(all.files, changes) : all.files;
  if (readsInput) files.unshift({ file: inputName, named: true });
  const outcomes = readsInput
    ? withInput(stdin, inputName, files.slice(1), settings, options)
    : outcomesOf(files, settings, options);
  let at = 0;
  for await (const outcome of outcomes) {
    const { file, named: isNamed } = files[at++]!;
    if (outcome.kind === 'problem') {
      if (outcome.isNothing && !isNamed) skipped++;
      else await cannotScan(file, outcome.problem);
    } else {
      for (const warning of outcome.warnings) {
        complain(`${file}:${warning.line} ${warning.problem}`);
        format.warned?.(file, warning);
      }
      if (outcome.kind === 'ignored') {
        remember(file, outcome.hashes, () => []);
        ignored.push(...outcome.ignored.ignored);
        if (!settings.updateBaseline) await print(settings.quiet ? '' : format.ignored(outcome.ignored));
      } else {
        const { scanned } = outcome;
        if (outcome.hasNoHistory) filesWithoutHistory++;
        const { result } = scanned.detection;
        const isFailing = fails(result, settings);
        const findings = passagesToReport(scanned, isFailing, fewWords);
        remember(file, outcome.hashes, () => passagesToReport(scanned, isFailing, 1).map(({ hash }) => hash));
        ignored.push(...scanned.ignored);
        if (!settings.updateBaseline) {
          const lines = changes?.get(await realpath(file).catch(() => file));
          const knownReason = (passage: PlacedPassage): Known => {
            if (baseline?.baseline.has(passage.hash)) return 'baseline';
            return lines && !touches(lines, passage.region) ? 'unchanged' : undefined;
          };
          if (baseline || changes) {
            scanned.known = knownIn(scanned, knownReason);
          }
          const isKnown =
            findings.length > 0 && findings.every((passage) => knownReason(passage) !== undefined);
          const isFailed = isFailing && !isKnown;
          if (isFailed) {
            failed++;
            complain(`${file} fails: ${result.verdict}, score ${result.score.toFixed(2)}`);
          }
          if (isKnown && (isFailing || readsLikeAi(result))) {
            knownFiles++;
            await print(format.known(scanned));
          } else if (!settings.quiet || isFailed || (!decides(settings) && readsLikeAi(result))) {
            await print(format.scanned(scanned));
          }
        }
      }
    }
    progress.show(at, files);
  }
  progress.clear();
  const { people, history } = leftOutOf({ ignored });
  const totals = { people: totalsOf(people), history: totalsOf(history) };
  await write(out, format.end(totals));
  await output.close();
  if (!settings.quiet) {
    if (skipped > 0) complain(`${skipped} more without prose that Inkling reads`);
    const inWords = ({ words, passages }: Totals): string =>
      `${counted(words, 'word')} in ${counted(passages, 'passage')}`;
    if (people.length > 0) complain(`${inWords(totals.people)} ignored`);
    if (history.length > 0) complain(`${inWords(totals.history)} older than chat models, left out`);
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

/** Loads what runs git only where it is asked. */
async function changedSince(ref: string): Promise<Changes> {
  const { changesSince } = await import('./git.ts');
  return changesSince(ref);
}

/**
 * The passages that make a file's finding: those with sentences that read like AI; all, where it fails without any.
 * @param minWords of such a sentence: a shorter one has its score from what stands around it, so that a new heading in a
 * known text would be a finding.
 */
function passagesToReport(scanned: ScannedFile, isFailing: boolean, minWords: number): PlacedPassage[] {
  const { content, detection } = scanned;
  const flagged = detection.result.segments.filter(
    (segment, i) => isFlagged(scanned, i) && wordsOf(content, segment) >= minWords,
  );
  let next = 0;
  const found = scanned.passages.filter(({ end }) => {
    const first = next;
    while (next < flagged.length && flagged[next]!.start < end) next++;
    return next > first;
  });
  return found.length === 0 && (isFailing || readsLikeAi(scanned.detection.result))
    ? scanned.passages
    : found;
}

function touches(lines: ChangedLines, { line, endLine }: Region): boolean {
  return lines.some(([first, last]) => first <= endLine && last >= line);
}

/** Those of the files that changed; what was named and is not there stays, to be said. */
async function changedOf(files: readonly FoundFile[], changes: Changes): Promise<FoundFile[]> {
  const changed: FoundFile[] = [];
  for (const found of files) {
    const real = await realpath(found.file).catch(() => undefined);
    if (real === undefined || changes.has(real)) changed.push(found);
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
  const text = await readIfThere(file);
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
      await writeWhole(file, updated.toText()).catch((cause: unknown) => {
        throw unwritable(file, cause);
      });
      const added = updated.entries.filter(({ hash }) => !baseline.has(hash)).length;
      const dropped = baseline.entries.filter(({ hash }) => !updated.has(hash)).length;
      return `${file} holds ${counted(updated.entries.length, 'passage')}: ${added} new, ${dropped} dropped`;
    },
  };
}

/** Whether results decide the exit code. */
export function decides({ failOn, threshold }: Pick<ScanSettings, 'failOn' | 'threshold'>): boolean {
  return failOn !== undefined || threshold !== undefined;
}

/** @throws StartError for options that say nothing where they are. */
function requireFitting(args: readonly string[], settings: ScanSettings): void {
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

function formatOf(
  { format, report, suppressions, configuration }: ConfiguredSettings,
  out: Writable,
): Format {
  const fields = report ? wholeReport : placedResult;
  switch (format) {
    case 'text':
      return textFormat((style, text) => styleText(style, text, { stream: out }));
    case 'json':
      return jsonFormat(fields);
    case 'jsonl':
      return jsonLinesFormat(fields);
    case 'sarif':
      return sarifFormat({ level: levels[configuration.config.severity ?? 'information'], suppressions });
    case 'markdown':
      return markdownFormat();
  }
}

/** A severity as SARIF has it. */
const levels = { hint: 'note', information: 'note', warning: 'warning', error: 'error' } as const;

async function* withInput(
  input: AsyncIterable<Uint8Array>,
  name: string,
  files: readonly FoundFile[],
  settings: ScanSettings,
  options: ScanOptions,
): AsyncGenerator<Outcome> {
  yield await outcomeOf(name, readProseOf(input, name, options), readShippedModel(), options);
  yield* outcomesOf(files, settings, options);
}

function outcomesOf(
  files: readonly FoundFile[],
  { jobs = Math.min(availableParallelism(), maxThreads) }: ScanSettings,
  options: ScanOptions,
): AsyncGenerator<Outcome> {
  const names = files.map(({ file }) => file);
  return scanInThreads(names, jobs, readShippedModel(), options);
}

/** What can't be judged never fails: its score is no evidence. */
function fails(result: Result, { failOn, threshold }: ScanSettings): boolean {
  if (unjudgeableReason(result)) return false;
  const failing: readonly Verdict[] = failOn === 'mixed' ? ['mixed', 'ai'] : failOn === 'ai' ? ['ai'] : [];
  return failing.includes(result.verdict) || (threshold !== undefined && result.score >= threshold);
}

function readsLikeAi({ verdict }: Result): boolean {
  return verdict === 'ai' || verdict === 'mixed';
}

/** Where results go. */
interface Output {
  stream: Writable;
  /** @throws StartError when what was written before can't have been. Then a file is as it was. */
  close: () => Promise<void>;
  /** Leaves a file as it was, if it wasn't closed. */
  discard: () => Promise<void>;
}

/** @throws StartError when the file can't be written. */
async function openOutput(file: string | undefined, stdout: Writable): Promise<Output> {
  const done = (): Promise<void> => Promise.resolve();
  if (file === undefined) return { stream: stdout, close: done, discard: done };
  const fail = (cause: unknown): never => {
    throw unwritable(file, cause);
  };
  const replacement = await replaceFile(file).catch(fail);
  const stream = createWriteStream(replacement.path);
  await once(stream, 'open').catch(fail);
  stream.on('error', () => undefined); // reported when it is closed
  return {
    stream,
    close: async () => {
      stream.end();
      await finished(stream).then(replacement.commit).catch(fail);
    },
    discard: () => {
      stream.destroy();
      return replacement.discard();
    },
  };
}

/** Waits where the reader is slower; without one any more, it is not waited for. */
async function write(out: Writable, text: string): Promise<void> {
  if (text === '' || out.destroyed || out.write(text)) return;
  const gone = new AbortController();
  const { signal } = gone;
  await Promise.race([once(out, 'drain', { signal }), once(out, 'close', { signal })]).catch(() => undefined);
  gone.abort();
}

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
