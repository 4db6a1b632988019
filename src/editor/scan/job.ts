import * as vscode from 'vscode';
import type { Report } from '../../api/report.ts';
import { wholeReport } from '../../client/client.ts';
import { briefRetry } from '../../client/retry.ts';
import { scanWithRetry } from '../../client/scanWithRetry.ts';
import { withNotes, type ProvenanceNotes } from '../../scan/notes.ts';
import type { Severity } from '../../scan/rules.ts';
import type { Prose } from '../../text/prose.ts';
import type { Range } from '../../text/ranges.ts';
import type { App } from '../app.ts';
import type { TextChange } from '../core/edits.ts';
import { scanOf } from '../core/markedDocument.ts';
import { yieldTurn } from '../core/periodicYield.ts';
import type { ReportRef, ServiceId } from '../core/reportRef.ts';
import { sentencesIn, TrackedSentences } from '../core/track.ts';
import { withCancel } from '../progress.ts';
import type { Configurations } from '../text/configuration.ts';
import { readerOf, titleOfFile } from '../text/document.ts';
import { startSession } from './session.ts';

/** A scan of one text from any source: a document, a part of one, the cells of a notebook, a file, or the clipboard. */
export interface ScanJob {
  /** The file; `undefined` for the clipboard. */
  uri: vscode.Uri | undefined;
  /** For messages. */
  name: string;
  /** Whether it is a selection in the file. */
  isPart?: boolean;
  /** The configurations that the scan reads, so that each is read once. */
  configurations: Configurations;
  /** Reads the text, after the user answered all questions. */
  read: (signal: AbortSignal, typing: EditRecorder) => Promise<ReadText>;
  /** The column that shows the text. */
  column: () => vscode.ViewColumn | undefined;
}

/** The text to send, and its source. */
export interface ReadText {
  content: string;
  notes: ProvenanceNotes | undefined;
  severity?: Severity | undefined;
  /** The documents that show its marks. */
  parts: readonly Part[];
}

/** A document that contributed to a text. */
export interface Part {
  document: vscode.TextDocument;
  /** The document as it was read. */
  text: string;
  prose: Prose;
  /** The scanned ranges, in UTF-16 code units; none means all of it. */
  ranges: readonly Range[];
}

/** The number of scans so far, and the number of the scan that each document shows. */
let scansStarted = 0;
const shownScan = new WeakMap<vscode.TextDocument, number>();

/** The sequence number of a new scan. */
export function newScan(): number {
  return ++scansStarted;
}

/** Milliseconds in which the window paints the marks: several frames. */
const paintTime = 50;

/**
 * Runs a scan and shows its report: marks, list, panel.
 * @throws the errors of `read`; ApiError when the service fails; AbortError or CancellationError when cancelled.
 */
export async function runScan(app: App, job: ScanJob): Promise<void> {
  const { uri, name, isPart = false } = job;
  const { client, service, fields } = await startSession(app, uri, name, job.configurations);
  const order = newScan();
  const started = performance.now();
  const title = uri ? titleOfFile(uri) : name;
  const typing = new EditRecorder();
  const { report, shown, notes } = await withCancel(
    vscode.l10n.t('Scanning'),
    async (signal) => {
      const { content, ...read } = await job.read(signal, typing);
      const since = performance.now();
      const scan = { content, title, ...fields };
      const answer = await scanWithRetry(client, scan, { signal, policy: briefRetry });
      if (answer.mayBeDuplicate) void vscode.window.showWarningMessage(duplicateWarning());
      const report = withNotes(answer.report, read.notes);
      try {
        // The marks come first, because drawing lists keeps the window busy as well.
        const shown = await showMarks(app, { service, report: wholeReport(report), order, ...read }, typing);
        return { report, shown, notes: read.notes };
      } finally {
        if (answer.mayBeDuplicate) app.trees.refresh();
        else app.trees.insert(answer.report, service, since, isPart ? undefined : uri?.toString());
      }
    },
    name,
  ).finally(() => {
    typing.dispose();
  });
  app.log.info(`scanned ${name} in ${Math.round(performance.now() - started)} ms`);
  if (uri) {
    // The update is stored by the window, so its answer arrives after the window received the marks.
    await app.files.remember({ service, id: report.id }, { uri, isPart, notes });
    // Opening a panel takes the window several times as long as painting the marks.
    await new Promise((resolve) => setTimeout(resolve, paintTime));
  }
  if (!shown) return;
  app.reports.show(report, service, job.column());
  for (const earlier of shown.earlier) app.reports.closePreview(earlier);
}

/** The scanned text and its report. */
interface MarksToShow extends Pick<ReadText, 'parts' | 'severity'> {
  service: ServiceId;
  /** `null` if the service sent no result: the marks of the earlier report stay. */
  report: Report | null;
  order: number;
}

/**
 * Marks the documents of a scanned text.
 * @returns the reports whose marks were replaced; `undefined` if a later scan finished first. Its marks are newer
 *   then, and this report is only listed.
 */
export async function showMarks(
  app: App,
  { service, report, order, parts, severity }: MarksToShow,
  typing: EditRecorder,
): Promise<{ earlier: ReportRef[] } | undefined> {
  const earlier: ReportRef[] = [];
  let isOutdated = false;
  for (const { document, text, prose, ranges } of report ? parts : []) {
    // For a long text, each of these steps blocks the thread for a while, so edits are handled in between.
    const scored = await sentencesIn(report!.result.segments, prose, text);
    const sentences = new TrackedSentences(text, scored);
    await yieldTurn();
    const marks = scanOf({ service, report: report!, ranges, sentences, severity });
    await yieldTurn();
    if ((shownScan.get(document) ?? 0) > order) {
      isOutdated = true;
      continue;
    }
    shownScan.set(document, order);
    const before = app.marks.of(document);
    if (before) earlier.push(before.report);
    if (document.isClosed) continue;
    sentences.follow(typing.in(document), readerOf(document));
    app.marks.show(document, marks);
  }
  return isOutdated ? undefined : { earlier };
}

/** Records edits during a scan, to move its marks accordingly. */
export class EditRecorder implements vscode.Disposable {
  readonly #steps = new Map<vscode.TextDocument, (readonly TextChange[])[]>();
  readonly #listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    this.#steps.get(document)?.push(contentChanges);
  });

  /** Starts recording: the document was just read. */
  follow(document: vscode.TextDocument): void {
    this.#steps.set(document, []);
  }

  in(document: vscode.TextDocument): readonly (readonly TextChange[])[] {
    return this.#steps.get(document) ?? [];
  }

  dispose(): void {
    this.#listener.dispose();
  }
}

function duplicateWarning(): string {
  return vscode.l10n.t(
    'A response was lost, so Inkling retried. The service may have stored two reports of this text. Check the list.',
  );
}
