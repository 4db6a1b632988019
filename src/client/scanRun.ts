import type { ScanRequest } from '../api/scan.ts';
import type { Client, FetchedReport } from './client.ts';
import { ApiError } from './errors.ts';
import { findStored, newestIds } from './storedReports.ts';
import { isGone, systemClock, untilItAnswers, type Clock, type Waiting } from './untilItAnswers.ts';

/** Milliseconds that the answer under way is waited for after a cancel, and then that the list may take. */
const grace = 3_000;

/**
 * Scans of many texts, one after the other, by one service. When the service is gone for a while, they wait for it
 * and go on; a text whose answer was lost is looked for among the reports before it is sent again, so that none is
 * stored twice. A service that goes on with a lost request for longer than the first pause can't be seen through.
 */
export class ScanRun {
  readonly #clock: Clock;
  /** The newest reports before the run, and its own; `null` where the service doesn't list them. */
  #known: Set<string> | null | undefined;
  /** Whether the last scan that was sent may have left a report that is not known of. */
  #isUnsettled = false;

  constructor(clock = systemClock) {
    this.#clock = clock;
  }

  /**
   * Analyses a text and stores one report of it. A cancel waits a little for the answer under way: what is stored by
   * then counts.
   * @returns `unknown` when the answer was lost and the service doesn't tell whether it stored the report.
   * @throws ApiError when the service refuses, fails, or is gone for long; the signal's reason when cancelled.
   */
  scan(
    client: Client,
    scan: ScanRequest,
    waiting: Omit<Waiting, 'clock'>,
  ): Promise<FetchedReport | 'unknown'> {
    return untilItAnswers(() => this.#attempt(client, scan, waiting.signal), {
      ...waiting,
      clock: this.#clock,
    });
  }

  async #attempt(client: Client, scan: ScanRequest, signal: AbortSignal): Promise<FetchedReport | 'unknown'> {
    if (this.#known === undefined) this.#known = await knownBefore(client, scan.project, signal);
    const known = this.#known;
    if (this.#isUnsettled) {
      const fate = known === null ? 'unknown' : await findStored(client, scan, known, { signal });
      this.#isUnsettled = false;
      if (fate === 'unknown') return fate;
      if (fate !== 'notStored') return this.#stored(fate);
    }
    try {
      return this.#stored(await this.#send(client, scan, signal));
    } catch (error) {
      this.#isUnsettled = mayBeStored(error);
      if (!signal.aborted || !this.#isUnsettled || known === null) throw error;
      const late = await findStored(client, scan, known, { signal: AbortSignal.timeout(grace) }).catch(
        () => 'unknown' as const, // what was cancelled ends whatever the service does
      );
      if (typeof late === 'string') throw error;
      return this.#stored(late);
    }
  }

  #stored(report: FetchedReport): FetchedReport {
    this.#isUnsettled = false;
    this.#known?.add(report.id);
    return report;
  }

  /** Sends the text. A cancel ends it only a little later. */
  async #send(client: Client, scan: ScanRequest, signal: AbortSignal): Promise<FetchedReport> {
    const ended = new AbortController();
    const late = new AbortController();
    const endLater = (): void => {
      void this.#clock.wait(grace, ended.signal).then(
        () => {
          late.abort(signal.reason);
        },
        () => undefined,
      );
    };
    signal.throwIfAborted();
    signal.addEventListener('abort', endLater, { once: true });
    try {
      return await client.scan(scan, { signal: late.signal });
    } finally {
      signal.removeEventListener('abort', endLater);
      ended.abort();
    }
  }
}

async function knownBefore(
  client: Client,
  project: string | undefined,
  signal: AbortSignal,
): Promise<Set<string> | null> {
  try {
    return await newestIds(client, project, { signal });
  } catch (error) {
    // What keeps the list from being read and is no passing thing, the scan itself will meet and tell of.
    if (error instanceof ApiError && !isGone(error)) return null;
    throw error;
  }
}

/** Whether a scan that failed so may have left a report all the same. */
function mayBeStored(error: unknown): boolean {
  if (!(error instanceof ApiError)) return error instanceof Error && error.name === 'AbortError';
  switch (error.code) {
    case 'offline':
      return error.mayBeDone;
    case 'timeout':
    case 'server':
    case 'badAnswer':
    case 'workerDied':
      return true;
    case 'unauthorised':
    case 'notFound':
    case 'invalid':
    case 'tooLarge':
    case 'rateLimited':
    case 'refused':
    case 'redirected':
    case 'certificate':
    case 'proxy':
    case 'unavailable':
      return false;
  }
}
