import * as vscode from 'vscode';
import { notesOf } from '../../scan/notes.ts';
import type { App } from '../app.ts';
import type { MarkedDocument, Analysis } from '../core/markedDocument.ts';
import { trackSentences } from '../core/track.ts';
import { logError } from '../errors.ts';
import { isCancelled } from '../progress.ts';
import { setting } from '../settings.ts';
import { isNotebookCell, languageIdOf } from '../text/document.ts';

/** Live mode: when it is on, scanned documents are scored again as they are edited. */
export function registerLive(app: App): void {
  const { marks } = app;
  const scores = new LiveScores(app);
  const started = new WeakSet<MarkedDocument>();
  app.context.subscriptions.push(
    scores,
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) scores.edited(document);
    }),
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (setting('scanOnSave', document)) scores.saved(document);
    }),
    // Analyses the text before the first edit, so that the edit needs only the difference.
    marks.onDidChange((document) => {
      const marked = marks.of(document);
      if (!marked || started.has(marked) || !setting('live', document)) return;
      started.add(marked);
      scores.edited(document);
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration('inkling.live')) return;
      for (const document of vscode.workspace.textDocuments) {
        if (setting('live', document)) scores.edited(document);
        else marks.showLive(document, null);
      }
    }),
  );
}

/** Milliseconds without an edit that count as a pause: longer than the key repeat interval of most systems. */
const pause = 40;

/** The pause in a text that takes long to read: one of at least `largeFrom` UTF-16 code units. */
const pauseInLarge = 1000;
const largeFrom = 200 * 1024;

/**
 * Scores scanned documents again when the user pauses, one request at a time for each. Only for documents analysed on
 * this machine, because a remote service gets only what the user asked it to analyse.
 */
class LiveScores implements vscode.Disposable {
  readonly #app: App;
  readonly #timers = new Map<vscode.TextDocument, NodeJS.Timeout>();
  readonly #underWay = new Set<vscode.TextDocument>();
  readonly #ended = new AbortController();
  readonly #savedSinceScored = new Set<vscode.TextDocument>();

  constructor(app: App) {
    this.#app = app;
  }

  /** Scores the saved document again, if it was scanned on this machine; later edits turn grey. */
  saved(document: vscode.TextDocument): void {
    // The first save scans the document. Recording that save here would score the next edit before the next save.
    if (!this.#app.marks.of(document)) return;
    this.#savedSinceScored.add(document);
    this.edited(document);
  }

  /** Scores the document again after a pause, if live mode is on and it was scanned on this machine. */
  edited(document: vscode.TextDocument): void {
    const marked = this.#app.marks.of(document);
    // A cell was scanned as part of its notebook; alone it could get another verdict.
    if (marked?.report.service !== null || !this.#isWanted(document) || isNotebookCell(document)) return;
    const isLarge = marked.shown.sentences.analysedText.length >= largeFrom;
    clearTimeout(this.#timers.get(document));
    this.#timers.set(
      document,
      setTimeout(
        () => {
          this.#timers.delete(document);
          void this.#score(document, marked);
        },
        isLarge ? pauseInLarge : pause,
      ),
    );
  }

  dispose(): void {
    this.#ended.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  #isWanted(document: vscode.TextDocument): boolean {
    return setting('live', document) || this.#savedSinceScored.has(document);
  }

  async #score(document: vscode.TextDocument, marked: MarkedDocument): Promise<void> {
    // The running request notices the change and repeats.
    if (document.isClosed || this.#underWay.has(document)) return;
    const { version } = document;
    this.#underWay.add(document);
    try {
      const live = await this.#read(document, marked);
      const isCurrent = this.#app.marks.of(document) === marked && document.version === version;
      if (isCurrent && this.#isWanted(document)) this.#app.marks.showLive(document, live);
    } catch (error) {
      if (isCancelled(error)) return;
      // The user did not ask for this analysis, so the marks fall back to the scan and the error is only logged.
      logError(this.#app, error);
      this.#app.marks.showLive(document, null);
    } finally {
      this.#underWay.delete(document);
      this.#savedSinceScored.delete(document);
      if (document.version !== version && !this.#timers.has(document)) this.edited(document);
    }
  }

  /** How the document reads now; `null` if nothing is left to judge in it. */
  async #read(document: vscode.TextDocument, { scan }: MarkedDocument): Promise<Analysis | null> {
    const text = document.getText();
    const ranges = scan.ranges
      .map((range) => scan.sentences.currentRange(range))
      .filter(({ start, end }) => start < end);
    if (scan.ranges.length > 0 && ranges.length === 0) return null;
    const { signal } = this.#ended;
    const { Configurations } = await import('../text/configuration.ts');
    const rules = await new Configurations().rulesOf(document.uri);
    if (rules.excludedBy(document.uri.path) !== undefined) return null;
    const judged = await this.#app.prose.ask(
      { wanted: 'judged', document: text, languageId: languageIdOf(document), ranges, rules: rules.prose },
      signal,
    );
    if (!judged || judged.prose.text.trim() === '') return null;
    const { prose } = judged;
    const edited = { document: document.uri.toString(), content: prose.text };
    const { segments, ...summary } = (await this.#app.detectEdited(edited, signal)).result;
    const result = { ...summary, reasons: [...summary.reasons, ...(notesOf(judged)?.reasons ?? [])] };
    return {
      result,
      ownReasons: null,
      severity: rules.severity,
      sentences: await trackSentences(segments, prose, text),
    };
  }
}
