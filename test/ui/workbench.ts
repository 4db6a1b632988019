import type { FrameLocator, Locator, Page } from 'playwright-core';

/** VS Code's window, in its users' terms. Every selector of VS Code that the tests rely on is in this file. */
export class Workbench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Waits until the window can be used: the connection to the server stands and Inkling's manifest is taken in. */
  async ready(): Promise<void> {
    await this.page.locator('.statusbar-item[id="status.host"]').waitFor({ timeout: 60_000 });
    await this.activityTab('Inkling').waitFor({ timeout: 60_000 });
  }

  // The palette, questions and notifications

  get quickInput(): Locator {
    return this.page.locator('.quick-input-widget');
  }

  /**
   * Runs a command of the palette.
   * @param title in full: "Inkling: Scan File"
   */
  async command(title: string): Promise<void> {
    const row = this.quickInput
      .locator('.monaco-list-row')
      .filter({ has: this.page.locator('.label-name', { hasText: exactly(title) }) })
      .first();
    // The list is made when the palette opens and does not grow when an extension comes up a moment later; and a
    // webview that takes the focus just now swallows the key.
    for (let tries = 1; ; tries++) {
      try {
        await this.#openPalette(title);
        await row.click({ trial: true, timeout: 3000 });
        break;
      } catch (error) {
        if (tries === 12) throw error;
        await this.#closeQuickInput();
      }
    }
    // Once only: a click that is late to return may have been made.
    await row.click();
  }

  /** Waits until the palette offers a command: its list is filtered a moment after the last letter. */
  async offersCommand(title: string): Promise<void> {
    await twice(
      async () => {
        await this.#openPalette(title);
        const label = this.quickInput.locator('.label-name', { hasText: exactly(title) });
        await label.first().waitFor({ timeout: 5000 });
      },
      () => this.#closeQuickInput(),
    );
    await this.#closeQuickInput();
  }

  async #openPalette(title: string): Promise<void> {
    await this.page.keyboard.press('F1');
    await this.#quickInputField.fill(`>${title}`, { timeout: 2000 });
  }

  /** Wherever the focus is: its own field is what takes the key. */
  async #closeQuickInput(): Promise<void> {
    if (await this.quickInput.isVisible()) await this.#quickInputField.press('Escape');
    await this.quickInput.waitFor({ state: 'hidden' });
  }

  get #quickInputField(): Locator {
    return this.quickInput.locator('.quick-input-box input');
  }

  /** Chooses from the open list. */
  async pick(label: string): Promise<void> {
    await this.quickInput.locator('.monaco-list-row').filter({ hasText: label }).first().click();
  }

  /** Types into the open input box and confirms. */
  async answer(text: string): Promise<void> {
    await this.#quickInputField.fill(text);
    await this.#quickInputField.press('Enter');
  }

  notification(text: string | RegExp): Locator {
    return this.page.locator('.notification-toast-container').filter({ hasText: text }).first();
  }

  /** At most three notifications are visible: clear them between steps. */
  async clearNotifications(): Promise<void> {
    await this.command('Notifications: Clear All Notifications');
    await this.page.locator('.notification-toast-container').first().waitFor({ state: 'detached' });
  }

  /** Resolves once keys go to the text: the palette that is closing, or a panel, would take them before. */
  async focusFirstEditor(): Promise<void> {
    const focused = this.page.locator('.editor-group-container .monaco-editor.focused').first();
    for (let tries = 1; ; tries++) {
      await this.command('View: Focus First Editor Group');
      try {
        await focused.waitFor({ timeout: 3000 });
        return;
      } catch (error) {
        if (tries === 5) throw error;
      }
    }
  }

  /** Closes all editors, without saving what was never saved. */
  async closeEditors(): Promise<void> {
    const tabs = this.page.locator('.tabs-container .tab');
    if ((await tabs.count()) === 0) return;
    await this.command('View: Close All Editors');
    const discard = this.dialog.getByRole('button', { name: "Don't Save" });
    for (let tries = 0; tries < 50 && (await tabs.count()) > 0; tries++) {
      if (await discard.isVisible()) await discard.click();
      await this.page.waitForTimeout(100);
    }
    await tabs.first().waitFor({ state: 'detached' });
  }

  /** A question that must be answered before anything else. */
  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  async answerDialog(button: string): Promise<void> {
    await this.dialog.getByRole('button', { name: button, exact: true }).click();
    await this.dialog.waitFor({ state: 'detached' });
  }

  // Files and editors

  /** Opens a file by its path in the open folder. */
  async openFile(path: string): Promise<void> {
    await this.openView('Explorer');
    await this.explorerRow(path).dblclick();
    await this.tab(path).waitFor();
    await this.page.locator('.editor-instance .view-lines').first().waitFor();
  }

  explorerRow(name: string): Locator {
    return this.page
      .locator('.explorer-folders-view .monaco-list-row')
      .filter({ has: this.page.locator('.label-name', { hasText: exactly(name) }) })
      .first();
  }

  tab(title: string | RegExp): Locator {
    const label = typeof title === 'string' ? exactly(title) : title;
    // A file's name and its ending are two elements.
    return this.page
      .locator('.tabs-container .tab')
      .filter({ has: this.page.locator('.monaco-icon-label-container', { hasText: label }) });
  }

  /** The parts of visible lines that an extension has marked. */
  get marks(): Locator {
    return this.page.locator('.editor-instance .view-overlays [class*="TextEditorDecorationType"]');
  }

  /**
   * What stands under the marks of the visible text, without white space, by the line that they are drawn with: solid
   * reads like AI, dashed was changed. `none`: a background alone, where VS Code draws the line.
   */
  async markedText(): Promise<Record<string, string>> {
    return this.page.evaluate(() => {
      const marks = [
        ...document.querySelectorAll('.editor-instance .view-overlays [class*="TextEditorDecoration"]'),
      ]
        .map((mark) => ({
          style: getComputedStyle(mark).borderBottomStyle,
          isPainted: getComputedStyle(mark).backgroundColor !== 'rgba(0, 0, 0, 0)',
          box: mark.getBoundingClientRect(),
        }))
        .filter(({ style, isPainted, box }) => (isPainted || style !== 'none') && box.width > 0)
        .sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
      const lines = [...document.querySelectorAll('.editor-instance .view-line')];
      const texts: Record<string, string> = {};
      for (const { style, box } of marks) {
        const middle = (box.top + box.bottom) / 2;
        const line = lines.find((each) => {
          const { top, bottom } = each.getBoundingClientRect();
          return top <= middle && middle < bottom;
        });
        if (!line) continue;
        const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const text = node.nodeValue ?? '';
          for (let i = 0; i < text.length; i++) {
            const range = document.createRange();
            range.setStart(node, i);
            range.setEnd(node, i + 1);
            const { left, right } = range.getBoundingClientRect();
            const center = (left + right) / 2;
            if (box.left <= center && center < box.right) texts[style] = (texts[style] ?? '') + text[i]!;
          }
        }
      }
      return Object.fromEntries(
        Object.entries(texts).map(([style, text]) => [style, text.replace(/\s+/g, '')]),
      );
    });
  }

  /** A button of the open notebook's toolbar. */
  notebookAction(name: string | RegExp): Locator {
    return this.page.locator('.notebook-toolbar-container').getByRole('button', { name });
  }

  /** Buttons beside the tabs of the active editor. */
  editorAction(name: string | RegExp): Locator {
    return this.page.locator('.editor-group-container.active .editor-actions').getByRole('button', { name });
  }

  /** What VS Code says of the text under the pointer. */
  async hover(text: Locator): Promise<Locator> {
    await text.hover();
    const hover = this.page.locator('.monaco-hover:not(.hidden)').first();
    await hover.waitFor();
    return hover;
  }

  statusBarItem(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item').filter({ hasText: text });
  }

  /** What a problem's code leads to, in the Problems panel. */
  problemLink(code: string): Locator {
    return this.page.locator('.markers-panel a', { hasText: exactly(code) }).first();
  }

  /** The page of a walkthrough. */
  get walkthrough(): Locator {
    return this.page.locator('.gettingStartedContainer .gettingStartedSlideDetails');
  }

  /** The tick of a step that was done. */
  walkthroughStepDone(title: string): Locator {
    return this.walkthrough.getByRole('checkbox', { name: title, checked: true });
  }

  // The side bar

  /**
   * Shows a container of views: "Explorer", "Inkling". A window that is still loading may show it just before the
   * click, which then hides it: so look again, and click again.
   */
  async openView(title: string): Promise<void> {
    const tab = this.activityTab(title);
    const shown = this.page.locator('.part.sidebar .composite.title').getByText(title).first();
    for (let attempt = 1; ; attempt++) {
      if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.locator('a').first().click();
      try {
        await shown.waitFor({ timeout: 5000 });
        return;
      } catch (error) {
        if (attempt === 3) throw error;
      }
    }
  }

  activityTab(title: string): Locator {
    return this.page.locator('.activitybar').getByRole('tab', { name: title });
  }

  /** One view of the container that is shown. */
  view(title: string): View {
    const pane = this.page
      .locator('.part.sidebar .pane')
      .filter({ has: this.page.locator('.pane-header .title', { hasText: exactly(title) }) });
    return new View(this, pane);
  }

  /** Waits until so many views of the container say that there is nothing to list. */
  async emptyLists(count: number): Promise<void> {
    const welcome = this.page.locator('.part.sidebar').getByRole('region', { name: 'Welcome' });
    await welcome.nth(count - 1).waitFor();
  }

  /** A changed file in the source control view. */
  change(name: string): Locator {
    return this.page.locator('.scm-view .monaco-list-row').filter({ hasText: name });
  }

  /** Chooses from the menu that a click with the right button opens. */
  async contextMenu(target: Locator, item: string): Promise<void> {
    await this.chooseFromMenu(() => target.click({ button: 'right' }), item);
  }

  /** The entry of an open menu that Enter chooses. */
  focusedMenuItem(name: string): Locator {
    return this.page.locator('.monaco-menu-container .action-item.focused').filter({ hasText: name });
  }

  /** Chooses from the menu that `open` opens. VS Code closes it when something else takes the focus: then again. */
  async chooseFromMenu(open: () => Promise<void>, item: string): Promise<void> {
    const menu = this.page.locator('.monaco-menu-container');
    const row = menu.getByRole('menuitem', { name: item, exact: true });
    await twice(
      async () => {
        await open();
        await row.click({ trial: true, timeout: 5000 });
      },
      () => this.page.keyboard.press('Escape'),
    );
    // A menu takes no notice of buttons released within 100 ms of its opening.
    await row.click({ delay: 200 });
    await menu.first().waitFor({ state: 'hidden' });
  }

  /**
   * The page of the webview that is shown: the newest, while the one that it replaces is still there. VS Code puts it
   * into a frame within a frame.
   */
  get webview(): FrameLocator {
    return this.page
      .locator('div:not([style*="visibility: hidden"]) > iframe.webview.ready')
      .last()
      .contentFrame()
      .frameLocator('iframe#active-frame');
  }
}

