import { createMiddleware } from 'hono/factory';
import { networkOf, type Environment } from './environment.ts';
import { Problem } from './problem.ts';

/** In seconds. */
const period = 60;
const periodMilliseconds = period * 1000;

/** The remaining allowance of an account. */
export interface Allowance {
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
  /** The number of requests per minute and account. */
  readonly max: number;
  readonly #now: () => number;
  /** The times of each account's requests in the last minute, oldest first. */
  readonly #taken = new Map<string, number[]>();
  #swept: number;

  /** @param now milliseconds of a clock that never goes back. */
  constructor(max: number, now: () => number = () => performance.now()) {
    this.max = max;
    this.#now = now;
    this.#swept = now();
  }

  take(account: string): Allowance {
    const now = this.#now();
    this.#sweep(now);
    const taken = withinPeriod(this.#taken.get(account) ?? [], now);
    this.#taken.set(account, taken);
    const isAllowed = taken.length < this.max;
    if (isAllowed) taken.push(now);
    const [oldest = now] = taken;
    return {
      isAllowed,
      remaining: this.max - taken.length,
      seconds: Math.max(1, Math.ceil((periodMilliseconds - (now - oldest)) / 1000)),
    };
  }

  /** Removes accounts without a request in the last minute. */
  #sweep(now: number): void {
    if (now - this.#swept < periodMilliseconds) return;
    this.#swept = now;
    for (const [account, taken] of this.#taken) {
      if ((taken.at(-1) ?? -Infinity) <= now - periodMilliseconds) this.#taken.delete(account);
    }
  }
}

function withinPeriod(taken: number[], now: number): number[] {
  const from = taken.findIndex((time) => time > now - periodMilliseconds);
  if (from < 0) return [];
  return from === 0 ? taken : taken.slice(from);
}

/**
 * Sends the account's remaining allowance with every answer (draft-ietf-httpapi-ratelimit-headers), and rejects
 * requests over it. Runs after `requireKey`.
 * @throws Problem 429 with `Retry-After`
 */
export const limitRate = (limiter: RateLimiter) =>
  createMiddleware<Environment>(async (context, next) => {
    const { isAllowed, remaining, seconds } = limiter.take(context.var.account);
    context.header('RateLimit-Policy', `"default";q=${limiter.max};w=${period}`);
    context.header('RateLimit', `"default";r=${remaining};t=${seconds}`);
    if (!isAllowed) throw tooManyRequests(seconds);
    await next();
  });

/**
 * Limits requests without a key, by address.
 * @throws Problem 429 with `Retry-After`
 */
export const limitRateByAddress = (limiter: RateLimiter) =>
  createMiddleware<Environment>(async (context, next) => {
    const { isAllowed, seconds } = limiter.take(networkOf(context.env.address));
    if (!isAllowed) throw tooManyRequests(seconds, 'from your address');
    await next();
  });

export function tooManyRequests(seconds: number, whose = 'from this account'): Problem {
  const headers = { 'Retry-After': String(seconds) };
  return new Problem(429, `Too many requests ${whose}. Try again in ${seconds} s.`, { headers });
}
