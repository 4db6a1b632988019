import type { ListPage } from '../../client/client.ts';

/** @param cursor an earlier page's `next`, or `null` for the first page. */
export type FetchPage<Item> = (cursor: string | null, signal: AbortSignal) => Promise<ListPage<Item>>;

interface Page {
  cursor: string | null;
  /** The number of items, and how many of them the service can't read. */
  count: number;
  damaged: number;
}

/** The shown pages of a list. */
interface Window<Item> {
  before: readonly Page[];
  pages: readonly Page[];
  /** The items of its pages. Pages that were read at different times may overlap. */
  items: readonly Item[];
  /** The cursor of the page after the window. */
  next: string | null;
  total: number | null;
  /** Whether new rows pushed others out at its end. `next` skips those until the window is read again. */
  isCut: boolean;
}

/** VS Code rebuilds every row of a list when one is added; this many take it about 10 milliseconds. */
const maxShown = 1000;

/**
 * A window onto a list that is read page by page, by cursor, so that late pages cost no more than early ones. It
 * changes only after all of it was read, so that nothing flickers, repeats or jumps. Only the window is in memory.
 */
export class PagedList<Item> {
  #window: Window<Item> = { before: [], pages: [], items: [], next: null, total: null, isCut: false };
  #items: readonly Item[] = [];
  #queue: Promise<void> = Promise.resolve();
  /** The next refresh, until it begins. */
  #refresh: Promise<void> | undefined;
  /** The time of the last read, by `performance.now()`. */
  #readAt = Infinity;
  readonly #closing = new AbortController();
  readonly #fetchPage: FetchPage<Item>;
  readonly #idOf: (item: Item) => string;
  readonly #max: number;

  /** @param max items in the window; one page may have more. */
  constructor(fetchPage: FetchPage<Item>, idOf: (item: Item) => string, max = maxShown) {
    this.#fetchPage = fetchPage;
    this.#idOf = idOf;
    this.#max = max;
  }

  /** The items in the window, each once: pages that were read at different times may overlap. */
  get items(): readonly Item[] {
    return this.#items;
  }

  /** The number of items in the whole list; `null` if the service doesn't send it. */
  get total(): number | null {
    return this.#window.total;
  }

  /** The number of items before the window: counted as it moves; at the list's end, computed from the total. */
  get offset(): number {
    const { before, total } = this.#window;
    if (before.length > 0 && !this.hasNext && total !== null) return Math.max(0, total - this.#items.length);
    return before.reduce((sum, { count }) => sum + count, 0);
  }

  /** The number of the window's items that the service can't read. */
  get damaged(): number {
    return this.#window.pages.reduce((sum, page) => sum + page.damaged, 0);
  }

  get hasNext(): boolean {
    return this.#window.isCut || this.#window.next !== null;
  }

  get hasPrevious(): boolean {
    return this.#window.before.length > 0;
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Reads the same pages again. Calls made before the read begins share it. */
  refresh(): Promise<void> {
    return (this.#refresh ??= this.#enqueue(() => {
      this.#refresh = undefined;
      return this.#readAgain();
    }));
  }

