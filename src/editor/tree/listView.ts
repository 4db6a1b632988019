import * as vscode from 'vscode';
import type { AppBase } from '../app.ts';
import { type ContextKeys, setContextKey } from '../contextKeys.ts';
import type { Item, ListKey, ViewId } from '../core/items.ts';
import { logError } from '../errors.ts';
import { rangeInWords } from '../words.ts';
import type { FilterWords } from './filter.ts';
import { PagedTreeProvider, type PagesOf } from './provider.ts';

type Flag = { [Key in keyof ContextKeys]: ContextKeys[Key] extends boolean ? Key : never }[keyof ContextKeys];

interface ListViewParts {
  id: ViewId;
  pagesOf: PagesOf;
  /** What the list is filtered by, `null` when it is not. */
  filterWords: () => FilterWords | null;
  /** The order that the list is in: "newest first". */
  orderInWords: () => string;
  keys: {
    state: 'inkling.reportsState' | 'inkling.projectsState';
    filtered: Flag;
    hasNext: Flag;
    hasPrevious: Flag;
  };
}

/** One of the two views: its rows, and what its title and its empty pane say. */
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

  /** The rows that are selected. VS Code doesn't tell which has the focus. */
  get selection(): readonly Item[] {
    return this.#view.selection;
  }

  /** Adds a page, and stays at the row that was last, so that the list doesn't jump and the pager isn't left selected. */
  async loadMore(list: ListKey): Promise<void> {
    await this.#show(await this.provider.loadMore(list), true);
  }

  /**
   * Shows another page from its beginning.
   * @param fromRow a row was selected for it, which may be gone now: the page's first one is selected in its place.
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
    // VS Code refuses a row that has gone meanwhile, as when pages are turned quickly. Then there is nothing to show.
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
