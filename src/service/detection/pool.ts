import { SharedThreads } from '../../threads/sharedThreads.ts';
import { Thread, type WorkerPort } from '../../threads/thread.ts';
import type { ServiceParts } from '../service.ts';
import type { Analysis } from './analysis.ts';

export interface PoolParts {
  /** The number of threads. */
  size: number;
  /** The maximum number of waiting texts. */
  maxWaiting: number;
  /** The maximum number of waiting texts of one account. */
  maxWaitingPerAccount: number;
  startThread: () => WorkerPort<string, Analysis>;
  /**
   * The error for a text that exceeds a limit. If too many texts wait in total, the account with the most gets the
   * error.
   */
  queueFullError: () => Error;
  /** Called with the error of a thread that died. */
  log: (error: unknown) => void;
}

/**
 * Threads that analyse texts, so that the thread that answers requests stays responsive. Accounts share them
 * fairly.
 */
export interface DetectorPool {
  /**
   * Rejects with the signal's reason when aborted.
   * @throws the error of `queueFullError`.
   */
  detect: ServiceParts['detect'];
  /**
   * Checks for room before a text is read.
   * @throws the error of `queueFullError`.
   */
  requirePlace: (account: string) => void;
  /** The number of waiting texts and of busy threads. */
  load: () => { waiting: number; working: number };
  /** Ends the threads. Running and waiting analyses reject. */
  close: () => Promise<void>;
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
  const shared = new SharedThreads(threads, {
    ...limits,
    closed: () => new Error('The detector has been closed.'),
  });
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
