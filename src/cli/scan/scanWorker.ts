import { parentPort, workerData } from 'node:worker_threads';
import type { Model } from '../../detector/model/model.ts';
import { serveThread } from '../../threads/thread.ts';
import { renderFile, type FileJob, type RenderOptions, type FileOutput } from './renderFile.ts';
import { scanOpenDocument, type OpenDocument, type Outcome } from './scanFile.ts';

/** What a thread is started with. */
export interface ScanThreadData {
  /** In memory that all threads share. */
  model: Model;
  /** For files: a document that is open brings its own. */
  options: RenderOptions | undefined;
}

/** What a thread is asked for: what is told of a file on the disk, or the outcome of what is open under its name. */
export type ScanRequest = FileJob | (OpenDocument & { file: string });
export type ScanAnswer = FileOutput | Outcome;

// A thread that scans: see `startScanThread`.

const encoder = new TextEncoder();
const { model, options } = workerData as ScanThreadData;
serveThread<ScanRequest, ScanAnswer, undefined>(parentPort, answerTo, undefined, (answer) =>
  answer.kind === 'told' ? answer.texts.map((text) => (text as Uint8Array<ArrayBuffer>).buffer) : [],
);

/** Texts are told as bytes, which move to who asked instead of being copied. */
async function answerTo(request: ScanRequest): Promise<ScanAnswer> {
  if ('languageId' in request) return scanOpenDocument(request.file, request, model);
  const told = await renderFile(request, model, options!);
  if (told.kind !== 'told') return told;
  return {
    ...told,
    texts: told.texts.map((text) => (typeof text === 'string' ? encoder.encode(text) : text)),
  };
}
