import { statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { Model } from '../../detector/model/model.ts';
import { faultInWords } from '../formats/format.ts';
import type { OpenDocument, Outcome, ScanProblem } from './scanFile.ts';
import type { ScanRequest, ScanThreadData } from './scanWorker.ts';
import { workerPaths } from '../assets.ts';
import { renderFile, type FileJob, type RenderOptions, type FileOutput } from './renderFile.ts';

/** To start a further thread and to compile what it runs takes about a second, in which another scans so many bytes. */
const worthThread = 8 * 2 ** 20;

/**
 * For each thread, so many files are begun and not yet told: with fewer, threads wait for one another; what is told of more
 * would wait in memory for an earlier file.
 */
const maxBegun = 8;

/** V8's second compiler took a third of the time of 400 files for the last bit of speed: a function earns it later. */
const flags = ['--invocation-count-for-turbofan=30000'];

/** The space for new objects stays small: that takes a tenth more time for many files, and none for one. */
const flagsOfOne = ['--semi-space-growth-factor=1'];

/** More threads than these are many: together they would take too much memory at the speed of few. */
const fewThreads = 4;

/** What saves memory, and from how many threads on that is worth the time it takes: up to half as much again for all. */
const thrift = [
  { from: 3, flag: '--no-concurrent-recompilation' },
  { from: fewThreads + 1, flag: '--heap-growing-percent=30' },
  { from: fewThreads + 1, flag: '--no-parallel-scavenge' },
  { from: fewThreads + 1, flag: '--optimize-for-size' },
];

/** Megabytes of a thread's space for new objects: left alone, V8 lets it grow to several times what a file needs. */
const newSpace = { few: 12, many: 4 };

/**
 * Scans files, in several threads where there is enough for them to do.
 * @param maxThreads how many, at most.
 * @returns what is told of the files in their order, as soon as each can be told.
 */
export async function* scanInThreads(
  files: readonly FileJob[],
  maxThreads: number,
  model: Model,
  options: RenderOptions,
): AsyncGenerator<FileOutput> {
  const threads = threadsFor(files, maxThreads);
  const saving =
    files.length === 1 ? flagsOfOne : thrift.filter(({ from }) => threads >= from).map(({ flag }) => flag);
  for (const flag of [...flags, ...saving]) setFlagsFromString(flag);
  if (threads === 1) {
    for (const file of files) {
      yield await renderFile(file, model, options);
      await setImmediate(); // for collectors that wait for a pause
    }
    return;
  }
  const all = Array.from({ length: threads }, () => new ScanThread(model, options, threads > fewThreads));
  const free = [...all];
  const waiting: ((thread: ScanThread) => void)[] = [];

  async function tell(file: FileJob): Promise<FileOutput> {
    const thread = free.pop() ?? (await new Promise<ScanThread>((resolve) => waiting.push(resolve)));
    const told = await thread.tell(file);
    const next = waiting.shift();
    if (next) next(thread);
    else free.push(thread);
    return told;
  }

  const begun: Promise<FileOutput>[] = [];
  let next = 0;
  try {
    for (let at = 0; at < files.length; at++) {
      while (next < files.length && next < at + threads * maxBegun) begun.push(tell(files[next++]!));
      yield await begun.shift()!;
    }
  } finally {
    waiting.length = 0; // whoever asked wants no more: a file that waits would start a thread anew
    await Promise.all(all.map((thread) => thread.end()));
  }
}

function threadsFor(files: readonly FileJob[], maxThreads: number): number {
  let bytes = 0;
  for (const { file } of files) {
    bytes += sizeOf(file);
    if (bytes >= maxThreads * worthThread) break;
  }
  return Math.min(maxThreads, Math.max(1, Math.ceil(bytes / worthThread)));
}

/** In bytes; 0 of what can't be read. */
function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}

/** Scans one file at a time. One that ends the thread is a problem of its own: the next file starts it again. */
export class ScanThread {
  #worker: Worker | undefined;
  readonly #data: ScanThreadData;
  readonly #areMany: boolean;

  /**
   * @param options for files; a document that is open brings its own.
   * @param areMany whether it is one of many, which have to be thrifty.
   */
  constructor(model: Model, options?: RenderOptions, areMany = false) {
    this.#data = { model, options };
    this.#areMany = areMany;
  }

  tell(file: FileJob): Promise<FileOutput> {
    return this.#ask<FileOutput>(file);
  }

  /** @param open what an editor has under this name, to be scanned instead of the file. */
  scanOpen(file: string, open: OpenDocument): Promise<Outcome> {
    return this.#ask<Outcome>({ file, ...open });
  }

  #ask<Answer>(request: ScanRequest): Promise<Answer | ScanProblem> {
    const worker = (this.#worker ??= this.#newWorker());
    return new Promise((resolve) => {
      let reason = 'it stopped';
      const onError = (error: Error): void => {
        reason = error.message;
      };
      const settle = (answer: Answer | ScanProblem): void => {
        worker.off('message', settle).off('error', onError).off('exit', onExit);
        resolve(answer);
      };
      const onExit = (): void => {
        settle({ kind: 'problem', problem: faultInWords(reason), isNothing: false });
      };
      worker.on('message', settle).on('error', onError).on('exit', onExit);
      worker.postMessage(request);
    });
  }

  #newWorker(): Worker {
    const worker = new Worker(workerPaths.scan(), {
      workerData: this.#data,
      // It prints nothing. As a source of this process's output, each would add listeners to it.
      stdout: true,
      resourceLimits: { maxYoungGenerationSizeMb: this.#areMany ? newSpace.many : newSpace.few },
    });
    // It may also die of what a file left behind, between two files. An error without a listener would end this process.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }

  /** Ends what is scanned, which is a problem then, or has its answer if that is on its way already. */
  async end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}
