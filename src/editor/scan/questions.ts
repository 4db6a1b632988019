import * as vscode from 'vscode';
import { cutOff, isPagePassword, maxNameLength, minPagePasswordLength } from '../../api/limits.ts';
import type { ScanRequest } from '../../api/report.ts';
import type { Client, ListedProject, ListPage } from '../../client/client.ts';
import type { Rules } from '../../scan/rules.ts';
import type { App, Connected } from '../app.ts';
import { pickProject, searchProjects, type ProjectPick } from '../projectPicker.ts';
import { setting } from '../settings.ts';
import { serviceSwitched, UserError } from '../userError.ts';
import { withoutBidiControls } from '../words.ts';

/** The service of one scan, and the user's answers for it. */
export interface ScanSession extends Connected {
  fields: Pick<ScanRequest, 'project' | 'privacy' | 'password'>;
}

/**
 * Asks the questions before a scan: project, privacy, and whether texts may be sent to the selected service.
 * @param uri of the text, if it has one, and the rules of its folder.
 * @throws CancellationError when a question is dismissed; UserError when another service was selected meanwhile,
 *   because the answers applied to the previous one.
 */
export async function startSession(
  app: App,
  uri: vscode.Uri | undefined,
  name: string,
  rules?: Rules,
): Promise<ScanSession> {
  const connected = app.connected();
  app.selectedService.prepare();
  const project = await projectFor(app, uri, rules);
  const privacy = await askPrivacy(name);
  if (app.connected().client !== connected.client) throw serviceSwitched();
  await app.selectedService.allowSending();
  if (app.connected().client !== connected.client) throw serviceSwitched();
  return { ...connected, fields: { ...privacy, ...(project !== undefined && { project }) } };
}

/** Who may read the new report's page, as the setting says. Asks for the password each time and never stores it. */
async function askPrivacy(name: string): Promise<Pick<ScanRequest, 'privacy' | 'password'>> {
  const privacy = setting('newReport.privacy');
  if (privacy !== 'password') return { privacy: privacy === 'public' ? 0 : 1 };
  const password = await vscode.window.showInputBox({
    title: vscode.l10n.t('Password for the Report on {0}', name),
    prompt: vscode.l10n.t(
      'Readers need this password to open the report’s page. It is sent to the service that analyses the text, and can’t be looked up later.',
    ),
    password: true,
    ignoreFocusOut: true,
    validateInput: (typed) => {
      if (typed === '') return vscode.l10n.t('Type a password, or press Escape to cancel the scan.');
      if (isPagePassword(typed)) return undefined;
      return vscode.l10n.t('At least {0} characters, not only spaces.', minPagePasswordLength);
    },
  });
  if (password === undefined) throw new vscode.CancellationError();
  return { privacy: 2, password };
}

/** The project of a new report, or `undefined`; picked by the user if the settings say so. Throws as `startSession`. */
export async function projectFor(
  app: App,
  uri: vscode.Uri | undefined,
  rules?: Rules,
): Promise<string | undefined> {
  const project = projectWithoutAsking(uri, rules);
  const mustAsk = vscode.workspace.getConfiguration('inkling', uri ?? null).get('askForProject') === true;
  return mustAsk ? askForProject(app, project) : project;
}

/** The project from the settings, `inkling.jsonc`, or the workspace folder; `undefined` for none. */
export function projectWithoutAsking(uri: vscode.Uri | undefined, rules?: Rules): string | undefined {
  const set: unknown = vscode.workspace.getConfiguration('inkling', uri ?? null).get('project');
  const name = typeof set === 'string' ? set.trim() : '';
  if (name !== '') return cutOff(name, maxNameLength);
  return rules?.configuration.config.project ?? folderName(uri);
}

/** The name of the text's folder or, for a text without one, of the only open folder. */
function folderName(uri: vscode.Uri | undefined): string | undefined {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const folder =
    (uri && vscode.workspace.getWorkspaceFolder(uri)) ??
    (uri?.scheme === 'file' || folders.length > 1 ? undefined : folders[0]);
  return folder && cutOff(folder.name, maxNameLength);
}

const newestFirst = { sort_by: 'created_at', sort: 'desc' } as const;

/** The number of pages of 100 to search for an exact name among similar ones. */
const maxPages = 10;

/** The service's projects whose names contain a text. */
interface Found {
  names: readonly string[];
  /** Whether a project has exactly this name; `undefined` if unknown. */
  exists: boolean | undefined;
}

/** Offers the existing projects, the typed name as a new one, and none. */
async function askForProject(app: App, suggested: string | undefined): Promise<string | undefined> {
  const { client } = app.connected();
  const picked = await pickProject({
    title: vscode.l10n.t('Project of the new report'),
    placeholder: vscode.l10n.t('Choose a project or type a new name'),
    ignoreFocusOut: true,
    // The typed name is offered at once, so that Enter accepts it however slow the service is.
    localPicks: (typed) => picksFor({ names: [], exists: undefined }, suggested, typed),
    find: async (typed, signal) => ({
      picks: picksFor(await projectsNamedLike(client, typed, signal), suggested, typed),
    }),
    // If the list fails, the name can still be typed; the scan that follows reports the service's error.
    onFailure: (error) => {
      app.log.warn(`projects could not be listed: ${String(error)}`);
    },
  });
  if (!picked) throw new vscode.CancellationError();
  if ((picked.project?.length ?? 0) > maxNameLength)
    throw new UserError(vscode.l10n.t('A project name has at most {0} characters.', maxNameLength));
  return picked.project ?? undefined;
}

/** The newest projects whose names contain this text, and whether one has exactly this name. */
async function projectsNamedLike(client: Client, typed: string, signal: AbortSignal): Promise<Found> {
  let first: readonly string[] | undefined;
  let cursor: string | null = null;
  for (let page = 0; page < maxPages; page++) {
    const { items, next }: ListPage<ListedProject> = await searchProjects(client, typed, newestFirst, {
      cursor,
      signal,
    });
    const names = items.map(({ project }) => project);
    first ??= names;
    if (typed === '') break;
    if (names.includes(typed)) return { names: first, exists: true };
    if (next === null) return { names: first, exists: false };
    cursor = next;
  }
  return { names: first ?? [], exists: undefined };
}

function picksFor({ names, exists }: Found, suggested: string | undefined, typed: string): ProjectPick[] {
  const isSuggested = suggested?.toLowerCase().includes(typed.toLowerCase()) ?? false;
  const existing = [...new Set([...(isSuggested ? [suggested!] : []), ...names])];
  // The service found these names, so VS Code's own matching must not hide them.
  const pick = (name: string): ProjectPick => ({
    label: withoutBidiControls(name),
    project: name,
    alwaysShow: true,
  });
  const isNew = exists === false && typed !== suggested;
  return [
    ...(typed === ''
      ? []
      : [{ ...pick(typed), ...(isNew && { description: vscode.l10n.t('new project') }) }]),
    ...existing.filter((name) => name !== typed).map(pick),
    { label: vscode.l10n.t('No project'), project: null, alwaysShow: true },
  ];
}
