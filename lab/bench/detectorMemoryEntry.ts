/** A process with a worker thread that detects a text repeatedly while the process's memory is measured. */
import { readFileSync } from 'node:fs';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { serviceWorkerLimits } from '../../src/client/bundled.ts';
import { detect } from '../../src/detector/detect.ts';
import { loadModel } from '../../src/detector/model/model.ts';

/** Memory of the whole process including Node; a megabyte is a million bytes. */
export interface ResidentMegabytes {
  /** With the worker, the model and the text loaded. */
  before: number;
  /** The maximum during the work. */
  peak: number;
  /** The memory used by detection: the difference. */
  detecting: number;
}

const runs = 20;
const pollMs = 5;
const resident = (): number => process.memoryUsage.rss() / 1e6;

if (isMainThread) {
  const worker = new Worker(__filename, {
    workerData: process.argv.slice(2),
    resourceLimits: serviceWorkerLimits,
  });
  worker.once('message', () => {
    const before = resident();
    let peak = before;
    const polling = setInterval(() => (peak = Math.max(peak, resident())), pollMs);
    worker.once('exit', () => {
      clearInterval(polling);
      console.log(JSON.stringify({ before, peak, detecting: peak - before } satisfies ResidentMegabytes));
    });
    worker.postMessage('go');
  });
} else {
  const [modelPath, textPath] = workerData as [string, string];
  const model = loadModel(readFileSync(modelPath));
  const text = readFileSync(textPath, 'utf8');
  parentPort?.once('message', () => {
    for (let run = 0; run < runs; run++) detect(text, model);
  });
  parentPort?.postMessage('ready');
}
