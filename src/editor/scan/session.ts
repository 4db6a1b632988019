import * as vscode from 'vscode';
import { isPagePassword, minPagePasswordLength } from '../../api/limits.ts';
import type { ScanRequest } from '../../api/report.ts';
import type { App, Connected } from '../app.ts';
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
