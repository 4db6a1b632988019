import { networkOf } from '../http/clientAddress.ts';
import { Problem } from '../api/problem.ts';

/** Slows down password guessing: attempts are counted by what they were made on and by where they came from. */
export class LoginThrottle {
  readonly #bySubject: Backoff;
  readonly #byAddress: Backoff;

  /** @param now milliseconds since 1970. */
  constructor(now: () => number) {
    // A minute at most: guessing at a name must not lock its owner out for long.
    this.#bySubject = new Backoff({ free: 5, maxWait: 60_000, now });
    // More, since the people of a company share an address.
    this.#byAddress = new Backoff({ free: 20, maxWait: 15 * 60_000, now });
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
    // Only this attempt: signing in to one's own account must not reset the count of guesses at others.
    this.#byAddress.undo(network);
    return true;
  }

  /**
   * Counts an action that may not be done in masses, such as signing up.
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

/** How many keys are remembered at most; the least recently counted is dropped first. */
const maxKeys = 50_000;

/** A key is forgotten after so many milliseconds without an attempt. */
const memory = 60 * 60_000;

interface Attempts {
  count: number;
  /** Milliseconds since 1970. */
  last: number;
  waitUntil: number;
}

/**
 * Exponential backoff by key: after `free` attempts each one doubles the wait before the next, starting with a second.
 * It counts within one process.
 */
export class Backoff {
  readonly #attempts = new Map<string, Attempts>();
  readonly #free: number;
  readonly #maxWait: number;
  readonly #now: () => number;

  /** @param options `maxWait` in milliseconds; `now` in milliseconds since 1970. */
  constructor(options: { free: number; maxWait: number; now: () => number }) {
    this.#free = options.free;
    this.#maxWait = options.maxWait;
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
    const wait = over < 0 ? 0 : Math.min(this.#maxWait, 1000 * 2 ** over);
    this.#attempts.delete(key);
    this.#attempts.set(key, { count, last: now, waitUntil: now + wait });
    const [oldest] = this.#attempts.keys();
    if (this.#attempts.size > maxKeys && oldest !== undefined) this.#attempts.delete(oldest);
  }

  /** Takes the last attempt back, since it succeeded. */
  undo(key: string): void {
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
      // The clock was set back: count the last attempt as made now, so that no wait grows by the difference.
      known.last -= setBack;
      known.waitUntil -= setBack;
    }
    return this.#now() - known.last < memory ? known : undefined;
  }
}
