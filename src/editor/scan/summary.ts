import * as vscode from 'vscode';
import type { Verdict } from '../../api/report.ts';
import { csvTable, sectionsOf, type CsvFile, type JudgedSection } from '../../report/formats/csv.ts';
import type { App } from '../app.ts';
import { setContextKey } from '../contextKeys.ts';
import type { ServiceId } from '../core/reportRef.ts';
import { clientFor, runAction, showWithActions } from '../errors.ts';
import { withCancel } from '../progress.ts';
import { writeFile } from '../text/document.ts';
import { commandAction, type Action } from '../userError.ts';

export interface FileOutcome {
  /** The file's row of the table: how it reads, or a sentence that says why it has no verdict. */
  row: CsvFile;
  /** The id of its report, if it has a verdict. */
  report?: string;
  /** Whether it can't be scanned, so that nothing was sent. */
  isSkipped?: boolean;
  isGuessed?: boolean;
  /** Whether the service may have stored its report twice. */
  mayBeDuplicate?: boolean;
}

/** The outcome of a scan of many files. */
export interface Outcome {
  service: ServiceId;
  project: string | undefined;
  /** For each file whose scan was attempted. */
  results: readonly FileOutcome[];
  /** The number of files to scan. */
  files: number;
  /** The number of files that were not documents, so that no scan was attempted. */
  leftOut: number;
}

/**
 * Reports the outcome in one message, with links to the reports and to the skipped files. The message disappears after
 * some seconds, so the links stay in the status bar and in the list's filter until the next scan of many files.
 * @param goOn scans the remaining files, if any.
 */
export async function showOutcome(app: App, outcome: Outcome, goOn?: () => Promise<void>): Promise<void> {
  for (const problem of outcome.results.flatMap(problemsOf)) app.log.warn(problem);
  const message = sentencesOf(outcome).join(' ');
  app.log.info(message);
  const actions = actionsAfter(app, outcome, goOn);
  rememberOutcome(app, message, actions, outcome.results.filter(isScanned).length);
  await showWithActions(app, vscode.window.showInformationMessage, message, actions);
}

/** Offers the actions of the last scan of many files. */
export async function showLastOutcome(app: App): Promise<void> {
  const actions = last?.actions ?? [];
  const picked = await vscode.window.showQuickPick(
    actions.map(({ title }) => title),
    {
      title: vscode.l10n.t('Last Scan'),
      placeHolder: last?.message ?? vscode.l10n.t('None in this window yet.'),
    },
  );
  await runAction(app, actions, picked);
}

/** The message and actions of the last scan of many files. */
let last: { message: string; actions: readonly Action[] } | undefined;
let statusBarItem: vscode.StatusBarItem | undefined;

function rememberOutcome(app: App, message: string, actions: readonly Action[], scanned: number): void {
  last = { message, actions };
  setContextKey('inkling.hasLastScan', true);
  if (!statusBarItem) {
    statusBarItem = vscode.window.createStatusBarItem(
      'inkling.lastScan',
      vscode.StatusBarAlignment.Right,
      88,
    );
    statusBarItem.name = vscode.l10n.t('Inkling Last Scan');
    statusBarItem.command = 'inkling.showLastScan';
    app.context.subscriptions.push(statusBarItem);
  }
  const text = scanned === 1 ? vscode.l10n.t('1 file scanned') : vscode.l10n.t('{0} files scanned', scanned);
  statusBarItem.text = `$(checklist) ${text}`;
  statusBarItem.tooltip = [message, vscode.l10n.t('Select for more actions.')].join('\n');
  statusBarItem.accessibilityInformation = { label: `Inkling: ${message}`, role: 'button' };
  statusBarItem.show();
}

function isScanned({ row }: FileOutcome): boolean {
  return !('problem' in row);
}

function problemsOf({ row, mayBeDuplicate = false }: FileOutcome): string[] {
  const duplicate = vscode.l10n.t(
    'A response for {0} was lost, so Inkling retried. The service may have stored two reports of it. Check the list.',
    row.file,
  );
  return [...('problem' in row ? [row.problem] : []), ...(mayBeDuplicate ? [duplicate] : [])];
}

function countOf({ results }: Outcome, verdict: Verdict): number {
  return results.filter(({ row }) => !('problem' in row) && row.result.verdict === verdict).length;
}

function actionsAfter(app: App, outcome: Outcome, goOn: (() => Promise<void>) | undefined): Action[] {
  const { results, service, project } = outcome;
  const ids = new Set(results.flatMap(({ report }) => report ?? []));
  const show = (title: string, verdict: Verdict | null): Action =>
    commandAction(title, 'inkling.showScanned', { service, ids, project }, verdict);
  const actions: Action[] = [];
  if (goOn) actions.push({ title: vscode.l10n.t('Scan the Rest'), run: goOn });
  actions.push(...showFlagged(outcome, show));
  if (ids.size > 0) actions.push(show(vscode.l10n.t('Show Reports'), null));
  if (results.length > 0) {
    const run = (): Promise<void> => saveTable(app, service, results);
    actions.push({ title: vscode.l10n.t('Save Scan As…'), run });
  }
  if (results.some((result) => problemsOf(result).length > 0))
    actions.push(commandAction(vscode.l10n.t('Show Skipped'), 'inkling.showLog'));
  return actions;
}

