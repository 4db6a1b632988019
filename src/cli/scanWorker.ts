import { parentPort, workerData } from 'node:worker_threads';
import type { Model } from '../detector/model/model.ts';
import { scanFile, scanOpenDocument, type OpenDocument, type ScanOptions } from './scanFile.ts';

/** What a thread is started with. */
export interface ScanThreadData {
  /** In memory that all threads share. */
  model: Model;
  /** For files: a document that is open brings its own. */
  options: ScanOptions | undefined;
}

/** What a thread is asked to scan: a file on the disk, or what is open under its name. */
export interface ScanRequest {
  file: string;
  open?: OpenDocument;
}

// A thread of `ScanThread`: gets requests and answers each with its outcome, one at a time.

const port = parentPort;
if (!port) throw new Error('This is the entry of a worker thread.');
const { model, options } = workerData as ScanThreadData;
port.on('message', ({ file, open }: ScanRequest) => {
  const scan = open ? scanOpenDocument(file, open, model) : scanFile(file, model, options!);
  void scan.then((outcome) => {
    port.postMessage(outcome);
  });
});
