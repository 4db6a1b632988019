import type { ScanRequest } from '../api/report.ts';
import { sleep } from '../threads/sleep.ts';
import type { Client, FetchedReport } from './client.ts';
import { ApiError, checkListFirst } from './errors.ts';
import type { Transport } from './calls.ts';

/** How often and for how long a failed call is repeated. */
export interface RetryPolicy {
  /** Milliseconds before each further attempt. The last value is used for all later attempts. */
  pauses: readonly number[];
  /** No attempt starts later than this many milliseconds after the first failure. */
  maxElapsed: number;
}

/**
 * For one text that the user waits for: long enough for a broken connection, too short for a restart of the
 * service.
 */
export const briefRetry: RetryPolicy = { pauses: [300, 1_200], maxElapsed: 2_000 };

/** For many texts: long enough for a restart or a short network failure, too short for an outage. */
export const longRetry: RetryPolicy = { pauses: [2_000, 4_000, 8_000, 16_000, 30_000], maxElapsed: 120_000 };

/** A pause between attempts and its reason. */
export interface Wait {
  error: ApiError;
  /** Milliseconds until the next attempt. */
  milliseconds: number;
}

/** A clock, which tests replace. */
export interface Clock {
  /** Milliseconds; never decreases. */
  now: () => number;
  /** Resolves after this time, or rejects with the signal's reason. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const systemClock: Clock = { now: () => performance.now(), wait: sleep };

export interface RetryOptions {
  signal: AbortSignal;
  policy: RetryPolicy;
  /** Called before each wait, and with `null` when the wait is over. */
  onWait?: (wait: Wait | null) => void;
  clock?: Clock;
}

/**
 * Retries while the service is unavailable, but not before its `Retry-After`.
 * @throws the last attempt's error, without a retry if that could not help; the signal's reason when cancelled.
 */
export async function retryWithBackoff<Result>(
  attempt: () => Promise<Result>,
  { signal, policy: { pauses, maxElapsed }, onWait, clock = systemClock }: RetryOptions,
): Promise<Result> {
  let unavailableSince: number | undefined;
  for (let attempts = 0; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiError && isTemporary(error))) throw error;
      signal.throwIfAborted();
      unavailableSince ??= clock.now();
      const left = unavailableSince + maxElapsed - clock.now();
      const retryAfterMs = (error.retryAfter ?? 0) * 1000;
      if (left <= 0 || retryAfterMs > left) throw error;
      const milliseconds = Math.min(left, Math.max(retryAfterMs, pauses[attempts] ?? pauses.at(-1)!));
      onWait?.({ error, milliseconds });
      await clock.wait(milliseconds, signal);
      onWait?.(null);
    }
  }
}

/** Whether the service, or the connection to it, is likely to recover soon. */
function isTemporary({ code, status, retryAfter }: ApiError): boolean {
  if (code === 'server') return isUnavailable(status);
  if (code === 'refused') return status === 409 && retryAfter !== null; // still answering an earlier attempt
  return code === 'offline' || code === 'timeout' || code === 'rateLimited';
}

function isUnavailable(status: number | null): boolean {
  return status === 502 || status === 503;
}

export interface ScanRetryOptions extends RetryOptions {
  /** The key for all attempts at one scan; by default a new one. */
  idempotencyKey?: string;
}

export interface RetriedScan {
  report: FetchedReport;
  /** Whether two reports may be stored: an answer was lost, and the service does not store idempotency keys. */
  mayBeDuplicate: boolean;
}

/**
 * Analyses a text and stores one report of it. Retries while the service is unavailable. All attempts send the same
 * `Idempotency-Key`, so that a retry after a lost answer returns the first report.
 * @throws ApiError when the service refuses, fails or stays unavailable; the signal's reason when cancelled.
 */
export async function scanWithRetry(
  client: Client,
  scan: ScanRequest,
  { idempotencyKey = crypto.randomUUID(), ...retry }: ScanRetryOptions,
): Promise<RetriedScan> {
  const failures: ApiError[] = [];
  const mayBeStored = (): boolean =>
    failures.some(({ code, status, mayBeDone }) => mayBeDone || code === 'timeout' || status === 502);
  const onWait: RetryOptions['onWait'] = (wait) => {
    if (wait) failures.push(wait.error);
    retry.onWait?.(wait);
  };
  const { signal } = retry;
  try {
    const report = await retryWithBackoff(() => client.scan(scan, { signal, idempotencyKey }), {
      ...retry,
      onWait,
    });
    return { report, mayBeDuplicate: mayBeStored() && !report.isIdempotent };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    failures.push(error);
    if (!mayBeStored() || error.mayBeDone) throw error;
    // The last attempt stored nothing, but an earlier one may have.
    const { code, message, status, requestId, retryAfter, fields } = error;
    const details = { status, requestId, retryAfter, fields, mayBeDone: true, cause: error };
    throw new ApiError(code, `${message} ${checkListFirst}`, details);
  }
}

/**
 * Retries reads and deletions, at most twice, if they can't be delivered or the service is unavailable.
 * @param wait resolves after this time, or rejects with the signal's reason.
 */
export function retryReads(transport: Transport, wait: Clock['wait'] = sleep): Transport {
  return async (request) => {
    const { method, signal } = request;
    if (method !== 'GET' && method !== 'DELETE') return transport(request);
    let wasAnswerLost = false;
    for (let attempts = 0; ; attempts++) {
      const pause = briefRetry.pauses[attempts];
      try {
        // Sends the request itself, because a copy would lose the caller's signal once garbage-collected. These
        // requests have no body to copy.
        const response = await transport(request);
        const wasDeletedBefore = wasAnswerLost && method === 'DELETE' && response.status === 404;
        if (wasDeletedBefore) return new Response(null, { status: 204 });
        if (pause === undefined || !isUnavailable(response.status)) return response;
      } catch (error) {
        if (pause === undefined || !(error instanceof ApiError && error.code === 'offline')) throw error;
        wasAnswerLost = true;
      }
      await wait(pause, signal);
    }
  };
}
