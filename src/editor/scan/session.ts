import * as vscode from 'vscode';
import { isPagePassword, minPagePasswordLength } from '../../api/limits.ts';
import type { ScanRequest } from '../../api/report.ts';
import type { FetchedReport } from '../../client/client.ts';
import { briefRetry } from '../../client/retry.ts';
import { scanWithRetry } from '../../client/scanWithRetry.ts';
import type { App, Connected } from '../app.ts';
import type { ReportRef } from '../core/reportRef.ts';
import type { ScannedFile } from '../scannedFiles.ts';
import { setting } from '../settings.ts';
import { serviceSwitched } from '../userError.ts';
import type { Configurations } from '../text/configuration.ts';
import { projectFor } from './project.ts';

/** What a scan begins with and keeps to its end: the user may choose another service while it runs. */
export interface ScanSession extends Connected {
  /** What the user says of the new report. */
  fields: Pick<ScanRequest, 'project' | 'privacy' | 'password'>;
}

/**
 * Asks what there is to ask before a scan: project, privacy, and whether texts may be sent to the selected service.
 * @param uri of the text; `undefined` for one without.
 * @param name of what is scanned.
 * @param configurations those that the scan reads, if it reads any.
 * @throws CancellationError when a question is dismissed; UserError when another service was selected meanwhile: the
 *   answers were given for the one before, and no service gets a text whose scan began for another.
 */
export async function startSession(
  app: App,
  uri: vscode.Uri | undefined,
  name: string,
  configurations?: Configurations,
): Promise<ScanSession> {
  const connected = app.connected();
  app.selectedService.prepare();
  const project = await projectFor(app, uri, configurations);
  const privacy = await askPrivacy(name);
  if (app.connected().client !== connected.client) throw serviceSwitched();
  await app.selectedService.allowSending();
  if (app.connected().client !== connected.client) throw serviceSwitched();
  return { ...connected, fields: { ...privacy, ...(project !== undefined && { project }) } };
}

export interface TextToScan extends Pick<ScanRequest, 'content' | 'title'> {
  /** The file that it is all the prose of. */
  wholeFile: vscode.Uri | undefined;
}

/**
 * Has a text analysed, with a few attempts where the connection breaks, and lists its report.
 * @param use what is done with the report before it is listed: marks come first, since to draw lists takes the window's
 *   time too.
 * @returns what `use` does.
 * @throws ApiError when the service refuses or fails; the signal's reason when cancelled; whatever `use` throws.
 */
export async function scanText<Result>(
  app: App,
  { client, service, fields }: ScanSession,
  { wholeFile, ...text }: TextToScan,
  signal: AbortSignal,
  use: (report: FetchedReport) => Promise<Result>,
): Promise<Result> {
  const since = performance.now();
  const { report, mayBeTwice } = await scanWithRetry(
    client,
    { ...text, ...fields },
    { signal, policy: briefRetry },
  );
  if (mayBeTwice) void vscode.window.showWarningMessage(storedTwice());
  try {
    return await use(report);
  } finally {
    if (mayBeTwice) app.trees.refresh();
    else app.trees.insert(report, service, since, wholeFile?.toString());
  }
}

/** Milliseconds in which the window paints what it was given: several frames. */
const paintTime = 50;

/**
 * Remembers which file a report was made of, and resolves once the window has painted the marks that it was given before:
 * to open a panel takes it as long as several paintings.
 */
export async function rememberAndAwaitPaint(app: App, report: ReportRef, file: ScannedFile): Promise<void> {
  // The window keeps it, so that its answer comes after it has read about the marks.
  await app.files.remember(report, file);
  await new Promise((resolve) => setTimeout(resolve, paintTime));
}

function storedTwice(): string {
  return vscode.l10n.t(
    'A response was lost, so Inkling retried. The service may have stored two reports of this text. Check the list.',
  );
}

/**
 * Who may read the page of the report that is about to be made, as the setting says. Its password is asked for each
 * time and kept nowhere.
 * @throws CancellationError when the question was dismissed.
 */
async function askPrivacy(name: string): Promise<Pick<ScanRequest, 'privacy' | 'password'>> {
  switch (setting('newReport.privacy')) {
    case 'private':
      return { privacy: 1 };
    case 'public':
      return { privacy: 0 };
    case 'password':
      return { privacy: 2, password: await askPassword(name) };
  }
}

async function askPassword(name: string): Promise<string> {
  const password = await vscode.window.showInputBox({
    title: vscode.l10n.t('Password for the Report on {0}', name),
    prompt: vscode.l10n.t(
      'Readers of the report’s page need it. It is sent to the service that analyses the text and can’t be looked up later.',
    ),
    password: true,
    ignoreFocusOut: true,
    validateInput: whyNot,
  });
  if (password === undefined) throw new vscode.CancellationError();
  return password;
}

function whyNot(typed: string): string | undefined {
  if (typed === '') return vscode.l10n.t('Type a password, or press Escape to cancel the scan.');
  if (isPagePassword(typed)) return undefined;
  return vscode.l10n.t('At least {0} characters, not only spaces.', minPagePasswordLength);
}
