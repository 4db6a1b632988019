import * as vscode from 'vscode';
import { wholeReport, type FetchedReport } from '../../client/client.ts';
import { ApiError } from '../../client/errors.ts';
import type { ScanRun } from '../../client/scanRun.ts';
import type { Waiting } from '../../client/untilItAnswers.ts';
import { languageOf } from '../../prose/languageOf.ts';
import type { Prose } from '../../prose/prose.ts';
import { sentencesIn } from '../marks/track.ts';
import { messageOf } from '../present.ts';
import { UserError } from '../userError.ts';
import type { Begun } from './begin.ts';
import { languageIdOf, nameOf, openDocument, textOfFile, titleOfFile } from './document.ts';
import { proseOfText } from './prose.ts';
import { showMarks, type ScanParts } from './scan.ts';
import type { Outcome } from './summary.ts';

/** What the scan of one file among many works with. */
export interface BatchParts extends ScanParts, Begun {
  run: ScanRun;
}

/**
 * Scans one file among many and notes what came out. What is wrong with the file doesn't stop the others.
 * @throws what is wrong with the service; the signal's reason when cancelled.
 */
export async function scanFile(
  parts: BatchParts,
  file: vscode.Uri,
  outcome: Outcome,
  waiting: Omit<Waiting, 'clock'>,
): Promise<void> {
  const read = await readFile(parts, file, waiting.signal);
  if (read instanceof UserError) {
    outcome.skipped.push(read.message);
    return;
  }
  const name = nameOf(file);
  const scan = { content: read.prose.text, title: titleOfFile(file), ...parts.fields };
  try {
    const fetched = await parts.run.scan(parts.client, scan, waiting);
    if (fetched === 'unknown') outcome.failed.push(lostAnswer(name));
    else await take(parts, file, read, fetched, outcome);
  } catch (error) {
    if (!isOfTheText(error)) throw error;
    outcome.failed.push(vscode.l10n.t('{0} could not be scanned: {1}', name, messageOf(error)));
  }
}

interface Read {
  text: string;
  prose: Prose;
}

/** @returns the error where there is something wrong with the file. */
async function readFile(
  { prose: reader }: ScanParts,
  file: vscode.Uri,
  signal: AbortSignal,
): Promise<Read | UserError> {
  const name = nameOf(file);
  try {
    const text = await textOfFile(file);
    const document = openDocument(file);
    const languageId = document ? languageIdOf(document) : languageOf(file.path);
    return { text, prose: await proseOfText(reader, name, text, languageId, signal) };
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
}

/** Shows what the service found, as far as that can be shown. */
async function take(
  { host, marks, files }: BatchParts,
  file: vscode.Uri,
  { text, prose }: Read,
  fetched: FetchedReport,
  outcome: Outcome,
): Promise<void> {
  await files.remember(fetched.id, { uri: file, isPart: false });
  const report = wholeReport(fetched);
  if (!report) {
    outcome.failed.push(
      vscode.l10n.t('{0} was scanned, but the service sent no result that Inkling can read.', nameOf(file)),
    );
    return;
  }
  outcome.scanned.push({ id: report.id, verdict: report.result.verdict });
  const document = openDocument(file);
  if (document?.getText() !== text) return;
  const scored = await sentencesIn(report.result.segments, prose);
  if (document.getText() === text) showMarks(marks, document, { text, ranges: [], scored, report, host });
}

/** A text that is too large, or that ends the worker each time. */
function isOfTheText(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'tooLarge' || error.code === 'workerDied');
}

function lostAnswer(name: string): string {
  return vscode.l10n.t(
    'The answer for {0} was lost, and the service doesn’t tell whether it stored a report. Look into the list before you scan it again.',
    name,
  );
}
