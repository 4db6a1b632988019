import { SharedThreads, type SharedParts } from '../../threads/sharedThreads.ts';
import { Thread, type WorkerPort } from '../../threads/thread.ts';
import type { ServiceParts } from '../service.ts';
import type { Analysis } from './analysis.ts';

export interface PoolParts extends SharedParts {
  /** The number of threads. */
  size: number;
  startThread: () => WorkerPort<string, Analysis>;
  /** Called with the error of a thread that died. */
  log: (error: unknown) => void;
}

/** Threads that analyse texts, so that the thread that answers requests stays responsive. */
export interface DetectorPool extends Pick<
  SharedThreads<string, Analysis>,
  'requirePlace' | 'load' | 'close'
> {
  detect: ServiceParts['detect'];
}

/** The fixed cost of a text, in characters, because even a request of one word takes time. */
const baseCost = 2000;

/**
 * Starts the threads and waits until all are ready. A thread that dies later is replaced when the next text
 * arrives. If one can't start, rejects with its error and ends the others.
 */
export async function startPool({ size, startThread, log, ...limits }: PoolParts): Promise<DetectorPool> {
  const threads = Array.from(
    { length: size },
    () =>
      new Thread<string, Analysis>({
        start: startThread,
        died: (cause, wasReady) =>
          wasReady || !cause ? new Error('A detector thread died.', { cause }) : cause,
        log,
        isInterruptible: true,
      }),
  );
  const shared = new SharedThreads(threads, limits);
  try {
    await Promise.all(threads.map((thread) => thread.ready()));
  } catch (error) {
    await shared.close();
    throw error;
  }
  return {
    detect: (text, signal, account) =>
      shared.ask({ account, cost: baseCost + text.length, signal }, () => text),
    requirePlace: (account) => {
      shared.requirePlace(account);
    },
    load: () => shared.load(),
    close: () => shared.close(),
  };
}
