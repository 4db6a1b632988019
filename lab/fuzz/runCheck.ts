import { Worker } from 'node:worker_threads';
import type { Assignment, Finding } from './thread.ts';

export type { Finding } from './thread.ts';

export interface CheckToRun extends Omit<Assignment, 'begun'> {
  /** Milliseconds after which one run counts as hanging. */
  stall: number;
}

/** @returns the findings within the given time; a run that hangs or crashes its thread is a finding with its path. */
export async function runCheck({ stall, ...assignment }: CheckToRun): Promise<Finding> {
  const begun = new SharedArrayBuffer(4);
  const count = new Int32Array(begun);
  const worker = new Worker(new URL('thread.ts', import.meta.url), {
    workerData: { ...assignment, begun } satisfies Assignment,
    // Small enough to stop endless growth before the system kills every process.
    resourceLimits: { maxOldGenerationSizeMb: 1500 },
  });
  const failedAt = (error: string): Finding => {
    const runs = Atomics.load(count, 0);
    const path = assignment.path ?? String(Math.max(0, runs - 1));
    return { held: false, runs, path, counterexample: '(the replay shows it)', error };
  };
  let watch: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve) => {
      let seen = -1;
      let since = performance.now();
      watch = setInterval(() => {
        const now = Atomics.load(count, 0);
        if (now !== seen) [seen, since] = [now, performance.now()];
        else if (performance.now() - since > stall) resolve(failedAt(`No end after ${stall / 1000} s.`));
      }, 250);
      worker.once('message', (finding: Finding) => {
        resolve(finding);
      });
      worker.once('error', (error: Error) => {
        resolve(failedAt(error.stack ?? error.message));
      });
      worker.once('exit', (code) => {
        resolve(failedAt(`The thread ended with ${code}.`));
      });
    });
  } finally {
    clearInterval(watch);
    await worker.terminate();
  }
}
