import { networkOf } from '../http/networkOf.ts';
import { Problem } from '../api/problem.ts';
import { Slowdown } from './backoff.ts';

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
