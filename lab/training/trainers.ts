import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { families } from '../../src/detector/features/features.ts';
import type { ByVoice, Voice } from '../../src/detector/model/voices.ts';
import type { Dataset } from './dataset.ts';
import { lanes } from './logistic.ts';
import type { Job, Learnt } from './trainer.worker.ts';

const threads = 2;

/** The results of training for each voice, by family. */
export type LearntVoices = ByVoice<Learnt[]>;

/** Trains every family of the given voices without each set of sources, on two threads. Returns results by set. */
export async function learnWithout(
  dataset: Dataset,
  leftOut: readonly (readonly string[])[],
  learnt: readonly Voice[],
  progress: (done: number, all: number) => void,
): Promise<LearntVoices[]> {
  const results = leftOut.map((): LearntVoices => ({ chat: [], plain: [] }));
  const jobs: (Job & { first: number })[] = [];
  for (let first = 0; first < leftOut.length; first += lanes) {
    const sets = leftOut.slice(first, first + lanes).map((sources) => [...sources]);
    for (const voice of learnt)
      families.forEach((_, family) => jobs.push({ family, voice, leftOut: sets, first }));
  }
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL('./trainer.worker.ts', import.meta.url), { workerData: dataset });
    try {
      while (next < jobs.length) {
        const { first, ...job } = jobs[next++]!;
        worker.postMessage(job);
        const [own] = (await once(worker, 'message')) as [Learnt[]];
        own.forEach((each, i) => (results[first + i]![job.voice][job.family] = each));
        progress(++done, jobs.length);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(threads, jobs.length) }, work));
  return results;
}
