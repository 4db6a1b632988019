import type { FromWebview, PanelState, ToWebview } from '../report/view/messages.ts';
import { renderPanelView } from '../report/view/panelView.ts';
import { panelTheme } from '../report/style/theme.ts';
import { viewStyle } from '../report/style/view.ts';
import type { Span } from '../api/report.ts';
import type { ReportAction, StateAction } from '../report/view/actions.ts';
import { filters, type Filter } from '../report/view/text.ts';
import { filled } from '../report/words/words.ts';

/** The reader's place in a report. */
type ReadingPlace = Omit<PanelState, 'report'>;

/**
 * Makes a report's view, which is readable without it, interactive: highlights, arrow keys, jumps to the editor, and
 * buttons. All listeners are on the root, because there may be many sentences.
 */
class ReportReader {
  readonly #root: HTMLElement;
  /** The bars of the current view, in order. */
  #bars: readonly SentenceElement[] = [];
  /** The pieces of the added sentences, by their number, in order. A sentence may have several pieces. */
  #piecesOf = new Map<number, SentenceElement[]>();
  #readout: Element | undefined;
  /** The readout's text while nothing is highlighted. */
  #hint = '';
  /** The highlighted bar and pieces. */
  #highlighted: SentenceElement[] = [];
  /** The rest of the text, not yet added. */
  #steps: Iterator<string> | undefined;
  /** The pointer's last position, in screen pixels. */
  #pointer = { x: -1, y: -1 };

