import { parentPort, workerData } from 'node:worker_threads';
import type { Model } from '../../detector/model/model.ts';
import { serveThread } from '../../threads/thread.ts';
import { readOpenDocument, type OpenDocument } from './readProse.ts';
import { renderFile, type FileJob, type RenderedFile, type RenderOptions } from './renderFile.ts';
import { outcomeOf, type Outcome, type ScanOptions, type ScanProblem } from './scanFile.ts';

/** The data that a thread starts with. */
export interface ScanThreadData {
  /** Shared by all threads. */
  model: Model;
  /** Options for files; an open document has its own. */
  options: RenderOptions | undefined;
}

/** The file to scan and print, or the open document to scan. */
export type ScanRequest = FileJob | (OpenDocument & { file: string; options: ScanOptions });
export type ScanAnswer = RenderedFile | ScanProblem | Outcome;

// The worker of `startScanThread`.

const encoder = new TextEncoder();
const { model, options } = workerData as ScanThreadData;
serveThread<ScanRequest, ScanAnswer, undefined>(parentPort, answerTo, undefined, (answer) =>
  answer.kind === 'rendered' ? answer.texts.map((text) => (text as Uint8Array<ArrayBuffer>).buffer) : [],
);

async function answerTo(request: ScanRequest): Promise<ScanAnswer> {
  if ('languageId' in request) {
    return outcomeOf(request.file, readOpenDocument(request, request.options), model, request.options);
  }
  const rendered = await renderFile(request, model, options!);
  if (rendered.kind === 'problem') return rendered;
  // Bytes can be transferred instead of copied.
  const texts = rendered.texts.map((text) => (typeof text === 'string' ? encoder.encode(text) : text));
  return { ...rendered, texts };
}
