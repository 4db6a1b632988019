import { FairQueue, type Queued } from '../detection/fairQueue.ts';
import { networkOf } from '../http/clientAddress.ts';
import { Problem } from '../api/problem.ts';
import { renderReport, type RenderJob } from './renderReport.ts';

/**
 * Renders what `load` returns, which is called when the job's turn has come.
 * @param address of the client: IP addresses share the work fairly.
 * @returns as `renderReport`.
 * @throws Problem 503 with `Retry-After` when too much waits. What `load` throws.
 */
export type Render = (
  address: string,
  load: () => Promise<RenderJob>,
) => Promise<Uint8Array<ArrayBuffer> | null>;

/** On the thread that answers: for a service of one person. */
export const renderHere: Render = async (_address, load) => renderReport(await load());

export type FromRenderer =
  { kind: 'rendered'; rendered: Uint8Array<ArrayBuffer> | null } | { kind: 'threw'; error: unknown };

/** A thread as this uses it: a `Worker` of node:worker_threads as it is. */
export interface RendererThread {
  postMessage(message: RenderJob): void;
  on(event: 'message', listener: (message: FromRenderer) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  terminate(): Promise<unknown>;
}

interface Task extends Queued {
  load: () => Promise<RenderJob>;
  resolve: (rendered: Uint8Array<ArrayBuffer> | null) => void;
  reject: (error: unknown) => void;
}

/** How many may wait in all, and of one address. */
const maxWaiting = 128;
const maxWaitingPerAddress = 16;

/**
 * One thread that renders reports, so that a long one delays only other pages. It is started for the first report, and
 * again after it died.
 */
export class RenderThread {
  readonly #start: () => RendererThread;
  readonly #waiting = new FairQueue<Task>();
  #thread: RendererThread | undefined;
  #task: Task | undefined;
  #isClosed = false;

  constructor(start: () => RendererThread) {
    this.#start = start;
  }

  readonly render: Render = (address, load) =>
    new Promise((resolve, reject) => {
      const account = networkOf(address);
      if (this.#isClosed || this.#waiting.sizeOf(account) >= maxWaitingPerAddress) throw overloaded();
      this.#waiting.push({ account, cost: 1, load, resolve, reject });
      if (this.#waiting.size > maxWaiting) this.#waiting.pop()?.reject(overloaded());
      this.#next();
    });

  /** Ends the thread. What is under way or waiting is rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (let task = this.#waiting.shift(); task; task = this.#waiting.shift()) task.reject(overloaded());
    await this.#thread?.terminate();
  }

  #next(): void {
    if (this.#task) return;
    this.#task = this.#waiting.shift();
    if (this.#task) void this.#run(this.#task);
  }

  async #run(task: Task): Promise<void> {
    try {
      const job = await task.load();
      if (this.#isClosed) throw overloaded();
      if (this.#task !== task) return; // the thread died meanwhile
      this.#thread ??= this.#open();
      this.#thread.postMessage(job);
    } catch (error) {
      if (this.#task !== task) return; // the thread died meanwhile, and with it this was rejected
      this.#end((failed) => {
        failed.reject(error);
      });
    }
  }

  #open(): RendererThread {
    const thread = this.#start();
    let crash: Error | undefined;
    thread.on('message', (message) => {
      this.#end((task) => {
        if (message.kind === 'rendered') task.resolve(message.rendered);
        else task.reject(message.error);
      });
    });
    thread.on('error', (error) => {
      crash = error;
    });
    thread.on('exit', () => {
      this.#thread = undefined;
      this.#end((task) => {
        task.reject(new Error('The thread that renders reports died.', { cause: crash }));
      });
    });
    return thread;
  }

  #end(settle: (task: Task) => void): void {
    const task = this.#task;
    this.#task = undefined;
    if (task) settle(task);
    this.#next();
  }
}

function overloaded(): Problem {
  return new Problem(
    503,
    'Too many reports wait to be shown. Try again in a few seconds.',
    { 'Retry-After': '3' },
    { code: 'overloaded' },
  );
}
