import { parentPort, workerData } from 'node:worker_threads';
import type { Model } from '../../detector/model/model.ts';
import { serveThread } from '../../threads/thread.ts';
import { renderFile, type FileJob, type RenderOptions, type FileOutput } from './renderFile.ts';
import { scanOpenDocument, type OpenDocument, type Outcome } from './scanFile.ts';

/** The data that a thread starts with. */
export interface ScanThreadData {
  /** Shared by all threads. */
  model: Model;
  /** Options for files; an open document has its own. */
  options: RenderOptions | undefined;
}

/** The file to scan and print, or the open document to scan. */
export type ScanRequest = FileJob | (OpenDocument & { file: string });
export type ScanAnswer = FileOutput | Outcome;

// The worker of `startScanThread`.

const encoder = new TextEncoder();
const { model, options } = workerData as ScanThreadData;
serveThread<ScanRequest, ScanAnswer, undefined>(parentPort, answerTo, undefined, (answer) =>
  answer.kind === 'rendered' ? answer.texts.map((text) => (text as Uint8Array<ArrayBuffer>).buffer) : [],
);

/** Encodes texts as bytes, because those can be transferred instead of copied. */
async function answerTo(request: ScanRequest): Promise<ScanAnswer> {
  if ('languageId' in request) return scanOpenDocument(request.file, request, model);
  const rendered = await renderFile(request, model, options!);
  if (rendered.kind !== 'rendered') return rendered;
  return {
    ...rendered,
    texts: rendered.texts.map((text) => (typeof text === 'string' ? encoder.encode(text) : text)),
  };
}
