import * as vscode from 'vscode';
import { rangeOf } from '../marks/decorations.ts';
import type { Marks } from '../marks/marks.ts';
import { columnOf, documentToScan, isNotebookCell, nameOf } from '../text/document.ts';
import { isSameReport, type ReportRef } from '../core/reportRef.ts';
import { UserError } from '../userError.ts';
import { unknownFile, type ReportSources } from './reveal.ts';

/**
 * Scans what a report was made of as it is now, into a new report: the file, or the selection as far as its marks
 * still say where that is. A scan that fails says so itself.
 * @returns whether there is a new report.
 * @throws UserError when the file is unknown or gone, or the selection lost.
 */
export async function scanAgain({ marks, files }: ReportSources, report: ReportRef): Promise<boolean> {
  const file = files.of(report);
  const [marked] = marks.documentsOf(report);
  // Marks go along with a renamed file; a notebook's are in its cells.
  const uri = marked && !isNotebookCell(marked) ? marked.uri : file?.uri;
  if (!uri) throw unknownFile();
  if (file?.isPart) await selectAgain(marks, report, uri);
  const shown = reportShownIn(marks, uri);
  await vscode.commands.executeCommand(file?.isPart ? 'inkling.scanSelection' : 'inkling.scanFile', uri);
  const shownNow = reportShownIn(marks, uri);
  return shownNow !== undefined && !isSameReport(shownNow, shown);
}

function reportShownIn(marks: Marks, uri: vscode.Uri): ReportRef | undefined {
  const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
  return document && marks.of(document)?.report;
}

/** Selects from the first to the last sentence of the report. */
async function selectAgain(marks: Marks, report: ReportRef, uri: vscode.Uri): Promise<void> {
  const document = marks.documentsOf(report)[0];
  const sentences = (document && marks.of(document)?.sentences) ?? [];
  const [first, last] = [sentences[0], sentences.at(-1)];
  if (!document || !first || !last) {
    throw new UserError(
      vscode.l10n.t(
        'This report is of a part of {0}, and its marks are gone. Select the part and run Scan Selection, or scan the whole file.',
        nameOf(uri),
      ),
      [
        {
          title: vscode.l10n.t('Scan Whole File'),
          run: async () => {
            await vscode.commands.executeCommand('inkling.scanFile', uri);
          },
        },
      ],
    );
  }
  await vscode.window.showTextDocument(await documentToScan(uri), {
    viewColumn: columnOf(document) ?? vscode.ViewColumn.One,
    selection: new vscode.Range(rangeOf(document, first).start, rangeOf(document, last).end),
  });
}
