import * as vscode from 'vscode';
import {
  type Entry,
  idOf,
  type Item,
  type ListKey,
  nestEarlierReports,
  type PagingItem,
  type ViewId,
} from '../core/items.ts';
import { type FetchPage, PagedList } from '../core/pagedList.ts';
import { yieldTurn, yieldIfDue } from '../core/periodicYield.ts';
import { messageOf, logError } from '../errors.ts';
import { isCancelled } from '../progress.ts';
import { tooltipOf, toTreeItem } from './describe.ts';
import type { AppBase } from '../app.ts';
import { type ListState, setContextKey } from '../contextKeys.ts';
import { inNumbers, rangeInWords } from '../words.ts';
import type { FilterWords } from './lists.ts';

/** The source of the pages of each list in a view. */
export type PagesOf = (list: ListKey) => FetchPage<Entry>;

/** How to move the window of a list. */
type Step = 'loadMore' | 'showNextPage' | 'showPreviousPage';

type Read = (list: PagedList<Entry>) => Promise<void>;

const refresh: Read = (list) => list.refresh();

interface ShownList {
  readonly key: ListKey;
  readonly list: PagedList<Entry>;
  /** The row above this list. */
  parent: Item | undefined;
  /** The read that the view requested; `undefined` if the list must be read when it is next requested. */
  loading: Promise<void> | undefined;
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
  /** Fires after a page was read or failed, or the rows were cleared. */
  readonly onDidRead = this.#read.event;
  readonly #view: ViewId;
  readonly #pagesOf: PagesOf;
  readonly #log: (error: unknown) => void;
  readonly #lists = new Map<ListKey, ShownList>();
  /** The rows of items, built with pauses in between because VS Code requests all of them in one turn. */
  readonly #treeItems = new WeakMap<Item, vscode.TreeItem>();
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

