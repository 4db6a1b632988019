import * as vscode from 'vscode';
import type { FetchedReport } from '../../client/client.ts';
import { briefRetry } from '../../client/retry.ts';
import { scanWithRetry } from '../../client/scanWithRetry.ts';
import type { ScanRequest } from '../../api/report.ts';
import type { App } from '../app.ts';
import type { Connected } from '../service/chosenService.ts';
import { UserError } from '../userError.ts';
import { askPrivacy } from './privacy.ts';
import { projectFor } from './project.ts';

/** What a scan begins with and keeps to its end: the user may choose another service while it runs. */
export interface Begun extends Connected {
  /** What the user says of the new report. */
  fields: Pick<ScanRequest, 'project' | 'privacy' | 'password'>;
}

/**
 * Asks what there is to ask before a scan: project, privacy, and whether texts may be sent to the chosen service.
 * @param uri of the text; `undefined` for one without.
 * @param name of what is scanned.
 * @throws CancellationError when a question is dismissed; UserError when another service was chosen meanwhile: the
 *   answers were given for the one before, and nobody is sent a text whose scan began for another.
 */
export async function beginScan(app: App, uri: vscode.Uri | undefined, name: string): Promise<Begun> {
  const connected = app.connected();
  const project = await projectFor(app, uri);
  const privacy = await askPrivacy(name);
  if (app.connected().client !== connected.client) throw chosenMeanwhile();
  await app.service.allowSending();
  if (app.connected().client !== connected.client) throw chosenMeanwhile();
  return { ...connected, fields: { ...privacy, ...(project !== undefined && { project }) } };
}

/** For a text that would go elsewhere than to the service that its user was told of. */
export function chosenMeanwhile(): UserError {
  return new UserError(
    vscode.l10n.t('Another service or key was chosen before the scan began. Nothing was sent: scan again.'),
  );
}

/**
 * Has a text analysed, with a few attempts where the connection breaks.
 * @throws ApiError when the service refuses or fails; the signal's reason when cancelled.
 */
export async function scanText(
  { client, fields }: Begun,
  text: Pick<ScanRequest, 'content' | 'title'>,
  signal: AbortSignal,
): Promise<FetchedReport> {
  const { report, mayBeTwice } = await scanWithRetry(
    client,
    { ...text, ...fields },
    { signal, policy: briefRetry },
  );
  if (mayBeTwice) void vscode.window.showWarningMessage(storedTwice());
  return report;
}

function storedTwice(): string {
  return vscode.l10n.t(
    'An answer of the service was lost, and Inkling asked again. This service may have stored two reports of the text: see the list.',
  );
}
