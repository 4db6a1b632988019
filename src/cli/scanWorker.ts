import { parentPort, workerData } from 'node:worker_threads';
import { scanFile, type ScanOptions } from './scanFile.ts';
import { readShippedModel } from './shipped.ts';

// A thread of `ScanThreads`: gets the name of a file and answers with its outcome, one at a time.

const port = parentPort;
if (!port) throw new Error('This is the entry of a worker thread.');
const model = readShippedModel();
const options = workerData as ScanOptions;
port.on('message', (file: string) => {
  void scanFile(file, model, options).then((outcome) => {
    port.postMessage(outcome);
  });
});
