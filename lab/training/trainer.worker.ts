import { parentPort, workerData } from 'node:worker_threads';
import type { Voice } from '../../src/detector/model/voices.ts';
import type { Dataset } from './dataset.ts';
import { balance, strataOf } from './balance.ts';
import { learn, learning, margin, type Linear } from './logistic.ts';

/** A thread that trains one family at a time without each fold's sources, and scores the rows left out. */

export interface Job {
  family: number;
  voice: Voice;
  /** The sources left out of each model; at most `lanes` models. */
  leftOut: string[][];
}

export interface Learnt extends Linear {
  /** Margins of the rows left out, in row order. */
  margins: Float64Array;
}

const dataset = workerData as Dataset;
const strata = strataOf(dataset);

async function learnJob(job: Job): Promise<Learnt[]> {
  const leftOut = job.leftOut.map((sources) => new Set(sources));
  const rows = dataset.rows[job.family]!;
  const importance = leftOut.map((sources) => balance(dataset, sources, job.voice));
  const linears = await learn(rows, dataset.isAi, importance, strata, learning[job.voice]);
  return linears.map((linear, lane) => ({
    ...linear,
    margins: Float64Array.from(
      dataset.sources.flatMap((source, i) => (leftOut[lane]!.has(source) ? [margin(rows, i, linear)] : [])),
    ),
  }));
}

parentPort!.on('message', (job: Job) => {
  void learnJob(job).then((learnt) => {
    parentPort!.postMessage(learnt);
  });
});
