import * as vscode from 'vscode';
import { eventually } from './harness.ts';

/** A list to pick from, in which a test types and picks. */
class TypedQuickPick<Item extends vscode.QuickPickItem> {
  title = '';
  placeholder = '';
  value = '';
  busy = false;
  ignoreFocusOut = false;
  isOpen = false;
  activeItems: readonly Item[] = [];
  #items: readonly Item[] = [];
  selectedItems: readonly Item[] = [];
  readonly #accepted = new vscode.EventEmitter<void>();
  readonly #hidden = new vscode.EventEmitter<void>();
  readonly #changed = new vscode.EventEmitter<string>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidChangeValue = this.#changed.event;

  get items(): readonly Item[] {
    return this.#items;
  }

  /** As in VS Code the first one becomes active, until it is told otherwise. */
  set items(items: readonly Item[]) {
    this.#items = items;
    this.activeItems = items.slice(0, 1);
  }

  /** On the entry that is active, if there is one. */
  pressEnter(): void {
    this.selectedItems = this.activeItems;
    this.#accepted.fire();
  }

  show(): void {
    this.isOpen = true;
  }

  dispose(): void {
    this.isOpen = false;
  }

  get labels(): string[] {
    return this.items.map(({ label }) => label);
  }

  type(value: string): void {
    this.value = value;
    this.#changed.fire(value);
  }

  /** Presses Enter on the entry of this name; on none if there is none. */
  pick(label: string): void {
    this.selectedItems = this.items.filter((item) => item.label === label);
    this.#accepted.fire();
  }

  escape(): void {
    this.#hidden.fire();
  }
}

/** Runs `action` with a list in place of the one that it opens, which `answer` uses. @returns what came of `action`. */
export async function picking<Result>(
  answer: (list: TypedQuickPick<vscode.QuickPickItem>) => Promise<void>,
  action: () => Thenable<Result>,
): Promise<Result> {
  const { createQuickPick } = vscode.window;
  const list = new TypedQuickPick();
  Object.assign(vscode.window, { createQuickPick: () => list });
  try {
    const done = Promise.resolve(action());
    // Who answers is told first what goes wrong: an action that fails early must not count as unheard.
    done.catch(() => undefined);
    // It may be asked for only after something was read.
    await Promise.race([eventually(() => list.isOpen), done.catch(() => undefined)]);
    await answer(list);
    return await done;
  } finally {
    Object.assign(vscode.window, { createQuickPick });
  }
}

/** Runs `action` and leaves every list and input box that it opens as Escape does. */
export async function escaping(action: () => Thenable<unknown>): Promise<void> {
  const { createQuickPick, showQuickPick, showInputBox } = vscode.window;
  const escaped = (): Promise<undefined> => Promise.resolve(undefined);
  Object.assign(vscode.window, {
    showQuickPick: escaped,
    showInputBox: escaped,
    createQuickPick: () => {
      const list = new TypedQuickPick();
      list.show = () => {
        setImmediate(() => {
          list.escape();
        });
      };
      return list;
    },
  });
  try {
    await action();
  } finally {
    Object.assign(vscode.window, { createQuickPick, showQuickPick, showInputBox });
  }
}
