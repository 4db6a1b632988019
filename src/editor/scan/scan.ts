import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Report } from '../../api/report.ts';
import { wholeReport } from '../../client/client.ts';
import type { Range } from '../../prose/text/ranges.ts';
import { unjudgeableReason } from '../../report/model/judged.ts';
import { ownReasonsIn } from '../../report/model/sentenceMarks.ts';
import type { App } from '../app.ts';
import type { TextChange } from '../core/edits.ts';
import type { ServiceId } from '../core/reportRef.ts';
import type { ScannedFiles } from '../core/scannedFiles.ts';
import { type ScoredSentence, sentencesIn, TrackedSentences } from '../core/track.ts';
import type { Marks } from '../marks/marks.ts';
import { withCancel } from '../progress.ts';
import type { ReportPanels } from '../report/panels.ts';
import { checkDocument, checkText, columnOf, nameOf, readerOf, titleOfFile } from '../text/document.ts';
import { proseOfDocument, type ProseReader } from '../text/prose.ts';
import { UserError } from '../userError.ts';
import { beginScan, scanText } from './session.ts';

/** What a scan works with. */
export interface ScanParts {
  app: App;
  marks: Marks;
  panels: ReportPanels;
  files: ScannedFiles;
  prose: ProseReader;
}

/** How many scans were begun, and which of them each document shows. */
let scansBegun = 0;
const shownScan = new WeakMap<vscode.TextDocument, number>();

/**
 * Scans the prose of a document, or of the selections in it, and shows the report: marks, panel, tree.
 * @throws UserError when there is nothing to scan; ApiError when the service fails; AbortError or CancellationError
 *   when cancelled.
 */
export async function scanDocument(
  { app, marks, panels, files, prose: reader }: ScanParts,
  document: vscode.TextDocument,
  selections: readonly vscode.Range[],
): Promise<void> {
  const text =
    selections.length > 0
      ? selections.map((selection) => document.getText(selection)).join('\n')
      : document.getText();
  await checkDocument(document, text);
  // Now, not when the scan ends: by then the user may be typing elsewhere.
  if (columnOf(document) === undefined) await vscode.window.showTextDocument(document);
  const name = nameOf(document.uri);
  const begun = await beginScan(app, document.uri, name);
  const { service } = begun;
  const scan = ++scansBegun;
  const started = performance.now();
  const analysed = document.getText();
  const ranges = selections.map((selection) => ({
    start: document.offsetAt(selection.start),
    end: document.offsetAt(selection.end),
  }));
  // What is typed while the scan runs moves the marks too.
  const steps: (readonly TextChange[])[] = [];
  const listener = vscode.workspace.onDidChangeTextDocument((change) => {
    if (change.document === document) steps.push(change.contentChanges);
  });
  const { fetched, report, scored, length } = await withCancel(
    vscode.l10n.t('Inkling: scanning {0}', name),
    async (signal) => {
      const prose = await proseOfDocument(reader, document, analysed, ranges, signal);
      const fetched = await scanText(
        begun,
        { content: prose.text, title: titleOfFile(document.uri) },
        signal,
      );
      await files.remember({ service, id: fetched.id }, { uri: document.uri, isPart: selections.length > 0 });
      const report = wholeReport(fetched);
      const scored = report ? await sentencesIn(report.result.segments, prose) : [];
      return { fetched, report, scored, length: prose.text.length };
    },
  ).finally(() => {
    listener.dispose();
  });
  app.log.info(`scanned ${name}: ${length} characters in ${Math.round(performance.now() - started)} ms`);
  app.reportsChanged();
  // A scan that was begun later ended earlier: it says more than this one, whose report is in the list.
  if ((shownScan.get(document) ?? 0) > scan) return;
  shownScan.set(document, scan);
  const earlier = marks.of(document)?.report;
  if (report && !document.isClosed) {
    const scanned = { text: analysed, ranges, scored, report, service };
    showMarks(marks, document, scanned, steps);
  }
  // Each of the two takes the thread for a while: what is typed goes between them.
  await setImmediate();
  panels.show(fetched, service, columnOf(document));
  // The marks in the text are still its own where the service sent no result to take their place.
  if (report && earlier !== undefined) panels.closePreview(earlier);
}

/** What a scan read and what it brought. */
interface Scanned {
  /** The document's text as it was scanned. */
  text: string;
  /** The selections that were scanned, in UTF-16 code units of that text; none for all of it. */
  ranges: readonly Range[];
  /** The sentences of that text. */
  scored: readonly ScoredSentence[];
  report: Report;
  /** That analysed the text. */
  service: ServiceId;
}

/** @param steps edits of the document since it was read. */
export function showMarks(
  marks: Marks,
  document: vscode.TextDocument,
  { text, ranges, scored, report, service }: Scanned,
  steps: readonly (readonly TextChange[])[] = [],
): void {
  const sentences = new TrackedSentences(text, scored);
  sentences.follow(steps, readerOf(document));
  marks.show(document, {
    report: { service, id: report.id },
    result: report.result,
    ranges,
    sentences,
    isJudged: unjudgeableReason(report.result) === undefined,
    ownReasons: ownReasonsIn(report.content, report.result.evidence),
  });
}

/**
 * Scans the text in the clipboard and shows its report. There is no document to mark.
 * @throws UserError when it holds no text; ApiError when the service fails; AbortError when cancelled.
 */
export async function scanClipboard({ app, panels }: ScanParts): Promise<void> {
  const content = await vscode.env.clipboard.readText();
  if (content.trim() === '') {
    throw new UserError(vscode.l10n.t('The clipboard holds no text. Copy some prose, then scan it.'));
  }
  const title = vscode.l10n.t('Clipboard');
  checkText(title, content);
  const begun = await beginScan(app, undefined, title);
  const report = await withCancel(vscode.l10n.t('Inkling: scanning the clipboard'), (signal) =>
    scanText(begun, { content, title }, signal),
  );
  app.reportsChanged();
  panels.show(report, begun.service, vscode.window.activeTextEditor?.viewColumn);
}
