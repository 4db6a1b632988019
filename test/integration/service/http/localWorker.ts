import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerStart } from '../../../../src/api/local.ts';
import { startWorker } from '../../../../src/service/startWorker.ts';
import { detectionOf, fakeDetect, fakeModels } from '../../../contract/support/fakeDetect.ts';

// The bundled service's thread, with a detector for tests.
await startWorker(parentPort, workerData as WorkerStart, () => ({
  detect: fakeDetect,
  models: fakeModels,
  detectEdited: (_document, text) => Promise.resolve(detectionOf(text)),
}));
