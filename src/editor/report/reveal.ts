import * as vscode from 'vscode';
import type { Report, Span } from '../../api/report.ts';
import { documentKindOf } from '../../prose/languageOf.ts';
import { placeInDocument } from '../../text/ranges.ts';
import type { AppBase } from '../app.ts';
import { nearestOccurrence } from '../core/track.ts';
import { isSameReport, type ReportRef } from '../core/reportRef.ts';
import { withCancel } from '../progress.ts';
import { columnOf, isNotebookCell, languageIdOf, nameOf, openDocument, rangeOf } from '../text/document.ts';
import { documentToScan } from '../text/sourceText.ts';
import { commandAction, UserError } from '../userError.ts';

/** The parts of the app that are needed to find a report's text. */
export type ReportSources = Pick<AppBase, 'marks' | 'files' | 'prose'>;

/**
 * Selects a sentence of the report in the editor: at its mark, or else where its text occurs in the scanned file.
 * @param place a sentence, or some words of one: UTF-16 offsets into the report's content.
 * @throws UserError when the file is unknown or gone, or no longer contains the sentence.
 */
export async function revealSentence(
  { marks, files, prose }: ReportSources,
  ref: ReportRef,
  report: Pick<Report, 'content' | 'result'>,
  place: Span,
): Promise<void> {
  const marked = marks.documentsOf(ref);
  for (const document of marked) {
    const mark = marks
      .of(document)
      ?.sentences.find(
        ({ contentStart, contentEnd }) => contentStart <= place.start && place.start < contentEnd,
      );
    if (mark) return select(document, rangeOf(document, mark));
  }
  const file = files.of(ref)?.uri ?? marked[0]?.uri;
  if (!file) throw unknownFile();
  if (documentKindOf(file.path))
    throw new UserError(
      vscode.l10n.t('{0} is not a text file. Its sentences are shown only in the report.', nameOf(file)),
    );
  const document = await documentToScan(file);
  const range = await findSentence(prose, document, report, place);
  if (!range)
    throw new UserError(
      vscode.l10n.t('That sentence has changed since the scan: {0} no longer contains it.', nameOf(file)),
    );
  await select(document, range);
}

/** Explains a report whose file is unknown, because it was scanned elsewhere or long ago. */
function unknownFile(): UserError {
  return new UserError(
    vscode.l10n.t(
      'Inkling can’t find the file of this report. Open the file and run Scan File. This report will not change.',
    ),
  );
}

async function findSentence(
  reader: AppBase['prose'],
  document: vscode.TextDocument,
  { content, result }: Pick<Report, 'content' | 'result'>,
  place: Span,
): Promise<vscode.Range | undefined> {
  const { start, end } =
    result.segments.find((segment) => segment.start <= place.start && place.start < segment.end) ?? place;
  const title = vscode.l10n.t('Inkling: looking for the sentence in {0}', nameOf(document.uri));
  const text = document.getText();
  const prose = await withCancel(title, (signal) =>
    reader.ask({ wanted: 'prose', document: text, languageId: languageIdOf(document) }, signal),
  );
  const found = nearestOccurrence(prose?.text ?? text, content.slice(start, end), start);
  return found && rangeOf(document, prose ? placeInDocument(text, prose, found) : found);
}

async function select(document: vscode.TextDocument, selection: vscode.Range): Promise<void> {
  const viewColumn = columnOf(document) ?? vscode.ViewColumn.One;
  await vscode.window.showTextDocument(document, { viewColumn, selection });
}

/**
 * Scans the report's source again into a new report: the file, or the selection if its marks still show where it is. A
 * failed scan shows its own error.
 * @returns whether there is a new report.
 * @throws UserError when the file is unknown or gone, or the selection lost.
 */
export async function scanAgain({ marks, files }: ReportSources, report: ReportRef): Promise<boolean> {
  const file = files.of(report);
  const [marked] = marks.documentsOf(report);
  // Prefers the marks' address, because marks follow a renamed file. A notebook's marks are in its cells.
  const uri = marked && !isNotebookCell(marked) ? marked.uri : file?.uri;
  if (!uri) throw unknownFile();
  if (file?.isPart) {
    const sentences = (marked && marks.of(marked)?.sentences) ?? [];
    const [first, last] = [sentences[0], sentences.at(-1)];
    if (!marked || !first || !last) throw lostSelection(uri);
    const { start } = rangeOf(marked, first);
    await select(await documentToScan(uri), new vscode.Range(start, rangeOf(marked, last).end));
  }
  const reportShown = (): ReportRef | undefined => {
    const document = openDocument(uri);
    return document && marks.of(document)?.report;
  };
  const before = reportShown();
  await vscode.commands.executeCommand(file?.isPart ? 'inkling.scanSelection' : 'inkling.scanFile', uri);
  const after = reportShown();
  return after !== undefined && !isSameReport(after, before);
}

function lostSelection(uri: vscode.Uri): UserError {
  return new UserError(
    vscode.l10n.t(
      'This report covers part of {0}, and its marks are gone. Select that part and run Scan Selection, or scan the whole file.',
      nameOf(uri),
    ),
    [commandAction(vscode.l10n.t('Scan Whole File'), 'inkling.scanFile', uri)],
  );
}
