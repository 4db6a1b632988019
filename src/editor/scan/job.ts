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

/** A scan of one text, whatever it is read of: a document, a part of one, the cells of a notebook, a file, the clipboard. */
export interface ScanJob {
  /** The file; `undefined` for the clipboard. */
  uri: vscode.Uri | undefined;
  /** For messages. */
  name: string;
  /** Whether it is a selection in the file. */
  isPart?: boolean;
  /** Those that the scan reads, so that each is read once. */
  configurations: Configurations;
  /** Reads the text, after the questions are answered. */
  read: (signal: AbortSignal, typing: Typing) => Promise<ReadText>;
  /** The column that the text is shown in. */
  column: () => vscode.ViewColumn | undefined;
}

/** What is sent, and where it came from. */
export interface ReadText {
  content: string;
  notes: ProvenanceNotes | undefined;
  severity?: Severity | undefined;
  /** The documents that show its marks. */
  parts: readonly Part[];
}

/** A document that a text was read of. */
export interface Part {
  document: vscode.TextDocument;
  /** The document as it was read. */
  text: string;
  prose: Prose;
  /** What of it was scanned, in UTF-16 code units; none means all of it. */
  ranges: readonly Range[];
}

/** How many scans were begun, and which of them each document shows. */
let scansStarted = 0;
const shownScan = new WeakMap<vscode.TextDocument, number>();

/** The order of a scan that begins. */
export function newScan(): number {
  return ++scansStarted;
}

/** Milliseconds in which the window paints what it was given: several frames. */
const paintTime = 50;

/**
 * Runs a scan and shows its report: marks, list, panel.
 * @throws what `read` does; ApiError when the service fails; AbortError or CancellationError when cancelled.
 */
export async function runScan(app: App, job: ScanJob): Promise<void> {
  const { uri, name, isPart = false } = job;
  const { client, service, fields } = await startSession(app, uri, name, job.configurations);
  const order = newScan();
  const started = performance.now();
  const title = uri ? titleOfFile(uri) : name;
  const typing = new Typing();
  const { report, shown, notes } = await withCancel(
    vscode.l10n.t('Scanning'),
    async (signal) => {
      const { content, ...read } = await job.read(signal, typing);
      const since = performance.now();
      const scan = { content, title, ...fields };
      const answer = await scanWithRetry(client, scan, { signal, policy: briefRetry });
      if (answer.mayBeTwice) void vscode.window.showWarningMessage(storedTwice());
      const report = withNotes(answer.report, read.notes);
      try {
        // Marks come first, since to draw lists takes the window's time too.
        const shown = await showMarks(app, { service, report: wholeReport(report), order, ...read }, typing);
        return { report, shown, notes: read.notes };
      } finally {
        if (answer.mayBeTwice) app.trees.refresh();
        else app.trees.insert(answer.report, service, since, isPart ? undefined : uri?.toString());
      }
    },
    name,
  ).finally(() => {
    typing.dispose();
  });
  app.log.info(`scanned ${name} in ${Math.round(performance.now() - started)} ms`);
  if (uri) {
    // The window keeps it, so that its answer comes after it has read about the marks.
    await app.files.remember({ service, id: report.id }, { uri, isPart, notes });
    // To open a panel takes it as long as to paint the marks several times.
    await new Promise((resolve) => setTimeout(resolve, paintTime));
  }
  if (!shown) return;
  app.reports.show(report, service, job.column());
  for (const earlier of shown.earlier) app.reports.closePreview(earlier);
}

/** What was scanned, with its report. */
interface MarksToShow extends Pick<ReadText, 'parts' | 'severity'> {
  service: ServiceId;
  /** `null` where the service sent no result: the marks are still those of the earlier report. */
  report: Report | null;
  order: number;
}

/**
 * Marks the documents that a text was read of.
 * @returns the reports whose marks these take the place of; `undefined` where a scan that was begun later ended earlier: it
 *   says more than this one, whose report is in the list.
 */
export async function showMarks(
  app: App,
  { service, report, order, parts, severity }: MarksToShow,
  typing: Typing,
): Promise<{ earlier: ReportRef[] } | undefined> {
  const earlier: ReportRef[] = [];
  let isOutdated = false;
  for (const { document, text, prose, ranges } of report ? parts : []) {
    // In a long text each of these steps holds the thread for a while: what is typed goes between them.
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

/** What is typed while a scan runs: it moves the marks too. */
export class Typing implements vscode.Disposable {
  readonly #steps = new Map<vscode.TextDocument, (readonly TextChange[])[]>();
  readonly #listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    this.#steps.get(document)?.push(contentChanges);
  });

  /** From now on: the document was just read. */
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

function storedTwice(): string {
  return vscode.l10n.t(
    'A response was lost, so Inkling retried. The service may have stored two reports of this text. Check the list.',
  );
}
