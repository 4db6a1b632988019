/** One page of a list as the client reads it. `next` reads on; `total` is null when the service doesn't say. */
export interface ListPage<Item> {
  items: readonly Item[];
  next: string | null;
  total: number | null;
  /** How many more the page would hold, which the service can't read; none unless it says so. */
  damaged?: number;
}

/** @param cursor an earlier page's `next`, or `null` for the first page. */
export type FetchPage<Item> = (cursor: string | null, signal: AbortSignal) => Promise<ListPage<Item>>;

/** Where a page begins: what reads it, and how many items come before it. */
interface PageStart {
  cursor: string | null;
  offset: number;
}

interface Page<Item> extends PageStart {
  items: readonly Item[];
  damaged: number;
}

interface Window<Item> {
  /** The pages before the window, the first of the list first. */
  before: readonly PageStart[];
  /** The pages of the window; at least one. */
  pages: readonly Page<Item>[];
  /** What its pages hold, each item once. */
  items: readonly Item[];
  next: string | null;
  total: number | null;
  /** Whether rows were pushed out of its end by new ones: `next` passes them over until the window is read again. */
  isCut?: boolean;
}

const top: PageStart = { cursor: null, offset: 0 };

/** VS Code makes every row of a list again when one is added: so many take it about 10 milliseconds. */
const maxShown = 1000;

/**
 * A window onto a list that is read page by page. `more` makes the window a page longer, and lets its first pages go
 * once it is long; `turnForward` and `turnBack` move it and leave it one page long, `refresh` reads the same pages
 * again. What is shown changes only when all of it has arrived, so that nothing flickers, repeats or loses its place.
 * Every page is read by the cursor where it begins: the ten-thousandth costs what the first does, and only what is
 * shown is kept.
 */
export class PagedList<Item> {
  #window: Window<Item> | undefined;
  #turn: Promise<void> = Promise.resolve();
  /** When a page was last read, by `performance.now()`. */
  #readAt = -Infinity;
  readonly #closing = new AbortController();
  readonly #fetchPage: FetchPage<Item>;
  readonly #idOf: (item: Item) => string;
  readonly #max: number;

  /** @param max items that the window holds, or one page if that has more. */
  constructor(fetchPage: FetchPage<Item>, idOf: (item: Item) => string, max = maxShown) {
    this.#fetchPage = fetchPage;
    this.#idOf = idOf;
    this.#max = max;
  }

  /** What the window shows. */
  get items(): readonly Item[] {
    return this.#window?.items ?? [];
  }

  /** How many the whole list holds; `null` where the service doesn't say. */
  get total(): number | null {
    return this.#window?.total ?? null;
  }

  /**
   * How many items come before the window. Counted as the window was moved, and at the list's end from the total,
   * which knows what came or went meanwhile.
   */
  get offset(): number {
    return this.#window ? offsetOf(this.#window) : 0;
  }

  /** How many more the window would show, which the service can't read. */
  get damaged(): number {
    return (this.#window?.pages ?? []).reduce((sum, page) => sum + page.damaged, 0);
  }

  get hasNext(): boolean {
    return this.#window?.isCut === true || (this.#window?.next ?? null) !== null;
  }

  get hasPrevious(): boolean {
    return (this.#window?.before.length ?? 0) > 0;
  }

  /** Reads as many pages again as are shown, from where the window begins. */
  refresh(): Promise<void> {
    return this.#inTurn((window) => (window ? this.#readAgain(window) : this.#readFrom([], top, 1)));
  }

  /**
   * Adds an item that was created just now where it belongs, without reading the list. A window that is full lets its
   * last item go.
   * @param pageSize items that a page holds.
   * @param isBefore whether the new item stands before this one; `undefined` where that can't be told.
   * @param since when its creation was asked for, by `performance.now()`: a list that was read later may count it.
   * @returns whether the list is as the service has it; else it has to be read again.
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
   * Puts in the place of an item what it is now.
   * @param now for the item that has changed, else `undefined`.
   * @param since when the change was asked for, as for `insert`.
   * @returns whether it is shown; else the list has to be read again.
   */
  update(now: (item: Item) => Item | undefined, since: number): Promise<boolean> {
    const instead = (item: Item): Item => now(item) ?? item;
    return this.#change(since, (window) => {
      if (!window.items.some((item) => now(item) !== undefined)) return undefined;
      const pages = window.pages.map((page) => ({ ...page, items: page.items.map(instead) }));
      return { ...window, pages, items: this.#itemsOf(pages) };
    });
  }

  /** Adds the next page to the window, and lets go of the first where they would be too many. */
  more(): Promise<void> {
    return this.#inTurn(async (shown) => {
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

  /** Moves the window to the page after it. */
  turnForward(): Promise<void> {
    return this.#inTurn(async (shown) => {
      const window = shown?.isCut ? await this.#readAgain(shown) : shown;
      if (typeof window?.next !== 'string') return window;
      const { before, pages, items, next } = window;
      const start = { cursor: next, offset: offsetOf(window) + items.length };
      return this.#readFrom([...before, ...startsOf(pages)], start, 1);
    });
  }

  /** Moves the window to the page before it. */
  turnBack(): Promise<void> {
    return this.#inTurn(async (window) => {
      const start = window?.before.at(-1);
      return start ? this.#readFrom(window!.before.slice(0, -1), start, 1) : window;
    });
  }

  /** Stops what is being read, and whatever would be read later: it rejects with an `AbortError`. */
  close(): void {
    this.#closing.abort();
  }

  /** @param change gives the window with it, or `undefined` where it can't be told. @returns whether it could. */
  async #change(since: number, change: (window: Window<Item>) => Window<Item> | undefined): Promise<boolean> {
    let changed: Window<Item> | undefined;
    await this.#inTurn((window) => {
      changed = window && this.#readAt < since ? change(window) : undefined;
      return Promise.resolve(changed ?? window);
    });
    return changed !== undefined;
  }

  #readAgain({ before, pages }: Window<Item>): Promise<Window<Item>> {
    return this.#readFrom(before, pages[0]!, pages.length);
  }

  /** The window with the item, or `undefined` where its place is not known, or above the window. */
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
    // One that can't be told, or a list that is in another order than it says.
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

  /** One reading after another: two at once would undo each other's pages. */
  #inTurn(read: (window: Window<Item> | undefined) => Promise<Window<Item> | undefined>): Promise<void> {
    const reading = this.#turn.then(async () => {
      this.#closing.signal.throwIfAborted();
      const window = await read(this.#window);
      this.#closing.signal.throwIfAborted();
      this.#window = window;
    });
    this.#turn = reading.catch(() => undefined);
    return reading;
  }

  /** The window from `start` on. Where nothing is left there, the page before it; and failing that, the first. */
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

  /** The last of these pages: as many as the window holds, and at least one. */
  #lastOf(pages: readonly Page<Item>[]): readonly Page<Item>[] {
    let from = pages.length - 1;
    for (let held = pages[from]!.items.length; from > 0; from--) {
      held += pages[from - 1]!.items.length;
      if (held > this.#max) break;
    }
    return pages.slice(from);
  }
}

/** How many items come before the window. */
function offsetOf({ before, pages, items, next, total, isCut }: Window<unknown>): number {
  if (before.length === 0) return 0;
  const isLast = next === null && isCut !== true;
  return isLast && total !== null ? Math.max(0, total - items.length) : pages[0]!.offset;
}

/** The pages without what they hold. */
function startsOf(pages: readonly PageStart[]): PageStart[] {
  return pages.map(({ cursor, offset }) => ({ cursor, offset }));
}
