/** A message to a worker: a question with an id, or that its answer is no longer needed. */
export type ToThread<Question> =
  { kind: 'ask'; id: number; question: Question } | { kind: 'abort'; id: number };

/** A message from a worker. The first says that it is ready; then there is one answer per question. */
export type FromThread<Answer, Ready = undefined> =
  | { kind: 'ready'; ready: Ready }
  | { kind: 'answer'; id: number; answer: Answer }
  /** Also sent for aborted questions. */
  | { kind: 'threw'; id: number; error: unknown };

/** The listener of each event of a worker. */
export interface WorkerListeners<Answer, Ready> {
  message: (message: FromThread<Answer, Ready>) => void;
  error: (error: Error) => void;
  exit: () => void;
}

/** A worker as its owner sees it, such as a `Worker` of node:worker_threads. */
export interface WorkerPort<Question, Answer, Ready = undefined> {
  postMessage(message: ToThread<Question>, transfer: ArrayBuffer[]): void;
  on<Event extends keyof WorkerListeners<Answer, Ready>>(
    event: Event,
    listener: WorkerListeners<Answer, Ready>[Event],
  ): unknown;
  /** Returns a promise if ending takes time. */
  terminate(): unknown;
}

/** The worker's own side, such as a `MessagePort` of node:worker_threads. */
export interface OwnerPort<Question, Answer, Ready = undefined> {
  postMessage(message: FromThread<Answer, Ready>, transfer?: ArrayBuffer[]): void;
  on(event: 'message', listener: (message: ToThread<Question>) => void): unknown;
}

export interface ThreadParts<Question, Answer, Ready = undefined> {
  /** Starts a worker, which calls `serveThread`. */
  start: () => WorkerPort<Question, Answer, Ready> | Promise<WorkerPort<Question, Answer, Ready>>;
  /** The error for pending questions when the worker ends. @param wasReady whether it ever was ready. */
  died: (cause: Error | undefined, wasReady: boolean) => Error;
  /** Called with that error, unless the owner ended the worker. */
  log?: (error: Error) => void;
  /**
   * Whether the worker handles aborts and several questions at once. Otherwise it gets one question at a time, and
   * aborting a question ends the worker.
   */
  isInterruptible: boolean;
  /** Milliseconds without a question after which the worker is ended; never if left out. */
  idleTime?: number;
  /** The most milliseconds for one question. After that the worker is ended and this error thrown. */
  limit?: { milliseconds: number; error: () => Error };
}

export interface AskOptions {
  signal?: AbortSignal | undefined;
  /** The buffers of the question to transfer instead of copying. */
  transfer?: ArrayBuffer[];
  /** Called when the question is sent to the worker. */
  onStart?: () => void;
}

/** Milliseconds after which an idle thread of the editor is ended, to free its memory. */
export const longIdle = 5 * 60_000;

/** A started worker and its pending questions. */
interface Running<Question, Answer, Ready> {
  port: WorkerPort<Question, Answer, Ready>;
  ready: PromiseWithResolvers<Ready>;
  pending: Map<number, PromiseWithResolvers<Answer>>;
}

/**
 * A worker that starts on first use, and again on the next use after it died or was ended because a question was
 * aborted or it was idle. When it ends, pending questions are rejected.
 */
export class Thread<Question, Answer, Ready = undefined> {
  readonly #parts: ThreadParts<Question, Answer, Ready>;
  #running: Promise<Running<Question, Answer, Ready>> | undefined;
  /** The previous question, if only one is asked at a time. */
  #turn: Promise<unknown> = Promise.resolve();
  /** Begins at random, because tabs of a browser share a channel and tell their questions apart by id. */
  #lastId = Math.floor(Math.random() * 2 ** 52);
  /** The number of times that a worker ended. A question from before an end is not sent to the next worker. */
  #ends = 0;
  #uses = 0;
  #idleTimer: Timer | undefined;

  constructor(parts: ThreadParts<Question, Answer, Ready>) {
    this.#parts = parts;
  }

  /** As `run`, but rejects with the signal's reason as soon as it is aborted. */
  ask<Result extends Answer = Answer>(question: Question, options: AskOptions = {}): Promise<Result> {
    return raceAbort(options.signal, () => this.run<Result>(question, options));
  }

