import { parentPort, workerData } from 'node:worker_threads';
import { serveDetector } from '../../../../src/service/detection/serveDetector.ts';
import { fakeDetect } from '../../support/fakeDetect.ts';

// A thread of the pool without a model. `workerData`: whether it can start.
if (!parentPort) throw new Error('This is the entry of a worker thread.');
if (workerData === 'failing') throw new Error('No memory is left.');
serveDetector(parentPort, fakeDetect);
