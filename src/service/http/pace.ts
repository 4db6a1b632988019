/** What a client must send or read while the other side waits for it, in bytes a second. */
export const leastSpeed = 16 * 1024;

/** How long a client may be slower than that, in milliseconds. */
export const defaultGrace = 10_000;

/**
 * How many times that a reader can be ahead at most. What is sent goes through the buffers of two systems, which pass it on
 * in lumps of up to a megabyte: a reader at four times the least speed takes twenty seconds for one. A body comes as it
 * is sent: a sender that has stopped is not ahead.
 */
const maxAhead = 6;

/** What the client does. */
export type Direction = 'sending' | 'reading';

/**
 * Whether a client keeps to the least speed. Each byte that moves gives it time, waiting takes it, and it is too slow once none
 * is left: so a connection can't hold memory for long by a byte now and then.
 */
export class Pace {
  readonly #max: number;
  #left: number;
  #last: { now: number; bytes: number };

  /**
   * @param now milliseconds of a clock that is never set back.
   * @param bytes that have moved on its connection in that direction.
   */
  constructor(direction: Direction, now: number, bytes: number, grace = defaultGrace) {
    this.#max = direction === 'reading' ? maxAhead * grace : grace;
    this.#left = grace;
    this.#last = { now, bytes };
  }

  /** @param isWaiting whether the server has waited for the client since the last call. */
  isTooSlow(now: number, bytes: number, isWaiting: boolean): boolean {
    const moved = bytes - this.#last.bytes;
    const waited = isWaiting ? now - this.#last.now : 0;
    this.#last = { now, bytes };
    this.#left = Math.min(this.#max, this.#left - waited + (moved / leastSpeed) * 1000);
    return this.#left < 0;
  }
}
