import { parentPort, workerData } from 'node:worker_threads';
import type { Dataset } from './dataset.ts';
import { balance, strataOf } from './balance.ts';
import { learn, learning, margin } from './logistic.ts';

/** A thread that learns one family at a time, with some sources left out, and scores the rows left out. */

export interface Job {
  family: number;
  leftOut: string[];
}

export interface JobResult {
  weights: Float32Array;
  bias: number;
  /** Margins of the rows left out, in row order. */
  margins: Float64Array;
}

const dataset = workerData as Dataset;
const strata = strataOf(dataset);

parentPort!.on('message', (job: Job) => {
  const leftOut = new Set(job.leftOut);
  const rows = dataset.rows[job.family]!;
  const linear = learn(rows, dataset.isAi, balance(dataset, leftOut), strata, learning);
  const margins = dataset.sources.flatMap((source, i) =>
    leftOut.has(source) ? [margin(rows, i, linear)] : [],
  );
  const result: JobResult = { ...linear, margins: Float64Array.from(margins) };
  parentPort!.postMessage(result);
});
