import { sha256 } from '#platform';
import * as vscode from 'vscode';
import { type Wait, type RetryOptions, longRetry } from '../../client/retry.ts';
import { withoutBidiControls } from '../words.ts';
import { withCancel, type Step } from '../progress.ts';
import { withoutExcluded } from './files.ts';
import { newScan, showMarks, EditRecorder } from './job.ts';
import { projectWithoutAsking } from './project.ts';
import { startSession, type ScanSession } from './session.ts';
import { type Outcome, showOutcome } from './summary.ts';
import { type FetchedReport, wholeReport } from '../../client/client.ts';
import { ApiError } from '../../client/errors.ts';
import { scanWithRetry } from '../../client/scanWithRetry.ts';
import { withNotes } from '../../scan/notes.ts';
import type { Rules } from '../../scan/rules.ts';
import type { App } from '../app.ts';
import { messageOf } from '../errors.ts';
import { Configurations } from '../text/configuration.ts';
import { nameOf, openDocument, titleOfFile, isUnchanged } from '../text/document.ts';
import { readFile, type TextToRead } from '../text/fileText.ts';
import { judgeDocument, type JudgedText } from '../text/judged.ts';
import { UserError } from '../userError.ts';

/** A larger number of files needs confirmation, because each creates a report. */
const manyFiles = 200;

/**
 * Scans files one by one and reports the outcome in one message. After a failure or a cancel, earlier results stay
 * stored and are reported, with a way to continue. Open documents get their marks; no panel opens.
 * @param leftOut how many of the chosen files are not documents.
 * @throws ApiError when the service fails, or is unavailable for minutes; an AbortError when cancelled.
 */
export async function scanFiles(app: App, files: readonly vscode.Uri[], leftOut = 0): Promise<void> {
  if (files.length > manyFiles && !(await confirmMany(files.length))) return;
  const session = await startSession(app, files[0], vscode.l10n.t('{0} files', files.length));
  await scanInSession(
    { app, ...session, configurations: new Configurations(), runId: crypto.randomUUID() },
    files,
    leftOut,
  );
}

async function scanInSession(
  parts: BatchParts,
  files: readonly vscode.Uri[],
  leftOut: number,
): Promise<void> {
  const { app } = parts;
  const outcome = { ...emptyOutcome(parts.service, parts.fields.project, files.length), leftOut };
  let finished = 0;
  try {
    await withCancel(vscode.l10n.t('Scanning'), async (signal, report) => {
      for (const file of files) {
        signal.throwIfAborted();
        const step = stepOf(finished, files);
        report(step);
        const onWait = (wait: Wait | null): void => {
          report({ message: wait === null ? step.message : waitInWords(finished, files, wait) });
        };
        await scanFile(parts, file, outcome, { signal, onWait });
        finished++;
      }
    });
  } finally {
    if (outcome.scanned.length + outcome.failed.length > 0) app.trees.refresh();
    const rest = files.slice(finished);
    void showOutcome(app, outcome, rest.length === 0 ? undefined : () => scanRest(parts, rest));
  }
}

/**
 * Scans a document on its first save, and only on this machine because the user did not ask to send its text. It
 * creates one report; later saves change only the marks (live/). It opens and asks nothing, and failures are only
 * logged.
 */
export async function scanSaved(app: App, document: vscode.TextDocument, signal: AbortSignal): Promise<void> {
  const connected = app.connected();
  if (connected.service !== null) return;
  const [isIncluded] = await withoutExcluded([document.uri]);
  if (!isIncluded) return;
  const project = await projectWithoutAsking(document.uri);
  const fields = { privacy: 1 as const, ...(project !== undefined && { project }) };
  const outcome = emptyOutcome(null, project, 1);
  const configurations = new Configurations();
  await scanFile(
    { app, ...connected, fields, configurations, runId: crypto.randomUUID() },
    document.uri,
    outcome,
    {
      signal,
      onWait: () => undefined,
    },
  );
  for (const reason of [...outcome.skipped, ...outcome.failed]) app.log.info(reason);
  app.trees.refresh();
}

function emptyOutcome(service: Outcome['service'], project: string | undefined, files: number): Outcome {
  return {
    service,
    scanned: [],
    rows: [],
    project,
    skipped: [],
    failed: [],
    twice: [],
    guessed: 0,
    leftOut: 0,
    files,
  };
}

/** Scans the remaining files at the user's request, on the service that is selected by then. */
async function scanRest(parts: BatchParts, rest: readonly vscode.Uri[]): Promise<void> {
  const { app } = parts;
  await app.selectedService.allowSending();
  await scanInSession({ ...parts, ...app.connected() }, rest, 0);
}

function waitInWords(i: number, files: readonly vscode.Uri[], { error, milliseconds }: Wait): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return error.code === 'rateLimited'
    ? vscode.l10n.t(
        '{0} of {1}: the service is rate limiting. Retrying in {2} s…',
        i + 1,
        files.length,
        seconds,
      )
    : vscode.l10n.t(
        '{0} of {1}: the service is not responding. Retrying in {2} s…',
        i + 1,
        files.length,
        seconds,
      );
}

