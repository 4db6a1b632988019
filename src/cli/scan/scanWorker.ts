import { parentPort, workerData } from 'node:worker_threads';
import type { Model } from '../../detector/model/model.ts';
import { scanOpenDocument, type OpenDocument, type Outcome } from './scanFile.ts';
import { renderFile, type FileJob, type RenderOptions, type FileOutput } from './renderFile.ts';

/** What a thread is started with. */
export interface ScanThreadData {
  /** In memory that all threads share. */
  model: Model;
  /** For files: a document that is open brings its own. */
  options: RenderOptions | undefined;
}

/** What a thread is asked for: what is told of a file on the disk, or the outcome of what is open under its name. */
export type ScanRequest = FileJob | (OpenDocument & { file: string });

// A thread of `ScanThread`: gets requests and answers each, one at a time.

const encoder = new TextEncoder();
const port = parentPort;
if (!port) throw new Error('This is the entry of a worker thread.');
const { model, options } = workerData as ScanThreadData;
port.on('message', (request: ScanRequest) => {
  void answer(request).then(([answered, moved]) => {
    port.postMessage(answered, moved);
  });
});

/** The answer, and what of it moves to who asked instead of being copied. */
async function answer(request: ScanRequest): Promise<[FileOutput | Outcome, ArrayBuffer[]]> {
  if ('languageId' in request) return [await scanOpenDocument(request.file, request, model), []];
  const told = await renderFile(request, model, options!);
  if (told.kind !== 'told') return [told, []];
  const texts = told.texts.map((text) => (typeof text === 'string' ? encoder.encode(text) : text));
  return [{ ...told, texts }, texts.map(({ buffer }) => buffer as ArrayBuffer)];
}