  /** The error of a list whose last read failed; the view's own list comes first. */
  get failure(): { error: unknown } | undefined {
    return [...this.#lists.values()].find(({ loading, failure }) => loading && failure)?.failure;
  }

  get rootState(): ListState | undefined {
    if (this.#isCleared) return undefined;
    return this.root.items.length > 0 ? 'filled' : this.#listFor(null).failure ? 'failed' : 'empty';
  }

  async getChildren(parent?: Item): Promise<Item[]> {
    if (parent?.kind === 'report') return [...(parent.earlier ?? [])];
    const shown = this.#listFor(parent?.kind === 'project' ? parent.project.project : null);
    shown.parent = parent;
    shown.loading ??= this.#attempt(shown, refresh);
    if (this.#isCleared) return [];
    await shown.loading;
    const children = this.#rowsOf(shown);
    for (const child of children) {
      await yieldIfDue();
      this.#treeItems.set(child, toTreeItem(child));
    }
    await yieldTurn();
    return shown.list.isClosed ? this.getChildren(parent) : children;
  }

  getTreeItem(item: Item): vscode.TreeItem {
    return this.#treeItems.get(item) ?? toTreeItem(item);
  }

  getParent(item: Item): Item | undefined {
    if (item.kind === 'project') return undefined;
    const shown = this.#listFor(item.kind === 'report' ? item.under : item.list);
    const isBelow = (row: Item): boolean =>
      row.kind === 'report' && (row.earlier ?? []).some((earlier) => idOf(earlier) === idOf(item));
    return nestEarlierReports(shown.list.items).find(isBelow) ?? shown.parent;
  }

  resolveTreeItem(treeItem: vscode.TreeItem, item: Item): vscode.TreeItem {
    if (item.kind === 'report' || item.kind === 'project') treeItem.tooltip = tooltipOf(item);
    return treeItem;
  }

  /** Reads the shown pages again. */
  async refresh(): Promise<void> {
    for (const shown of [...this.#lists.values()]) if (shown.loading) await this.#attempt(shown, refresh);
    this.#changed.fire(undefined);
  }

  /** Starts over with the first pages, because the order, the page size or the filter changed. */
  startOver(): void {
    for (const { list } of this.#lists.values()) list.close();
    this.#lists.clear();
    this.#changed.fire(undefined);
  }

  /** Removes all rows until the first page is read, because VS Code would show the old ones until then. */
  clear(): void {
    this.#isCleared = true;
    this.startOver();
    this.#read.fire();
  }

  /**
   * Adds a page to a list, or turns its page.
   * @returns the row at which the user continues reading: the last one before `loadMore`, otherwise the first.
   */
  async move(key: ListKey, step: Step): Promise<Item | undefined> {
    const last = nestEarlierReports(this.#listFor(key).list.items).at(-1);
    await this.#readAndShow(key, (list) => list[step]());
    return step === 'loadMore' ? last : this.#listFor(key).list.items[0];
  }

  /**
   * Changes a shown list without reading it.
   * @param change returns whether the list is now correct; if not, the list is read again.
   */
  async change(key: ListKey, change: (list: PagedList<Entry>) => Promise<boolean>): Promise<void> {
    const shown = this.#lists.get(key);
    await shown?.loading; // that read may have begun before the item existed
    if (!shown?.loading) return;
    const isRight = !shown.failure && (await change(shown.list).catch(() => false));
    if (shown.list.isClosed) return; // the list that replaces this one has the change
    if (!isRight) await this.#attempt(shown, refresh);
    else this.#read.fire();
    this.#changed.fire(shown.parent);
  }

  /** Repeats the failed read. */
  async retry({ list: key }: PagingItem): Promise<void> {
    const { failure } = this.#listFor(key);
    if (failure) await this.#readAndShow(key, failure.read);
  }

  /** Marks a collapsed project's list to be read again when the project is expanded, not on every refresh. */
  collapse(item: Item): void {
    if (item.kind === 'project') this.#listFor(item.project.project).loading = undefined;
  }

  dispose(): void {
    for (const { list } of this.#lists.values()) list.close();
    this.#changed.dispose();
    this.#read.dispose();
  }

  async #readAndShow(key: ListKey, read: Read): Promise<void> {
    await this.#attempt(this.#listFor(key), read);
    this.#changed.fire(this.#listFor(key).parent);
  }

  /** Reads pages of a list, or records why that failed. */
  async #attempt(shown: ShownList, read: Read): Promise<void> {
    const { key, list } = shown;
    const failure = await read(list).then(
      () => undefined,
      (error: unknown) => ({ error, read }),
    );
    if (list.isClosed) return;
    if (failure && !isCancelled(failure.error)) this.#log(failure.error);
    shown.failure = failure;
    if (key === null) {
      // A project that is no longer listed is read again if it comes back.
      const rows = new Set(list.items.map(idOf));
      for (const other of this.#lists.values())
        if (other.parent && !rows.has(idOf(other.parent))) other.loading = undefined;
      if (this.#isCleared) this.#changed.fire(undefined);
      this.#isCleared = false;
    }
    this.#read.fire();
  }

  #rowsOf({ key, list, failure }: ShownList): Item[] {
    const rows: Item[] = nestEarlierReports(list.items);
    const { offset, total, damaged } = list;
    const text = vscode.l10n.t('{0} shown', rangeInWords(offset, list.items.length, total));
    const row = (kind: PagingItem['kind'], text: string): Item => ({
      ...{ kind, view: this.#view, list: key, text },
    });
    if (list.hasPrevious) rows.unshift(row('previousPage', text));
    if (damaged > 0)
      rows.push(
        row(
          'damaged',
          damaged === 1 ? vscode.l10n.t('1 unreadable') : vscode.l10n.t('{0} unreadable', inNumbers(damaged)),
        ),
      );
    // A failure of the view's own empty list is shown by the view's welcome content.
    if (failure && (rows.length > 0 || key !== null)) rows.push(row('failed', messageOf(failure.error)));
    else if (list.hasNext) rows.push(row('loadMore', text));
    return rows;
  }

  #listFor(key: ListKey): ShownList {
    let shown = this.#lists.get(key);
    if (!shown) {
      const list = new PagedList(this.#pagesOf(key), idOf);
      shown = { key, list, parent: undefined, loading: undefined, failure: undefined };
      this.#lists.set(key, shown);
    }
    return shown;
  }
}

interface ListViewParts {
  id: ViewId;
  pagesOf: PagesOf;
  filterInWords: () => FilterWords;
  /** The list's order: "newest first". */
  orderInWords: () => string;
}

export type ListView = ReturnType<typeof createListView>;

/** One of the two views: its rows, title and welcome content. */
export function createListView(app: AppBase, { id, pagesOf, filterInWords, orderInWords }: ListViewParts) {
  const provider = new PagedTreeProvider(id, pagesOf, logError.bind(undefined, app));
  const view = vscode.window.createTreeView(id, { treeDataProvider: provider, canSelectMany: true });
  view.onDidCollapseElement(({ element }) => {
    provider.collapse(element);
  });
  provider.onDidRead(() => {
    const { root, rootState } = provider;
    const { place, kind } = filterInWords();
    setContextKey(`${id}State`, rootState);
    setContextKey(`${id}Filtered`, place !== '' || kind !== '');
    setContextKey(`${id}HaveNext`, root.hasNext);
    setContextKey(`${id}HavePrevious`, root.hasPrevious);
    const shown = root.items.length;
    const count = shown > 0 && rangeInWords(root.offset, shown, root.total, root.hasNext);
    view.description = [[count, place].filter(Boolean).join(' '), kind, shown > 0 && orderInWords()]
      .filter(Boolean)
      .join(' · ');
  });

  /**
   * Adds a page to a list, or turns its page, and shows the row at which the user continues reading.
   * @param fromRow whether a selected row requested it. That row may be gone, so the shown row is selected instead.
   */
  const move = async (list: ListKey, step: Step, fromRow: boolean): Promise<void> => {
    const row = await provider.move(list, step);
    if (!row) return;
    // VS Code rejects a row that no longer exists, for example when pages are turned quickly. Nothing needs to be
    // revealed then.
    await view.reveal(row, { select: fromRow, focus: fromRow }).then(undefined, (error: unknown) => {
      app.log.debug(String(error));
    });
  };
  return { provider, view, move };
}
