import * as vscode from 'vscode';
import type { Marks as SharedMarks } from '../app.ts';
import { setContextKey } from '../contextKeys.ts';
import {
  closed,
  type ClosedDocument,
  MarkedDocument,
  type Analysis,
  reopened,
  type Scan,
} from '../core/markedDocument.ts';
import { NewestMap } from '../core/newest.ts';
import { isSameReport, type ReportRef } from '../core/reportRef.ts';
import type { MarkedSentence, TrackedSentences } from '../core/track.ts';
import { readerOf } from '../text/document.ts';
import { Decorations } from './decorations.ts';
import { affectsDiagnostics } from './diagnostics.ts';

/**
 * Milliseconds without an edit before marks are painted. While the user types, the window's text is newer than the
 * extension's copy, so painted ranges would mark the wrong words. Meanwhile the window moves the painted ranges
 * itself.
 */
const settleTime = 100;

/** The number of closed documents whose marks are in memory. */
const maxClosed = 50;

/** The marks of all open scanned documents, by address. They follow edits until they are hidden. */
export class Marks implements SharedMarks, vscode.Disposable {
  readonly #byUri = new Map<string, MarkedDocument>();
  /** The marks of documents closed in this session, shown again when one is opened with the same text. */
  readonly #closed = new NewestMap<string, ClosedDocument>(maxClosed);
  readonly #decorations = new Decorations();
  /** Documents with recent edits, to be painted at the next pause. */
  readonly #settling = new Map<vscode.TextDocument, NodeJS.Timeout>();
  readonly #changed = new vscode.EventEmitter<vscode.TextDocument>();
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(this.#follow, this),
    vscode.workspace.onDidOpenTextDocument(this.#restore, this),
    vscode.workspace.onDidCloseTextDocument(this.#storeClosed, this),
    vscode.workspace.onDidRenameFiles(this.#rename, this),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (affectsDiagnostics(change)) vscode.window.visibleTextEditors.forEach(this.#paint, this);
    }),
    vscode.window.onDidChangeActiveTextEditor(this.#setContextKey, this),
    vscode.window.onDidChangeVisibleTextEditors((editors) => {
      editors.forEach(this.#paint, this);
    }),
    vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
      if (this.#settling.has(textEditor.document)) return;
      this.#decorations.scrolled(textEditor, this.of(textEditor.document));
    }),
  );

  of(document: vscode.TextDocument): MarkedDocument | undefined {
    return this.#byUri.get(document.uri.toString());
  }

  documentsOf(report: ReportRef): vscode.TextDocument[] {
    return vscode.workspace.textDocuments.filter((document) =>
      isSameReport(this.of(document)?.report, report),
    );
  }

  show(document: vscode.TextDocument, scan: Scan): void {
    this.#byUri.set(document.uri.toString(), new MarkedDocument(scan));
    this.#notify(document);
  }

  showLive(document: vscode.TextDocument, live: Analysis | null): void {
    const marked = this.of(document);
    if (!marked || marked.live === live) return;
    marked.live = live;
    this.#notify(document);
  }

  hide(document: vscode.TextDocument): void {
    const marked = this.of(document);
    if (!marked) return;
    this.#byUri.delete(document.uri.toString());
    this.#notify(document);
  }

  forget(report: ReportRef): void {
    for (const [uri, { scan }] of this.#closed)
      if (isSameReport(scan.report, report)) this.#closed.delete(uri);
    for (const document of this.documentsOf(report)) this.hide(document);
  }

  /** Hides the marks of sentences until the document is scanned again. */
  dismiss(document: vscode.TextDocument, sentences: readonly MarkedSentence[]): void {
    for (const sentence of sentences) this.of(document)?.dismiss(sentence);
    this.#notify(document);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    for (const timer of this.#settling.values()) clearTimeout(timer);
    this.#decorations.dispose();
    this.#changed.dispose();
  }

  #follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const marked = this.of(document);
    if (!marked) return;
    const lineEnd = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
    const updateSentences = (sentences: TrackedSentences): boolean =>
      sentences.setLineEnds(lineEnd, () => document.getText()) ||
      (contentChanges.length > 0 && sentences.follow([contentChanges], readerOf(document)));
    const { sentences } = marked.shown;
    const wasEdited = sentences.isEdited;
    const hasChanged = updateSentences(sentences);
    if (marked.live) updateSentences(marked.scan.sentences);
    if (contentChanges.length > 0) this.#paintWhenSettled(document);
    if (hasChanged || sentences.isEdited !== wasEdited) this.#notify(document);
  }

  #paintWhenSettled(document: vscode.TextDocument): void {
    clearTimeout(this.#settling.get(document));
    const paint = (): void => {
      this.#settling.delete(document);
      this.#paintAll(document);
    };
    this.#settling.set(document, setTimeout(paint, settleTime));
  }

  #restore(document: vscode.TextDocument): void {
    const uri = document.uri.toString();
    const known = this.#closed.get(uri);
    const marked = known && reopened(known, document.getText());
    if (!marked || this.#byUri.has(uri)) return;
    this.#closed.delete(uri);
    this.#byUri.set(uri, marked);
    this.#notify(document);
  }

  #storeClosed(document: vscode.TextDocument): void {
    const uri = document.uri.toString();
    const marked = this.#byUri.get(uri);
    if (!marked) return;
    this.#byUri.delete(uri);
    this.#closed.set(uri, closed(marked));
    this.#notify(document);
  }

  /** VS Code closes a renamed document and opens it at its new address, before or after it reports the renaming. */
  #rename({ files }: vscode.FileRenameEvent): void {
    const { textDocuments } = vscode.workspace;
    for (const document of textDocuments) {
      if (renamedUri(files, document.uri.toString()) !== document.uri.toString()) this.#storeClosed(document);
    }
    const entries = [...this.#closed];
    this.#closed.clear();
    for (const [uri, document] of entries) this.#closed.set(renamedUri(files, uri), document);
    textDocuments.forEach(this.#restore, this);
  }

  #notify(document: vscode.TextDocument): void {
    this.#paintAll(document);
    this.#setContextKey();
    this.#changed.fire(document);
  }

  #paintAll(document: vscode.TextDocument): void {
    for (const editor of vscode.window.visibleTextEditors)
      if (editor.document === document) this.#paint(editor);
  }

  #paint(editor: vscode.TextEditor): void {
    if (this.#settling.has(editor.document)) return;
    this.#decorations.paint(editor, this.of(editor.document));
  }

  #setContextKey(): void {
    const active = vscode.window.activeTextEditor?.document;
    setContextKey('inkling.hasMarks', active !== undefined && (this.of(active)?.isJudged ?? false));
  }
}

/** A document's address after files and folders were renamed. */
function renamedUri(files: vscode.FileRenameEvent['files'], uri: string): string {
  for (const { oldUri, newUri } of files) {
    const old = oldUri.toString();
    if (uri === old || uri.startsWith(`${old}/`)) return newUri.toString() + uri.slice(old.length);
  }
  return uri;
}