  /**
   * Asks the worker. After an abort, rejects only when the worker has stopped working on the question.
   * @throws what the worker threw; the signal's reason; the error of `died` when the worker ends; the error of `limit`;
   * what `start` throws.
   */
  run<Result extends Answer = Answer>(
    question: Question,
    { signal, transfer = [], onStart }: AskOptions,
  ): Promise<Result> {
    const { died, isInterruptible, limit } = this.#parts;
    const ends = this.#ends;
    const turn = isInterruptible ? undefined : this.#turn;
    const answer = this.#whileInUse(async () => {
      await turn;
      if (ends !== this.#ends) throw died(undefined, true);
      signal?.throwIfAborted();
      const { port, pending } = await this.#worker();
      signal?.throwIfAborted();
      onStart?.();
      const id = ++this.#lastId;
      const asked = Promise.withResolvers<Answer>();
      pending.set(id, asked);
      const abort = (): void => {
        if (isInterruptible) port.postMessage({ kind: 'abort', id }, []);
        else void this.#stop();
      };
      const tooLong =
        limit &&
        setTimeout(() => {
          asked.reject(limit.error());
          void this.#stop();
        }, limit.milliseconds);
      signal?.addEventListener('abort', abort, { once: true });
      try {
        port.postMessage({ kind: 'ask', id, question }, transfer);
        return (await asked.promise) as Result;
      } finally {
        signal?.removeEventListener('abort', abort);
        clearTimeout(tooLong);
      }
    });
    const isOver = (): void => undefined; // drops the reference to the answer
    this.#turn = answer.then(isOver, isOver);
    return answer;
  }

  /** The worker's `ready` value; starts it if needed. Throws as `ask` does. */
  ready(): Promise<Ready> {
    return this.#whileInUse(async () => (await this.#worker()).ready.promise);
  }

  /** Keeps the worker running even when idle. */
  keepRunning(): void {
    this.#uses++;
    clearTimeout(this.#idleTimer);
  }

  /** Ends the worker. Pending questions are rejected; the next use starts another. */
  end(): Promise<void> {
    this.#ends++;
    return this.#stop();
  }

  async #stop(): Promise<void> {
    const ending = this.#running;
    this.#running = undefined;
    const ended = await ending?.catch(() => undefined); // a worker that failed to start needs no end
    await ended?.port.terminate();
  }

  async #whileInUse<Result>(use: () => Promise<Result>): Promise<Result> {
    const { idleTime } = this.#parts;
    this.keepRunning();
    try {
      return await use();
    } finally {
      if (--this.#uses === 0 && idleTime !== undefined)
        this.#idleTimer = unrefTimer(() => void this.#stop(), idleTime);
    }
  }

  /** The current worker; forgotten when it ends, so that the next use starts another. */
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
    ready.promise.catch(() => undefined); // the caller may have no other handler
    let isReady = false;
    const isOver = (cause?: Error): void => {
      const error = this.#parts.died(cause, isReady);
      if (forget()) this.#parts.log?.(error);
      ready.reject(error);
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    };
    port.on('message', (message) => {
      if (message.kind === 'ready') {
        isReady = true;
        ready.resolve(message.ready);
        return;
      }
      const asked = pending.get(message.id);
      pending.delete(message.id);
      if (message.kind === 'answer') asked?.resolve(message.answer);
      else asked?.reject(message.error);
    });
    // Without a listener, the error would end this process. The worker ends after it anyway.
    port.on('error', isOver);
    port.on('exit', () => {
      isOver();
    });
    return { port, ready, pending };
  }
}

export type Timer = ReturnType<typeof setTimeout>;

/** A timer that does not keep the process alive. */
export function unrefTimer(action: () => void, milliseconds: number): Timer {
  const timer = setTimeout(action, milliseconds);
  if (typeof timer === 'object') timer.unref(); // only Node's timers have it
  return timer;
}

/**
 * Answers the questions that arrive at a worker's port, and reports that it is ready.
 * @param answer may run for several questions at once. When its signal is aborted, it may throw, or finish with a
 *   result that is ignored.
 * @param transferOf the buffers of an answer to transfer instead of copying.
 */
export function serveThread<Question, Answer, Ready>(
  port: OwnerPort<Question, Answer, Ready> | null,
  answer: (question: Question, signal: AbortSignal) => Answer | Promise<Answer>,
  ready: Ready,
  transferOf: (answer: Answer) => ArrayBuffer[] = () => [],
): void {
  if (!port) throw new Error('This is the entry of a worker thread.');
  const running = new Map<number, AbortController>();

  async function reply(id: number, question: Question): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const answered = await answer(question, controller.signal);
      port!.postMessage({ kind: 'answer', id, answer: answered }, transferOf(answered));
    } catch (error) {
      port!.postMessage({ kind: 'threw', id, error });
    } finally {
      running.delete(id);
    }
  }

  port.on('message', (message) => {
    if (message.kind === 'ask') void reply(message.id, message.question);
    else running.get(message.id)?.abort();
  });
  port.postMessage({ kind: 'ready', ready });
}

/** Resolves with the work's result, or rejects with the signal's reason as soon as it is aborted, as `fetch` does. */
export async function raceAbort<Result>(
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!signal) return work();
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
