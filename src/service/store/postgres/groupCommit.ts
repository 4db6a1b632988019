import { setImmediate } from 'node:timers/promises';

/** How many are written together at most, so that none waits long for its neighbours. */
const maxItems = 64;

/** Their size at most, unless one alone is larger: sending them takes time of the thread that answers. */
const maxSize = 1024 * 1024;

interface Waiting<Item> {
  item: Item;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Writes together what waits at the same time, so that all of it shares one transaction, and with it one sync of the
 * disk. What comes while a write is under way waits for the next.
 */
export class GroupCommit<Item> {
  readonly #write: (items: Item[]) => Promise<PromiseSettledResult<void>[]>;
  readonly #sizeOf: (item: Item) => number;
  readonly #ended: () => void;
  readonly #waiting: Waiting<Item>[] = [];
  #isWriting = false;

  /**
   * @param write says of each item how it ended. Rejects when none was written.
   * @param sizeOf an item, in bytes.
   * @param ended is called when nothing waits any more.
   */
  constructor(
    write: (items: Item[]) => Promise<PromiseSettledResult<void>[]>,
    sizeOf: (item: Item) => number,
    ended: () => void = () => undefined,
  ) {
    this.#write = write;
    this.#sizeOf = sizeOf;
    this.#ended = ended;
  }

  /** Ends when the item is written. */
  add(item: Item): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  #groupLength(): number {
    let size = 0;
    const tooMany = this.#waiting.findIndex(({ item }, index) => {
      size += this.#sizeOf(item);
      return index === maxItems || (index > 0 && size > maxSize);
    });
    return tooMany < 0 ? this.#waiting.length : tooMany;
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    await setImmediate(); // what else this turn of the event loop brings goes along
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, this.#groupLength());
      try {
        const ends = await this.#write(group.map(({ item }) => item));
        for (const [index, { resolve, reject }] of group.entries()) {
          const end = ends[index];
          if (end?.status === 'fulfilled') resolve();
          else reject(end?.reason);
        }
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#isWriting = false;
    this.#ended();
  }
}
