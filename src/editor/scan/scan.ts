import * as vscode from 'vscode';
import type { Report } from '../../api/report.ts';
import { toDocumentRanges } from '../../prose/ranges.ts';
import type { Prose } from '../../prose/prose.ts';
import { unjudgeableReason } from '../../report/judged.ts';
import type { App } from '../app.ts';
import type { Marks } from '../marks/marks.ts';
import { followChanges, type MarkedSentence, type TextChange } from '../marks/track.ts';
import { withCancel } from '../progress.ts';
import { wholeReport } from '../../client/client.ts';
import type { ReportPanels } from '../report/panels.ts';
import type { ScannedFiles } from '../report/scannedFiles.ts';
import { UserError } from '../userError.ts';
import { checkDocument, columnOf, nameOf } from './document.ts';
import { askPrivacy } from './privacy.ts';
import type { ProseReader } from './proseReader.ts';

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
  const privacy = await askPrivacy(name);
  const scan = ++scansBegun;
  const started = performance.now();
  // What is typed while the scan runs moves the marks too.
  const edits: (readonly TextChange[])[] = [];
  const listener = vscode.workspace.onDidChangeTextDocument((change) => {
    if (change.document === document) edits.push(change.contentChanges);
  });
  const { fetched, prose } = await withCancel(
    vscode.l10n.t('Inkling: scanning {0}', name),
    async (signal) => {
      const prose = await readProse(reader, document, selections, signal);
      const folder = vscode.workspace.getWorkspaceFolder(document.uri);
      const fetched = await app.client.scan(
        {
          content: prose.text,
          title: name.slice(0, 255),
          ...(folder ? { project: folder.name.slice(0, 255) } : {}),
          ...privacy,
        },
        { signal },
      );
      return { fetched, prose };
    },
  ).finally(() => {
    listener.dispose();
  });
  app.log.info(
    `scanned ${name}: ${prose.text.length} characters in ${Math.round(performance.now() - started)} ms`,
  );
  app.reportsChanged();
  await files.remember(fetched.id, { uri: document.uri, isPart: selections.length > 0 });
  // A scan that was begun later ended earlier: it says more than this one, whose report is in the list.
  if ((shownScan.get(document) ?? 0) > scan) return;
  shownScan.set(document, scan);
  const report = wholeReport(fetched);
  const earlier = marks.of(document)?.reportId;
  if (report && !document.isClosed) {
    marks.show(document, {
      reportId: report.id,
      result: report.result,
      host: app.host,
      sentences: edits.reduce(followChanges, sentencesIn(report, prose)),
      isJudged: unjudgeableReason(report.result) === undefined,
    });
  }
  panels.show(fetched, columnOf(document));
  // The marks in the text are still its own where the service sent no result to take their place.
  if (report && earlier !== undefined) panels.close(earlier);
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
        'Inkling reads Markdown, plain text and commit messages, not yet {0}. Select the prose in {1} and run Scan Selection.',
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
