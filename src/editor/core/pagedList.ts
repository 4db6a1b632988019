/**
 * A page of a list as the client parses it. `next` is the cursor of the next page; `total` is null if the service
 * doesn't send it.
 */
export interface ListPage<Item> {
  items: readonly Item[];
  next: string | null;
  total: number | null;
  /** How many items of the page the service can't read; none by default. */
  damaged?: number;
}

/** @param cursor an earlier page's `next`, or `null` for the first page. */
export type FetchPage<Item> = (cursor: string | null, signal: AbortSignal) => Promise<ListPage<Item>>;

/** The start of a page: its cursor, and the number of items before it. */
interface PageStart {
  cursor: string | null;
  offset: number;
}

interface Page<Item> extends PageStart {
  items: readonly Item[];
  damaged: number;
}

interface Window<Item> {
  /** The pages before the window, in the list's order. */
  before: readonly PageStart[];
  /** The pages of the window; at least one. */
  pages: readonly Page<Item>[];
  /** The items of its pages, without repetition. */
  items: readonly Item[];
  next: string | null;
  total: number | null;
  /** Whether new rows pushed others out at its end. `next` skips those until the window is read again. */
  isCut?: boolean;
}

const top: PageStart = { cursor: null, offset: 0 };

/** VS Code rebuilds every row of a list when one is added; this many take it about 10 milliseconds. */
const maxShown = 1000;

/**
 * A window onto a list that is read page by page. `loadMore` adds a page to the window, and drops its first pages
 * if it gets too long. `showNextPage` and `showPreviousPage` move the window to another page. `refresh` reads the
 * same pages again. The window changes only after all of it was read, so that nothing flickers, repeats or jumps.
 * Pages are read by cursor, so that late pages cost no more than early ones. Only the window is in memory.
 */
export class PagedList<Item> {
  #window: Window<Item> | undefined;
  #turn: Promise<void> = Promise.resolve();
  /** The time of the last read, by `performance.now()`. */
  #readAt = -Infinity;
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

  /** The items in the window. */
  get items(): readonly Item[] {
    return this.#window?.items ?? [];
  }

  /** The number of items in the whole list; `null` if the service doesn't send it. */
  get total(): number | null {
    return this.#window?.total ?? null;
  }

  /**
   * The number of items before the window. It is counted as the window moves. At the list's end it is computed from
   * the total, which includes later changes.
   */
  get offset(): number {
    return this.#window ? offsetOf(this.#window) : 0;
  }

