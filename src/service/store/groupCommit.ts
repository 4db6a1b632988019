import { nextTurn } from '#platform';

/** How many are offered to one write at most. */
const maxTogether = 256;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Writes together what waits at the same time, so that all of it shares one transaction, and with it one sync of the
 * disk. What comes while a write is under way waits for the next.
 */
export class GroupCommit<Item, Result = void> {
  readonly #write: (waiting: Item[]) => Promise<PromiseSettledResult<Result>[]>;
  readonly #waiting: Waiting<Item, Result>[] = [];
  #isWriting = false;

  /**
   * @param write writes the first of what waits, as many as it likes, and says of each how it ended. It is called again
   * with the rest. Where it rejects, all that it was given fails.
   */
  constructor(write: (waiting: Item[]) => Promise<PromiseSettledResult<Result>[]>) {
    this.#write = write;
  }

  /** Whether nothing waits. */
  get isIdle(): boolean {
    return !this.#isWriting;
  }

  /** Ends when the item is written. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      await nextTurn(); // what else this turn of the event loop brings goes along, and reads come between
      const next = this.#waiting.slice(0, maxTogether).map(({ item }) => item);
      const ends = await this.#write(next).catch((reason: unknown) =>
        next.map((): PromiseSettledResult<Result> => ({ status: 'rejected', reason })),
      );
      const written = this.#waiting.splice(0, ends.length);
      for (const [index, { resolve, reject }] of written.entries()) {
        const end = ends[index];
        if (end?.status === 'fulfilled') resolve(end.value);
        else reject(end?.reason);
      }
    }
    this.#isWriting = false;
  }
}
