import { FairQueue, type Queued } from './fairQueue.ts';
import { overloaded } from '../api/byteBudget.ts';
import type { Problem } from '../api/problem.ts';
import type { FromDetector, ToDetector } from './serveDetector.ts';
import type { ServiceParts } from '../service.ts';
import type { Analysis } from './analysis.ts';

/** A thread as the pool uses it: a `Worker` of node:worker_threads as it is. */
export interface DetectorThread {
  postMessage(message: ToDetector): void;
  on(event: 'message', listener: (message: FromDetector) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  terminate(): Promise<unknown>;
}

export interface PoolParts {
  /** How many threads. */
  size: number;
  /** How many texts may wait for a thread. */
  maxWaiting: number;
  /** How many of them may be one account's. */
  maxWaitingPerAccount: number;
  startThread: () => DetectorThread;
  /** Called with the reason for which a thread died. */
  log: (error: unknown) => void;
}

/**
 * Threads that analyse texts, so that none of it delays the thread that answers requests. Accounts share them fairly:
 * see `FairQueue`.
 */
export interface DetectorPool {
  /**
   * Rejects with the signal's reason once it is aborted.
   * @throws Problem 503 with `Retry-After` when too many texts of the account wait; or too many in all, and this
   * account has the most.
   */
  detect: ServiceParts['detect'];
  /** @throws Problem 503 as `detect` does, for those who ask before they read a text. */
  requirePlace: (account: string) => void;
  /** How many texts wait for a thread, and how many threads are at work. */
  load: () => { waiting: number; working: number };
  /** Ends the threads. What is under way or waiting is rejected. */
  close: () => Promise<void>;
}

interface Task extends Queued {
  text: string;
  resolve: (analysis: Analysis) => void;
  reject: (error: unknown) => void;
}

/** A thread, and the text that it has. */
interface Seat {
  thread: DetectorThread;
  task: Task | null;
  ready: boolean;
}

/** What a text costs beside its length, in characters: a request of one word is work too. */
const baseCost = 2000;

/** Milliseconds before a thread is started in place of one that could not even start. */
const restartDelay = 1000;

/**
 * Starts the threads and waits until each is ready. One that dies later is replaced.
 * Rejects with the error of one that can't start; then none is left.
 */
export async function startPool(parts: PoolParts): Promise<DetectorPool> {
  const { size, maxWaiting, maxWaitingPerAccount, startThread, log } = parts;
  const seats = new Set<Seat>();
  const waiting = new FairQueue<Task>();
  let isClosed = false;

  function next(): void {
    for (const seat of seats) {
      if (!seat.ready || seat.task) continue;
      const task = waiting.shift();
      if (!task) return;
      seat.task = task;
      seat.thread.postMessage({ kind: 'detect', text: task.text });
    }
  }

  /** @param failed is called when the thread ends before it is ready. */
  function addSeat(ready: () => void, failed: (error: Error) => void): void {
    const seat: Seat = { thread: startThread(), task: null, ready: false };
    let crash: Error | undefined;
    seats.add(seat);
    seat.thread.on('message', (message) => {
      switch (message.kind) {
        case 'ready':
          seat.ready = true;
          ready();
          break;
        case 'detected':
          seat.task?.resolve(message.analysis);
          seat.task = null;
          break;
        case 'threw':
          seat.task?.reject(message.error);
          seat.task = null;
          break;
      }
      next();
    });
    seat.thread.on('error', (error) => {
      crash = error;
    });
    seat.thread.on('exit', () => {
      seats.delete(seat);
      const error = new Error('A detector thread died.', { cause: crash });
      seat.task?.reject(error);
      if (isClosed) return;
      if (seat.ready) {
        log(error);
        replace();
      } else {
        failed(crash ?? error);
      }
    });
  }

  function replace(): void {
    if (isClosed) return;
    addSeat(
      () => undefined,
      (error) => {
        log(error);
        setTimeout(replace, restartDelay).unref();
      },
    );
  }

  function requirePlace(account: string): void {
    if (waiting.sizeOf(account) >= maxWaitingPerAccount) throw tooManyWait();
  }

  const detect: DetectorPool['detect'] = (text, signal, account) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      if (isClosed) throw new Error('The detector has been closed.');
      requirePlace(account);
      const abort = (): void => {
        waiting.remove(task);
        // The seat stays taken until its thread has noticed.
        for (const { task: current, thread } of seats) {
          if (current === task) thread.postMessage({ kind: 'abort' });
        }
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the contract of a signal
        reject(signal.reason);
      };
      const settle = <Value>(end: (value: Value) => void) => {
        return (value: Value): void => {
          signal.removeEventListener('abort', abort);
          end(value);
        };
      };
      const task: Task = {
        account,
        cost: baseCost + text.length,
        text,
        resolve: settle(resolve),
        reject: settle(reject),
      };
      signal.addEventListener('abort', abort, { once: true });
      waiting.push(task);
      if (waiting.size > maxWaiting) waiting.pop()?.reject(tooManyWait());
      next();
    });

  async function close(): Promise<void> {
    isClosed = true;
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      task.reject(new Error('The detector has been closed.'));
    }
    await Promise.all([...seats].map(({ thread }) => thread.terminate()));
  }

  try {
    await Promise.all(Array.from({ length: size }, () => new Promise<void>(addSeat)));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    detect,
    requirePlace,
    load: () => ({
      waiting: waiting.size,
      working: [...seats].filter(({ task }) => task !== null).length,
    }),
    close,
  };
}

function tooManyWait(): Problem {
  return overloaded('Too many texts of this account are waiting. Try again in a few seconds.');
}