  /** Adds the next page to the window, and drops the first pages if it gets too long. */
  loadMore(): Promise<void> {
    return this.#enqueue(async () => {
      const window = await this.#readIfCut();
      if (window.next === null) return window;
      const added = await this.#readPages(window.next, 1);
      const pages = [...window.pages, ...added.pages];
      let items = [...window.items, ...added.items];
      let dropped = 0;
      for (; dropped < pages.length - 1 && items.length > this.#max; dropped++)
        items = items.slice(pages[dropped]!.count);
      const before = [...window.before, ...pages.slice(0, dropped)];
      return { ...added, before, pages: pages.slice(dropped), items };
    });
  }

  /** Moves the window to the next page. */
  showNextPage(): Promise<void> {
    return this.#enqueue(async () => {
      const window = await this.#readIfCut();
      if (window.next === null) return window;
      return this.#readFrom([...window.before, ...window.pages], window.next, 1);
    });
  }

  /** Moves the window to the previous page. */
  showPreviousPage(): Promise<void> {
    return this.#enqueue(async () => {
      const { before } = this.#window;
      const page = before.at(-1);
      return page ? this.#readFrom(before.slice(0, -1), page.cursor, 1) : this.#window;
    });
  }

  /**
   * Inserts a new item at its place without reading the list. A full window drops its last item.
   * @param pageSize items per page.
   * @param isBefore whether the new item comes before this one; `undefined` if unknown.
   * @param since when its creation was requested, by `performance.now()`: a list read later may already include it.
   * @returns whether the list is now correct; otherwise it has to be read again.
   */
  insert(
    item: Item,
    pageSize: number,
    isBefore: (other: Item) => boolean | undefined,
    since: number,
  ): Promise<boolean> {
    return this.#change(since, () => {
      const { pages, items, total } = this.#window;
      if (items.some((other) => this.#idOf(other) === this.#idOf(item))) return this.#window;
      const places = items.map(isBefore);
      const at = places.includes(true) ? places.indexOf(true) : items.length;
      // The place is unknown, or the list is not in its stated order.
      if (places.some((place, i) => place !== i >= at)) return undefined;
      if (at === 0 && this.hasPrevious) return undefined;
      const counted = { ...this.#window, total: total === null ? null : total + 1 };
      if (at === items.length && this.hasNext) return counted;
      const all = items.toSpliced(at, 0, item);
      if (items.length >= pages.length * pageSize) {
        // The pages keep their sizes, because each passes one row on to the next.
        return { ...counted, items: all.slice(0, -1), isCut: true };
      }
      let end = 0;
      const p = pages.findIndex(({ count }) => (end += count) > at); // -1 at the end, which is the last page
      const page = pages.at(p)!;
      return { ...counted, pages: pages.with(p, { ...page, count: page.count + 1 }), items: all };
    });
  }

  /**
   * Replaces an item that has changed.
   * @param now returns the new item for the changed one, else `undefined`.
   * @returns whether it is shown; otherwise the list has to be read again.
   */
  update(now: (item: Item) => Item | undefined, since: number): Promise<boolean> {
    return this.#change(since, () => {
      if (!this.#items.some((item) => now(item) !== undefined)) return undefined;
      return { ...this.#window, items: this.#window.items.map((item) => now(item) ?? item) };
    });
  }

  /** Cancels the current read and later ones: they reject with an `AbortError`. */
  close(): void {
    this.#closing.abort();
  }

  /** @param change returns the changed window, or `undefined` if it is unknown. @returns whether it is known. */
  async #change(since: number, change: () => Window<Item> | undefined): Promise<boolean> {
    let changed: Window<Item> | undefined;
    await this.#enqueue(() => {
      changed = this.#readAt < since ? change() : undefined;
      return Promise.resolve(changed ?? this.#window);
    });
    return changed !== undefined;
  }

  /** Runs one read at a time, because parallel reads would overwrite each other's pages. */
  #enqueue(read: () => Promise<Window<Item>>): Promise<void> {
    const finished = this.#queue.then(async () => {
      this.#closing.signal.throwIfAborted();
      const window = await read();
      this.#closing.signal.throwIfAborted();
      this.#window = window;
      this.#items = [...new Map(window.items.map((item) => [this.#idOf(item), item])).values()];
    });
    this.#queue = finished.catch(() => undefined);
    return finished;
  }

  async #readIfCut(): Promise<Window<Item>> {
    return this.#window.isCut ? this.#readAgain() : this.#window;
  }

  #readAgain(): Promise<Window<Item>> {
    const { before, pages } = this.#window;
    return this.#readFrom(before, pages[0]?.cursor ?? null, pages.length);
  }

  /**
   * Reads the window from this page on. If it is empty now, reads the page before it; if that is empty too, the
   * first.
   */
  async #readFrom(
    before: readonly Page[],
    cursor: string | null,
    count: number,
    isRetry = false,
  ): Promise<Window<Item>> {
    const read = await this.#readPages(cursor, count);
    const previous = before.at(-1);
    if (!previous || read.items.length > 0) return { ...read, before };
    return isRetry
      ? this.#readFrom([], null, 1)
      : this.#readFrom(before.slice(0, -1), previous.cursor, 1, true);
  }

  /** Reads `count` pages, or at least one. */
  async #readPages(start: string | null, count: number): Promise<Omit<Window<Item>, 'before'>> {
    const pages: Page[] = [];
    const items: Item[] = [];
    for (let cursor = start; ;) {
      const { next, total, ...page } = await this.#fetchPage(cursor, this.#closing.signal);
      this.#readAt = performance.now();
      pages.push({ cursor, count: page.items.length, damaged: page.damaged });
      items.push(...page.items);
      if (next === null || pages.length >= count) return { pages, items, next, total, isCut: false };
      cursor = next;
    }
  }
}
