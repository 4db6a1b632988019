import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerStart } from '../api/local.ts';
import { detectInSteps, type Detected } from '../detector/detect.ts';
import { analyseInSteps, runInSteps, detectingEdits, today } from './detection/analysis.ts';
import { describeModels } from './detection/describeModels.ts';
import { readModels } from './detection/readModels.ts';
import { startWorker } from './startWorker.ts';

// The bundled service's thread: see WorkerStart for its parameters.

void startWorker(parentPort, workerData as WorkerStart, (modelPath) => {
  const model = readModels(modelPath);
  return {
    models: () => describeModels(model),
    detect: (text, signal) => runInSteps(analyseInSteps(text, model), signal),
    detectEdited: detectingEdits<Detected>((text, previous, signal) =>
      runInSteps(detectInSteps(text, model, previous, today()), signal),
    ),
  };
}).then(readNumberFormats);

/** Loads ICU's formats early, because their first use takes 10 ms, which would delay the first scan or list. */
function readNumberFormats(): void {
  (0.5).toLocaleString();
  new Intl.RelativeTimeFormat().format(-1, 'minute');
}
