import { parentPort, workerData } from 'node:worker_threads';
import type { Model } from '../../detector/model/model.ts';
import { serveThread } from '../../threads/thread.ts';
import { analyseInSteps, runInSteps, type Analysis } from './analysis.ts';

// A thread of the pool. Its `workerData` is the model, in memory that all threads share.

const model = workerData as Model;
serveThread<string, Analysis, undefined>(
  parentPort,
  (text, signal) => runInSteps(analyseInSteps(text, model), signal),
  undefined,
  ({ details }) => [details.buffer],
);
