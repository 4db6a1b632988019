import * as vscode from 'vscode';
import type { JudgedProse } from '../../scan/judged.ts';
import { notesOf } from '../../scan/notes.ts';
import type { Rules } from '../../scan/rules.ts';
import type { App } from '../app.ts';
import { Configurations } from '../text/configuration.ts';
import { checkLength, checkText, nameOf } from '../text/document.ts';
import { nothingToJudge } from '../text/judged.ts';
import type { ProseReader } from '../text/prose.ts';
import { UserError } from '../userError.ts';
import { runScan, type ReadText, type EditRecorder } from './job.ts';

/**
 * Scans the Markdown cells of a notebook as one text, and shows the report: marks in the cells, panel, tree.
 * @throws UserError when there is nothing to scan; ApiError when the service fails; AbortError or CancellationError
 *   when cancelled.
 */
export async function scanNotebook(app: App, notebook: vscode.NotebookDocument): Promise<void> {
  const { uri } = notebook;
  const name = nameOf(uri);
  const configurations = new Configurations();
  const rules = await configurations.check(uri);
  await runScan(app, {
    ...{ uri, name, configurations, column: () => vscode.window.activeNotebookEditor?.viewColumn },
    read: async (signal, typing) => {
      const { parts, ignored } = await readCells(app.prose, rules, notebook, signal, typing);
      const content = parts[0]?.prose.text ?? '';
      if (content === '' && ignored.length > 0) throw nothingToJudge(name, { ignored });
      if (content === '') {
        throw new UserError(vscode.l10n.t('{0} contains no prose: no Markdown cell has text.', name));
      }
      checkText(name, content);
      checkLength(name, content);
      return { content, notes: notesOf({ ignored }), severity: rules.severity, parts };
    },
  });
}

/**
 * The notebook for a command: the file that a menu passed, otherwise the active tab.
 * @returns `undefined` if that is not a notebook.
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

/**
 * The judged prose of the Markdown cells, and the ignored passages. Each cell is a part of one text: its `prose.text`
 * is the text of all cells, its spans are only the cell's.
 */
async function readCells(
  reader: ProseReader,
  rules: Rules,
  notebook: vscode.NotebookDocument,
  signal: AbortSignal,
  typing: EditRecorder,
): Promise<Pick<ReadText, 'parts'> & Pick<JudgedProse, 'ignored'>> {
  const markdownCells = notebook.getCells().filter(({ kind }) => kind === vscode.NotebookCellKind.Markup);
  const read = [];
  const ignored = [];
  for (const { document } of markdownCells) {
    const text = document.getText();
    typing.follow(document);
    const judged = await reader.ask(
      { wanted: 'judged', document: text, languageId: document.languageId, ranges: [], rules: rules.prose },
      signal,
    );
    ignored.push(...(judged?.ignored ?? []));
    if (judged && judged.prose.text.trim() !== '') read.push({ document, text, prose: judged.prose });
  }
  const whole = read.map(({ prose }) => prose.text).join('\n\n');
  let start = 0;
  const parts = read.map(({ document, text, prose }) => {
    const spans = prose.spans.map((span) => ({ ...span, start: span.start + start }));
    start += prose.text.length + 2;
    return { document, text, prose: { text: whole, spans }, ranges: [] };
  });
  return { parts, ignored };
}
