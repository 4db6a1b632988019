import * as vscode from 'vscode';
import {
  type Entry,
  type FailedItem,
  idOf,
  type Item,
  type ListKey,
  type ReportItem,
  type ViewId,
  groupEarlierReports,
} from '../core/items.ts';
import { type FetchPage, PagedList } from '../core/pagedList.ts';
import { yieldTurn, yieldIfDue } from '../core/periodicYield.ts';
import { messageOf, logError } from '../errors.ts';
import { isCancelled } from '../progress.ts';
import { tooltipOf, toTreeItem } from './describe.ts';
import type { AppBase } from '../app.ts';
import { type ContextKeys, setContextKey } from '../contextKeys.ts';
import { rangeInWords } from '../words.ts';
import type { FilterWords } from './filter.ts';

/** The source of the pages of each list in a view. */
export type PagesOf = (list: ListKey) => FetchPage<Entry>;

type Read = (list: PagedList<Entry>) => Promise<void>;

interface Shown {
  readonly list: PagedList<Entry>;
  /** The row above this list. */
  parent: Item | undefined;
  /** Whether the list must be read again when it is next requested. */
  outdated: boolean;
  /** The read that the view requested. */
  reading: Promise<void> | undefined;
  /** The last failed read, and a function that retries it. */
  failure: { error: unknown; read: Read } | undefined;
}

/**
 * A view of lists that are read page by page. An error is shown as an item with a retry button below the existing
 * rows, never as an empty list. Results for a list that was restarted meanwhile are ignored.
 */
