import { parentPort, workerData } from 'node:worker_threads';
import type { Dataset } from './dataset.ts';
import { balance, learn, margin, type LearningOptions } from './logistic.ts';

/** A thread that learns one family at a time, with some sources left out, and scores the rows left out. */

export interface Job {
  family: number;
  leftOut: string[];
  options: LearningOptions;
}

export interface JobResult {
  weights: Float32Array;
  bias: number;
  /** Margins of the rows left out, in row order. */
  margins: Float64Array;
}

const dataset = workerData as Dataset;

parentPort!.on('message', (job: Job) => {
  const leftOut = new Set(job.leftOut);
  const rows = dataset.rows[job.family]!;
  const linear = learn(rows, dataset.isAi, balance(dataset.sources, dataset.isAi, leftOut), job.options);
  const margins = dataset.sources.flatMap((source, i) =>
    leftOut.has(source) ? [margin(rows, i, linear)] : [],
  );
  const result: JobResult = { ...linear, margins: Float64Array.from(margins) };
  parentPort!.postMessage(result);
});
