/** One page of a list as the client reads it. `next` reads on; `total` is null when the service doesn't say. */
export interface ListPage<Item> {
  items: readonly Item[];
  next: string | null;
  total: number | null;
  /** How many more the page would hold, which the service can't read; none unless it says so. */
  damaged?: number;
}

/** @param cursor what an earlier page's `next` said, or `null` for the first page. */
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
}

const top: PageStart = { cursor: null, offset: 0 };

/** VS Code makes every row of a list anew when one is added: so many take it about 10 milliseconds. */
const mostShown = 1000;

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
  readonly #closing = new AbortController();
  readonly #fetchPage: FetchPage<Item>;
  readonly #idOf: (item: Item) => string;
  readonly #most: number;

  /** @param most items that the window holds, or one page if that has more. */
  constructor(fetchPage: FetchPage<Item>, idOf: (item: Item) => string, most = mostShown) {
    this.#fetchPage = fetchPage;
    this.#idOf = idOf;
    this.#most = most;
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
    if (!this.#window || !this.hasPrevious) return 0;
    const { pages, items, next, total } = this.#window;
    return next === null && total !== null ? Math.max(0, total - items.length) : pages[0]!.offset;
  }

  /** How many more the window would show, which the service can't read. */
  get damaged(): number {
    return (this.#window?.pages ?? []).reduce((sum, page) => sum + page.damaged, 0);
  }

  get hasNext(): boolean {
    return (this.#window?.next ?? null) !== null;
  }

  get hasPrevious(): boolean {
    return (this.#window?.before.length ?? 0) > 0;
  }

  /** Reads as many pages again as are shown, from where the window begins. */
  refresh(): Promise<void> {
    return this.#inTurn((window) =>
      window
        ? this.#readFrom(window.before, window.pages[0]!, window.pages.length)
        : this.#readFrom([], top, 1),
    );
  }

  /** Adds the next page to the window, and lets go of the first where they would be too many. */
  more(): Promise<void> {
    return this.#inTurn(async (window) => {
      if (typeof window?.next !== 'string') return window;
      const { before, pages, items, next } = window;
      const added = await this.#readPages({ cursor: next, offset: this.offset + items.length }, 1);
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

  /** Moves the window to the page behind it. */
  turnForward(): Promise<void> {
    return this.#inTurn(async (window) => {
      if (typeof window?.next !== 'string') return window;
      const { before, pages, items, next } = window;
      const start = { cursor: next, offset: this.offset + items.length };
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
      if (held > this.#most) break;
    }
    return pages.slice(from);
  }
}

/** The pages without what they hold. */
function startsOf(pages: readonly PageStart[]): PageStart[] {
  return pages.map(({ cursor, offset }) => ({ cursor, offset }));
}
