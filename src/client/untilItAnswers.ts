import { ApiError } from './errors.ts';
import { pause } from './pause.ts';

/** Milliseconds before each further try; the last one is kept to. */
const pauses = [2_000, 4_000, 8_000, 16_000, 30_000];

/** Milliseconds that a service may be gone: a restart or a short break of the network, not an outage. */
const patience = 120_000;

/** Why and how long nothing happens. */
export interface Wait {
  error: ApiError;
  /** Until the next try. */
  milliseconds: number;
}

/** The time, which tests make up. */
export interface Clock {
  /** Milliseconds, never going back. */
  now: () => number;
  /** Resolves after so many milliseconds, or rejects with the signal's reason. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = { now: () => performance.now(), wait: pause };

export interface Waiting {
  signal: AbortSignal;
  /** Told before each wait, and with `null` when it is over. */
  tell: (wait: Wait | null) => void;
  clock?: Clock;
}

/**
 * Tries until the service answers: with growing pauses, no sooner than it asks for, and for two minutes at most.
 * @throws what the last try threw; at once what waiting can't mend, and the signal's reason when cancelled.
 */
export async function untilItAnswers<Result>(
  attempt: () => Promise<Result>,
  { signal, tell, clock = systemClock }: Waiting,
): Promise<Result> {
  let goneSince: number | undefined;
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiError && isGone(error))) throw error;
      signal.throwIfAborted();
      goneSince ??= clock.now();
      const left = goneSince + patience - clock.now();
      const asked = (error.retryAfter ?? 0) * 1000;
      if (left <= 0 || asked > left) throw error;
      const milliseconds = Math.min(left, Math.max(asked, pauses[tries] ?? pauses.at(-1)!));
      tell({ error, milliseconds });
      await clock.wait(milliseconds, signal);
      tell(null);
    }
  }
}

/** Whether the service, or the way to it, may well be back in a moment. */
export function isGone({ code, status }: ApiError): boolean {
  switch (code) {
    case 'offline':
    case 'timeout':
    case 'rateLimited':
      return true;
    case 'server':
      return status === 502 || status === 503;
    case 'unauthorised':
    case 'notFound':
    case 'invalid':
    case 'tooLarge':
    case 'refused':
    case 'badAnswer':
    case 'redirected':
    case 'certificate':
    case 'proxy':
    case 'unavailable':
    case 'workerDied':
      return false;
  }
}
