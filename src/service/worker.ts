import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerStart } from '../api/port.ts';
import { detectInSteps } from '../detector/detect.ts';
import { loadModel, ModelFileError, type Model } from '../detector/model.ts';
import type { ServiceParts } from './service.ts';
import { StartError, startWorker } from './startWorker.ts';
import { runInSteps } from './steps.ts';

// The bundled service's thread: see WorkerStart for what it is started with, ToWorker and FromWorker for what is said.

if (!parentPort) throw new Error('This is the entry of a worker thread.');
void startWorker(parentPort, workerData as WorkerStart, loadDetector);

function loadDetector(modelPath: string): ServiceParts['detect'] {
  const model = readModel(modelPath);
  return (text, signal) => runInSteps(detectInSteps(text, model), signal);
}

function readModel(modelPath: string): Model {
  try {
    return loadModel(readFileSync(modelPath));
  } catch (cause) {
    const reason =
      cause instanceof ModelFileError ? `is not usable: ${cause.message}` : "is missing or can't be read.";
    throw new StartError(`The model file ${modelPath} ${reason} Install Inkling again.`, { cause });
  }
}
