import { createMiddleware } from 'hono/factory';
import type { Environment } from './environment.ts';
import { Problem } from './problem.ts';

const minute = 60_000;

/**
 * At most so many requests of a key within any minute, counted exactly: it keeps when each was made. What that
 * takes is bounded by what the process answers in a minute. Kept in memory, for this process alone.
 */
export class RateLimiter {
  readonly #most: number;
  readonly #now: () => number;
  /** When each key's requests of the last minute were made, oldest first. */
  readonly #taken = new Map<string, number[]>();
  #swept: number;

  /**
   * @param most requests in a minute and key.
   * @param now milliseconds of a clock that is never set back.
   */
  constructor(most: number, now: () => number = () => performance.now()) {
    this.#most = most;
    this.#now = now;
    this.#swept = now();
  }

  /** Counts a request. @returns 0, or the seconds to wait when it is one too many; then it doesn't count. */
  take(key: string): number {
    const now = this.#now();
    this.#sweep(now);
    const taken = withinMinute(this.#taken.get(key) ?? [], now);
    this.#taken.set(key, taken);
    if (taken.length < this.#most) {
      taken.push(now);
      return 0;
    }
    return Math.max(1, Math.ceil((taken[0]! + minute - now) / 1000));
  }

  /** Forgets keys that have not been used for a minute. */
  #sweep(now: number): void {
    if (now - this.#swept < minute) return;
    this.#swept = now;
    for (const [key, taken] of this.#taken) {
      if ((taken.at(-1) ?? -Infinity) <= now - minute) this.#taken.delete(key);
    }
  }
}

function withinMinute(taken: number[], now: number): number[] {
  const from = taken.findIndex((time) => time > now - minute);
  if (from < 0) return [];
  return from === 0 ? taken : taken.slice(from);
}

/** Answers 429 with `Retry-After` when the request's key was used too often. Comes behind `requireKey`. */
export const limitRate = (limiter: RateLimiter) =>
  createMiddleware<Environment>(async (context, next) => {
    const seconds = limiter.take(context.var.keyDigest);
    if (seconds > 0) {
      throw new Problem(429, `These are too many requests with this key. Try again in ${seconds} s.`, {
        'Retry-After': String(seconds),
      });
    }
    await next();
  });
