import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import type { DocumentKind } from '../languageOf.ts';
import { DocumentError, type DocumentProblem, type DocumentText } from './documentText.ts';

/** What the process is asked, one file at a time, and what it answers. */
export interface DocumentRequest {
  bytes: Uint8Array;
  kind: DocumentKind;
}
export type DocumentAnswer = ({ document: DocumentText } | { problem: DocumentProblem }) & {
  /** Whether the process may read another file: it is at rest, and has memory left. */
  isReusable: boolean;
};
/** What the thread knows of it. */
type Reading = { document: DocumentText } | { problem: DocumentProblem };

/** Megabytes of memory, of the process and of the thread's objects alone, besides what the file's size earns. */
const maxMemory = 320;
const maxHeap = 224;
/** The same for each megabyte of the file: it is in memory several times on its way to the reader. */
const memoryPerMegabyte = 4;

/** Megabytes from which on a process is not asked again: what is left in it would count for the next file. */
const reusableMemory = 160;

/** Seconds of processor time, whatever else the machine does: several times what an ordinary file of its size takes. */
const minTime = 4;
const timePerMegabyte = 2;
const maxTime = 60;

/** Milliseconds from one look at the time and memory to the next. */
const watchInterval = 20;

/**
 * The process that reads documents, with a thread that does it. A file may come from anyone, and what reads it can't be
 * interrupted and takes what it gets: an array that grows too large ends a whole process, whatever its thread may take.
 */
if (isMainThread) watchThread();
else readInThread();

function readInThread(): void {
  parentPort?.on('message', ({ bytes, kind }: DocumentRequest) => {
    void reading(bytes, kind).then((read) => {
      parentPort?.postMessage(read);
    });
  });
}

async function reading(bytes: Uint8Array, kind: DocumentKind): Promise<Reading> {
  try {
    const { readDocument } = await import('./readDocument.ts');
    return { document: await readDocument(bytes, kind) };
  } catch (error) {
    // What no reader expected: the file is none that a program writes.
    return { problem: error instanceof DocumentError ? error.problem : 'damaged' };
  }
}

function watchThread(): void {
  let thread: Worker | undefined;
  process.on('message', (asked: DocumentRequest) => {
    // A copy: the message may be one of several in a buffer, which can't be moved.
    const bytes = new Uint8Array(asked.bytes);
    const megabytes = bytes.length / 2 ** 20;
    const mostMemory = (maxMemory + memoryPerMegabyte * megabytes) * 2 ** 20;
    const mostTime = 1e6 * Math.min(maxTime, minTime + timePerMegabyte * megabytes);
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
    // What no reader expected, or an end by its limit.
    const onError = (error: Error): void => {
      const isOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      answer({ problem: isOfMemory ? 'tooCostly' : 'damaged' }, false);
    };
    const watch = setInterval(() => {
      const { user, system } = process.cpuUsage(begun);
      const isTooCostly = user + system > mostTime || process.memoryUsage.rss() > mostMemory;
      if (isTooCostly) answer({ problem: 'tooCostly' }, false);
    }, watchInterval);
    worker.on('message', onRead).on('error', onError);
    worker.postMessage({ ...asked, bytes } satisfies DocumentRequest, [bytes.buffer]);
  });
  process.on('disconnect', () => process.exit());
}
