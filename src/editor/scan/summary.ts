import * as vscode from 'vscode';
import type { Verdict } from '../../api/report.ts';
import type { App } from '../app.ts';
import { showError } from '../present.ts';

/** What became of many files. */
export interface Outcome {
  /** Of those that were scanned. */
  verdicts: Verdict[];
  /** Why each of those was not that can't be, in a sentence that names it. */
  skipped: string[];
  /** What went wrong with each of those that could have been, in a sentence that names it. */
  failed: string[];
  /** Which of the scanned ones the service may have stored twice, in a sentence that names each. */
  twice: string[];
  /** How many were no documents, and were not tried. */
  leftOut: number;
  /** How many there were to scan. */
  files: number;
}

/**
 * Says in one message what came out, with ways to the reports and to what was skipped.
 * @param goOn scans the rest, where there is one.
 */
export async function tellOutcome(app: App, outcome: Outcome, goOn?: () => Promise<void>): Promise<void> {
  const { verdicts } = outcome;
  const reasons = [...outcome.skipped, ...outcome.failed, ...outcome.twice];
  for (const reason of reasons) app.log.warn(reason);
  const message = sentencesOf(outcome).join(' ');
  app.log.info(message);
  const scanRest = vscode.l10n.t('Scan the Rest');
  const showReports = vscode.l10n.t('Show Reports');
  const showSkipped = vscode.l10n.t('Show Skipped');
  const chosen = await vscode.window.showInformationMessage(
    message,
    ...(goOn ? [scanRest] : []),
    ...(verdicts.length > 0 ? [showReports] : []),
    ...(reasons.length > 0 ? [showSkipped] : []),
  );
  if (chosen === scanRest && goOn) await goOn().catch((error: unknown) => showError(app, error));
  if (chosen === showReports) await vscode.commands.executeCommand('inkling.reports.focus');
  if (chosen === showSkipped) app.log.show();
}

function sentencesOf({ verdicts, skipped, failed, twice, leftOut, files }: Outcome): string[] {
  const sentences = [
    verdicts.length === files
      ? vscode.l10n.t('Scanned {0} files.', files)
      : vscode.l10n.t('Scanned {0} of {1} files.', verdicts.length, files),
  ];
  // `mixed` is read as "3 read like AI, 2 in parts": so it stands behind `ai`.
  const words: Record<Verdict, (n: number) => string> = {
    ai: (n) => vscode.l10n.t('{0} read like AI', n),
    mixed: (n) => vscode.l10n.t('{0} in parts', n),
    human: (n) => vscode.l10n.t('{0} read like a person', n),
    uncertain: (n) => vscode.l10n.t('{0} can’t be told', n),
  };
  const counts = (Object.keys(words) as Verdict[]).flatMap((verdict) => {
    const n = verdicts.filter((given) => given === verdict).length;
    return n > 0 ? [words[verdict](n)] : [];
  });
  if (counts.length > 0) sentences.push(`${counts.join(', ')}.`);
  if (skipped.length > 0) {
    sentences.push(vscode.l10n.t('{0} were skipped: no prose, not text, or not readable.', skipped.length));
  }
  if (failed.length > 0) {
    sentences.push(vscode.l10n.t('{0} could not be scanned; the log says why.', failed.length));
  }
  if (twice.length > 0) {
    sentences.push(vscode.l10n.t('{0} may be stored twice; the log says why.', twice.length));
  }
  if (leftOut > 0) {
    sentences.push(
      vscode.l10n.t('{0} others are code or data: select them to scan their comments.', leftOut),
    );
  }
  return sentences;
}
