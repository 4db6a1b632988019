import { networkOf } from '../api/clientAddress.ts';
import { Problem } from '../api/problem.ts';

/** Whose guess it is. */
export interface Guesser {
  /** IP address. */
  address: string;
  /** A session, or a browser that has signed in to the account before: what is guessed elsewhere never keeps it waiting. */
  device?: string | undefined;
}

/**
 * Slows down password guessing. Each network is counted for itself with what it guesses at, and so is each device that
 * was signed in before: so nobody keeps an owner out by wrong passwords (OWASP, Slow Down Online Guessing Attacks with
 * Device Cookies). What all strangers guess at one account or report has a limit too, high enough that it takes hundreds
 * of networks to reach it; a network that was let in lately passes it.
 */
export class LoginThrottle {
  readonly #own: Backoff;
  readonly #byNetwork: Backoff;
  readonly #bySubject: Backoff;
  readonly #known: KnownNetworks;

  /** @param now milliseconds since 1970. */
  constructor(now: () => number) {
    // A minute at most: it may be the owner who can't remember.
    this.#own = new Backoff({ free: 5, maxWait: 60_000, now });
    // More, since the people of a company share an address.
    this.#byNetwork = new Backoff({ free: 20, maxWait: 15 * 60_000, now });
    this.#bySubject = new Backoff({ free: 1000, maxWait: 60_000, now });
    this.#known = new KnownNetworks(now);
  }

  /**
   * Whether the guess is right. It counts before it is checked, so that many at once gain nothing.
   * @param subject What is guessed at: an account's name or a report.
   * @throws Problem 429 when the guesser has to wait; then nothing is checked.
   */
  async check(
    subject: string,
    { address, device }: Guesser,
    isRight: () => Promise<boolean>,
  ): Promise<boolean> {
    const network = networkOf(address);
    const own = device === undefined ? `${subject} from ${network}` : `${subject} on ${device}`;
    const others: [Backoff, key: string][] = [];
    if (device === undefined) others.push([this.#byNetwork, network]);
    if (device === undefined && !this.#known.has(subject, network)) others.push([this.#bySubject, subject]);
    refuseWaiting([[this.#own, own], ...others]);
    for (const [backoff, key] of [[this.#own, own] as const, ...others]) backoff.count(key);
    if (!(await isRight())) return false;
    this.#own.forget(own);
    // Only this attempt: signing in to one's own account must not reset the count of guesses at others.
    for (const [backoff, key] of others) backoff.undo(key);
    this.#known.add(subject, network);
    return true;
  }

  /**
   * Counts an action that may not be done in masses, such as signing up.
   * @throws Problem 429 when the address has to wait.
   */
  countAddress(address: string): void {
    const network = networkOf(address);
    refuseWaiting([[this.#byNetwork, network]]);
    this.#byNetwork.count(network);
  }
}

/** @throws Problem 429 when one of the keys has to wait. */
function refuseWaiting(counted: readonly (readonly [Backoff, key: string])[]): void {
  const wait = Math.max(...counted.map(([backoff, key]) => backoff.wait(key)));
  if (wait === 0) return;
  const seconds = Math.ceil(wait / 1000);
  throw new Problem(
    429,
    `Too many attempts. Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and try again.`,
    { 'Retry-After': String(seconds) },
  );
}

/** For how long a network is remembered from which the right password came, in milliseconds. */
const knownFor = 30 * 24 * 60 * 60_000;

/** The networks from which the right password came lately, of each subject. */
class KnownNetworks {
  readonly #now: () => number;
  /** When it came last, the longest ago first. */
  readonly #last = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  has(subject: string, network: string): boolean {
    return this.#now() - (this.#last.get(`${subject} from ${network}`) ?? -Infinity) < knownFor;
  }

  add(subject: string, network: string): void {
    const key = `${subject} from ${network}`;
    this.#last.delete(key);
    this.#last.set(key, this.#now());
    const [oldest] = this.#last.keys();
    if (this.#last.size > maxKeys && oldest !== undefined) this.#last.delete(oldest);
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
