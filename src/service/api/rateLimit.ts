import { createMiddleware } from 'hono/factory';
import { networkOf, type Environment } from './environment.ts';
import { Problem } from './problem.ts';

/** In seconds. */
const period = 60;

/** The remaining allowance of an account. */
interface Allowance {
  /** Whether the request is allowed. A rejected request does not count. */
  isAllowed: boolean;
  /** The number of further requests allowed within the next `seconds`. */
  remaining: number;
  /** Seconds until `remaining` increases, at least 1. */
  seconds: number;
}

/**
 * Limits an account's requests in any minute, counted exactly by their times. Memory is limited by the number of
 * requests that the process answers in a minute. Each process counts separately.
 */
export class RateLimiter {
  readonly #max: number;
  readonly #now: () => number;
  /** The times of each account's requests in the last minute, oldest first. */
  readonly #times = new Map<string, number[]>();
  #sweptAt: number;

  /**
   * @param max the number of requests per minute and account.
   * @param now milliseconds of a clock that never goes back.
   */
  constructor(max: number, now: () => number = () => performance.now()) {
    this.#max = max;
    this.#now = now;
    this.#sweptAt = now();
  }

  take(account: string): Allowance {
    const now = this.#now();
    const since = now - period * 1000;
    this.#sweep(now, since);
    const times = this.#times.get(account) ?? [];
    this.#times.set(account, times);
    while (times[0] !== undefined && times[0] <= since) times.shift();
    const isAllowed = times.length < this.#max;
    if (isAllowed) times.push(now);
    const [oldest = now] = times;
    const seconds = Math.max(1, Math.ceil(period - (now - oldest) / 1000));
    return { isAllowed, remaining: this.#max - times.length, seconds };
  }

  /** Removes accounts without a request in the last minute. */
  #sweep(now: number, since: number): void {
    if (this.#sweptAt > since) return;
    this.#sweptAt = now;
    for (const [account, times] of this.#times)
      if ((times.at(-1) ?? -Infinity) <= since) this.#times.delete(account);
  }
}

/**
 * Sends the account's remaining allowance with every answer (draft-ietf-httpapi-ratelimit-headers), and rejects
 * requests over it. Runs after `requireKey`.
 * @param max requests per minute.
 * @throws Problem 429 with `Retry-After`
 */
export function limitRate(max: number) {
  const limiter = new RateLimiter(max);
  return createMiddleware<Environment>(async (context, next) => {
    const { isAllowed, remaining, seconds } = limiter.take(context.var.account);
    context.header('RateLimit-Policy', `"default";q=${max};w=${period}`);
    context.header('RateLimit', `"default";r=${remaining};t=${seconds}`);
    if (!isAllowed) throw tooManyRequests(seconds);
    await next();
  });
}

/**
 * Limits requests without a key, by address.
 * @param max requests per minute.
 * @throws Problem 429 with `Retry-After`
 */
export function limitRateByAddress(max: number) {
  const limiter = new RateLimiter(max);
  return createMiddleware<Environment>(async (context, next) => {
    const { isAllowed, seconds } = limiter.take(networkOf(context.env.address));
    if (!isAllowed) throw tooManyRequests(seconds, 'from your address');
    await next();
  });
}

export function tooManyRequests(seconds: number, whose = 'from this account'): Problem {
  const headers = { 'Retry-After': String(seconds) };
  return new Problem(429, `Too many requests ${whose}. Try again in ${seconds} s.`, { headers });
}
