import { networkOf } from '../http/clientAddress.ts';
import { Problem } from '../api/problem.ts';

/** Passwords that were tried, counted by what they were tried on and by where they came from. */
export class Guesses {
  readonly #bySubject: Slowdown;
  readonly #byAddress: Slowdown;

  /** @param now milliseconds since 1970. */
  constructor(now: () => number) {
    // A minute at most: whoever guesses at somebody's name must not lock its owner out for long.
    this.#bySubject = new Slowdown({ free: 5, longestWait: 60_000, now });
    // More, since a company's people share an address.
    this.#byAddress = new Slowdown({ free: 20, longestWait: 15 * 60_000, now });
  }

  /**
   * Whether the guess is right. It counts before it is checked, so that many at once gain nothing.
   * @param subject What is guessed at: an account's name or a report.
   * @param address The guesser's IP address.
   * @throws Problem 429 when either has to wait; then nothing is checked.
   */
  async check(subject: string, address: string, isRight: () => Promise<boolean>): Promise<boolean> {
    const network = networkOf(address);
    this.#refuseWaiting(subject, network);
    this.#bySubject.count(subject);
    this.#byAddress.count(network);
    if (!(await isRight())) return false;
    this.#bySubject.forget(subject);
    // Only the one: who has one account must not be able to start anew on others'.
    this.#byAddress.takeBack(network);
    return true;
  }

  /**
   * Counts something that nobody should do in masses.
   * @throws Problem 429 when the address has to wait.
   */
  countAddress(address: string): void {
    const network = networkOf(address);
    this.#refuseWaiting(network, network);
    this.#byAddress.count(network);
  }

  #refuseWaiting(subject: string, network: string): void {
    const wait = Math.max(this.#bySubject.wait(subject), this.#byAddress.wait(network));
    if (wait === 0) return;
    const seconds = Math.ceil(wait / 1000);
    throw new Problem(
      429,
      `Too many attempts. Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and try again.`,
      { 'Retry-After': String(seconds) },
    );
  }
}

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
