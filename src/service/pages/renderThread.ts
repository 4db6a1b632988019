import { SharedThreads } from '../../threads/sharedThreads.ts';
import { Thread, type WorkerPort } from '../../threads/thread.ts';
import { networkOf } from '../api/clientNetwork.ts';
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
 * @throws Problem 503 with `Retry-After` when too much waits. What `load` throws.
 */
export type Render = (request: RenderRequest, load: () => Promise<RenderJob>) => Promise<Rendered>;

/** On the thread that answers: for a service of one person. */
export const renderHere: Render = async (_request, load) => renderReport(await load());

/** How many may wait in all, and of one address. */
const maxWaiting = 128;
const maxWaitingPerAddress = 16;

/** What a report costs beside the length of its text, in characters. */
const baseCost = 2000;

/** A text up to so many characters is rendered within tens of milliseconds. */
const shortLength = 64 * 1024;

/** After so many milliseconds without work the thread of long texts is ended: so what it took is given back. */
const idleTime = 3000;

export type RendererThread = WorkerPort<RenderJob, Rendered>;

/** Two threads: one for short texts alone, whose readers never wait for a long one. */
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

/** One thread, whose readers' networks share it fairly. */
function threadOf(start: () => RendererThread, idleAfter?: number): SharedThreads<RenderJob, Rendered> {
  const thread = new Thread({
    start,
    died: (cause) => new Error('The thread that renders reports died.', { cause }),
    isInterruptible: false,
    ...(idleAfter !== undefined && { idleTime: idleAfter }),
  });
  const tooMany = (): Problem => overloaded('Too many reports are waiting. Try again in a few seconds.');
  return new SharedThreads([thread], {
    maxWaiting,
    maxWaitingPerAccount: maxWaitingPerAddress,
    tooMany,
    closed: tooMany,
  });
}
