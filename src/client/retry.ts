import { sleep } from '../threads/sleep.ts';
import { ApiError } from './errors.ts';
import type { Transport } from './transport.ts';

/** How often and for how long a failed call is repeated. */
export interface RetryPolicy {
  /** Milliseconds before each further attempt. The last value is used for all later attempts. */
  pauses: readonly number[];
  /** Milliseconds after the first failure during which attempts may start. */
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
 * @throws the last attempt's error; immediately, an error that a retry can't solve; the signal's reason when
 *   cancelled.
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
  switch (code) {
    case 'offline':
    case 'timeout':
    case 'rateLimited':
      return true;
    case 'server':
      return status === 502 || status === 503;
    case 'refused':
      return status === 409 && retryAfter !== null; // the service is still answering the first request with this key
    case 'unauthorised':
    case 'notFound':
    case 'invalid':
    case 'tooLarge':
    case 'badAnswer':
    case 'redirected':
    case 'certificate':
    case 'proxy':
    case 'unavailable':
    case 'workerDied':
      return false;
  }
}

/** Milliseconds before the second and the third attempt. */
const transportPauses = [300, 1200];

/**
 * Retries reads and deletions, at most twice, after a temporary failure. Scans are retried by `scanWithRetry`.
 * @param wait resolves after this time, or rejects with the signal's reason.
 */
export function retryReads(transport: Transport, wait: Clock['wait'] = sleep): Transport {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'DELETE') return transport(request);
    let wasAnswerLost = false;
    for (const milliseconds of transportPauses) {
      try {
        // Sends the request itself, because a copy would lose the caller's signal once garbage-collected. These
        // requests have no body to copy.
        const response = await transport(request);
        if (!isTransient(response)) return treatLostDeletionAsDone(request, response, wasAnswerLost);
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'offline')) throw error;
        wasAnswerLost = true;
      }
      await wait(milliseconds, request.signal);
    }
    return treatLostDeletionAsDone(request, await transport(request), wasAnswerLost);
  };
}

function isTransient({ status }: Response): boolean {
  return status === 502 || status === 503;
}

/** If the answer to a deletion was lost, a 404 at the next attempt means success. */
function treatLostDeletionAsDone({ method }: Request, response: Response, wasAnswerLost: boolean): Response {
  return method === 'DELETE' && response.status === 404 && wasAnswerLost
    ? new Response(null, { status: 204 })
    : response;
}
