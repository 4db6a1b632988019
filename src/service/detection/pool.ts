import { SharedThreads } from '../../threads/sharedThreads.ts';
import { Thread, type WorkerPort } from '../../threads/thread.ts';
import type { ServiceParts } from '../service.ts';
import type { Analysis } from './analysis.ts';

export interface PoolParts {
  /** How many threads. */
  size: number;
  /** How many texts may wait for a thread. */
  maxWaiting: number;
  /** How many texts of one account may wait. */
  maxWaitingPerAccount: number;
  startThread: () => WorkerPort<string, Analysis>;
  /** The error for a text when too many of its account wait, or too many in all and its account has the most. */
  queueFullError: () => Error;
  /** Called with the error that ended a thread. */
  log: (error: unknown) => void;
}

/**
 * Threads that analyse texts, so that analyses don't delay the thread that answers requests. Accounts share them
 * fairly.
 */
export interface DetectorPool {
  /**
   * Rejects with the signal's reason once it is aborted.
   * @throws the error of `queueFullError`.
   */
  detect: ServiceParts['detect'];
  /** Checks before a text is read. @throws the error of `queueFullError`. */
  requirePlace: (account: string) => void;
  /** How many texts wait, and how many threads are busy. */
  load: () => { waiting: number; working: number };
  /** Ends the threads. Running and waiting texts are rejected. */
  close: () => Promise<void>;
}

/** The fixed cost of a text, in characters: a request of one word costs work too. */
const baseCost = 2000;

/**
 * Starts the threads and waits until each is ready. A thread that dies later is replaced at the next text. If one can't
 * start, rejects with its error and ends the others.
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
