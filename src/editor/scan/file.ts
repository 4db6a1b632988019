import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { wholeReport, type FetchedReport } from '../../client/client.ts';
import { ApiError } from '../../client/errors.ts';
import { longRetry, type RetryOptions } from '../../client/retry.ts';
import { scanWithRetry } from '../../client/scanWithRetry.ts';
import { languageOf } from '../../prose/languageOf.ts';
import type { Prose } from '../../prose/text/prose.ts';
import { sentencesIn } from '../core/track.ts';
import { messageOf } from '../present.ts';
import { UserError } from '../userError.ts';
import type { Begun } from './begin.ts';
import { languageIdOf, nameOf, openDocument, textOfFile, titleOfFile } from '../text/document.ts';
import { proseOfText } from '../text/prose.ts';
import { showMarks, type ScanParts } from './scan.ts';
import type { Outcome } from './summary.ts';

/** What the scan of one file among many works with. */
export interface BatchParts extends ScanParts, Begun {
  /** Names the run, so that a file of it that is sent again by the same service is stored once. */
  runId: string;
}

/**
 * Scans one file among many and notes what came out. What is wrong with the file doesn't stop the others.
 * @throws what is wrong with the service; the signal's reason when cancelled.
 */
export async function scanFile(
  parts: BatchParts,
  file: vscode.Uri,
  outcome: Outcome,
  waiting: Pick<RetryOptions, 'signal' | 'onWait'>,
): Promise<void> {
  const read = await readFile(parts, file, waiting.signal);
  if (read instanceof UserError) {
    outcome.skipped.push(read.message);
    return;
  }
  const name = nameOf(file);
  const scan = { content: read.prose.text, title: titleOfFile(file), ...parts.fields };
  try {
    const { report, mayBeTwice } = await scanWithRetry(parts.client, scan, {
      ...waiting,
      policy: longRetry,
      idempotencyKey: keyOf(parts.runId, file, scan.content),
    });
    if (mayBeTwice) outcome.twice.push(storedTwice(name));
    await take(parts, file, read, report, outcome);
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
  { service, marks, files }: BatchParts,
  file: vscode.Uri,
  { text, prose }: Read,
  fetched: FetchedReport,
  outcome: Outcome,
): Promise<void> {
  await files.remember({ service, id: fetched.id }, { uri: file, isPart: false });
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
  if (document.getText() === text) showMarks(marks, document, { text, ranges: [], scored, report, service });
}

/** A text that is too large, or that ends the worker each time. */
function isOfTheText(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'tooLarge' || error.code === 'workerDied');
}

/** Another for a file that was edited before the rest of the run was scanned. */
function keyOf(runId: string, file: vscode.Uri, content: string): string {
  return createHash('sha256').update(`${runId} ${file.toString()}\n`).update(content).digest('base64url');
}

function storedTwice(name: string): string {
  return vscode.l10n.t(
    'An answer for {0} was lost, and Inkling asked again. This service may have stored two reports of it: see the list.',
    name,
  );
}
