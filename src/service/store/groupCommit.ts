import { nextTurn } from '#platform';

/** The most items passed to one write. */
const maxTogether = 256;

interface Waiting<Item, Result> extends PromiseWithResolvers<Result> {
  item: Item;
}

/** Writes all waiting items together, with one sync of the disk. Items that arrive meanwhile join the next write. */
export class GroupCommit<Item, Result = void> {
  readonly #write: (waiting: Item[]) => Promise<PromiseSettledResult<Result>[]>;
  readonly #waiting: Waiting<Item, Result>[] = [];
  #isWriting = false;

  /** @param write writes one or more of the first items and returns their outcomes. If it rejects, all items fail. */
  constructor(write: (waiting: Item[]) => Promise<PromiseSettledResult<Result>[]>) {
    this.#write = write;
  }

  /** Whether no item is waiting or being written. */
  get isIdle(): boolean {
    return !this.#isWriting;
  }

  /** Resolves when the item is written. */
  add(item: Item): Promise<Result> {
    const waiting = { item, ...Promise.withResolvers<Result>() };
    this.#waiting.push(waiting);
    if (!this.#isWriting) void this.#writeAll();
    return waiting.promise;
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      await nextTurn(); // waits for items of the same turn of the event loop; reads also run first
      const next = this.#waiting.slice(0, maxTogether).map(({ item }) => item);
      const outcomes = await this.#write(next).catch((reason: unknown) =>
        next.map((): PromiseSettledResult<Result> => ({ status: 'rejected', reason })),
      );
      for (const outcome of outcomes) {
        const written = this.#waiting.shift();
        if (outcome.status === 'fulfilled') written?.resolve(outcome.value);
        else written?.reject(outcome.reason);
      }
    }
    this.#isWriting = false;
  }
}
