import * as vscode from 'vscode';
import { messageOf } from '../present.ts';
import { idOf, reportTooltip, toTreeItem, type Item, type LoadMoreItem, type ViewId } from './items.ts';
import { PagedList, type FetchPage } from './pagedList.ts';

/** The view's own list is `null`; the list under a project goes by the project's name. */
type ListKey = string | null;

/** Where the pages of each list of a view come from. */
export type PagesOf = (list: ListKey) => FetchPage<Item>;

/** A view of lists that are read page by page. An error is an item that offers to try again, never an empty list. */
export class PagedTreeProvider implements vscode.TreeDataProvider<Item>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<Item | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #read = new vscode.EventEmitter<void>();
  /** Told after a page was read or could not be. */
  readonly onDidRead = this.#read.event;
  readonly #view: ViewId;
  readonly #pagesOf: PagesOf;
  readonly #log: (error: unknown) => void;
  readonly #lists = new Map<ListKey, PagedList<Item>>();
  readonly #failures = new Map<ListKey, string>();
  readonly #parents = new WeakMap<Item, Item>();
  #refreshing: Promise<void> | undefined;
  #refreshAgain = false;

  constructor(view: ViewId, pagesOf: PagesOf, log: (error: unknown) => void) {
    this.#view = view;
    this.#pagesOf = pagesOf;
    this.#log = log;
  }

  /** The view's own list as far as it was read. */
  get root(): PagedList<Item> {
    return this.#listOf(null);
  }

  get rootFailed(): boolean {
    return this.#failures.has(null);
  }

  async getChildren(parent?: Item): Promise<Item[]> {
    const key = keyUnder(parent);
    const list = this.#listOf(key);
    if (!list.isRead && !this.#failures.has(key)) await this.#attempt(key, () => list.refresh());
    const children = [...list.items];
    const failure = this.#failures.get(key);
    if (failure !== undefined) children.push({ kind: 'failed', list: key, message: failure });
    else if (list.hasMore)
      children.push({
        kind: 'loadMore',
        view: this.#view,
        list: key,
        shown: list.items.length,
        total: list.total,
      });
    if (parent) for (const child of children) this.#parents.set(child, parent);
    return children;
  }

  getTreeItem(item: Item): vscode.TreeItem {
    return toTreeItem(item);
  }

  getParent(item: Item): Item | undefined {
    return this.#parents.get(item);
  }

  resolveTreeItem(treeItem: vscode.TreeItem, item: Item): vscode.TreeItem {
    if (item.kind === 'report') treeItem.tooltip = reportTooltip(item);
    return treeItem;
  }

  /** Reads again what is shown, as far as it is shown. Calls during a refresh lead to one more, not to many. */
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

  /** Begins anew with the first pages: the order or the page size is another. */
  startOver(): void {
    this.#lists.clear();
    this.#failures.clear();
    this.#changed.fire(undefined);
  }

  /** Reads the next page. @returns the item that was last before, to stay at. */
  async loadMore(item: LoadMoreItem): Promise<Item | undefined> {
    const list = this.#listOf(item.list);
    const last = list.items.at(-1);
    await this.#attempt(item.list, () => list.more());
    this.#changed.fire(this.getParent(item));
    return last;
  }

  dispose(): void {
    this.#changed.dispose();
    this.#read.dispose();
  }

  async #refreshShown(): Promise<void> {
    do {
      this.#refreshAgain = false;
      const shown = [...this.#lists.entries()].filter(
        ([key, list]) => list.isRead || this.#failures.has(key),
      );
      for (const [key, list] of shown) await this.#attempt(key, () => list.refresh());
      this.#changed.fire(undefined);
    } while (this.#refreshAgain as boolean);
  }

  async #attempt(key: ListKey, read: () => Promise<void>): Promise<void> {
    try {
      await read();
      this.#failures.delete(key);
    } catch (error) {
      this.#log(error);
      this.#failures.set(key, messageOf(error));
    }
    this.#read.fire();
  }

  #listOf(key: ListKey): PagedList<Item> {
    let list = this.#lists.get(key);
    if (!list) {
      list = new PagedList(this.#pagesOf(key), idOf);
      this.#lists.set(key, list);
    }
    return list;
  }
}

function keyUnder(parent: Item | undefined): ListKey {
  return parent?.kind === 'project' ? parent.project.project : null;
}
