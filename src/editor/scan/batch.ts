import * as vscode from 'vscode';
import type { Verdict } from '../../api/report.ts';
import { wholeReport } from '../../client/client.ts';
import { sentencesIn } from '../marks/track.ts';
import { languageOf } from '../../prose/languageOf.ts';
import { withCancel, type Step } from '../progress.ts';
import { UserError } from '../userError.ts';
import { beginScan, type Begun } from './begin.ts';
import { languageIdOf, nameOf, openDocument, textOfFile } from './document.ts';
import { proseOfText } from './prose.ts';
import { showMarks, type ScanParts } from './scan.ts';
import { tellOutcome, type Outcome } from './summary.ts';

/** More than this is asked about first: each leaves a report. */
const manyFiles = 200;

/**
 * Scans files one after the other and tells in one message what came out. What was scanned before a failure or a
 * cancel stays, and is told as well. Open documents get their marks; no panel opens.
 * @param leftOut how many files that were meant, too, are no documents.
 * @throws ApiError when the service fails; an AbortError when cancelled.
 */
export async function scanFiles(parts: ScanParts, files: readonly vscode.Uri[], leftOut = 0): Promise<void> {
  if (files.length > manyFiles && !(await confirmMany(files.length))) return;
  const begun = await beginScan(parts.app, files[0], vscode.l10n.t('{0} files', files.length));
  const outcome: Outcome = { verdicts: [], skipped: [], leftOut, files: files.length };
  try {
    await withCancel(vscode.l10n.t('Inkling: scanning'), async (signal, tell) => {
      for (const [i, file] of files.entries()) {
        tell(stepOf(i, files));
        await scanOne({ ...parts, ...begun }, file, outcome, signal);
      }
    });
  } finally {
    if (outcome.verdicts.length > 0) parts.app.reportsChanged();
    void tellOutcome(parts.app, outcome);
  }
}

type BatchParts = ScanParts & Begun;

async function scanOne(
  parts: BatchParts,
  file: vscode.Uri,
  outcome: Outcome,
  signal: AbortSignal,
): Promise<void> {
  try {
    outcome.verdicts.push(await scanFile(parts, file, signal));
  } catch (error) {
    // What is wrong with one file doesn't stop the others. What is wrong with the service does.
    if (!(error instanceof UserError)) throw error;
    outcome.skipped.push(error.message);
  }
}

async function scanFile(
  { client, host, fields, marks, files, prose: reader }: BatchParts,
  file: vscode.Uri,
  signal: AbortSignal,
): Promise<Verdict> {
  const name = nameOf(file);
  const text = await textOfFile(file);
  const document = openDocument(file);
  const languageId = document ? languageIdOf(document) : languageOf(name);
  const prose = await proseOfText(reader, name, text, languageId, signal);
  const fetched = await client.scan(
    { content: prose.text, title: name.slice(0, 255), ...fields },
    { signal },
  );
  await files.remember(fetched.id, { uri: file, isPart: false });
  const report = wholeReport(fetched);
  if (!report) {
    throw new UserError(
      vscode.l10n.t('{0} was scanned, but the service sent no result that Inkling can read.', name),
    );
  }
  if (document) {
    const scored = await sentencesIn(report.result.segments, prose);
    if (document.getText() === text) showMarks(marks, document, { text, ranges: [], scored, report, host });
  }
  return report.result.verdict;
}

function stepOf(i: number, files: readonly vscode.Uri[]): Step {
  const file = files[i]!;
  return {
    message: vscode.l10n.t('{0} of {1}: {2}', i + 1, files.length, vscode.workspace.asRelativePath(file)),
    increment: i === 0 ? 0 : 100 / files.length,
  };
}

async function confirmMany(count: number): Promise<boolean> {
  const scan = vscode.l10n.t('Scan {0} Files', count);
  const chosen = await vscode.window.showWarningMessage(
    vscode.l10n.t('Scan {0} files?', count),
    { modal: true, detail: vscode.l10n.t('Each of them leaves a report. You can cancel at any time.') },
    scan,
  );
  return chosen === scan;
}
