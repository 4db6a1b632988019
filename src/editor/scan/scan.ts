import * as vscode from 'vscode';
import { documentKindOf } from '../../prose/languageOf.ts';
import { notesOf } from '../../scan/notes.ts';
import type { Rules } from '../../scan/rules.ts';
import { countWords } from '../../text/words.ts';
import type { App } from '../app.ts';
import { Configurations } from '../text/configuration.ts';
import { columnOf, nameOf } from '../text/document.ts';
import { judgedFile, judgedText, nothingToJudge } from '../text/judged.ts';
import { checkLength, checkText, documentToScan, readOrExplain, textOfDocument } from '../text/sourceText.ts';
import { UserError } from '../userError.ts';
import { runScan, type TextToScan } from './job.ts';

/**
 * Finds the text of a scan: a notebook, an office file or a document.
 * @param file the one that a menu passed; without it, the active tab's is used.
 * @returns a function that scans it and shows the report, and can be called again after a failure.
 * @throws UserError when there is no such text, or it can't be opened.
 */
export async function scanOfFile(app: App, file: vscode.Uri | undefined): Promise<() => Promise<void>> {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const isOther = input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputNotebook;
  const shown = file ?? (isOther ? input.uri : undefined);
  if (shown && documentKindOf(shown.path)) return () => scanOfficeFile(app, shown);
  const notebook = shown && (await openNotebook(shown));
  if (notebook) return () => scanNotebook(app, notebook);
  const document = await documentToScan(file);
  return () => scanDocument(app, document, []);
}

/** Scans the selections in the active editor, and shows the report. Throws as `scanDocument` does. */
export async function scanSelection(app: App): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const selections = editor?.selections.filter((selection) => !selection.isEmpty) ?? [];
  if (!editor || selections.length === 0) {
    throw new UserError(
      vscode.l10n.t('Nothing is selected. Select some sentences, or run Scan File for the whole text.'),
    );
  }
  await scanDocument(app, editor.document, selections);
}

/**
 * Scans the prose of a document, or of the selections in it, and shows the report.
 * @param isAll whether to include what the baseline and git's dates exclude.
 * @throws UserError when there is nothing to scan; ApiError when the service fails; AbortError or CancellationError
 * when cancelled.
 */
async function scanDocument(
  app: App,
  document: vscode.TextDocument,
  selections: readonly vscode.Range[],
  isAll = false,
): Promise<void> {
  const { uri } = document;
  const rules = await new Configurations().check(uri);
  let source = await textOfDocument(document, selections);
  if (columnOf(document) === undefined) await vscode.window.showTextDocument(document);
  const scanAll = {
    title: vscode.l10n.t('Scan All'),
    run: () => scanDocument(app, document, selections, true),
  };
  await runScan(app, { uri, rules, isPart: selections.length > 0 }, async (signal) => {
    // The text is read again only if it was edited while questions were open.
    if (source.version !== document.version) source = await textOfDocument(document, selections);
    const judged = await judgedText(app.prose, rules, source, signal, { isAll, scanAll });
    return { ...judged, content: judged.prose.text, parts: [judged] };
  });
}

/** Scans a file without a text editor, such as a PDF, and shows its report. Throws as `scanDocument` does. */
async function scanOfficeFile(app: App, uri: vscode.Uri): Promise<void> {
  const configurations = new Configurations();
  const rules = await configurations.check(uri);
  await runScan(app, { uri, rules }, async (signal) => {
    const judged = await judgedFile(app, configurations, uri, signal);
    return { ...judged, content: judged.prose.text, parts: [judged] };
  });
}

/** Shorter texts get no verdict on this machine (detector/verdict.ts), so they should not create a report. */
const minWords = 60;

/** Scans the text in the clipboard and shows its report. Throws as `scanDocument` does. */
export async function scanClipboard(app: App): Promise<void> {
  const content = await vscode.env.clipboard.readText();
  if (content.trim() === '') {
    throw new UserError(vscode.l10n.t('The clipboard contains no text. Copy some prose, then scan it.'));
  }
  const words = countWords(content);
  if (app.host === null && words < minWords) {
    throw new UserError(
      vscode.l10n.t(
        'Too short: the clipboard has {0} words, and a verdict needs at least {1}. Nothing was stored.',
        words,
        minWords,
      ),
    );
  }
  const name = vscode.l10n.t('Clipboard');
  checkText(name, content);
  checkLength(name, content);
  await runScan(app, {}, () =>
    Promise.resolve({ content, notes: undefined, severity: undefined, parts: [] }),
  );
}

/** Opens the file as a notebook; `undefined` for another kind of file. @throws UserError if it is damaged. */
async function openNotebook(uri: vscode.Uri): Promise<vscode.NotebookDocument | undefined> {
  const open = vscode.workspace.notebookDocuments.find((each) => each.uri.toString() === uri.toString());
  if (open || !uri.path.endsWith('.ipynb')) return open;
  const notebook = await readOrExplain(uri, vscode.workspace.openNotebookDocument(uri));
  await vscode.window.showNotebookDocument(notebook);
  return notebook;
}

/** Scans the Markdown cells of a notebook as one text, and shows the report. Throws as `scanDocument` does. */
async function scanNotebook(app: App, notebook: vscode.NotebookDocument): Promise<void> {
  const { uri } = notebook;
  const rules = await new Configurations().check(uri);
  await runScan(app, { uri, rules }, (signal) => textOfNotebook(app, rules, notebook, signal));
}

/**
 * The prose of the Markdown cells. In each part, `prose.text` is the text of all cells, but the spans are only its
 * cell's.
 */
async function textOfNotebook(
  app: App,
  rules: Rules,
  notebook: vscode.NotebookDocument,
  signal: AbortSignal,
): Promise<TextToScan> {
  const name = nameOf(notebook.uri);
  const markdownCells = notebook.getCells().filter(({ kind }) => kind === vscode.NotebookCellKind.Markup);
  const read = [];
  const ignored = [];
  for (const { document } of markdownCells) {
    const { uri, version, languageId } = document;
    const text = document.getText();
    const judged = await app.prose.ask(
      { wanted: 'judged', document: text, languageId, ranges: [], rules: rules.prose },
      signal,
    );
    ignored.push(...(judged?.ignored ?? []));
    if (judged && judged.prose.text.trim() !== '')
      read.push({ uri, document, version, text, prose: judged.prose });
  }
  const content = read.map(({ prose }) => prose.text).join('\n\n');
  if (content === '') {
    throw ignored.length > 0
      ? nothingToJudge(name, ignored)
      : new UserError(vscode.l10n.t('{0} contains no prose: no Markdown cell has text.', name));
  }
  checkText(name, content);
  checkLength(name, content);
  let start = 0;
  const parts = read.map(({ prose, ...cell }) => {
    const spans = prose.spans.map((span) => ({ ...span, start: span.start + start }));
    start += prose.text.length + 2;
    return { ...cell, prose: { text: content, spans }, ranges: [] };
  });
  return { content, notes: notesOf({ ignored }), severity: rules.severity, parts };
}
