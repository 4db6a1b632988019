import { sleep } from '../threads/sleep.ts';
import { ApiError } from './errors.ts';
import type { Transport } from './transport.ts';

/** How often and for how long a failed call is repeated. */
export interface RetryPolicy {
  /** Milliseconds before each further attempt; the last one is used for all that follow. */
  pauses: readonly number[];
  /** Milliseconds after the first failure in which attempts are made. */
  maxElapsed: number;
}

/** While somebody looks at one text: a broken connection, not a restart. */
export const briefRetry: RetryPolicy = { pauses: [300, 1_200], maxElapsed: 2_000 };

/** While many texts wait: a restart or a short break of the network, not an outage. */
export const longRetry: RetryPolicy = { pauses: [2_000, 4_000, 8_000, 16_000, 30_000], maxElapsed: 120_000 };

/** Why and for how long nothing happens. */
export interface Wait {
  error: ApiError;
  /** Until the next attempt. */
  milliseconds: number;
}

/** The time, which tests make up. */
export interface Clock {
  /** Milliseconds, never going back. */
  now: () => number;
  /** Resolves after so many milliseconds, or rejects with the signal's reason. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const systemClock: Clock = { now: () => performance.now(), wait: sleep };

export interface RetryOptions {
  signal: AbortSignal;
  policy: RetryPolicy;
  /** Called before each wait, and with `null` when it is over. */
  onWait?: (wait: Wait | null) => void;
  clock?: Clock;
}

/**
 * Attempts again while the service is unavailable, no sooner than its `Retry-After`.
 * @throws what the last attempt threw; at once what waiting can't change, and the signal's reason when cancelled.
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

/** Whether the service, or the way to it, may well be back in a moment. */
function isTemporary({ code, status, retryAfter }: ApiError): boolean {
  switch (code) {
    case 'offline':
    case 'timeout':
    case 'rateLimited':
      return true;
    case 'server':
      return status === 502 || status === 503;
    case 'refused':
      return status === 409 && retryAfter !== null; // the first request with this key is still being answered
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

/** Milliseconds before the second and the third try. */
const transportPauses = [300, 1200];

/**
 * Asks again, twice at most, where the service or the way to it failed for a moment. Only what reads or deletes: a
 * scan goes by `scanWithRetry`.
 * @param wait resolves after so many milliseconds, or rejects with the signal's reason.
 */
export function retryReads(transport: Transport, wait: Clock['wait'] = sleep): Transport {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'DELETE') return transport(request);
    let hadNoAnswer = false;
    for (const milliseconds of transportPauses) {
      try {
        // Not a copy, which no longer follows the caller's signal once it was garbage-collected: these have no body.
        const response = await transport(request);
        if (!isPassing(response)) return asFirstAttempt(request, response, hadNoAnswer);
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'offline')) throw error;
        hadNoAnswer = true;
      }
      await wait(milliseconds, request.signal);
    }
    return asFirstAttempt(request, await transport(request), hadNoAnswer);
  };
}

function isPassing({ status }: Response): boolean {
  return status === 502 || status === 503;
}

/** What a deletion without an answer has deleted is gone at the second try, as it should be. */
function asFirstAttempt({ method }: Request, response: Response, hadNoAnswer: boolean): Response {
  return method === 'DELETE' && response.status === 404 && hadNoAnswer
    ? new Response(null, { status: 204 })
    : response;
}