/** The action that shows the most important reports: texts that read like AI or, without any, texts with such parts. */
function showFlagged(outcome: Outcome, show: (title: string, verdict: Verdict) => Action): Action[] {
  const [ai, mixed] = [countOf(outcome, 'ai'), countOf(outcome, 'mixed')];
  if (ai === 1) return [show(vscode.l10n.t('Show Flagged'), 'ai')];
  if (ai > 1) return [show(vscode.l10n.t('Show Flagged ({0})', ai), 'ai')];
  if (mixed === 1) return [show(vscode.l10n.t('Show Partly Flagged'), 'mixed')];
  if (mixed > 1) return [show(vscode.l10n.t('Show Partly Flagged ({0})', mixed), 'mixed')];
  return [];
}

function sentencesOf(outcome: Outcome): string[] {
  const { results, leftOut, files } = outcome;
  const count = (is: (result: FileOutcome) => boolean | undefined): number => results.filter(is).length;
  const scanned = count(isScanned);
  const skipped = count(({ isSkipped }) => isSkipped);
  const failed = results.length - scanned - skipped;
  const duplicates = count(({ mayBeDuplicate }) => mayBeDuplicate);
  const guessed = count(({ isGuessed }) => isGuessed);
  const sentences = [
    scanned !== files
      ? vscode.l10n.t('Scanned {0} of {1} files.', scanned, files)
      : files === 1
        ? vscode.l10n.t('Scanned 1 file.')
        : vscode.l10n.t('Scanned {0} files.', files),
  ];
  // `mixed` comes after `ai`, because the message says "3 read like AI, 2 in parts".
  const words: Record<Verdict, (n: number) => string> = {
    ai: (n) => (n === 1 ? vscode.l10n.t('1 reads like AI') : vscode.l10n.t('{0} read like AI', n)),
    mixed: (n) => vscode.l10n.t('{0} in parts', n),
    human: (n) =>
      n === 1 ? vscode.l10n.t('1 reads like a person') : vscode.l10n.t('{0} read like a person', n),
    uncertain: (n) => vscode.l10n.t('{0} unclear', n),
  };
  const counts = (Object.keys(words) as Verdict[]).flatMap((verdict) => {
    const n = countOf(outcome, verdict);
    return n > 0 ? [words[verdict](n)] : [];
  });
  if (counts.length > 0) sentences.push(`${counts.join(', ')}.`);
  if (skipped > 0) sentences.push(vscode.l10n.t('{0} skipped (see the log).', skipped));
  if (failed > 0) sentences.push(vscode.l10n.t('{0} could not be scanned (see the log).', failed));
  if (duplicates > 0) sentences.push(vscode.l10n.t('{0} may be stored twice (see the log).', duplicates));
  if (guessed > 0) sentences.push(vscode.l10n.t('{0} not UTF-8: read as Windows-1252 (Latin-1).', guessed));
  if (leftOut > 0) {
    sentences.push(
      leftOut === 1
        ? vscode.l10n.t('1 file is code or data. Select it to scan its comments.')
        : vscode.l10n.t('{0} files are code or data. Select them to scan their comments.', leftOut),
    );
  }
  return sentences;
}

/**
 * Saves the results as a table for spreadsheets. It contains sections only for scans on this machine: sections are
 * judged here, and another service may use a different model.
 * @throws UserError when the file can't be written; ApiError when a report can't be read; CancellationError.
 */
async function saveTable(app: App, service: ServiceId, results: readonly FileOutcome[]): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const title = vscode.l10n.t('Save Scan As');
  const target = await vscode.window.showSaveDialog({
    title,
    filters: { CSV: ['csv'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, 'inkling-scan.csv') }),
  });
  if (!target) return;
  const rows = await withCancel(title, async (signal) => {
    const rows: CsvFile[] = [];
    for (const { row, report } of results) {
      const isJudgedHere = service === null && report !== undefined;
      rows.push(isJudgedHere ? { ...row, sections: await sectionsIn(app, report, signal) } : row);
    }
    return rows;
  });
  await writeFile(target, csvTable(rows, app.language));
  vscode.window.setStatusBarMessage(vscode.l10n.t('Scan saved.'), 4000);
}

async function sectionsIn(app: App, id: string, signal: AbortSignal): Promise<JudgedSection[]> {
  const { content } = await clientFor(app, null).getReport(id, { signal });
  const judged: JudgedSection[] = [];
  for (const { heading, start, end } of sectionsOf(content ?? '')) {
    const text = { document: 'sections', content: content!.slice(start, end) };
    const { words, result } = await app.detectEdited(text, signal);
    judged.push({ heading, words, result });
  }
  return judged;
}
