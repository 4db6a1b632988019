import { statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { Model } from '../../detector/model/model.ts';
import { SharedThreads } from '../../threads/sharedThreads.ts';
import { Thread } from '../../threads/thread.ts';
import { faultInWords } from '../formats/format.ts';
import type { ScanProblem } from './scanFile.ts';
import type { ScanAnswer, ScanRequest, ScanThreadData } from './scanWorker.ts';
import { workerPaths } from '../assets.ts';
import { renderFile, type FileJob, type RenderOptions, type FileOutput } from './renderFile.ts';

/** To start a further thread and to compile what it runs takes about a second, in which another scans so many bytes. */
const worthThread = 8 * 2 ** 20;

/**
 * For each thread, so many files are begun and not yet told: with fewer, threads wait for one another; what is told of more
 * would wait in memory for an earlier file.
 */
const maxBegun = 8;

/**
 * V8's second compiler, for the last bit of speed: a function earns it later. That took 8 to 13 % less processor time for
 * 400 files of 5 kB (7 runs, in turn), and none more or less for one file, or 200 of 100 kB.
 */
const laterTurbofan = '--invocation-count-for-turbofan=30000';

/** More threads than these are many: together they would take too much memory at the speed of few. */
const fewThreads = 4;

/**
 * What saves memory, and from how many threads on that is worth the time it takes: of 800 files, 80 MB, eight threads took
 * 694 MB and 24 s of processor time without these, 334 MB and 30 s with them; four threads 408 MB and 19 s, 333 and 20.
 */
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
  setFlagsFromString(laterTurbofan);
  for (const { from, flag } of thrift) if (threads >= from) setFlagsFromString(flag);
  if (threads === 1) {
    for (const file of files) {
      yield await renderFile(file, model, options);
      await setImmediate(); // for collectors that wait for a pause
    }
    return;
  }
  const shared = new SharedThreads(
    Array.from({ length: threads }, () => startScanThread(model, options, threads > fewThreads)),
    { maxWaiting: Infinity, maxWaitingPerAccount: Infinity, tooMany: stopped, closed: stopped },
  );
  const begun: Promise<FileOutput>[] = [];
  let next = 0;
  try {
    for (let at = 0; at < files.length; at++) {
      while (next < files.length && next < at + threads * maxBegun) {
        const file = files[next++]!;
        begun.push(
          shared.ask({ account: '', cost: 1 }, () => file).then((told) => told as FileOutput, problemOf),
        );
      }
      yield await begun.shift()!;
    }
  } finally {
    await shared.close();
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

/**
 * A thread that scans. A file that ends it is a problem of its own: the next one starts it again.
 * @param options for files; a document that is open brings its own.
 * @param areMany whether it is one of many, which have to be thrifty.
 */
export function startScanThread(
  model: Model,
  options?: RenderOptions,
  areMany = false,
): Thread<ScanRequest, ScanAnswer> {
  const workerData: ScanThreadData = { model, options };
  return new Thread({
    start: () =>
      new Worker(workerPaths.scan(), {
        workerData,
        // It prints nothing. As a source of this process's output, each would add listeners to it.
        stdout: true,
        resourceLimits: { maxYoungGenerationSizeMb: areMany ? newSpace.many : newSpace.few },
      }),
    died: (cause) => cause ?? stopped(),
    isInterruptible: false,
  });
}

function stopped(): Error {
  return new Error('it stopped');
}

/** What is told of a file that ended its thread. */
export function problemOf(error: unknown): ScanProblem {
  const problem = faultInWords(error instanceof Error ? error.message : String(error));
  return { kind: 'problem', problem, isNothing: false };
}
