import * as vscode from 'vscode';
import { wholeReport, type FetchedReport } from '../../client/client.ts';
import { briefRetry, scanWithRetry } from '../../client/retry.ts';
import { withNotes } from '../../scan/notes.ts';
import type { Rules } from '../../scan/rules.ts';
import type { App } from '../app.ts';
import type { TextChange } from '../core/edits.ts';
import { scanOf } from '../core/markedDocument.ts';
import { yieldTurn } from '../core/periodicYield.ts';
import type { ServiceId } from '../core/reportRef.ts';
import { trackSentences } from '../core/track.ts';
import { withCancel } from '../progress.ts';
import { nameOf, openDocument, readerOf, titleOfFile } from '../text/document.ts';
import type { JudgedText } from '../text/judged.ts';
import { startSession } from './questions.ts';

/** A text that was read for a scan. */
export interface TextToScan extends Pick<JudgedText, 'notes' | 'severity'> {
  content: string;
  /** The files that it comes from, whose open documents show its marks: one, or the cells of a notebook. */
  parts: readonly MarkedPart[];
}

type MarkedPart = Pick<JudgedText, 'uri' | 'document' | 'version' | 'text' | 'prose' | 'ranges'>;

/** Where a text comes from. */
export interface Source {
  /** The file; `undefined` for the clipboard. */
  uri?: vscode.Uri;
  rules?: Rules;
  /** Whether it is a selection in the file. */
  isPart?: boolean;
}

/** Milliseconds in which the window paints the marks: several frames. */
const paintTime = 50;

/**
 * Scans a text and shows its report: marks, list, panel.
 * @param read reads the text, after the user answered all questions.
 * @throws the errors of `read`; ApiError when the service fails; AbortError or CancellationError when cancelled.
 */
export async function runScan(
  app: App,
  { uri, rules, isPart = false }: Source,
  read: (signal: AbortSignal) => Promise<TextToScan>,
): Promise<void> {
  const name = uri ? nameOf(uri) : vscode.l10n.t('Clipboard');
  const { client, service, fields } = await startSession(app, uri, name, rules);
  const started = performance.now();
  const marks = new NewMarks(app, service);
  const { report, isNewest, notes } = await withCancel(
    vscode.l10n.t('Scanning'),
    async (signal) => {
      const text = await read(signal);
      const since = performance.now();
      const scan = { content: text.content, title: uri ? titleOfFile(uri) : name, ...fields };
      const answer = await scanWithRetry(client, scan, { signal, policy: briefRetry });
      if (answer.mayBeDuplicate) {
        void vscode.window.showWarningMessage(
          vscode.l10n.t(
            'A response was lost, so Inkling retried. The service may have stored two reports of this text. Check the list.',
          ),
        );
      }
      const report = withNotes(answer.report, text.notes);
      try {
        // The marks come first, because drawing lists keeps the window busy as well.
        return { report, isNewest: await marks.show(report, text), notes: text.notes };
      } finally {
        if (answer.mayBeDuplicate) app.trees.refresh();
        else app.trees.insert(answer.report, service, since, isPart ? undefined : uri?.toString());
      }
    },
    name,
  ).finally(() => {
    marks.dispose();
  });
  app.log.info(`scanned ${name} in ${Math.round(performance.now() - started)} ms`);
  if (uri) {
    // The window stores this, so once it answers, it has also received the marks.
    await app.files.remember({ service, id: report.id }, { uri, isPart, notes });
    // Lets the window paint the marks first, because opening a panel takes it several times as long.
    await new Promise((resolve) => setTimeout(resolve, paintTime));
  }
  if (isNewest) app.reports.show(report, service, columnShowing(uri));
}

/** The column of the file's editor or, without one, of the active editor. */
function columnShowing(uri: vscode.Uri | undefined): vscode.ViewColumn | undefined {
  const { visibleTextEditors, visibleNotebookEditors, activeTextEditor } = vscode.window;
  const editor =
    visibleTextEditors.find(({ document }) => document.uri.toString() === uri?.toString()) ??
    visibleNotebookEditors.find(({ notebook }) => notebook.uri.toString() === uri?.toString());
  return (editor ?? activeTextEditor)?.viewColumn;
}

/** The number of scans so far, and the number of the scan that each document shows. */
let scansStarted = 0;
const shownScan = new WeakMap<vscode.TextDocument, number>();

/** The marks of a scan that begins now. Until they are shown, they follow edits. */
export class NewMarks implements vscode.Disposable {
  readonly #app: App;
  readonly #service: ServiceId;
  readonly #scan = ++scansStarted;
  readonly #edits: { document: vscode.TextDocument; version: number; changes: readonly TextChange[] }[] = [];
  readonly #listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    this.#edits.push({ document, version: document.version, changes: contentChanges });
  });

  constructor(app: App, service: ServiceId) {
    this.#app = app;
    this.#service = service;
  }

  /**
   * Marks the open documents of a scanned text. If the service sent no result, earlier marks stay.
   * @returns false if a later scan finished first. Its marks are newer then, and this report is only listed.
   */
  async show(
    fetched: FetchedReport,
    { parts, severity }: Pick<TextToScan, 'parts' | 'severity'>,
  ): Promise<boolean> {
    const report = wholeReport(fetched);
    let isNewest = true;
    for (const { uri, text, prose, ranges, ...read } of report ? parts : []) {
      const document = read.document ?? openDocument(uri);
      // A file that was opened after it was read may differ.
      if (!document || (!read.document && document.getText() !== text)) continue;
      const version = read.version ?? document.version;
      // For a long text, each of these steps blocks the thread for a while, so edits are handled in between.
      const sentences = await trackSentences(report!.result.segments, prose, text);
      await yieldTurn();
      const scan = scanOf(this.#service, report!, { ranges, sentences, severity });
      await yieldTurn();
      if ((shownScan.get(document) ?? 0) > this.#scan) {
        isNewest = false;
        continue;
      }
      shownScan.set(document, this.#scan);
      if (document.isClosed) continue;
      const edits = this.#edits.filter((edit) => edit.document === document && edit.version > version);
      sentences.follow(
        edits.map(({ changes }) => changes),
        readerOf(document),
      );
      this.#app.marks.show(document, scan);
    }
    return isNewest;
  }

  dispose(): void {
    this.#listener.dispose();
  }
}
