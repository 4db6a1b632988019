import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { Model } from '../detector/model/model.ts';
import { faultInWords } from './formats/format.ts';
import type { OpenDocument, Outcome, ScanOptions } from './scanFile.ts';
import type { ScanRequest, ScanThreadData } from './scanWorker.ts';
import { workerPaths } from './shipped.ts';

/** For each thread, so many files are begun or wait with their outcome while an earlier one is still scanned. */
const aheadPerThread = 8;

/**
 * Scans files in worker threads.
 * @returns their outcomes in the order of the files, as soon as each can be told.
 */
export async function* scanInThreads(
  files: readonly string[],
  count: number,
  model: Model,
  options: ScanOptions,
): AsyncGenerator<Outcome> {
  // A compiler in threads of its own has no core to itself here, and would keep some 20 MB for each of ours.
  setFlagsFromString('--no-concurrent-recompilation');
  const threads = Array.from({ length: count }, () => new ScanThread(model, options));
  const free = [...threads];
  const waiting: ((thread: ScanThread) => void)[] = [];

  async function scan(file: string): Promise<Outcome> {
    const thread = free.pop() ?? (await new Promise<ScanThread>((resolve) => waiting.push(resolve)));
    const outcome = await thread.scan(file);
    const next = waiting.shift();
    if (next) next(thread);
    else free.push(thread);
    return outcome;
  }

  const begun: Promise<Outcome>[] = [];
  let next = 0;
  try {
    for (let at = 0; at < files.length; at++) {
      while (next < files.length && next < at + count * aheadPerThread) begun.push(scan(files[next++]!));
      yield await begun.shift()!;
    }
  } finally {
    await Promise.all(threads.map((thread) => thread.end()));
  }
}

/** Scans one file at a time. One that ends the thread is a problem of its own: the next file starts it again. */
export class ScanThread {
  #worker: Worker | undefined;
  readonly #data: ScanThreadData;

  /** @param options for files; a document that is open brings its own. */
  constructor(model: Model, options?: ScanOptions) {
    this.#data = { model, options };
  }

  /** @param open what an editor has under this name, to be scanned instead of the file. */
  scan(file: string, open?: OpenDocument): Promise<Outcome> {
    const worker = (this.#worker ??= new Worker(workerPaths.scan(), {
      workerData: this.#data,
      // Left alone, V8 lets the space for new objects grow to several times what a file needs.
      resourceLimits: { maxYoungGenerationSizeMb: 6 },
    }));
    return new Promise((resolve) => {
      let reason = 'it stopped';
      const onError = (error: Error): void => {
        reason = error.message;
      };
      const settle = (outcome: Outcome): void => {
        worker.off('message', settle).off('error', onError).off('exit', onExit);
        resolve(outcome);
      };
      const onExit = (): void => {
        if (this.#worker === worker) this.#worker = undefined;
        settle({ kind: 'problem', problem: faultInWords(reason), isNothing: false });
      };
      worker.on('message', settle).on('error', onError).on('exit', onExit);
      const request: ScanRequest = { file, ...(open && { open }) };
      worker.postMessage(request);
    });
  }

  /** Ends what is scanned, which is a problem then, or has its outcome if that is on its way already. */
  async end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}
