import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Dataset } from './dataset.ts';
import type { Job, JobResult } from './trainer.worker.ts';

const threads = 2;

/** Runs the jobs on two threads; results in the order of the jobs. */
export async function runJobs(
  dataset: Dataset,
  jobs: readonly Job[],
  progress: (done: number) => void,
): Promise<JobResult[]> {
  const results: JobResult[] = [];
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL('./trainer.worker.ts', import.meta.url), { workerData: dataset });
    try {
      while (next < jobs.length) {
        const index = next++;
        worker.postMessage(jobs[index]);
        const [result] = (await once(worker, 'message')) as [JobResult];
        results[index] = result;
        progress(++done);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(threads, jobs.length) }, work));
  return results;
}
