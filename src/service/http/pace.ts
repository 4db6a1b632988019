/** The minimum speed of a client while the server waits for it, in bytes per second. */
export const minSpeed = 16 * 1024;

/** How long a client may be slower than the minimum, in milliseconds. */
export const defaultGrace = 10_000;

/**
 * The most time that a reader can save up, as a multiple of the grace. System buffers pass data on in blocks of up
 * to a megabyte. A reader at four times the minimum speed needs twenty seconds for a block. A sender can't save up
 * more than the grace, because its body arrives as it is sent.
 */
const maxAhead = 6;

/** What the client is doing. */
export type Direction = 'sending' | 'reading';

/**
 * Checks that a client keeps the minimum speed. Each byte adds to the client's time, and the server's waiting uses it
 * up. A client with no time left is too slow. This prevents a connection from occupying memory by sending a byte now
 * and then.
 */
export class Pace {
  readonly #max: number;
  #left: number;
  #last: { now: number; bytes: number };

  /**
   * @param now milliseconds of a clock that never goes back.
   * @param bytes moved so far on the connection in this direction.
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
    this.#left = Math.min(this.#max, this.#left - waited + (moved / minSpeed) * 1000);
    return this.#left < 0;
  }
}
