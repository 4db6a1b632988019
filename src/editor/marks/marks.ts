import * as vscode from 'vscode';
import type { ResultSummary } from '../../api/report.ts';
import { setContextKey } from '../contextKeys.ts';
import { Decorations } from './decorations.ts';
import { followChanges, type MarkedSentence } from './track.ts';

/** A document's scan as the editor shows it. */
export interface MarkedDocument {
  reportId: string;
  result: Pick<ResultSummary, 'verdict' | 'confidence' | 'score' | 'reasons'>;
  /** Host name of the service that analysed the text, or `null` for this machine. */
  host: string | null;
  /** In order, not overlapping. */
  sentences: readonly MarkedSentence[];
  /** Whether the text could be judged; else its sentences are known, but none is marked. */
  isJudged: boolean;
}

/** The marks of every scanned document that is open, by its address. They follow edits until they are hidden. */
export class Marks implements vscode.Disposable {
  readonly #byUri = new Map<string, MarkedDocument>();
  readonly #decorations = new Decorations();
  readonly #changed = new vscode.EventEmitter<void>();
  /** Told when marks come, go or change. */
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions: vscode.Disposable[];

  constructor() {
    this.#subscriptions = [
      vscode.workspace.onDidChangeTextDocument((change) => {
        this.#follow(change);
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        this.hide(document);
      }),
      vscode.window.onDidChangeActiveTextEditor(() => {
        this.#setContextKey();
      }),
      vscode.window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of editors) this.#paint(editor);
      }),
    ];
  }

  of(document: vscode.TextDocument): MarkedDocument | undefined {
    return this.#byUri.get(document.uri.toString());
  }

  /** The open document that this report's marks are in. */
  documentOf(reportId: string): vscode.TextDocument | undefined {
    return vscode.workspace.textDocuments.find((document) => this.of(document)?.reportId === reportId);
  }

  /** Shows a scan's marks instead of those of an earlier one. */
  show(document: vscode.TextDocument, marked: MarkedDocument): void {
    this.#byUri.set(document.uri.toString(), marked);
    this.#paintAll(document);
    this.#tell();
  }

  hide(document: vscode.TextDocument): void {
    if (!this.#byUri.delete(document.uri.toString())) return;
    this.#paintAll(document);
    this.#tell();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#decorations.dispose();
    this.#changed.dispose();
  }

  #follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const marked = this.of(document);
    if (!marked || contentChanges.length === 0) return;
    const sentences = followChanges(marked.sentences, contentChanges);
    this.#byUri.set(document.uri.toString(), { ...marked, sentences });
    // VS Code moves decorations by itself; only a sentence that turned stale or vanished needs painting.
    const vanished = sentences.length !== marked.sentences.length;
    if (vanished || changedCount(sentences) !== changedCount(marked.sentences)) this.#paintAll(document);
  }

  #paintAll(document: vscode.TextDocument): void {
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document === document) this.#paint(editor);
    }
  }

  #paint(editor: vscode.TextEditor): void {
    const marked = this.of(editor.document);
    this.#decorations.paint(editor, marked?.isJudged ? marked.sentences : []);
  }

  #tell(): void {
    this.#setContextKey();
    this.#changed.fire();
  }

  #setContextKey(): void {
    const active = vscode.window.activeTextEditor?.document;
    setContextKey('inkling.hasMarks', active !== undefined && (this.of(active)?.isJudged ?? false));
  }
}

function changedCount(sentences: readonly MarkedSentence[]): number {
  return sentences.reduce((count, { changed }) => count + (changed ? 1 : 0), 0);
}
