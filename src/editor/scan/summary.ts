import * as vscode from 'vscode';
import type { Verdict } from '../../api/report.ts';
import type { App } from '../app.ts';
import { setContextKey } from '../contextKeys.ts';
import type { ServiceId } from '../core/reportRef.ts';
import { runAction, showWithActions } from '../errors.ts';
import type { ScanRow } from './saveScan.ts';
import { commandAction, type Action } from '../userError.ts';

/** The outcome of a scan of many files. */
export interface Outcome {
  /** The service that scanned them. */
  service: ServiceId;
  /** The reports of the scanned files. */
  scanned: { id: string; verdict: Verdict }[];
  /** A table row for each file whose scan was attempted. */
  rows: ScanRow[];
  /** The project of the reports; `undefined` for none. */
  project: string | undefined;
  /** For each file that can't be scanned, a sentence with its name and the reason. */
  skipped: string[];
  /** For each file whose scan failed, a sentence with its name and the error. */
  failed: string[];
  /** For each report that the service may have stored twice, a sentence with the file's name. */
  twice: string[];
  /** The number of scanned files whose encoding was guessed. */
  guessed: number;
  /** The number of files that were not documents, so that no scan was attempted. */
  leftOut: number;
  /** The number of files to scan. */
  files: number;
}

/**
 * Reports the outcome in one message, with links to the reports and to the skipped files. The message disappears after
 * some seconds, so the links stay in the status bar and in the list's filter until the next scan of many files.
 * @param goOn scans the remaining files, if any.
 */
export async function showOutcome(app: App, outcome: Outcome, goOn?: () => Promise<void>): Promise<void> {
  const reasons = [...outcome.skipped, ...outcome.failed, ...outcome.twice];
  for (const reason of reasons) app.log.warn(reason);
  const message = sentencesOf(outcome).join(' ');
  app.log.info(message);
  const actions = actionsAfter(app, outcome, reasons.length > 0, goOn);
  rememberOutcome(app, { message, actions, scanned: outcome.scanned.length });
  await showWithActions(app, vscode.window.showInformationMessage, message, actions);
}

/** Offers the actions of the last scan of many files. */
export async function showLastOutcome(app: App): Promise<void> {
  const actions: readonly Action[] = kept?.actions ?? [];
  const picked = await vscode.window.showQuickPick(
    actions.map(({ title }) => title),
    {
      title: vscode.l10n.t('Last Scan'),
      placeHolder: kept?.message ?? vscode.l10n.t('None in this window yet.'),
    },
  );
  await runAction(app, actions, picked);
}

/** The message and actions of the last scan of many files. */
interface Kept {
  message: string;
  actions: readonly Action[];
  /** How many files were scanned. */
  scanned: number;
}
let kept: Kept | undefined;
let statusBarItem: vscode.StatusBarItem | undefined;

function rememberOutcome(app: App, outcome: Kept): void {
  kept = outcome;
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
  const { scanned } = outcome;
  const text = scanned === 1 ? vscode.l10n.t('1 file scanned') : vscode.l10n.t('{0} files scanned', scanned);
  statusBarItem.text = `$(checklist) ${text}`;
  statusBarItem.tooltip = [outcome.message, vscode.l10n.t('Select for more actions.')].join('\n');
  statusBarItem.accessibilityInformation = { label: `Inkling: ${outcome.message}`, role: 'button' };
  statusBarItem.show();
}

function actionsAfter(
  app: App,
  { scanned, rows, service, project }: Outcome,
  hasReasons: boolean,
  resume: (() => Promise<void>) | undefined,
): Action[] {
  const alarming = mostSuspicious(scanned);
  const reports = { service, ids: new Set(scanned.map(({ id }) => id)), project };
  const show = (title: string, verdict: Verdict | null): Action =>
    commandAction(title, 'inkling.showScanned', reports, verdict);
  return [
    ...(resume ? [{ title: vscode.l10n.t('Scan the Rest'), run: resume }] : []),
    ...(alarming ? [show(alarming.title, alarming.verdict)] : []),
    ...(scanned.length > 0 ? [show(vscode.l10n.t('Show Reports'), null)] : []),
    ...(rows.length > 0
      ? [
          {
            title: vscode.l10n.t('Save Scan As…'),
            run: async () => {
              const { saveScan } = await import('./saveScan.ts');
              await saveScan(app, service, rows);
            },
          },
        ]
      : []),
    ...(hasReasons
      ? [
          {
            title: vscode.l10n.t('Show Skipped'),
            run: () => {
              app.log.show();
            },
          },
        ]
      : []),
  ];
}

/**
 * The most important reports, and the label of their button: texts that read like AI, or else those with parts that
 * do.
 */
function mostSuspicious(scanned: Outcome['scanned']): { verdict: Verdict; title: string } | undefined {
  const count = (verdict: Verdict): number => scanned.filter((report) => report.verdict === verdict).length;
  const [ai, mixed] = [count('ai'), count('mixed')];
  if (ai === 1) return { verdict: 'ai', title: vscode.l10n.t('Show Flagged') };
  if (ai > 1) return { verdict: 'ai', title: vscode.l10n.t('Show Flagged ({0})', ai) };
  if (mixed === 1) return { verdict: 'mixed', title: vscode.l10n.t('Show Partly Flagged') };
  if (mixed > 1) return { verdict: 'mixed', title: vscode.l10n.t('Show Partly Flagged ({0})', mixed) };
  return undefined;
}

function sentencesOf({ scanned, skipped, failed, twice, guessed, leftOut, files }: Outcome): string[] {
  const sentences = [
    scanned.length !== files
      ? vscode.l10n.t('Scanned {0} of {1} files.', scanned.length, files)
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
    const n = scanned.filter((report) => report.verdict === verdict).length;
    return n > 0 ? [words[verdict](n)] : [];
  });
  if (counts.length > 0) sentences.push(`${counts.join(', ')}.`);
  if (skipped.length > 0) {
    sentences.push(vscode.l10n.t('{0} skipped (see the log).', skipped.length));
  }
  if (failed.length > 0) {
    sentences.push(vscode.l10n.t('{0} could not be scanned (see the log).', failed.length));
  }
  if (twice.length > 0) {
    sentences.push(vscode.l10n.t('{0} may be stored twice (see the log).', twice.length));
  }
  if (guessed > 0) {
    sentences.push(vscode.l10n.t('{0} not UTF-8: read as Windows-1252 (Latin-1).', guessed));
  }
  if (leftOut > 0) {
    sentences.push(
      leftOut === 1
        ? vscode.l10n.t('1 file is code or data. Select it to scan its comments.')
        : vscode.l10n.t('{0} files are code or data. Select them to scan their comments.', leftOut),
    );
  }
  return sentences;
}
