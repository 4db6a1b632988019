import { SharedThreads } from '../../threads/sharedThreads.ts';
import { Thread, type WorkerPort } from '../../threads/thread.ts';
import type { ServiceParts } from '../service.ts';
import type { Analysis } from './analysis.ts';

export interface PoolParts {
  /** How many threads. */
  size: number;
  /** How many texts may wait for a thread. */
  maxWaiting: number;
  /** How many of them may be one account's. */
  maxWaitingPerAccount: number;
  startThread: () => WorkerPort<string, Analysis>;
  /** Why a text is refused, where too many of its account wait; or too many in all, and its account has the most. */
  tooMany: () => Error;
  /** Called with the reason for which a thread died. */
  log: (error: unknown) => void;
}

/** Threads that analyse texts, so that none of it delays the thread that answers requests. Accounts share them fairly. */
export interface DetectorPool {
  /**
   * Rejects with the signal's reason once it is aborted.
   * @throws what `tooMany` says.
   */
  detect: ServiceParts['detect'];
  /** @throws what `tooMany` says, for those who ask before they read a text. */
  requirePlace: (account: string) => void;
  /** How many texts wait for a thread, and how many threads are at work. */
  load: () => { waiting: number; working: number };
  /** Ends the threads. What is under way or waiting is rejected. */
  close: () => Promise<void>;
}

/** What a text costs beside its length, in characters: a request of one word is work too. */
const baseCost = 2000;

/**
 * Starts the threads and waits until each is ready. One that dies later is replaced with the next text.
 * Rejects with the error of one that can't start; then none is left.
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
