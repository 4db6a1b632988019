import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerStart } from '../../../../src/api/local.ts';
import { startWorker } from '../../../../src/service/startWorker.ts';
import { detectionOf, fakeDetect } from '../../support/fakeDetect.ts';

// The bundled service's thread, with a detector for tests.
if (!parentPort) throw new Error('This is the entry of a worker thread.');
await startWorker(parentPort, workerData as WorkerStart, () => ({
  detect: fakeDetect,
  detectEdited: (_document, text) => Promise.resolve(detectionOf(text)),
}));
