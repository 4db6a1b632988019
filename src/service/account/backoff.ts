/** Most keys that are remembered; the one counted longest ago goes first. */
const mostKeys = 50_000;

/** After so many milliseconds without another attempt a key starts anew. */
const memory = 60 * 60_000;

interface Attempts {
  count: number;
  /** Milliseconds since 1970. */
  last: number;
  waitUntil: number;
}

/**
 * Slows down what is tried too often, by key: after `free` attempts each one doubles the wait before the next,
 * from a second on. It counts within one process.
 */
export class Slowdown {
  readonly #attempts = new Map<string, Attempts>();
  readonly #free: number;
  readonly #longestWait: number;
  readonly #now: () => number;

  /** @param options `longestWait` in milliseconds; `now` in milliseconds since 1970. */
  constructor(options: { free: number; longestWait: number; now: () => number }) {
    this.#free = options.free;
    this.#longestWait = options.longestWait;
    this.#now = options.now;
  }

  /** How many milliseconds are left to wait; 0 when the next attempt may be made. */
  wait(key: string): number {
    return Math.max(0, (this.#known(key)?.waitUntil ?? 0) - this.#now());
  }

  count(key: string): void {
    const now = this.#now();
    const count = (this.#known(key)?.count ?? 0) + 1;
    const over = count - this.#free;
    const wait = over < 0 ? 0 : Math.min(this.#longestWait, 1000 * 2 ** over);
    this.#attempts.delete(key);
    this.#attempts.set(key, { count, last: now, waitUntil: now + wait });
    const [oldest] = this.#attempts.keys();
    if (this.#attempts.size > mostKeys && oldest !== undefined) this.#attempts.delete(oldest);
  }

  /** Undoes the last attempt: it turned out well. */
  takeBack(key: string): void {
    const known = this.#attempts.get(key);
    if (!known) return;
    known.count -= 1;
    known.waitUntil = this.#now();
  }

  forget(key: string): void {
    this.#attempts.delete(key);
  }

  #known(key: string): Attempts | undefined {
    const known = this.#attempts.get(key);
    if (!known) return undefined;
    const setBack = known.last - this.#now();
    if (setBack > 0) {
      // The clock was set back: nobody waits for it to catch up. The last attempt counts as made now.
      known.last -= setBack;
      known.waitUntil -= setBack;
    }
    return this.#now() - known.last < memory ? known : undefined;
  }
}