  /** The number of the window's items that the service can't read. */
  get damaged(): number {
    return (this.#window?.pages ?? []).reduce((sum, page) => sum + page.damaged, 0);
  }

  get hasNext(): boolean {
    return this.#window?.isCut === true || (this.#window?.next ?? null) !== null;
  }

  get hasPrevious(): boolean {
    return (this.#window?.before.length ?? 0) > 0;
  }

  /** Reads the same number of pages again, from the start of the window. */
  refresh(): Promise<void> {
    return this.#enqueue((window) => (window ? this.#readAgain(window) : this.#readFrom([], top, 1)));
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
    return this.#change(since, (window) => this.#inserted(window, item, pageSize, isBefore));
  }

  /**
   * Replaces an item that has changed.
   * @param now returns the new item for the changed one, else `undefined`.
   * @param since when the change was requested, as for `insert`.
   * @returns whether it is shown; otherwise the list has to be read again.
   */
  update(now: (item: Item) => Item | undefined, since: number): Promise<boolean> {
    const replacement = (item: Item): Item => now(item) ?? item;
    return this.#change(since, (window) => {
      if (!window.items.some((item) => now(item) !== undefined)) return undefined;
      const pages = window.pages.map((page) => ({ ...page, items: page.items.map(replacement) }));
      return { ...window, pages, items: this.#itemsOf(pages) };
    });
  }

  /** Adds the next page to the window, and drops the first pages if it gets too long. */
  loadMore(): Promise<void> {
    return this.#enqueue(async (shown) => {
      const window = shown?.isCut ? await this.#readAgain(shown) : shown;
      if (typeof window?.next !== 'string') return window;
      const { before, pages, items, next } = window;
      const added = await this.#readPages({ cursor: next, offset: offsetOf(window) + items.length }, 1);
      const all = [...pages, ...added.pages];
      const kept = this.#lastOf(all);
      return {
        ...added,
        before: [...before, ...startsOf(all.slice(0, -kept.length))],
        pages: kept,
        items: this.#itemsOf(kept),
      };
    });
  }

  /** Moves the window to the next page. */
  showNextPage(): Promise<void> {
    return this.#enqueue(async (shown) => {
      const window = shown?.isCut ? await this.#readAgain(shown) : shown;
      if (typeof window?.next !== 'string') return window;
      const { before, pages, items, next } = window;
      const start = { cursor: next, offset: offsetOf(window) + items.length };
      return this.#readFrom([...before, ...startsOf(pages)], start, 1);
    });
  }

  /** Moves the window to the previous page. */
  showPreviousPage(): Promise<void> {
    return this.#enqueue(async (window) => {
      const start = window?.before.at(-1);
      return start ? this.#readFrom(window!.before.slice(0, -1), start, 1) : window;
    });
  }

  /** Cancels the current read and later ones: they reject with an `AbortError`. */
  close(): void {
    this.#closing.abort();
  }

  /** @param change returns the changed window, or `undefined` if it is unknown. @returns whether it is known. */
  async #change(since: number, change: (window: Window<Item>) => Window<Item> | undefined): Promise<boolean> {
    let changed: Window<Item> | undefined;
    await this.#enqueue((window) => {
      changed = window && this.#readAt < since ? change(window) : undefined;
      return Promise.resolve(changed ?? window);
    });
    return changed !== undefined;
  }

  #readAgain({ before, pages }: Window<Item>): Promise<Window<Item>> {
    return this.#readFrom(before, pages[0]!, pages.length);
  }

  /** The window with the item, or `undefined` if its place is unknown or above the window. */
  #inserted(
    window: Window<Item>,
    item: Item,
    pageSize: number,
    isBefore: (other: Item) => boolean | undefined,
  ): Window<Item> | undefined {
    const { before, items, next, total, isCut = false } = window;
    if (items.some((other) => this.#idOf(other) === this.#idOf(item))) return window;
    const places = items.map(isBefore);
    const at = places.includes(true) ? places.indexOf(true) : items.length;
    // The place is unknown, or the list is not in its stated order.
    if (places.some((place, i) => place !== i >= at)) return undefined;
    if (at === 0 && before.length > 0) return undefined;
    const counted = { ...window, total: total === null ? null : total + 1 };
    if (at === items.length && (isCut || next !== null)) return counted;
    const follower = items[at];
    const p =
      follower === undefined
        ? window.pages.length - 1
        : window.pages.findIndex((page) => page.items.includes(follower));
    const pages = window.pages.map((page, i) => {
      if (i !== p) return { ...page, offset: i > p ? page.offset + 1 : page.offset };
      const place = follower === undefined ? page.items.length : page.items.indexOf(follower);
      return { ...page, items: page.items.toSpliced(place, 0, item) };
    });
    if (items.length < pages.length * pageSize) return { ...counted, pages, items: this.#itemsOf(pages) };
    const last = pages.pop()!;
    const cut = [...pages, { ...last, items: last.items.slice(0, -1) }];
    return { ...counted, pages: cut, items: this.#itemsOf(cut), isCut: true };
  }

  /** One read at a time: parallel ones would undo each other's pages. */
  #enqueue(read: (window: Window<Item> | undefined) => Promise<Window<Item> | undefined>): Promise<void> {
    const reading = this.#turn.then(async () => {
      this.#closing.signal.throwIfAborted();
      const window = await read(this.#window);
      this.#closing.signal.throwIfAborted();
      this.#window = window;
    });
    this.#turn = reading.catch(() => undefined);
    return reading;
  }

  /** Reads the window from `start` on. If that page is empty, reads the page before it, and otherwise the first. */
  async #readFrom(before: readonly PageStart[], start: PageStart, count: number): Promise<Window<Item>> {
    const read = await this.#readPages(start, count);
    if (read.items.length > 0 || before.length === 0) return { before, ...read };
    const previous = await this.#readPages(before.at(-1)!, 1);
    if (previous.items.length > 0 || before.length === 1) return { before: before.slice(0, -1), ...previous };
    return { before: [], ...(await this.#readPages(top, 1)) };
  }

  async #readPages(start: PageStart, count: number): Promise<Omit<Window<Item>, 'before'>> {
    const pages: Page<Item>[] = [];
    for (let { cursor, offset } = start; ;) {
      const { items, next, total, damaged = 0 } = await this.#fetchPage(cursor, this.#closing.signal);
      this.#readAt = performance.now();
      pages.push({ cursor, offset, items, damaged });
      if (next === null || pages.length === count) return { pages, items: this.#itemsOf(pages), next, total };
      cursor = next;
      offset += items.length;
    }
  }

  #itemsOf(pages: readonly Page<Item>[]): Item[] {
    const items = pages.flatMap((page) => page.items);
    return [...new Map(items.map((item) => [this.#idOf(item), item])).values()];
  }

  /** The last of these pages: as many as fit into the window, but at least one. */
  #lastOf(pages: readonly Page<Item>[]): readonly Page<Item>[] {
    let from = pages.length - 1;
    for (let held = pages[from]!.items.length; from > 0; from--) {
      held += pages[from - 1]!.items.length;
      if (held > this.#max) break;
    }
    return pages.slice(from);
  }
}

/** The number of items before the window. */
function offsetOf({ before, pages, items, next, total, isCut }: Window<unknown>): number {
  if (before.length === 0) return 0;
  const isLast = next === null && isCut !== true;
  return isLast && total !== null ? Math.max(0, total - items.length) : pages[0]!.offset;
}

/** The pages without their items. */
function startsOf(pages: readonly PageStart[]): PageStart[] {
  return pages.map(({ cursor, offset }) => ({ cursor, offset }));
}
