import * as vscode from 'vscode';
import type { Verdict } from '../../api/report.ts';
import type { App } from '../app.ts';

/** What became of many files. */
export interface Outcome {
  /** Of those that were scanned. */
  verdicts: Verdict[];
  /** Why each of the others was not, in a sentence that names it. */
  skipped: string[];
  /** How many were no documents, and were not tried. */
  leftOut: number;
  /** How many there were to scan. */
  files: number;
}

/** Says in one message what came out, with ways to the reports and to what was skipped. */
export async function tellOutcome(app: App, outcome: Outcome): Promise<void> {
  const { verdicts, skipped } = outcome;
  for (const reason of skipped) app.log.warn(reason);
  const message = sentencesOf(outcome).join(' ');
  app.log.info(message);
  const showReports = vscode.l10n.t('Show Reports');
  const showSkipped = vscode.l10n.t('Show Skipped');
  const chosen = await vscode.window.showInformationMessage(
    message,
    ...(verdicts.length > 0 ? [showReports] : []),
    ...(skipped.length > 0 ? [showSkipped] : []),
  );
  if (chosen === showReports) await vscode.commands.executeCommand('inkling.reports.focus');
  if (chosen === showSkipped) app.log.show();
}

function sentencesOf({ verdicts, skipped, leftOut, files }: Outcome): string[] {
  const sentences = [
    verdicts.length === files
      ? vscode.l10n.t('Scanned {0} files.', files)
      : vscode.l10n.t('Scanned {0} of {1} files.', verdicts.length, files),
  ];
  const count = (verdict: Verdict): number => verdicts.filter((given) => given === verdict).length;
  const parts = [
    { count: count('ai'), words: (n: number) => vscode.l10n.t('{0} read like AI', n) },
    { count: count('mixed'), words: (n: number) => vscode.l10n.t('{0} in parts', n) },
    { count: count('human'), words: (n: number) => vscode.l10n.t('{0} read human', n) },
    { count: count('uncertain'), words: (n: number) => vscode.l10n.t('{0} can’t be told', n) },
  ].flatMap(({ count: n, words }) => (n > 0 ? [words(n)] : []));
  if (parts.length > 0) sentences.push(`${parts.join(', ')}.`);
  if (skipped.length > 0) {
    sentences.push(vscode.l10n.t('{0} were skipped: no prose, not text, or not readable.', skipped.length));
  }
  if (leftOut > 0) {
    sentences.push(
      vscode.l10n.t('{0} others are code or data: select them to scan their comments.', leftOut),
    );
  }
  return sentences;
}
