import { networkOf } from '../api/environment.ts';
import { Problem } from '../api/problem.ts';

/** Who makes the guess. */
export interface Guesser {
  /** IP address. */
  address: string;
  /** A session, or a browser that signed in to the account before. Guesses made elsewhere never make it wait. */
  device?: string | undefined;
}

/**
 * Slows down password guessing. Attempts are counted per network and subject, and separately per device that signed
 * in before, so that wrong guesses can't lock out the owner (OWASP, Slow Down Online Guessing Attacks with Device
 * Cookies). All strangers' attempts on one account or report also share a limit that only hundreds of networks can
 * reach. A network with a recent success is exempt from that limit.
 */
export class LoginThrottle {
  readonly #own: Backoff;
  readonly #byNetwork: Backoff;
  readonly #bySubject: Backoff;
  /** For each subject and network, when the right password was last given. */
  readonly #known = new Map<string, number>();
  readonly #now: () => number;

  /** @param now milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
    // At most a minute, because the guesser may be a forgetful owner.
    this.#own = new Backoff({ free: 5, maxWait: 60_000, now });
    // A higher limit, because people of one company share an address.
    this.#byNetwork = new Backoff({ free: 20, maxWait: 15 * 60_000, now });
    this.#bySubject = new Backoff({ free: 1000, maxWait: 60_000, now });
  }

  /**
   * Whether the guess is right. It is counted before it is checked, so that parallel guesses gain nothing.
   * @param subject the account's name or the report.
   * @throws Problem 429 when the guesser has to wait; the guess is not checked then.
   */
  async check(
    subject: string,
    { address, device }: Guesser,
    isRight: () => Promise<boolean>,
  ): Promise<boolean> {
    const network = networkOf(address);
    const place = `${subject} from ${network}`;
    const own = device === undefined ? place : `${subject} on ${device}`;
    const counted: [Backoff, key: string][] = [[this.#own, own]];
    if (device === undefined) {
      counted.push([this.#byNetwork, network]);
      const isKnown = this.#now() - (this.#known.get(place) ?? -Infinity) < knownFor;
      if (!isKnown) counted.push([this.#bySubject, subject]);
    }
    requireNoWait(counted);
    for (const [backoff, key] of counted) backoff.count(key);
    if (!(await isRight())) return false;
    // Undoes only this attempt, because signing in to one's own account must not reset the count of guesses at
    // others.
    for (const [backoff, key] of counted) backoff.undo(key);
    this.#own.forget(own);
    remember(this.#known, place, this.#now());
    return true;
  }

  /** Counts an action that must not be repeated in bulk. @throws Problem 429 when the address has to wait. */
  countActionFrom(address: string): void {
    const network = networkOf(address);
    requireNoWait([[this.#byNetwork, network]]);
    this.#byNetwork.count(network);
  }
}

/** @throws Problem 429 when one of the keys has to wait. */
function requireNoWait(counted: readonly (readonly [Backoff, key: string])[]): void {
  const wait = Math.max(...counted.map(([backoff, key]) => backoff.wait(key)));
  if (wait === 0) return;
  const seconds = Math.ceil(wait / 1000);
  const time = `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  const headers = { 'Retry-After': String(seconds) };
  throw new Problem(429, `Too many attempts. Wait ${time} and try again.`, { headers });
}

/** How long a network is remembered after the right password, in milliseconds. */
const knownFor = 30 * 24 * 60 * 60_000;

/** The maximum number of keys in memory. */
const maxKeys = 50_000;

/** Stores a value. If there are too many keys, drops the least recently used one. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > maxKeys && oldest !== undefined) map.delete(oldest);
}

/** Milliseconds without an attempt after which a key is forgotten. */
const memory = 60 * 60_000;

interface Attempts {
  count: number;
  /** Milliseconds since 1970. */
  last: number;
  waitUntil: number;
}

/**
 * Exponential backoff by key. After `free` attempts, each further attempt doubles the wait before the next,
 * starting with a second. Each process counts separately.
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

  /** The remaining wait in milliseconds; 0 when the next attempt is allowed. */
  wait(key: string): number {
    return Math.max(0, (this.#known(key)?.waitUntil ?? 0) - this.#now());
  }

  count(key: string): void {
    const now = this.#now();
    const count = (this.#known(key)?.count ?? 0) + 1;
    const over = count - this.#free;
    const wait = over < 0 ? 0 : Math.min(this.#maxWait, 1000 * 2 ** over);
    remember(this.#attempts, key, { count, last: now, waitUntil: now + wait });
  }

  /** Undoes the last attempt, because it succeeded. */
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
      // If the clock was set back, the last attempt counts as made now, so that no wait grows by the difference.
      known.last -= setBack;
      known.waitUntil -= setBack;
    }
    return this.#now() - known.last < memory ? known : undefined;
  }
}
