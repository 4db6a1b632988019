/** What a worker is told: a question under an id, or that nobody waits for its answer any more. */
export type ToThread<Question> =
  { kind: 'ask'; id: number; question: Question } | { kind: 'abort'; id: number };

/** What a worker says: once that it can answer, and one answer to each question. */
export type FromThread<Answer, Ready = undefined> =
  | { kind: 'ready'; ready: Ready }
  | { kind: 'answer'; id: number; answer: Answer }
  /** Also what is aborted ends so. */
  | { kind: 'threw'; id: number; error: unknown };

/** A worker as its owner holds it: a `Worker` of node:worker_threads as it is. */
export interface WorkerPort<Question, Answer, Ready = undefined> {
  postMessage(message: ToThread<Question>, transfer: ArrayBuffer[]): void;
  on(event: 'message', listener: (message: FromThread<Answer, Ready>) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  terminate(): Promise<unknown>;
}

/** The worker's own side: a `MessagePort` of node:worker_threads as it is. */
export interface OwnerPort<Question, Answer, Ready = undefined> {
  postMessage(message: FromThread<Answer, Ready>, transfer?: ArrayBuffer[]): void;
  on(event: 'message', listener: (message: ToThread<Question>) => void): unknown;
}

/** Does something later. @returns what stops that. */
export type StartTimer = (action: () => void, milliseconds: number) => () => void;

export interface ThreadParts<Question, Answer, Ready = undefined> {
  /** Starts a worker, which calls `serveThread`. */
  start: () => WorkerPort<Question, Answer, Ready> | Promise<WorkerPort<Question, Answer, Ready>>;
  /** What those are told who waited for a worker that ended. @param wasReady whether it could ever answer. */
  died: (cause: Error | undefined, wasReady: boolean) => Error;
  /** Called with the same where nobody asked for the end. */
  log?: (error: Error) => void;
  /**
   * Whether the worker hears of an abort, and takes several questions at once. One that can't be interrupted is asked one
   * thing at a time, and ended to abort it.
   */
  isInterruptible: boolean;
  /** Milliseconds without a question after which the worker is ended; never if left out. */
  idleTime?: number;
  startTimer?: StartTimer | undefined;
  /** How long one question may take, from its turn on: then the worker is ended, and this is thrown. */
  limit?: { milliseconds: number; error: () => Error };
}

export interface AskOptions {
  /** Rejects with its reason at once. */
  signal?: AbortSignal | undefined;
  /** What of the question moves to the worker instead of being copied. */
  transfer?: ArrayBuffer[];
  /** Called when the worker begins with it. */
  onTurn?: () => void;
}

/** Milliseconds after which a thread of the editor that nobody uses is ended: its memory is worth more then than a sooner start. */
export const longIdle = 5 * 60_000;

/** A worker that was started, and what it owes. */
interface Running<Question, Answer, Ready> {
  port: WorkerPort<Question, Answer, Ready>;
  ready: PromiseWithResolvers<Ready>;
  pending: Map<number, PromiseWithResolvers<Answer>>;
}

/**
 * A worker that is started when it is first used, and again after it died, was ended to abort a question, or was idle. What
 * was under way then is rejected.
 */
export class Thread<Question, Answer, Ready = undefined> {
  readonly #parts: ThreadParts<Question, Answer, Ready>;
  #running: Promise<Running<Question, Answer, Ready>> | undefined;
  /** The question before, where one is asked at a time. */
  #turn: Promise<unknown> = Promise.resolve();
  #lastId = 0;
  /** How often it was ended: what was asked before is asked of no other worker. */
  #ends = 0;
  #uses = 0;
  #stopTimer: () => void = () => undefined;

  constructor(parts: ThreadParts<Question, Answer, Ready>) {
    this.#parts = parts;
  }

  /**
   * @throws what the worker threw; the signal's reason; what `died` says when the worker ends; what `limit` says; what
   *   `start` throws.
   */
  ask<Said extends Answer = Answer>(question: Question, options: AskOptions = {}): Promise<Said> {
    const { signal } = options;
    const ends = this.#ends;
    const turn = this.#parts.isInterruptible ? Promise.resolve() : this.#turn;
    const work = (): Promise<Said> => {
      const answer = this.#used(async () => {
        await turn;
        if (ends !== this.#ends) throw this.#parts.died(undefined, true);
        return (await this.#ask(question, options)) as Said;
      });
      const isOver = (): void => undefined; // and keeps nothing of the answer in memory
      this.#turn = answer.then(isOver, isOver);
      return answer;
    };
    return signal ? raceAbort(signal, work) : work();
  }

  /** What the worker says when it can answer; starts it if need be. Throws as `ask` does. */
  ready(): Promise<Ready> {
    return this.#used(async () => (await this.#worker()).ready.promise);
  }

  /** Resolves when nothing is under way: what was aborted goes on until the worker notices. */
  async settled(): Promise<void> {
    const running = await this.#running?.catch(() => undefined);
    await Promise.allSettled([...(running?.pending.values() ?? [])].map(({ promise }) => promise));
  }

