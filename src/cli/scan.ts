import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { styleText } from 'node:util';
import type { Result, Verdict } from '../api/report.ts';
import { unjudgeableReason } from '../report/model/noVerdict.ts';
import { StartError } from '../service/startError.ts';
import { filesOf, type FoundFile } from './files.ts';
import type { Format } from './formats/format.ts';
import { jsonFormat, jsonLinesFormat, placedResult, wholeReport } from './formats/json.ts';
import { markdownFormat } from './formats/markdown.ts';
import { sarifFormat } from './formats/sarif.ts';
import { textFormat } from './formats/text.ts';
import { readProseOf } from './readProse.ts';
import { outcomeOf, scanFile, type Outcome } from './scanFile.ts';
import { scanInThreads } from './scanThreads.ts';
import type { ScanSettings, Streams } from './settings.ts';
import { readShippedModel } from './shipped.ts';

/** The argument that means standard input. */
const standardInput = '-';

/** More threads than this wait for the disk and for each other. */
const maxThreads = 8;

/** To start threads takes as long as to scan this many bytes. */
const worthThreads = 256 * 1024;

/**
 * Scans the files that the arguments mean and prints their results, in the order named; says on standard error which
 * failed and which could not be scanned, and goes on. Stores nothing.
 * @returns the exit code: 0; 1 when more files failed than may; 2 when one could not be scanned.
 * @throws StartError when the options don't fit, a file can't be written, or the model file is missing or damaged.
 */
export async function scanFiles(
  args: readonly string[],
  settings: ScanSettings,
  { stdin, stdout, stderr }: Streams,
): Promise<0 | 1 | 2> {
  requireFitting(args, settings);
  const out = await openOutput(settings.output, stdout);
  const format = formatOf(settings, out);
  const progress = new Progress(settings.quiet ? undefined : stderr);
  const complain = (text: string): void => {
    progress.clear();
    stderr.write(`inkling: ${text}\n`);
  };
  let failed = 0;
  let unscanned = 0;
  let skipped = 0;
  const cannotScan = async (path: string, problem: string): Promise<void> => {
    await write(out, format.failed(path, problem));
    complain(`${path} ${problem}`);
    unscanned++;
  };

  const { files, unreadable } = await filesOf(args.filter((arg) => arg !== standardInput));
  for (const { folder, problem } of unreadable) await cannotScan(folder, problem);
  const inputName = settings.stdinFilename ?? '<stdin>';
  if (args.includes(standardInput)) files.unshift({ file: inputName, named: true });
  const outcomes = args.includes(standardInput)
    ? withInput(stdin, inputName, files.slice(1), settings)
    : outcomesOf(files, settings);
  let at = 0;
  for await (const outcome of outcomes) {
    const { file, named } = files[at++]!;
    if (outcome.kind === 'problem') {
      if (outcome.isNothing && !named) skipped++;
      else await cannotScan(file, outcome.problem);
    } else {
      const { result } = outcome.scanned.detection;
      const isFailed = fails(result, settings);
      if (isFailed) {
        failed++;
        complain(`${file} fails: ${result.verdict}, score ${result.score.toFixed(2)}`);
      }
      if (!settings.quiet || isFailed || (!decides(settings) && readsLikeAi(result))) {
        progress.clear();
        await write(out, format.scanned(outcome.scanned));
      }
    }
    progress.show(at, files);
  }
  progress.clear();
  await write(out, format.end());
  if (out !== stdout) await closeOutput(out, settings.output);
  if (skipped > 0 && !settings.quiet) complain(`${skipped} more without prose that Inkling reads`);
  if (unscanned > 0) return 2;
  return failed > (settings.max ?? 0) ? 1 : 0;
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
  if (settings.report && settings.format !== 'json' && settings.format !== 'jsonl') {
    throw new StartError('--report is for --format json and jsonl.');
  }
  if (settings.max !== undefined && !decides(settings)) {
    throw new StartError(
      '--max is a number of files that may fail: say which do by --fail-on or --threshold.',
    );
  }
}

function formatOf({ format, report }: ScanSettings, out: Writable): Format {
  const fields = report ? wholeReport : placedResult;
  switch (format) {
    case 'text':
      return textFormat((style, text) => styleText(style, text, { stream: out }));
    case 'json':
      return jsonFormat(fields);
    case 'jsonl':
      return jsonLinesFormat(fields);
    case 'sarif':
      return sarifFormat();
    case 'markdown':
      return markdownFormat();
  }
}

async function* withInput(
  input: AsyncIterable<Uint8Array>,
  name: string,
  files: readonly FoundFile[],
  settings: ScanSettings,
): AsyncGenerator<Outcome> {
  yield await outcomeOf(name, readProseOf(input, name), readShippedModel());
  yield* outcomesOf(files, settings);
}

/** In threads where that is worth starting them. */
async function* outcomesOf(
  files: readonly FoundFile[],
  { jobs = Math.min(availableParallelism(), maxThreads) }: ScanSettings,
): AsyncGenerator<Outcome> {
  const model = readShippedModel(); // also for the threads: what is wrong with it is said once
  const names = files.map(({ file }) => file);
  const threads = Math.min(jobs, files.length);
  if (threads > 1 && (await isMuch(names))) yield* scanInThreads(names, threads);
  else for (const name of names) yield await scanFile(name, model);
}

async function isMuch(files: readonly string[]): Promise<boolean> {
  let bytes = 0;
  for (const file of files) {
    bytes += await stat(file).then(
      ({ size }) => size,
      () => 0,
    );
    if (bytes > worthThreads) return true;
  }
  return false;
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

/** @throws StartError when the file can't be written. */
async function openOutput(file: string | undefined, stdout: Writable): Promise<Writable> {
  if (file === undefined) return stdout;
  const stream = createWriteStream(file);
  try {
    await once(stream, 'open');
  } catch (cause) {
    throw unwritable(file, cause);
  }
  stream.on('error', () => undefined); // reported when it is closed
  return stream;
}

/** @throws StartError when what was written before can't have been. */
async function closeOutput(out: Writable, file = ''): Promise<void> {
  out.end();
  await finished(out).catch((cause: unknown) => {
    throw unwritable(file, cause);
  });
}

function unwritable(file: string, cause: unknown): StartError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
  return new StartError(
    `${file} can’t be written (${code}). Check its folder, its permissions and the disk.`,
    {
      cause,
    },
  );
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
    const line = `${done} of ${files.length}  ${file.replace(/\p{C}+/gu, ' ')}`;
    this.#terminal.write(`\r\x1b[K${line.slice(0, (this.#terminal.columns ?? 80) - 1)}`);
    this.#isShown = true;
    this.#shownAt = now;
  }

  clear(): void {
    if (this.#isShown) this.#terminal?.write('\r\x1b[K');
    this.#isShown = false;
  }
}