export class PagedTreeProvider implements vscode.TreeDataProvider<Item>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<Item | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #read = new vscode.EventEmitter<void>();
  /** Fires after a page was read or failed. */
  readonly onDidRead = this.#read.event;
  readonly #view: ViewId;
  readonly #pagesOf: PagesOf;
  readonly #log: (error: unknown) => void;
  readonly #lists = new Map<ListKey, Shown>();
  readonly #parents = new WeakMap<Item, Item>();
  /** The earlier reports of the same file, by the row above them. */
  readonly #earlier = new WeakMap<Item, readonly ReportItem[]>();
  #refreshing: Promise<void> | undefined;
  #refreshAgain = false;
  /** Whether the rows were cleared and the first page is being read. */
  #isCleared = false;

  constructor(view: ViewId, pagesOf: PagesOf, log: (error: unknown) => void) {
    this.#view = view;
    this.#pagesOf = pagesOf;
    this.#log = log;
  }

  /** The view's own list, as far as it has been read. */
  get root(): PagedList<Entry> {
    return this.#listFor(null).list;
  }

  /** The error of the last read; one of the view's own list is preferred. */
  get failure(): { error: unknown } | undefined {
    return [...this.#lists.values()].find(({ failure }) => failure)?.failure;
  }

  get rootFailed(): boolean {
    return this.#listFor(null).failure !== undefined;
  }

  async getChildren(parent?: Item): Promise<Item[]> {
    if (parent?.kind === 'report') return [...this.#earlierReports(parent)];
    const key = parent?.kind === 'project' ? parent.project.project : null;
    const shown = this.#listFor(key);
    shown.parent = parent;
    if (shown.outdated) {
      shown.reading ??= this.#attempt(key, (list) => list.refresh()).finally(() => {
        shown.reading = undefined;
      });
      if (this.#isCleared) return [];
      await shown.reading;
      if (this.#lists.get(key) !== shown) return this.getChildren(parent);
    }
    const children = this.#rowsOf(key);
    // Builds the rows with pauses in between, since VS Code requests all of them in one turn.
    for (const child of children) {
      await yieldIfDue();
      this.getTreeItem(child);
    }
    await yieldTurn();
    if (this.#lists.get(key) !== shown) return this.getChildren(parent);
    for (const child of children) {
      if (parent) this.#parents.set(child, parent);
      else this.#parents.delete(child); // its newer report above it is gone
      for (const earlier of this.#earlierReports(child)) this.#parents.set(earlier, child);
    }
    return children;
  }

  getTreeItem(item: Item): vscode.TreeItem {
    return toTreeItem(item, this.#earlierReports(item).length);
  }

  #earlierReports(item: Item): readonly ReportItem[] {
    return this.#earlier.get(item) ?? [];
  }

  getParent(item: Item): Item | undefined {
    return this.#parents.get(item);
  }

  resolveTreeItem(treeItem: vscode.TreeItem, item: Item): vscode.TreeItem {
    if (item.kind === 'report' || item.kind === 'project')
      treeItem.tooltip = tooltipOf(item, this.#earlierReports(item).length);
    return treeItem;
  }

  /** Reads the shown pages again. Calls during a refresh cause one further refresh, however many they are. */
  refresh(): Promise<void> {
    if (this.#refreshing) {
      this.#refreshAgain = true;
      return this.#refreshing;
    }
    this.#refreshing = this.#refreshShown().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /** Starts over with the first pages, because the order, the page size or the filter changed. */
  startOver(): void {
    for (const { list } of this.#lists.values()) list.close();
    this.#lists.clear();
    this.#changed.fire(undefined);
  }

  /**
   * Removes all rows until the first page is read. They belong to another service, and VS Code would show them
   * until it gets new ones.
   */
  clear(): void {
    this.#isCleared = true;
    this.startOver();
  }

  /**
   * Adds the next page.
   * @returns the previously last row, so that the view can stay there.
   */
  async loadMore(key: ListKey): Promise<Item | undefined> {
    const last = [...groupEarlierReports(this.#listFor(key).list.items).keys()].at(-1);
    await this.#readAndShow(key, (list) => list.loadMore());
    return last;
  }

  /** Replaces the shown page with another. @returns its first row. */
  async turnPage(key: ListKey, direction: 'forward' | 'back'): Promise<Item | undefined> {
    await this.#readAndShow(key, (list) =>
      direction === 'forward' ? list.showNextPage() : list.showPreviousPage(),
    );
    return this.#listFor(key).list.items[0];
  }

  /**
   * Adds a row for a new item to a shown list, or reads the list again if the item's place is unknown.
   * @param since when its creation was requested, by `performance.now()`.
   */
  async insert(
    key: ListKey,
    row: Entry,
    pageSize: number,
    isBefore: (other: Entry) => boolean | undefined,
    since: number,
  ): Promise<void> {
    await this.#change(key, (list) => list.insert(row, pageSize, isBefore, since));
  }

  /** Counts a new report in its project's row, or reads the projects again if there is no such row. */
  async countOne(name: string, since: number): Promise<void> {
    const counted = (row: Entry): Entry | undefined => {
      if (row.kind !== 'project' || row.project.project !== name) return undefined;
      const { reports } = row.project;
      return { ...row, project: { ...row.project, reports: reports === null ? null : reports + 1 } };
    };
    await this.#change(null, (list) => list.update(counted, since));
  }

  /** Repeats the failed read. */
  async retry({ list: key }: FailedItem): Promise<void> {
    const { failure } = this.#listFor(key);
    if (failure) await this.#readAndShow(key, failure.read);
  }

  /** Marks a collapsed project's list to be read again when the project is expanded, not on every refresh. */
  collapse(item: Item): void {
    if (item.kind === 'project') this.#listFor(item.project.project).outdated = true;
  }

  dispose(): void {
    for (const { list } of this.#lists.values()) list.close();
    this.#changed.dispose();
    this.#read.dispose();
  }

  async #refreshShown(): Promise<void> {
    do {
      this.#refreshAgain = false;
      for (const [key, shown] of [...this.#lists])
        if (!shown.outdated && this.#lists.get(key) === shown)
          await this.#attempt(key, (list) => list.refresh());
      this.#changed.fire(undefined);
    } while (this.#refreshAgain as boolean);
  }

  /** @param change returns whether the list is now correct; if not, the list is read again. */
  async #change(key: ListKey, change: (list: PagedList<Entry>) => Promise<boolean>): Promise<void> {
    const shown = this.#lists.get(key);
    await shown?.reading; // that read may have begun before the item existed
    if (!shown || shown.outdated || this.#lists.get(key) !== shown) return;
    const isRight = !shown.failure && (await change(shown.list).catch(() => false));
    // The project was collapsed meanwhile. The list that replaces this one has the change.
    if (this.#lists.get(key) !== shown) return;
    if (!isRight) await this.#attempt(key, (list) => list.refresh());
    else this.#read.fire();
    this.#changed.fire(shown.parent);
  }

  async #readAndShow(key: ListKey, read: Read): Promise<void> {
    await this.#attempt(key, read);
    this.#changed.fire(this.#listFor(key).parent);
  }

  async #attempt(key: ListKey, read: Read): Promise<void> {
    const shown = this.#listFor(key);
    let failure: Shown['failure'];
    try {
      await read(shown.list);
    } catch (error) {
      if (this.#lists.get(key) !== shown) return;
      if (!isCancelled(error)) this.#log(error);
      failure = { error, read };
    }
    if (this.#lists.get(key) !== shown) return;
    shown.failure = failure;
    shown.outdated = false;
    if (key === null) {
      this.#forgetListsOfOtherPages();
      if (this.#isCleared) {
        this.#isCleared = false;
        this.#changed.fire(undefined);
      }
    }
    this.#read.fire();
  }

  /** If a removed row comes back, its list is read again. */
  #forgetListsOfOtherPages(): void {
    const rows = new Set(
      this.root.items.map((item) => (item.kind === 'project' ? item.project.project : null)),
    );
    for (const [key, { list }] of this.#lists) {
      if (key === null || rows.has(key)) continue;
      list.close();
      this.#lists.delete(key);
    }
  }

  #rowsOf(key: ListKey): Item[] {
    const { list, failure } = this.#listFor(key);
    const { offset, total } = list;
    const at = { view: this.#view, list: key, offset, shown: list.items.length, total };
    const rows: Item[] = [];
    for (const [row, earlier] of groupEarlierReports(list.items)) {
      this.#earlier.set(row, earlier);
      rows.push(row);
    }
    if (list.hasPrevious) rows.unshift({ kind: 'previousPage', ...at });
    if (list.damaged > 0) rows.push({ kind: 'damaged', view: this.#view, list: key, count: list.damaged });
    // A failure of the view's own empty list is shown by the view's welcome content.
    if (failure && (rows.length > 0 || key !== null))
      rows.push({ kind: 'failed', view: this.#view, list: key, message: messageOf(failure.error) });
    else if (list.hasNext) rows.push({ kind: 'loadMore', ...at });
    return rows;
  }

  #listFor(key: ListKey): Shown {
    let shown = this.#lists.get(key);
    if (!shown) {
      const list = new PagedList(this.#pagesOf(key), idOf);
      shown = { list, parent: undefined, outdated: true, reading: undefined, failure: undefined };
      this.#lists.set(key, shown);
    }
    return shown;
  }
}

type Flag = { [Key in keyof ContextKeys]: ContextKeys[Key] extends boolean ? Key : never }[keyof ContextKeys];

interface ListViewParts {
  id: ViewId;
  pagesOf: PagesOf;
  /** The words of the list's filter; `null` without one. */
  filterWords: () => FilterWords | null;
  /** The list's order: "newest first". */
  orderInWords: () => string;
  keys: {
    state: 'inkling.reportsState' | 'inkling.projectsState';
    filtered: Flag;
    hasNext: Flag;
    hasPrevious: Flag;
  };
}

/** One of the two views: its rows, title and welcome content. */
export class ListView implements vscode.Disposable {
  readonly provider: PagedTreeProvider;
  readonly #app: AppBase;
  readonly #parts: ListViewParts;
  readonly #view: vscode.TreeView<Item>;
  readonly #listeners: vscode.Disposable[];

  constructor(app: AppBase, parts: ListViewParts) {
    this.#app = app;
    this.#parts = parts;
    this.provider = new PagedTreeProvider(parts.id, parts.pagesOf, (error) => {
      logError(app, error);
    });
    this.#view = vscode.window.createTreeView(parts.id, {
      treeDataProvider: this.provider,
      canSelectMany: true,
    });
    this.#listeners = [
      this.provider.onDidRead(() => {
        this.#describe();
      }),
      this.#view.onDidCollapseElement(({ element }) => {
        this.provider.collapse(element);
      }),
    ];
  }

  get isVisible(): boolean {
    return this.#view.visible;
  }

  /** The selected rows. VS Code doesn't expose which one has the focus. */
  get selection(): readonly Item[] {
    return this.#view.selection;
  }

  /** Shows that another service's list is being read, without the old rows. */
  clear(): void {
    const { keys } = this.#parts;
    setContextKey(keys.state, undefined);
    setContextKey(keys.filtered, false);
    setContextKey(keys.hasNext, false);
    setContextKey(keys.hasPrevious, false);
    this.#view.description = '';
    this.provider.clear();
  }

  /**
   * Adds a page and selects the previously last row, so that the list doesn't jump and the pager isn't left
   * selected.
   */
  async loadMore(list: ListKey): Promise<void> {
    await this.#show(await this.provider.loadMore(list), true);
  }

  /**
   * Shows another page from its beginning.
   * @param fromRow whether a selected row requested it, which may be gone now: the page's first row is selected
   * instead.
   */
  async turnPage(list: ListKey, direction: 'forward' | 'back', fromRow: boolean): Promise<void> {
    await this.#show(await this.provider.turnPage(list, direction), fromRow);
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
    this.#view.dispose();
    this.provider.dispose();
  }

  async #show(row: Item | undefined, select: boolean): Promise<void> {
    if (!row) return;
    // VS Code rejects a row that no longer exists, for example when pages are turned quickly. Nothing needs to be
    // revealed then.
    await this.#view.reveal(row, { select, focus: select }).then(undefined, (error: unknown) => {
      this.#app.log.debug(String(error));
    });
  }

  #describe(): void {
    const { keys, filterWords, orderInWords } = this.#parts;
    const { root, rootFailed } = this.provider;
    const filtered = filterWords();
    const filled = root.items.length > 0;
    setContextKey(keys.state, filled ? 'filled' : rootFailed ? 'failed' : 'empty');
    setContextKey(keys.filtered, filtered !== null);
    setContextKey(keys.hasNext, root.hasNext);
    setContextKey(keys.hasPrevious, root.hasPrevious);
    const count = filled && rangeInWords(root.offset, root.items.length, root.total, root.hasNext);
    this.#view.description = [
      [count, filtered?.place].filter((part) => typeof part === 'string').join(' '),
      filtered?.kind,
      filled && orderInWords(),
    ]
      .filter(Boolean)
      .join(' · ');
  }
}
