import { statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { Model } from '../../detector/model/model.ts';
import { SharedThreads } from '../../threads/sharedThreads.ts';
import { Thread } from '../../threads/thread.ts';
import { faultProblem, type ScanProblem } from './scanFile.ts';
import type { ScanAnswer, ScanRequest, ScanThreadData } from './scanWorker.ts';
import { workerPaths } from '../assets.ts';
import { renderFile, type FileJob, type RenderedFile, type RenderOptions } from './renderFile.ts';

/** The number of bytes that justify another thread: the amount scanned in the second that a thread takes to start. */
const minBytesPerThread = 8 * 2 ** 20;

/**
 * The number of files per thread that are started but not yet returned. With fewer, threads would wait for each
 * other; with more, results would wait in memory for an earlier file.
 */
const maxStarted = 8;

/**
 * Delays V8's optimising compiler. That saved 8 to 13 % of processor time for 400 files of 5 kB (7 runs, alternating),
 * and made no difference for one file, or for 200 of 100 kB.
 */
const laterTurbofan = '--invocation-count-for-turbofan=30000';

/** With more threads than this, memory matters more than speed. */
const fewThreads = 4;

/**
 * Flags that save memory but take time, and the number of threads from which to use each. For 800 files (80 MB),
 * eight threads took 694 MB and 24 s of processor time without these flags, and 334 MB and 30 s with them; four
 * threads took 408 MB and 19 s without, and 333 MB and 20 s with them.
 */
const memoryFlags = [
  { from: 3, flag: '--no-concurrent-recompilation' },
  { from: fewThreads + 1, flag: '--heap-growing-percent=30' },
  { from: fewThreads + 1, flag: '--no-parallel-scavenge' },
  { from: fewThreads + 1, flag: '--optimize-for-size' },
];

/** Megabytes for new objects in a thread's heap. V8's default grows to several times what a file needs. */
const newSpace = { few: 12, many: 4 };

/**
 * Scans files, in several threads if there is enough work.
 * @param maxThreads the most threads to use.
 * @returns the files' outputs in order, each as soon as possible.
 */
export async function* scanInThreads(
  files: readonly FileJob[],
  maxThreads: number,
  model: Model,
  options: RenderOptions,
): AsyncGenerator<RenderedFile | ScanProblem> {
  const threads = threadsFor(files, maxThreads);
  setFlagsFromString(laterTurbofan);
  for (const { from, flag } of memoryFlags) if (threads >= from) setFlagsFromString(flag);
  if (threads === 1) {
    for (const file of files) {
      yield await renderFile(file, model, options);
      await setImmediate(); // lets the garbage collector do work that it delays until the thread is idle
    }
    return;
  }
  const shared = new SharedThreads(
    Array.from({ length: threads }, () => startScanThread(model, options, threads > fewThreads)),
    { maxWaiting: Infinity, maxWaitingPerAccount: Infinity, refusal: stoppedError },
  );
  const pending: Promise<RenderedFile | ScanProblem>[] = [];
  let next = 0;
  try {
    for (let at = 0; at < files.length; at++) {
      while (next < files.length && next < at + threads * maxStarted) {
        const file = files[next++]!;
        pending.push(
          shared
            .ask({ account: '', cost: 1 }, () => file)
            .then((answer) => answer as RenderedFile | ScanProblem, faultProblem),
        );
      }
      yield await pending.shift()!;
    }
  } finally {
    await shared.close();
  }
}

function threadsFor(files: readonly FileJob[], maxThreads: number): number {
  let bytes = 0;
  for (const { file } of files) {
    bytes += fileSizeOf(file);
    if (bytes >= maxThreads * minBytesPerThread) break;
  }
  return Math.min(maxThreads, Math.max(1, Math.ceil(bytes / minBytesPerThread)));
}

/** Size in bytes; 0 if the file can't be read. */
function fileSizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}

/**
 * A thread that scans. If a file crashes it, only that file fails, and the thread restarts for the next one.
 * @param options for files; an open document has its own.
 * @param savesMemory whether there are many threads, so that each has to save memory.
 */
export function startScanThread(
  model: Model,
  options?: RenderOptions,
  savesMemory = false,
): Thread<ScanRequest, ScanAnswer> {
  const workerData: ScanThreadData = { model, options };
  return new Thread({
    start: () =>
      new Worker(workerPaths.scan(), {
        workerData,
        // The thread prints nothing. Its output is not piped, because that would add listeners to this process's
        // streams for each thread.
        stdout: true,
        resourceLimits: { maxYoungGenerationSizeMb: savesMemory ? newSpace.many : newSpace.few },
      }),
    died: (cause) => cause ?? stoppedError(),
    isInterruptible: false,
  });
}

function stoppedError(): Error {
  return new Error('it stopped');
}
