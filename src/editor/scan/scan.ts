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
import { UserError } from '../userError.ts';
import { checkDocument, columnOf, nameOf } from './document.ts';
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
  const scan = ++scansBegun;
  const name = nameOf(document.uri);
  const started = performance.now();
  // What is typed while the scan runs moves the marks too.
  const edits: (readonly TextChange[])[] = [];
  const listener = vscode.workspace.onDidChangeTextDocument((change) => {
    if (change.document === document) edits.push(change.contentChanges);
  });
  const { report, prose } = await withCancel(vscode.l10n.t('Inkling: scanning {0}', name), async (signal) => {
    const prose = await readProse(reader, document, selections, signal);
    const folder = vscode.workspace.getWorkspaceFolder(document.uri);
    const fetched = await app.client.scan(
      {
        content: prose.text,
        title: name.slice(0, 255),
        ...(folder ? { project: folder.name.slice(0, 255) } : {}),
      },
      { signal },
    );
    return { report: judged(fetched), prose };
  }).finally(() => {
    listener.dispose();
  });
  const sentences = edits.reduce(followChanges, sentencesIn(report, prose));
  app.log.info(
    `scanned ${name}: ${prose.text.length} characters in ${Math.round(performance.now() - started)} ms`,
  );
  app.reportsChanged();
  // A scan that was begun later ended earlier: it says more than this one, whose report is in the list.
  if ((shownScan.get(document) ?? 0) > scan) return;
  shownScan.set(document, scan);
  const earlier = marks.of(document)?.reportId;
  if (!document.isClosed) {
    marks.show(document, {
      reportId: report.id,
      result: report.result,
      host: app.host,
      sentences,
      isJudged: unjudgeableReason(report.result) === undefined,
    });
  }
  panels.show(report, columnOf(document));
  if (earlier !== undefined) panels.close(earlier);
}

async function readProse(
  reader: ProseReader,
  document: vscode.TextDocument,
  selections: readonly vscode.Range[],
  signal: AbortSignal,
): Promise<Prose> {
  const name = nameOf(document.uri);
  const ranges = selections.map((selection) => ({
    start: document.offsetAt(selection.start),
    end: document.offsetAt(selection.end),
  }));
  const prose = await reader.read(document.getText(), document.languageId, ranges, signal);
  if (prose === undefined) {
    throw new UserError(
      vscode.l10n.t(
        'Inkling reads Markdown, plain text, HTML, LaTeX, reStructuredText, AsciiDoc and commit messages, not yet {0}. Select the prose in {1} and run Scan Selection.',
        document.languageId,
        name,
      ),
    );
  }
  if (prose.text.trim() === '') {
    throw new UserError(
      selections.length > 0
        ? vscode.l10n.t('The selection holds no prose, only code or markup. Select some sentences.')
        : vscode.l10n.t('{0} holds no prose, only code or markup, so there is nothing to scan.', name),
    );
  }
  return prose;
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