  constructor(root: HTMLElement) {
    this.#root = root;
    root.addEventListener('click', this.#click.bind(this));
    root.addEventListener('keydown', this.#key.bind(this));
    root.addEventListener('pointerover', this.#hover.bind(this));
    root.addEventListener('pointerleave', this.#hover.bind(this));
    root.addEventListener('focusin', ({ target }) => {
      this.#highlight(sentenceElement(target));
    });
    root.addEventListener('change', this.#filtered.bind(this));
    document.addEventListener('scrollend', () => {
      saveState({ top: Math.round(scrollY) });
    });
  }

  /**
   * Replaces the view and restores the reader's place. The HTML is safe: `renderPanelView` escapes everything in a
   * report. A long text appears in steps, so that the window stays responsive.
   */
  show(steps: Iterator<string>, { filter, top }: ReadingPlace): void {
    this.#steps = undefined;
    const first = steps.next();
    this.#root.innerHTML = first.done === true ? '' : first.value;
    const choice = this.#root.querySelector<HTMLInputElement>(`.filter [value="${filter}"]`);
    if (choice) choice.checked = true;
    announce(this.#root.querySelector('h1')?.textContent ?? '');
    this.#bars = [...this.#root.querySelectorAll<SentenceElement>('.score-bar [data-s]')];
    this.#piecesOf = new Map();
    this.#register(this.#root.querySelectorAll<SentenceElement>('article [data-s]'));
    this.#highlighted = [];
    this.#readout = this.#addReadout();
    makeTabStop(this.#bars[0]);
    makeTabStop(this.#pieces[0]);
    this.#steps = steps;
    while (this.#endOfText() < top + innerHeight && this.#addStep());
    scrollTo({ top, behavior: 'instant' });
    this.#addGradually(steps);
  }

  #addGradually(steps: Iterator<string>): void {
    setTimeout(() => {
      if (this.#steps === steps && this.#addStep()) this.#addGradually(steps);
    });
  }

  /** The position of the text's end in CSS pixels from the view's top. */
  #endOfText(): number {
    return scrollY + (this.#root.querySelector('article')?.getBoundingClientRect().bottom ?? 0);
  }

  /** Adds all of the remaining text, for actions that need it. */
  #addAll(): void {
    while (this.#addStep());
  }

  /** Adds the next step. @returns whether there was one. */
  #addStep(): boolean {
    const next = this.#steps?.next();
    const article = this.#root.querySelector('article');
    if (!next || next.done === true || !article) {
      this.#steps = undefined;
      return false;
    }
    // Each step is in its own box. When a step is added, the browser then checks only the boxes above it instead of
    // all paragraphs.
    const box = document.createElement('div');
    box.className = 'step';
    box.innerHTML = next.value;
    box.style.setProperty('--paragraphs', String(box.children.length));
    article.append(box);
    this.#register(box.querySelectorAll<SentenceElement>('[data-s]'));
    return true;
  }

  /** Registers new pieces of sentences, which come after those already registered. */
  #register(pieces: NodeListOf<SentenceElement>): void {
    for (const [number, more] of Map.groupBy(pieces, (piece) => numbersOf(piece).first))
      this.#piecesOf.set(number, [...(this.#piecesOf.get(number) ?? []), ...more]);
  }

  get #pieces(): SentenceElement[] {
    return [...this.#piecesOf.values()].flat();
  }

  /** Adds a line under the legend for the highlighted sentence; `undefined` if there is no score bar. */
  #addReadout(): Element | undefined {
    for (const bar of this.#bars) {
      // A native tooltip would cover the line below the legend.
      const title = bar.querySelector('title');
      bar.setAttribute('aria-label', title?.textContent ?? '');
      title?.remove();
    }
    const scoreBar = this.#root.querySelector('.score-bar');
    if (!scoreBar) return undefined;
    const readout = document.createElement('p');
    readout.className = 'readout';
    this.#hint = scoreBar.getAttribute('data-hint') ?? '';
    readout.textContent = this.#hint;
    (this.#root.querySelector('.legend') ?? scoreBar).after(readout);
    return readout;
  }

  #hover({ target, screenX: x, screenY: y }: PointerEvent): void {
    // Scrolling can move text under a resting pointer, which should not highlight it.
    if (x === this.#pointer.x && y === this.#pointer.y) return;
    this.#pointer = { x, y };
    this.#highlight(sentenceElement(target) ?? sentenceElement(document.activeElement));
  }

  #click(event: MouseEvent): void {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const button = target.closest('[data-action]');
    if (button) {
      const action = button.getAttribute('data-action') as ReportAction | StateAction;
      editor.postMessage({ kind: 'action', action });
      return;
    }
    const element = target.closest('[data-start]');
    // A click that ends a selection of words is not a click on the sentence.
    if (!element || (!element.closest('a') && getSelection()?.type === 'Range')) return;
    event.preventDefault();
    // VS Code itself follows links in a webview, and would open the `#` address of an SVG link as another page.
    event.stopPropagation();
    this.#open(element);
  }

  /** Highlights the element's sentence and asks the editor to show it. */
  #open(element: Element): void {
    this.#addAll();
    const place = spanOf(element);
    const piece = this.#pieces.find(
      (candidate) => spanOf(candidate).start <= place.start && place.start < spanOf(candidate).end,
    );
    if (piece) {
      this.#highlight(sentenceElement(element) ?? piece);
      if (piece !== element) this.#bringIntoView(piece);
    }
    editor.postMessage({ kind: 'reveal', ...place });
  }

  #key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const element = sentenceElement(event.target);
    if (!element) return;
    if (event.key === 'Enter' || event.key === ' ') {
      this.#open(element);
    } else {
      this.#addAll();
      const isShown = bandShown(this.#filter());
      const isBar = this.#bars.includes(element);
      const row = (isBar ? this.#bars : this.#pieces.filter(isFirstPiece)).filter(
        (candidate) => candidate === element || isShown(candidate),
      );
      const next = row[nextIndexByKey[event.key]?.(row.indexOf(element), row.length) ?? -1];
      if (!next) return;
      makeTabStop(next);
      element.tabIndex = -1;
      next.focus();
    }
    event.preventDefault();
  }

  /** Highlights the bar and the sentence of an element, or none. */
  #highlight(element: Element | undefined): void {
    for (const marked of this.#highlighted) marked.classList.remove('on');
    const { first, last } = element ? numbersOf(element) : { first: Infinity, last: -1 };
    const bar = this.#bars.find((candidate) => numbersOf(candidate).last >= first);
    this.#highlighted = bar ? [bar] : [];
    for (let number = first; number <= last; number++)
      this.#highlighted.push(...(this.#piecesOf.get(number) ?? []));
    for (const marked of this.#highlighted) marked.classList.add('on');
    if (this.#readout) this.#readout.textContent = bar?.ariaLabel ?? this.#hint;
  }

  /** Resets the filter if it hides this sentence. */
  #bringIntoView(piece: SentenceElement): void {
    const all = this.#root.querySelector<HTMLInputElement>('.filter [value="all"]');
    if (all && !bandShown(this.#filter())(piece)) {
      all.checked = true;
      this.#filtered();
    }
    piece.scrollIntoView({ block: 'nearest' });
  }

  #filter(): Filter {
    const chosen = this.#root.querySelector<HTMLInputElement>('.filter :checked')?.value;
    return filters.find((filter) => filter === chosen) ?? 'all';
  }

  /** After the filter changes, moves the tab stops to the first visible elements and announces the counts. */
  #filtered(): void {
    this.#addAll();
    const filter = this.#filter();
    const shown = bandShown(filter);
    for (const row of [this.#bars, this.#pieces]) {
      for (const element of row) element.tabIndex = -1;
      makeTabStop(row.find(shown));
    }
    const sentences = this.#pieces.filter(
      (piece) => isFirstPiece(piece) && !piece.classList.contains('unmarked'),
    );
    const counts = { shown: sentences.filter(shown).length, all: sentences.length };
    const words = this.#root.querySelector('.filter')?.getAttribute('data-shown') ?? '';
    announce(filled(words, counts));
    saveState({ filter });
  }
}

/** A bar or a piece of a sentence. */
type SentenceElement = HTMLElement | SVGElement;

/** Only the first piece of a sentence has an id. */
function isFirstPiece({ id }: SentenceElement): boolean {
  return id !== '';
}

/** Whether the filter shows an element. */
function bandShown(filter: Filter): (element: SentenceElement) => boolean {
  return (element) => filter === 'all' || element.classList.contains(filter);
}

function makeTabStop(element: SentenceElement | undefined): void {
  if (element) element.tabIndex = 0;
}

function sentenceElement(target: EventTarget | null): SentenceElement | undefined {
  const element = target instanceof Element ? target.closest('[data-s]') : null;
  return element instanceof HTMLElement || element instanceof SVGElement ? element : undefined;
}

/** The numbers of the element's sentences, from 0. A bar may represent several. */
function numbersOf(element: Element): { first: number; last: number } {
  const first = Number(element.getAttribute('data-s'));
  return { first, last: Number(element.getAttribute('data-to') ?? first) };
}

function spanOf(element: Element): Span {
  return {
    start: Number(element.getAttribute('data-start')),
    end: Number(element.getAttribute('data-end')),
  };
}

/** The next position in a row of this length, by key. */
const nextIndexByKey: Partial<Record<string, (at: number, length: number) => number>> = {
  ArrowRight: (at) => at + 1,
  ArrowDown: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_at, length) => length - 1,
};

/** VS Code's interface for a webview's script. */
interface EditorApi {
  postMessage(message: FromWebview): void;
  getState(): PanelState | undefined;
  setState(state: PanelState): void;
}
declare function acquireVsCodeApi(): EditorApi;

const editor = acquireVsCodeApi();
const root = document.getElementById('report');
const status = document.getElementById('status');
if (!root || !status) throw new Error('The panel has no elements with the ids "report" and "status".');

// The style is part of the script, because otherwise the extension would have to load it at every start to put it
// into the page.
const style = new CSSStyleSheet();
style.replaceSync(panelTheme + viewStyle);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];

/** The shown report and the reader's place. VS Code stores them while the panel is hidden and across reloads. */
let state = editor.getState();

/** Saves the reader's place. */
function saveState(place: Partial<ReadingPlace>): void {
  if (state) editor.setState((state = { ...state, ...place }));
}

/** Announces words to screen readers. */
function announce(words: string): void {
  status!.textContent = words;
}

const reader = new ReportReader(root);

window.addEventListener('message', ({ data: { report, view } }: MessageEvent<ToWebview>) => {
  const isSame = state?.report.service === report.service && state.report.id === report.id;
  const { filter, top } = isSame && state ? state : { filter: 'all' as const, top: 0 };
  editor.setState((state = { report, filter, top }));
  reader.show(renderPanelView(view), { filter, top });
});
editor.postMessage({ kind: 'ready' });