  /** From now on it is not ended for being idle. */
  keep(): void {
    this.#uses++;
    this.#stopTimer();
  }

  /** Ends the worker. What is under way or waits is rejected; the next use starts another. */
  end(): Promise<void> {
    this.#ends++;
    return this.#stop();
  }

  async #stop(): Promise<void> {
    const ending = this.#running;
    this.#running = undefined;
    const ended = await ending?.catch(() => undefined); // what could not start need not end
    await ended?.port.terminate();
  }

  async #used<Result>(use: () => Promise<Result>): Promise<Result> {
    const { idleTime, startTimer = unrefTimer } = this.#parts;
    this.#stopTimer();
    this.#uses++;
    try {
      return await use();
    } finally {
      if (--this.#uses === 0 && idleTime !== undefined) {
        this.#stopTimer = startTimer(() => void this.#stop(), idleTime);
      }
    }
  }

  async #ask(question: Question, { signal, transfer = [], onTurn }: AskOptions): Promise<Answer> {
    const { isInterruptible, limit } = this.#parts;
    signal?.throwIfAborted();
    const { port, pending } = await this.#worker();
    signal?.throwIfAborted();
    onTurn?.();
    const id = ++this.#lastId;
    const answer = Promise.withResolvers<Answer>();
    pending.set(id, answer);
    const abort = (): void => {
      if (isInterruptible) port.postMessage({ kind: 'abort', id }, []);
      else void this.#stop();
    };
    const tooLong =
      limit &&
      setTimeout(() => {
        answer.reject(limit.error());
        void this.#stop();
      }, limit.milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      port.postMessage({ kind: 'ask', id, question }, transfer);
      return await answer.promise;
    } finally {
      signal?.removeEventListener('abort', abort);
      clearTimeout(tooLong);
    }
  }

  /** The worker that answers now; forgotten when it ends, so that the next use starts another. */
  #worker(): Promise<Running<Question, Answer, Ready>> {
    if (this.#running) return this.#running;
    const forget = (): boolean => {
      const isCurrent = this.#running === started;
      if (isCurrent) this.#running = undefined;
      return isCurrent;
    };
    const started = (async () => this.#listen(await this.#parts.start(), forget))();
    started.catch(forget);
    return (this.#running = started);
  }

  #listen(
    port: WorkerPort<Question, Answer, Ready>,
    forget: () => boolean,
  ): Running<Question, Answer, Ready> {
    const pending = new Map<number, PromiseWithResolvers<Answer>>();
    const ready = Promise.withResolvers<Ready>();
    ready.promise.catch(() => undefined); // told to whoever waits for it: there may be none
    let isReady = false;
    const isOver = (cause?: Error): void => {
      const error = this.#parts.died(cause, isReady);
      if (forget()) this.#parts.log?.(error);
      ready.reject(error);
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    };
    port.on('message', (message) => {
      switch (message.kind) {
        case 'ready':
          isReady = true;
          ready.resolve(message.ready);
          return;
        case 'answer':
          pending.get(message.id)?.resolve(message.answer);
          break;
        case 'threw':
          pending.get(message.id)?.reject(message.error);
          break;
      }
      pending.delete(message.id);
    });
    // Without a listener it would end this process. The worker's end follows it.
    port.on('error', isOver);
    port.on('exit', () => {
      isOver();
    });
    return { port, ready, pending };
  }
}

/** A timer that keeps no process alive. */
export const unrefTimer: StartTimer = (action, milliseconds) => {
  const timer = setTimeout(action, milliseconds);
  if (typeof timer === 'object') timer.unref(); // in Node, whose process it would keep alive
  return () => {
    clearTimeout(timer);
  };
};

/**
 * Answers the questions that come over a worker's port, and says that it is ready.
 * @param answer may take several at once. It throws when its signal is aborted, or goes on for nobody.
 * @param transferOf what of an answer moves to its reader instead of being copied.
 */
export function serveThread<Question, Answer, Ready>(
  port: OwnerPort<Question, Answer, Ready> | null,
  answer: (question: Question, signal: AbortSignal) => Answer | Promise<Answer>,
  ready: Ready,
  transferOf: (answer: Answer) => ArrayBuffer[] = () => [],
): void {
  if (!port) throw new Error('This is the entry of a worker thread.');
  const underWay = new Map<number, AbortController>();

  async function reply(id: number, question: Question): Promise<void> {
    const controller = new AbortController();
    underWay.set(id, controller);
    try {
      const answered = await answer(question, controller.signal);
      port!.postMessage({ kind: 'answer', id, answer: answered }, transferOf(answered));
    } catch (error) {
      port!.postMessage({ kind: 'threw', id, error });
    } finally {
      underWay.delete(id);
    }
  }

  port.on('message', (message) => {
    if (message.kind === 'ask') void reply(message.id, message.question);
    else underWay.get(message.id)?.abort();
  });
  port.postMessage({ kind: 'ready', ready });
}

/** Resolves as the work does, or rejects with the signal's reason as soon as it is aborted, as `fetch` does. */
export async function raceAbort<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => {
    aborted.reject(signal.reason);
  };
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work(), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