/** A tree in the side bar. */
export class View {
  readonly #workbench: Workbench;
  readonly pane: Locator;

  constructor(workbench: Workbench, pane: Locator) {
    this.#workbench = workbench;
    this.pane = pane;
  }

  get rows(): Locator {
    return this.pane.locator('.monaco-list-row');
  }

  row(label: string): Locator {
    const name = this.#workbench.page.locator('.label-name', { hasText: exactly(label) });
    return this.rows.filter({ has: name }).first();
  }

  async expand(label: string): Promise<void> {
    const row = this.row(label);
    if ((await row.getAttribute('aria-expanded')) !== 'true') await row.locator('.monaco-tl-twistie').click();
  }

  /** Presses a button at the row's end. Those are there only under the pointer, and rows move when a list is drawn. */
  async inlineAction(label: string, action: string): Promise<void> {
    const row = this.row(label);
    const button = row.getByRole('button', { name: action });
    await twice(async () => {
      await row.hover();
      await button.click({ trial: true, timeout: 5000 });
    });
    await button.click();
  }

  /** Presses a button in the view's title. Those, too, are there only under the pointer. */
  async titleAction(action: string): Promise<void> {
    const button = this.pane.locator('.pane-header').getByRole('button', { name: action });
    await twice(async () => {
      await this.pane.hover();
      await button.click({ trial: true, timeout: 5000 });
    });
    await button.click();
  }

