/** The minimum speed of a client while the server waits for it, in bytes per second. */
export const leastSpeed = 16 * 1024;

/** How long a client may be slower than that, in milliseconds. */
export const defaultGrace = 10_000;

/**
 * The most time that a reader can gain, as a multiple of the grace. Buffers of two systems pass data on in lumps of up
 * to a megabyte, which take a reader at four times the minimum speed twenty seconds. A sender gains none, since its
 * body arrives as it is sent.
 */
const maxAhead = 6;

/** What the client does. */
export type Direction = 'sending' | 'reading';

/**
 * Whether a client keeps the minimum speed. Each byte adds time and waiting uses it up; a client without time left is
 * too slow. So a connection can't hold memory for long by sending a byte now and then.
 */
export class Pace {
  readonly #max: number;
  #left: number;
  #last: { now: number; bytes: number };

  /**
   * @param now milliseconds of a clock that is never set back.
   * @param bytes moved on its connection in that direction so far.
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
