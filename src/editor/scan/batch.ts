import { sha256 } from '#platform';
import * as vscode from 'vscode';
import { wholeReport } from '../../client/client.ts';
import { ApiError } from '../../client/errors.ts';
import { longRetry, scanWithRetry, type ScanRetryOptions, type Wait } from '../../client/retry.ts';
import { withNotes } from '../../scan/notes.ts';
import type { App } from '../app.ts';
import { messageOf } from '../errors.ts';
import { withCancel } from '../progress.ts';
import { Configurations } from '../text/configuration.ts';
import { nameOf, titleOfFile } from '../text/document.ts';
import { judgedFile } from '../text/judged.ts';
import { UserError } from '../userError.ts';
import { withoutBidiControls } from '../words.ts';
import { withoutExcluded, type ChosenFiles } from './files.ts';
import { NewMarks } from './job.ts';
import { projectWithoutAsking, startSession, type ScanSession } from './questions.ts';
import { showOutcome, type FileOutcome } from './summary.ts';

/** A larger number of files needs confirmation, because each creates a report. */
const manyFiles = 200;

/** What the scans of the files have in common. */
interface Run extends ScanSession {
  app: App;
  configurations: Configurations;
  /** Identifies the run, so that a file that is sent to the same service twice is stored once. */
  id: string;
}

/**
 * Scans files one by one and reports the outcome in one message. After a failure or a cancel, earlier results stay
 * stored and are reported, with a way to continue. Open documents get their marks; no panel opens.
 * @throws ApiError when the service fails, or is unavailable for minutes; an AbortError when cancelled.
 */
export async function scanFiles(app: App, { files, leftOut }: ChosenFiles): Promise<void> {
  if (files.length > manyFiles && !(await confirmMany(files.length))) return;
  const configurations = new Configurations();
  const rules = await configurations.rulesOf(files[0]!);
  const session = await startSession(app, files[0], vscode.l10n.t('{0} files', files.length), rules);
  await scanInRun({ app, ...session, configurations, id: crypto.randomUUID() }, files, leftOut);
}

async function scanInRun(run: Run, files: readonly vscode.Uri[], leftOut = 0): Promise<void> {
  const { app, service, fields } = run;
  const results: FileOutcome[] = [];
  try {
    await withCancel(vscode.l10n.t('Scanning'), async (signal, report) => {
      for (const [i, file] of files.entries()) {
        signal.throwIfAborted();
        const path = withoutBidiControls(vscode.workspace.asRelativePath(file));
        const message = vscode.l10n.t('{0} of {1} · {2}', i + 1, files.length, path);
        report({ message, increment: i === 0 ? 0 : 100 / files.length });
        const onWait = (wait: Wait | null): void => {
          report({ message: wait === null ? message : waitInWords(i + 1, files.length, wait) });
        };
        results.push(await scanFile(run, file, { signal, onWait }));
      }
    });
  } finally {
    if (results.some(({ isSkipped = false }) => !isSkipped)) app.trees.refresh();
    const rest = files.slice(results.length);
    void showOutcome(
      app,
      { service, project: fields.project, results, files: files.length, leftOut },
      rest.length === 0 ? undefined : () => scanRest(run, rest),
    );
  }
}

/** Scans the remaining files at the user's request, on the service that is selected by then. */
async function scanRest(run: Run, rest: readonly vscode.Uri[]): Promise<void> {
  await run.app.selectedService.allowSending();
  await scanInRun({ ...run, ...run.app.connected() }, rest);
}

/**
 * Scans a document on its first save; later saves change only the marks (live/). It does so only on this machine,
 * because the user did not ask to send the text. It asks nothing, and failures are only logged.
 */
export async function scanSaved(app: App, { uri }: vscode.TextDocument, signal: AbortSignal): Promise<void> {
  const connected = app.connected();
  if (connected.service !== null || (await withoutExcluded([uri])).length === 0) return;
  const configurations = new Configurations();
  const project = projectWithoutAsking(uri, await configurations.rulesOf(uri));
  const fields = { privacy: 1 as const, ...(project !== undefined && { project }) };
  const run = { app, ...connected, fields, configurations, id: crypto.randomUUID() };
  const { row } = await scanFile(run, uri, { signal });
  if ('problem' in row) app.log.info(row.problem);
  app.trees.refresh();
}

async function confirmMany(count: number): Promise<boolean> {
  const scan = vscode.l10n.t('Scan {0} Files', count);
  const pressed = await vscode.window.showWarningMessage(
    vscode.l10n.t('Scan {0} files?', count),
    { modal: true, detail: vscode.l10n.t('Each file gets a report. You can cancel at any time.') },
    scan,
  );
  return pressed === scan;
}

function waitInWords(number: number, count: number, { error, milliseconds }: Wait): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return error.code === 'rateLimited'
    ? vscode.l10n.t('{0} of {1}: the service is rate limiting. Retrying in {2} s…', number, count, seconds)
    : vscode.l10n.t('{0} of {1}: the service is not responding. Retrying in {2} s…', number, count, seconds);
}

/**
 * Scans one of many files. An error in the file doesn't stop the others.
 * @throws an error of the service; the signal's reason when cancelled.
 */
async function scanFile(
  { app, client, service, fields, configurations, id }: Run,
  uri: vscode.Uri,
  waiting: Pick<ScanRetryOptions, 'signal' | 'onWait'>,
): Promise<FileOutcome> {
  const file = vscode.workspace.asRelativePath(uri);
  const name = nameOf(uri);
  const marks = new NewMarks(app, service);
  try {
    const judged = await judgedFile(app, configurations, uri, waiting.signal).catch(userErrorOnly);
    if (judged instanceof UserError) return { row: { file, problem: judged.message }, isSkipped: true };
    const { notes, isGuessed } = judged;
    const content = judged.prose.text;
    // The key changes if the file is edited before the run continues.
    const idempotencyKey = sha256(`${id} ${uri.toString()}\n${content}`);
    const { report: scanned, mayBeDuplicate } = await scanWithRetry(
      client,
      { content, title: titleOfFile(uri), ...fields },
      { ...waiting, policy: longRetry, idempotencyKey },
    );
    await app.files.remember({ service, id: scanned.id }, { uri, isPart: false, notes });
    const fetched = withNotes(scanned, notes);
    await marks.show(fetched, { parts: [judged], severity: judged.severity });
    const report = wholeReport(fetched);
    if (!report) {
      const problem = vscode.l10n.t('{0} was scanned, but Inkling can’t read the service’s result.', name);
      return { row: { file, problem }, mayBeDuplicate };
    }
    const { verdict, score, reasons, false_alarms } = report.result;
    const result = { verdict, score, reasons, ...(false_alarms && { false_alarms }) };
    const row = { file, words: report.words, result, sections: [], notes: [] };
    return { row, report: report.id, isGuessed, mayBeDuplicate };
  } catch (error) {
    if (!isCausedByText(error)) throw error;
    const problem = vscode.l10n.t('{0} could not be scanned: {1}', name, messageOf(error));
    return { row: { file, problem } };
  } finally {
    marks.dispose();
  }
}

function userErrorOnly(error: unknown): UserError {
  if (error instanceof UserError) return error;
  throw error;
}

/** Whether the text causes the failure: it is too large, or crashes the worker every time. */
function isCausedByText(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'tooLarge' || error.code === 'workerDied');
}
