import * as vscode from 'vscode';
import type { Report, Span } from '../../api/report.ts';
import { toDocumentRanges } from '../../prose/text/ranges.ts';
import { rangeOf } from '../marks/decorations.ts';
import type { Marks } from '../marks/marks.ts';
import { withCancel } from '../progress.ts';
import { columnOf, documentToScan, languageIdOf, nameOf } from '../text/document.ts';
import type { ProseReader } from '../text/proseReader.ts';
import type { ServiceId } from '../core/reportRef.ts';
import { UserError } from '../userError.ts';
import { nearestOccurrence } from '../core/nearest.ts';
import type { ScannedFiles } from './scannedFiles.ts';

/** What a panel finds a report's text with. */
export interface ReportSources {
  marks: Marks;
  files: ScannedFiles;
  prose: ProseReader;
}

/**
 * Selects a sentence of the report where it stands in the editor now: where its mark is, else where its text is found
 * in the file that was scanned.
 * @param service that keeps the report.
 * @param place a sentence, or some words of one: UTF-16 offsets into the report's content.
 * @throws UserError when the file is unknown or gone, or the sentence is not in it as it was.
 */
export async function revealSentence(
  { marks, files, prose }: ReportSources,
  service: ServiceId,
  report: Pick<Report, 'id' | 'content' | 'result'>,
  place: Span,
): Promise<void> {
  const ref = { service, id: report.id };
  const marked = marks.documentsOf(ref);
  for (const document of marked) {
    const mark = marks
      .of(document)
      ?.sentences.find(
        ({ contentStart, contentEnd }) => contentStart <= place.start && place.start < contentEnd,
      );
    if (mark) {
      await select(document, rangeOf(document, mark));
      return;
    }
  }
  const file = files.of(ref)?.uri ?? marked[0]?.uri;
  if (!file) throw unknownFile();
  const document = await documentToScan(file);
  const range = await findSentence(prose, document, report, place);
  if (!range) {
    throw new UserError(
      vscode.l10n.t(
        'That sentence was changed or deleted since the scan: {0} does not hold it as it was.',
        nameOf(file),
      ),
    );
  }
  await select(document, range);
}

/** Says what to do about a report whose file is not known: it was scanned elsewhere, or long ago. */
export function unknownFile(): UserError {
  return new UserError(
    vscode.l10n.t(
      'Inkling does not know here which file this report was made of. Open the file and run Scan File; this report stays as it is.',
    ),
  );
}

async function findSentence(
  reader: ProseReader,
  document: vscode.TextDocument,
  { content, result }: Pick<Report, 'content' | 'result'>,
  place: Span,
): Promise<vscode.Range | undefined> {
  const { start, end } =
    result.segments.find((segment) => segment.start <= place.start && place.start < segment.end) ?? place;
  const sentence = content.slice(start, end);
  const title = vscode.l10n.t('Inkling: looking for the sentence in {0}', nameOf(document.uri));
  const text = document.getText();
  const prose = await withCancel(title, (signal) => reader.read(text, languageIdOf(document), [], signal));
  const found = nearestOccurrence(prose?.text ?? text, sentence, start);
  if (!found) return undefined;
  const ranges = prose ? toDocumentRanges(prose, found.start, found.end) : [found];
  const [first, last] = [ranges[0], ranges.at(-1)];
  return first && last && new vscode.Range(document.positionAt(first.start), document.positionAt(last.end));
}

async function select(document: vscode.TextDocument, selection: vscode.Range): Promise<void> {
  await vscode.window.showTextDocument(document, {
    viewColumn: columnOf(document) ?? vscode.ViewColumn.One,
    selection,
  });
}
