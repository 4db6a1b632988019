import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import type { DocumentKind } from '../languageOf.ts';
import { DocumentError, type DocumentProblem, type DocumentText } from './documentText.ts';

/** A request to the process, which reads one file at a time, and its answer. */
export interface DocumentRequest {
  bytes: Uint8Array;
  kind: DocumentKind;
}
export type DocumentAnswer = ({ document: DocumentText } | { problem: DocumentProblem }) & {
  /** Whether the process can read another file, because it is idle and has enough memory left. */
  isReusable: boolean;
};
/** The thread's result. */
type Reading = { document: DocumentText } | { problem: DocumentProblem };

/** Memory limit in megabytes, for the process and for the thread's heap, without the allowance for the file's size. */
const maxMemory = 320;
const maxHeap = 224;
/** The allowance per megabyte of the file, because several copies of the file are in memory. */
const memoryPerMegabyte = 4;

/** Megabytes of use above which a process is not reused, because they would count against the next file. */
const reusableMemory = 160;

/** Limit on processor seconds, several times what an ordinary file takes. */
const minTime = 4;
const timePerMegabyte = 2;
const maxTime = 60;

/** Milliseconds between checks of time and memory. */
const watchInterval = 20;

/**
 * Reads documents in a thread of a separate process. An untrusted file can make a reader run forever or use up
 * memory, and an array that is too large ends the whole process, not only the thread.
 */
if (isMainThread) watchThread();
else readInThread();

function readInThread(): void {
  parentPort?.on('message', ({ bytes, kind }: DocumentRequest) => {
    void readOrProblem(bytes, kind).then((read) => {
      parentPort?.postMessage(read);
    });
  });
}

async function readOrProblem(bytes: Uint8Array, kind: DocumentKind): Promise<Reading> {
  try {
    const { readDocument } = await import('./readDocument.ts');
    return { document: await readDocument(bytes, kind) };
  } catch (error) {
    // Unexpected errors come only from malformed files.
    return { problem: error instanceof DocumentError ? error.problem : 'damaged' };
  }
}

function watchThread(): void {
  let thread: Worker | undefined;
  process.on('message', (asked: DocumentRequest) => {
    // Copied because the message may share a buffer that can't be transferred.
    const bytes = new Uint8Array(asked.bytes);
    const megabytes = bytes.length / 2 ** 20;
    const memoryLimit = (maxMemory + memoryPerMegabyte * megabytes) * 2 ** 20;
    const timeLimit = 1e6 * Math.min(maxTime, minTime + timePerMegabyte * megabytes);
    const begun = process.cpuUsage();
    const worker = (thread ??= new Worker(import.meta.filename, {
      resourceLimits: { maxOldGenerationSizeMb: maxHeap },
    }));
    const answer = (read: Reading, isReusable: boolean): void => {
      clearInterval(watch);
      worker.off('message', onRead).off('error', onError);
      process.send?.({ ...read, isReusable } satisfies DocumentAnswer);
    };
    const onRead = (read: Reading): void => {
      answer(read, process.memoryUsage.rss() < reusableMemory * 2 ** 20);
    };
    // An unexpected error, or a limit that ended the thread.
    const onError = (error: Error): void => {
      const isOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      answer({ problem: isOfMemory ? 'tooCostly' : 'damaged' }, false);
    };
    const watch = setInterval(() => {
      const { user, system } = process.cpuUsage(begun);
      const isTooCostly = user + system > timeLimit || process.memoryUsage.rss() > memoryLimit;
      if (isTooCostly) answer({ problem: 'tooCostly' }, false);
    }, watchInterval);
    worker.on('message', onRead).on('error', onError);
    worker.postMessage({ ...asked, bytes } satisfies DocumentRequest, [bytes.buffer]);
  });
  process.on('disconnect', () => process.exit());
}
