import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Model } from '../detector/model/model.ts';
import { readModels } from '../service/detection/readModels.ts';

/** The path of an asset: in the sources, or beside the bundles in dist/. */
function assetPath(...places: string[]): string {
  const paths = places.map((place) => resolve(import.meta.dirname, place));
  return paths.find((path) => existsSync(path)) ?? paths[0]!;
}

export function modelPath(): string {
  return assetPath('../../media/inkling-en.inkmodel');
}

/** The entry files of worker threads, and of the process that reads documents. */
export const workerPaths = {
  documents: () => assetPath('../prose/documents/process.ts', '../documents/process.mjs'),
  scan: () => assetPath('scan/scanWorker.ts', 'scan-worker.mjs'),
  detector: () => assetPath('../service/detection/detectorWorker.ts', '../detector-worker.js'),
  render: () => assetPath('../service/pages/renderWorker.ts', '../render-worker.js'),
};

/** The model that ships with the program. @throws StartError that names the file when it is missing or damaged. */
export function readModelFile(): Model {
  return readModels(modelPath());
}
