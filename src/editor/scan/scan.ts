import * as vscode from 'vscode';
import type { Report } from '../../api/report.ts';
import { toDocumentRanges } from '../../prose/ranges.ts';
import type { Prose } from '../../prose/prose.ts';
import { unjudgeableReason } from '../../report/judged.ts';
import type { App } from '../app.ts';
import type { Marks } from '../marks/marks.ts';
import { followChanges, type MarkedSentence, type TextChange } from '../marks/track.ts';
import { withCancel } from '../progress.ts';
import type { ReportPanels } from '../report/panels.ts';
import { judged } from '../report/whole.ts';
import { checkDocument, columnOf, nameOf } from './document.ts';
import { projectFor } from './project.ts';
import { proseOfDocument } from './prose.ts';
import type { ProseReader } from './proseReader.ts';

/** What a scan works with. */
export interface ScanParts {
  app: App;
  marks: Marks;
  panels: ReportPanels;
  prose: ProseReader;
}

/** How many scans were begun, and which of them each document shows. */
let scansBegun = 0;
const shownScan = new WeakMap<vscode.TextDocument, number>();

/**
 * Scans the prose of a document, or of the selections in it, and shows the report: marks, panel, tree.
 * @throws UserError when there is nothing to scan; ApiError when the service fails; AbortError when cancelled.
 */
export async function scanDocument(
  { app, marks, panels, prose: reader }: ScanParts,
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
  const project = await projectFor(app, document.uri);
  await app.service.allowSending();
  // Those that the scan begins with: the user may choose another service while it runs.
  const { client, host } = app;
  const scan = ++scansBegun;
  const name = nameOf(document.uri);
  const started = performance.now();
  // What is typed while the scan runs moves the marks too.
  const edits: (readonly TextChange[])[] = [];
  const listener = vscode.workspace.onDidChangeTextDocument((change) => {
    if (change.document === document) edits.push(change.contentChanges);
  });
  const { report, prose } = await withCancel(vscode.l10n.t('Inkling: scanning {0}', name), async (signal) => {
    const prose = await proseOfDocument(reader, document, selections, signal);
    const fetched = await client.scan(
      { content: prose.text, title: name.slice(0, 255), ...(project !== undefined && { project }) },
      { signal },
    );
    return { report: judged(fetched), prose };
  }).finally(() => {
    listener.dispose();
  });
  app.log.info(
    `scanned ${name}: ${prose.text.length} characters in ${Math.round(performance.now() - started)} ms`,
  );
  app.reportsChanged();
  // A scan that was begun later ended earlier: it says more than this one, whose report is in the list.
  if ((shownScan.get(document) ?? 0) > scan) return;
  shownScan.set(document, scan);
  const earlier = marks.of(document)?.reportId;
  if (!document.isClosed) showMarks(marks, document, report, prose, host, edits);
  panels.show(report, columnOf(document));
  if (earlier !== undefined) panels.close(earlier);
}

/**
 * @param host of the service that analysed the text, or `null` for this machine.
 * @param edits of the document since its prose was read.
 */
export function showMarks(
  marks: Marks,
  document: vscode.TextDocument,
  report: Report,
  prose: Prose,
  host: string | null,
  edits: readonly (readonly TextChange[])[] = [],
): void {
  marks.show(document, {
    reportId: report.id,
    result: report.result,
    host,
    sentences: edits.reduce(followChanges, sentencesIn(report, prose)),
    isJudged: unjudgeableReason(report.result) === undefined,
  });
}

/** The report's sentences where they stand in the document. */
function sentencesIn(report: Report, prose: Prose): MarkedSentence[] {
  return report.result.segments.flatMap(({ start, end, score }) =>
    toDocumentRanges(prose, start, end).map((range) => ({
      ...range,
      contentStart: start,
      contentEnd: end,
      score,
      changed: false,
    })),
  );
}
