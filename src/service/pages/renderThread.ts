import { SharedThreads } from '../../threads/sharedThreads.ts';
import { Thread, type WorkerPort } from '../../threads/thread.ts';
import { networkOf } from '../api/environment.ts';
import { overloaded } from '../api/byteBudget.ts';
import { renderReport, type Rendered, type RenderJob } from './renderReport.ts';

/** Determines the order of jobs, before their reports are loaded. */
export interface RenderRequest {
  /** The client's IP address. Networks share the thread fairly. */
  address: string;
  /** The length of the report's text, in characters. */
  length: number;
}

/**
 * Renders the report that `load` returns. `load` is called when it is the job's turn.
 * @throws Problem 503 with `Retry-After` when too many jobs wait, and what `load` throws.
 */
export type Render = (request: RenderRequest, load: () => Promise<RenderJob>) => Promise<Rendered>;

/** Renders on the calling thread, for a service with a single user. */
export const renderHere: Render = async (_request, load) => renderReport(await load());

/** The maximum number of waiting jobs, in total and per address. */
const maxWaiting = 128;
const maxWaitingPerAddress = 16;

/** The fixed cost of a report, in characters of text. */
const baseCost = 2000;

/** A text shorter than this is rendered within tens of milliseconds. */
const shortLength = 64 * 1024;

/** Milliseconds without work after which the thread for long texts ends, to free its memory. */
const idleTime = 3000;

export type RendererThread = WorkerPort<RenderJob, Rendered>;

/** Renders on two threads. One is only for short texts, so that their readers never wait for a long one. */
export class RenderThreads {
  readonly #short;
  readonly #long;

  constructor(start: () => RendererThread) {
    this.#short = threadOf(start);
    this.#long = threadOf(start, idleTime);
  }

  readonly render: Render = ({ address, length }, load) =>
    (length <= shortLength ? this.#short : this.#long).ask(
      { account: networkOf(address), cost: baseCost + length },
      load,
    );

  async close(): Promise<void> {
    await Promise.all([this.#short.close(), this.#long.close()]);
  }
}

/** One thread that networks share fairly. */
function threadOf(start: () => RendererThread, idleAfter?: number): SharedThreads<RenderJob, Rendered> {
  const thread = new Thread({
    start,
    died: (cause) => new Error('The thread that renders reports died.', { cause }),
    isInterruptible: false,
    ...(idleAfter !== undefined && { idleTime: idleAfter }),
  });
  return new SharedThreads([thread], {
    maxWaiting,
    maxWaitingPerAccount: maxWaitingPerAddress,
    refusal: () => overloaded('Too many reports are waiting. Try again in a few seconds.'),
  });
}
