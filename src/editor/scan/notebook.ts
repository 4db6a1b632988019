import * as vscode from 'vscode';
import type { Report } from '../../api/report.ts';
import { wholeReport } from '../../client/client.ts';
import type { JudgedProse } from '../../scan/judged.ts';
import { notesOf, withNotes } from '../../scan/notes.ts';
import type { Rules } from '../../scan/rules.ts';
import type { Prose } from '../../text/prose.ts';
import type { App } from '../app.ts';
import { scanOf } from '../core/markedDocument.ts';
import type { ServiceId } from '../core/reportRef.ts';
import { sentencesIn, TrackedSentences } from '../core/track.ts';
import { withCancel } from '../progress.ts';
import { Configurations } from '../text/configuration.ts';
import {
  checkLength,
  checkText,
  nameOf,
  titleOfFile,
  type Snapshot,
  snapshotOf,
  isUnchanged,
} from '../text/document.ts';
import { nothingLeft } from '../text/judged.ts';
import type { ProseReader } from '../text/prose.ts';
import { UserError } from '../userError.ts';
import { rememberAndAwaitPaint, startSession, scanText } from './session.ts';

/** A cell's prose as a part of the text of all: `prose.text` is that of all cells, the spans are the cell's own. */
interface CellProse {
  document: vscode.TextDocument;
  snapshot: Snapshot;
  prose: Prose;
}

/**
 * Scans the Markdown cells of a notebook as one text, and shows the report: marks in the cells, panel, tree.
 * @throws UserError when there is nothing to scan; ApiError when the service fails; AbortError or CancellationError
 *   when cancelled.
 */
export async function scanNotebook(app: App, notebook: vscode.NotebookDocument): Promise<void> {
  const name = nameOf(notebook.uri);
  const configurations = new Configurations();
  const rules = await configurations.check(notebook.uri);
  const session = await startSession(app, notebook.uri, name, configurations);
  const { service } = session;
  const { fetched, notes, earlier } = await withCancel(
    vscode.l10n.t('Scanning'),
    async (signal) => {
      const { cells, ignored } = await readCells(app.prose, rules, notebook, signal);
      const content = cells[0]?.prose.text ?? '';
      const notes = notesOf({ ignored });
      if (content === '' && ignored.length > 0) throw nothingLeft(name, { ignored });
      if (content === '') {
        throw new UserError(vscode.l10n.t('{0} contains no prose: no Markdown cell has text.', name));
      }
      checkText(name, content);
      checkLength(name, content);
      const text = { content, title: titleOfFile(notebook.uri), wholeFile: notebook.uri };
      return scanText(app, session, text, signal, async (scanned) => {
        const fetched = withNotes(scanned, notes);
        const report = wholeReport(fetched);
        const earlier = cells.flatMap(({ document }) => app.marks.of(document)?.report ?? []);
        if (report) await showMarks(app, service, report, cells, rules);
        return { fetched, notes, earlier: report ? earlier : [] };
      });
    },
    name,
  );
  const file = { uri: notebook.uri, isPart: false, notes };
  await rememberAndAwaitPaint(app, { service, id: fetched.id }, file);
  app.reports.show(fetched, service, vscode.window.activeNotebookEditor?.viewColumn);
  for (const each of earlier) app.reports.closePreview(each);
}

async function showMarks(
  app: App,
  service: ServiceId,
  report: Report,
  cells: readonly CellProse[],
  { severity }: Rules,
): Promise<void> {
  for (const { document, snapshot, prose } of cells) {
    const scored = await sentencesIn(report.result.segments, prose);
    // A cell that was edited meanwhile keeps the marks it had.
    if (document.isClosed || !isUnchanged(document, snapshot)) continue;
    const sentences = new TrackedSentences(snapshot.text, scored);
    app.marks.show(document, scanOf({ service, report, ranges: [], sentences, severity }));
  }
}

/**
 * The notebook that a command is about: the file given by a menu, else what the active tab shows.
 * @returns `undefined` when that is no notebook.
 * @throws UserError when the file can't be opened as a notebook.
 */
export async function notebookToScan(
  file: vscode.Uri | undefined,
): Promise<vscode.NotebookDocument | undefined> {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const uri = file ?? (input instanceof vscode.TabInputNotebook ? input.uri : undefined);
  if (!uri) return undefined;
  const open = vscode.workspace.notebookDocuments.find((each) => each.uri.toString() === uri.toString());
  if (open || !uri.path.endsWith('.ipynb')) return open;
  try {
    const notebook = await vscode.workspace.openNotebookDocument(uri);
    await vscode.window.showNotebookDocument(notebook);
    return notebook;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(vscode.l10n.t('{0} can’t be read: {1}', nameOf(uri), reason));
  }
}

/** The prose of the Markdown cells that is judged, and what of it is left out. */
async function readCells(
  reader: ProseReader,
  rules: Rules,
  notebook: vscode.NotebookDocument,
  signal: AbortSignal,
): Promise<{ cells: CellProse[] } & Pick<JudgedProse, 'ignored'>> {
  const markdown = notebook.getCells().filter(({ kind }) => kind === vscode.NotebookCellKind.Markup);
  const read = [];
  const ignored = [];
  for (const { document } of markdown) {
    const snapshot = snapshotOf(document);
    const judged = await reader.judge(
      { document: snapshot.text, languageId: document.languageId, ranges: [], rules: rules.prose },
      signal,
    );
    ignored.push(...(judged?.ignored ?? []));
    if (judged && judged.prose.text.trim() !== '') read.push({ document, snapshot, prose: judged.prose });
  }
  const whole = read.map(({ prose }) => prose.text).join('\n\n');
  let start = 0;
  const cells = read.map(({ document, snapshot, prose }) => {
    const spans = prose.spans.map((span) => ({ ...span, start: span.start + start }));
    start += prose.text.length + 2;
    return { document, snapshot, prose: { text: whole, spans } };
  });
  return { cells, ignored };
}