function stepOf(i: number, files: readonly vscode.Uri[]): Step {
  const file = files[i]!;
  return {
    message: vscode.l10n.t(
      '{0} of {1} · {2}',
      i + 1,
      files.length,
      withoutBidiControls(vscode.workspace.asRelativePath(file)),
    ),
    increment: i === 0 ? 0 : 100 / files.length,
  };
}

async function confirmMany(count: number): Promise<boolean> {
  const scan = vscode.l10n.t('Scan {0} Files', count);
  const pressed = await vscode.window.showWarningMessage(
    vscode.l10n.t('Scan {0} files?', count),
    { modal: true, detail: vscode.l10n.t('Each creates a report. You can cancel at any time.') },
    scan,
  );
  return pressed === scan;
}

/** The parameters for scanning one file of many. */
export interface BatchParts extends ScanSession {
  app: App;
  /** The configurations of the folders that contain the files. */
  configurations: Configurations;
  /** Identifies the run, so that a file that is sent to the same service twice is stored once. */
  runId: string;
}

/**
 * Scans one of many files and records the outcome. An error in the file doesn't stop the others.
 * @throws an error of the service; the signal's reason when cancelled.
 */
async function scanFile(
  parts: BatchParts,
  file: vscode.Uri,
  outcome: Outcome,
  waiting: Pick<RetryOptions, 'signal' | 'onWait'>,
): Promise<void> {
  const order = newScan();
  const read = await readToScan(parts, file, waiting.signal);
  const note = (list: string[], problem: string): void => {
    list.push(problem);
    outcome.rows.push({ file: { file: vscode.workspace.asRelativePath(file), problem } });
  };
  if (read instanceof UserError) {
    note(outcome.skipped, read.message);
    return;
  }
  const name = nameOf(file);
  const scan = { content: read.prose.text, title: titleOfFile(file), ...parts.fields };
  try {
    const { report, mayBeDuplicate } = await scanWithRetry(parts.client, scan, {
      ...waiting,
      policy: longRetry,
      idempotencyKey: keyOf(parts.runId, file, scan.content),
    });
    if (mayBeDuplicate) outcome.twice.push(duplicateNote(name));
    const isRead = await showResult(parts, file, { ...read, order }, report, outcome);
    if (isRead) return;
    note(
      outcome.failed,
      vscode.l10n.t('{0} was scanned, but Inkling can’t read the service’s result.', name),
    );
  } catch (error) {
    if (!isCausedByText(error)) throw error;
    note(outcome.failed, vscode.l10n.t('{0} could not be scanned: {1}', name, messageOf(error)));
  }
}

interface Read extends JudgedText {
  whole: TextToRead;
  rules: Rules;
}

/** @returns the error if the file can't be scanned. */
async function readToScan(
  { app, configurations }: BatchParts,
  file: vscode.Uri,
  signal: AbortSignal,
): Promise<Read | UserError> {
  try {
    const rules = await configurations.check(file);
    const whole = await readFile(app.context, file, signal);
    return { whole, rules, ...(await judgeDocument(app.prose, rules, whole, signal)) };
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
}

/**
 * Shows the result.
 * @returns whether the service sent a readable one.
 */
async function showResult(
  { app, service }: BatchParts,
  file: vscode.Uri,
  { whole, notes, rules, order, ...judged }: Read & { order: number },
  scanned: FetchedReport,
  outcome: Outcome,
): Promise<boolean> {
  await app.files.remember({ service, id: scanned.id }, { uri: file, isPart: false, notes });
  const report = wholeReport(withNotes(scanned, notes));
  if (!report) return false;
  const { id, words, result } = report;
  const { verdict, score, reasons, false_alarms } = result;
  outcome.scanned.push({ id, verdict });
  const kept = { verdict, score, reasons, ...(false_alarms && { false_alarms }) };
  const row = { file: vscode.workspace.asRelativePath(file), words, result: kept, sections: [], notes: [] };
  outcome.rows.push({ file: row, report: id });
  if (whole.isGuessed) outcome.guessed++;
  const document = openDocument(file);
  if (!document || !isUnchanged(document, whole)) return true;
  const { text } = whole;
  const typing = new EditRecorder();
  typing.follow(document);
  const parts = [{ document, text, ...judged }];
  await showMarks(app, { service, report, order, parts, severity: rules.severity }, typing);
  typing.dispose();
  return true;
}

/** Whether the text causes the failure: it is too large, or crashes the worker every time. */
function isCausedByText(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'tooLarge' || error.code === 'workerDied');
}

/** An idempotency key for a file's text. It changes if the file is edited before the run continues. */
function keyOf(runId: string, file: vscode.Uri, content: string): string {
  return sha256(`${runId} ${file.toString()}\n${content}`);
}

function duplicateNote(name: string): string {
  return vscode.l10n.t(
    'A response for {0} was lost, so Inkling retried. The service may have stored two reports of it. Check the list.',
    name,
  );
}
