/** One page of a list as the client reads it. `next` reads on; `total` is null when the service doesn't say. */
export interface ListPage<Item> {
  items: readonly Item[];
  next: string | null;
  total: number | null;
}

export type FetchPage<Item> = (cursor: string | null) => Promise<ListPage<Item>>;

/**
 * A list that is read page by page. `refresh` and `more` are different operations: refreshing reads as many pages
 * again as were shown and swaps them in at the end, so that nothing flickers, repeats or loses its place.
 */
export class PagedList<Item> {
  #items: readonly Item[] = [];
  #pages = 0;
  #next: string | null = null;
  #total: number | null = null;
  #turn: Promise<void> = Promise.resolve();
  readonly #fetchPage: FetchPage<Item>;
  readonly #idOf: (item: Item) => string;

  constructor(fetchPage: FetchPage<Item>, idOf: (item: Item) => string) {
    this.#fetchPage = fetchPage;
    this.#idOf = idOf;
  }

  get items(): readonly Item[] {
    return this.#items;
  }

  get total(): number | null {
    return this.#total;
  }

  get hasMore(): boolean {
    return this.#next !== null;
  }

  /** Whether a page has been read since the list was made. */
  get isRead(): boolean {
    return this.#pages > 0;
  }

  refresh(): Promise<void> {
    return this.#inTurn(() => this.#read(Math.max(1, this.#pages), [], null));
  }

  more(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#next !== null) await this.#read(1, this.#items, this.#next);
    });
  }

  /** One reading after another: two at once would undo each other's pages. */
  #inTurn(read: () => Promise<void>): Promise<void> {
    const reading = this.#turn.then(read);
    this.#turn = reading.catch(() => undefined);
    return reading;
  }

  /** Reads `count` pages from `cursor` on behind `before`; what is shown changes only when all have arrived. */
  async #read(count: number, before: readonly Item[], cursor: string | null): Promise<void> {
    const byId = new Map(before.map((item) => [this.#idOf(item), item]));
    let next = cursor;
    let total: number | null = null;
    let pages = before.length === 0 ? 0 : this.#pages;
    for (let i = 0; i < count; i++) {
      const page = await this.#fetchPage(next);
      for (const item of page.items) byId.set(this.#idOf(item), item);
      ({ next, total } = page);
      pages++;
      if (next === null) break;
    }
    this.#items = [...byId.values()];
    this.#next = next;
    this.#total = total;
    this.#pages = pages;
  }
}
