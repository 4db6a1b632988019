import { parentPort, workerData } from 'node:worker_threads';
import { analyseInSteps, runInSteps, readModel } from './analysis.ts';
import { serveDetector, type FromDetector } from './serveDetector.ts';
import { StartError } from '../startError.ts';

// A thread of the pool; `workerData` is the model file's path.

if (!parentPort) throw new Error('This is the entry of a worker thread.');
try {
  const model = readModel(String(workerData));
  serveDetector(parentPort, (text, signal) => runInSteps(analyseInSteps(text, model), signal));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  const failed: FromDetector = { kind: 'failed', message: error.message };
  parentPort.postMessage(failed);
}