  /** Waits until keys go to the rows: a command that leads there takes effect after the palette has closed. */
  async hasFocus(): Promise<void> {
    await this.pane.locator('.monaco-list:focus').waitFor();
  }

  /** The names of the rows that are drawn, from the top. */
  async labels(): Promise<string[]> {
    return this.rows.locator('.label-name').allTextContents();
  }

  /** Waits until this stands behind the view's title. */
  async describedAs(text: string): Promise<void> {
    await this.pane.locator('.pane-header .description').getByText(text, { exact: true }).waitFor();
  }

  /** Waits until the row at this place, counted from 0, has this label and is selected. */
  async selects(index: number, label: string): Promise<void> {
    const row = this.pane.locator(`.monaco-list-row.selected[data-index="${index}"]`);
    await row.locator('.label-name', { hasText: exactly(label) }).waitFor();
  }

  /** A button of the text that stands in place of rows. */
  welcomeButton(name: string): Locator {
    return this.pane.getByRole('region', { name: 'Welcome' }).getByRole('button', { name });
  }

  /** Chooses from a menu of the view's title: the "…" one, or that of another button. */
  async titleMenu(item: string, button = 'More Actions...'): Promise<void> {
    await this.#workbench.chooseFromMenu(() => this.titleAction(button), item);
  }
}

/**
 * Tries once more what VS Code may undo by its own timing: that something is shown.
 * @param restore brings back the state before.
 */
async function twice(
  steps: () => Promise<void>,
  restore: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  try {
    await steps();
  } catch {
    await restore();
    await steps();
  }
}

function exactly(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
}
