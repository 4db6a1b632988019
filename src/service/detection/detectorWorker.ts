import { parentPort, workerData } from 'node:worker_threads';
import type { Model } from '../../detector/model/model.ts';
import { analyseInSteps, runInSteps } from './analysis.ts';
import { serveDetector } from './serveDetector.ts';

// A thread of the pool; `workerData` is the model, in memory that all threads share.

if (!parentPort) throw new Error('This is the entry of a worker thread.');
const model = workerData as Model;
serveDetector(parentPort, (text, signal) => runInSteps(analyseInSteps(text, model), signal));
