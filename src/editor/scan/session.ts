import * as vscode from 'vscode';
import { isPagePassword, minPagePasswordLength } from '../../api/limits.ts';
import type { ScanRequest } from '../../api/report.ts';
import type { App, Connected } from '../app.ts';
import { setting } from '../settings.ts';
import { serviceSwitched } from '../userError.ts';
import type { Configurations } from '../text/configuration.ts';
import { projectFor } from './project.ts';

/**
 * The service of one scan, and the user's answers for it. They stay the same if another service is selected
 * meanwhile.
 */
export interface ScanSession extends Connected {
  /** The user's choices for the new report. */
  fields: Pick<ScanRequest, 'project' | 'privacy' | 'password'>;
}

/**
 * Asks the questions before a scan: project, privacy, and whether texts may be sent to the selected service.
 * @param uri of the text, if it has one.
 * @param name of the scanned text.
 * @param configurations the ones the scan reads, if any.
 * @throws CancellationError when a question is dismissed; UserError when another service was selected meanwhile,
 *   because the answers applied to the previous one.
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

/**
 * The setting for who may read the new report's page. The password is asked for each time and never stored.
 * @throws CancellationError when the question is dismissed.
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
    validateInput: passwordProblem,
  });
  if (password === undefined) throw new vscode.CancellationError();
  return password;
}

function passwordProblem(typed: string): string | undefined {
  if (typed === '') return vscode.l10n.t('Type a password, or press Escape to cancel the scan.');
  if (isPagePassword(typed)) return undefined;
  return vscode.l10n.t('At least {0} characters, not only spaces.', minPagePasswordLength);
}
