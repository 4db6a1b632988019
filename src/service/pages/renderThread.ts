import { FairQueue, type Queued } from '../detection/fairQueue.ts';
import { networkOf } from '../api/clientAddress.ts';
import { overloaded } from '../api/byteBudget.ts';
import type { Problem } from '../api/problem.ts';
import { renderReport, type Rendered, type RenderJob } from './renderReport.ts';

/** What the order of work goes by, which is known before a report is loaded. */
export interface RenderRequest {
  /** Of the client: IP addresses share the work fairly. */
  address: string;
  /** Of the report's text, in characters. */
  length: number;
}

/**
 * Renders what `load` returns, which is called when the job's turn has come.
 * @returns as `renderReport`.
 * @throws Problem 503 with `Retry-After` when too much waits. What `load` throws.
 */
export type Render = (
  request: RenderRequest,
  load: () => Promise<RenderJob>,
) => Promise<Rendered | { parts: number }>;

/** On the thread that answers: for a service of one person. */
export const renderHere: Render = async (_request, load) => renderReport(await load());

export type FromRenderer =
  { kind: 'rendered'; rendered: Rendered | { parts: number } } | { kind: 'threw'; error: unknown };

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
  resolve: (rendered: Rendered | { parts: number }) => void;
  reject: (error: unknown) => void;
}

/** How many may wait in all, and of one address. */
const maxWaiting = 128;
const maxWaitingPerAddress = 16;

/** What a report costs beside the length of its text, in characters. */
const baseCost = 2000;

/** A text up to so many characters is rendered within tens of milliseconds. */
const shortLength = 64 * 1024;

/** After so many milliseconds without work the thread of long texts is ended: so what it took is given back. */
const idleTime = 3000;

/** Two threads: one for short texts alone, whose readers never wait for a long one. */
export class RenderThreads {
  readonly #short: RenderThread;
  readonly #long: RenderThread;

  constructor(start: () => RendererThread) {
    this.#short = new RenderThread(start);
    this.#long = new RenderThread(start, idleTime);
  }

  readonly render: Render = (request, load) =>
    (request.length <= shortLength ? this.#short : this.#long).render(request, load);

  async close(): Promise<void> {
    await Promise.all([this.#short.close(), this.#long.close()]);
  }
}

/** One thread that renders reports. It is started for the first report, and again after it died or was idle. */
export class RenderThread {
  readonly #start: () => RendererThread;
  readonly #idleTime: number | undefined;
  #idle: NodeJS.Timeout | undefined;
  readonly #waiting = new FairQueue<Task>();
  #thread: RendererThread | undefined;
  #task: Task | undefined;
  #isClosed = false;

  /** @param idleTime milliseconds without work after which the thread is ended; never if left out. */
  constructor(start: () => RendererThread, idleTime?: number) {
    this.#start = start;
    this.#idleTime = idleTime;
  }

  readonly render: Render = ({ address, length }, load) =>
    new Promise((resolve, reject) => {
      const account = networkOf(address);
      if (this.#isClosed || this.#waiting.sizeOf(account) >= maxWaitingPerAddress) throw tooManyWait();
      this.#waiting.push({ account, cost: baseCost + length, load, resolve, reject });
      if (this.#waiting.size > maxWaiting) this.#waiting.pop()?.reject(tooManyWait());
      this.#next();
    });

  /** Ends the thread. What is under way or waiting is rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (let task = this.#waiting.shift(); task; task = this.#waiting.shift()) task.reject(tooManyWait());
    clearTimeout(this.#idle);
    await this.#thread?.terminate();
  }

  #next(): void {
    if (this.#task) return;
    clearTimeout(this.#idle);
    this.#task = this.#waiting.shift();
    if (this.#task) void this.#run(this.#task);
    else if (this.#idleTime !== undefined)
      this.#idle = setTimeout(() => {
        this.#rest();
      }, this.#idleTime).unref();
  }

  /** The next report starts another thread. */
  #rest(): void {
    const thread = this.#thread;
    this.#thread = undefined;
    void thread?.terminate();
  }

  async #run(task: Task): Promise<void> {
    try {
      const job = await task.load();
      if (this.#isClosed) throw tooManyWait();
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
      if (this.#thread !== thread) return; // ended since it was idle
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

function tooManyWait(): Problem {
  return overloaded('Too many reports are waiting. Try again in a few seconds.');
}
