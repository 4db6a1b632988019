import { FairQueue, type Queued } from './fairQueue.ts';
import type { AskOptions } from './thread.ts';

/** Decides the order of work. */
export interface Place {
  /** Accounts share the threads fairly. */
  account: string;
  /** The amount of work, in any unit. */
  cost: number;
  signal?: AbortSignal;
}

interface Task<Question, Answer> extends Queued, PromiseWithResolvers<Answer> {
  load: () => Question | Promise<Question>;
  signal: AbortSignal | undefined;
}

export interface SharedParts {
  /** The maximum number of waiting questions in total. */
  maxWaiting: number;
  /** The maximum number per account. */
  maxWaitingPerAccount: number;
  /** The error for a question beyond these limits, and for waiting and new questions after closing. */
  refusal: () => Error;
}

/** Answers one question at a time: a `Thread`, or a process, which may end together with this one. */
interface Answering<Question, Answer> {
  run(question: Question, options: Pick<AskOptions, 'signal'>): Promise<Answer>;
  end?(): Promise<void>;
}

/** Threads that accounts share fairly, each with one question at a time: see `FairQueue`. */
export class SharedThreads<Question, Answer> {
  readonly #threads: readonly Answering<Question, Answer>[];
  readonly #free: Answering<Question, Answer>[];
  readonly #parts: SharedParts;
  readonly #waiting = new FairQueue<Task<Question, Answer>>();
  #isClosed = false;

  constructor(threads: readonly Answering<Question, Answer>[], parts: SharedParts) {
    this.#threads = threads;
    this.#free = [...threads];
    this.#parts = parts;
  }

  /**
   * @param load returns the question when its turn comes.
   * @throws the error of `refusal` when too many questions of the account wait, or too many wait in total and this
   *   account has the most; the signal's reason; what `load` and `Thread.run` throw.
   */
  async ask({ account, cost, signal }: Place, load: Task<Question, Answer>['load']): Promise<Answer> {
    signal?.throwIfAborted();
    if (this.#isClosed) throw this.#parts.refusal();
    this.requirePlace(account);
    const task = { account, cost, load, signal, ...Promise.withResolvers<Answer>() };
    const abort = (): void => {
      this.#waiting.remove(task);
      task.reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    this.#waiting.push(task);
    if (this.#waiting.size > this.#parts.maxWaiting) this.#waiting.pop()?.reject(this.#parts.refusal());
    this.#next();
    try {
      return await task.promise;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Checks, before a question is prepared, that the account may ask it. @throws the error of `refusal`. */
  requirePlace(account: string): void {
    if (this.#waiting.sizeOf(account) >= this.#parts.maxWaitingPerAccount) throw this.#parts.refusal();
  }

  load(): { waiting: number; working: number } {
    return { waiting: this.#waiting.size, working: this.#threads.length - this.#free.length };
  }

  /** Ends the threads. Running and waiting questions are rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (let task = this.#waiting.shift(); task; task = this.#waiting.shift()) {
      task.reject(this.#parts.refusal());
    }
    await Promise.all(this.#threads.map(async (thread) => thread.end?.()));
  }

  #next(): void {
    while (this.#free.length > 0) {
      const task = this.#waiting.shift();
      if (!task) return;
      void this.#run(this.#free.pop()!, task);
    }
  }

  async #run(thread: Answering<Question, Answer>, task: Task<Question, Answer>): Promise<void> {
    const answer = (async () => {
      const question = await task.load();
      if (this.#isClosed) throw this.#parts.refusal(); // asking again would start a new thread
      return thread.run(question, { signal: task.signal });
    })();
    await Promise.allSettled([answer]);
    this.#free.push(thread);
    task.resolve(answer);
    this.#next();
  }
}
