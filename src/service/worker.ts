import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerStart } from '../api/local.ts';
import { redetectInSteps, type Detected } from '../detector/detect.ts';
import { analyseInSteps, runInSteps, detectingEdits, today } from './detection/analysis.ts';
import { readModels } from './detection/readModels.ts';
import { startWorker } from './startWorker.ts';

// The bundled service's thread: see WorkerStart for what it is started with.

void startWorker(parentPort, workerData as WorkerStart, (modelPath) => {
  const model = readModels(modelPath);
  return {
    detect: (text, signal) => runInSteps(analyseInSteps(text, model), signal),
    detectEdited: detectingEdits<Detected>((text, previous, signal) =>
      runInSteps(redetectInSteps(text, model, previous, today()), signal),
    ),
  };
}).then(readNumberFormats);

/**
 * What ICU reads at the first number and the first age that are written in a process takes 10 ms, which the editor would
 * be held for when a scan has come, or its lists.
 */
function readNumberFormats(): void {
  (0.5).toLocaleString();
  new Intl.RelativeTimeFormat().format(-1, 'minute');
}
