import * as vscode from 'vscode';
import { cutOff, maxNameLength } from '../../api/limits.ts';
import type { Client, ListedProject, ListPage } from '../../client/client.ts';
import type { App } from '../app.ts';
import { pickProject, searchProjects, type ProjectPick } from '../projectPicker.ts';
import { Configurations } from '../text/configuration.ts';
import { UserError } from '../userError.ts';
import { withoutBidiControls } from '../words.ts';

/**
 * The project of a new report: from the settings or the workspace folder, or picked by the user if the settings say so.
 * @param uri of the text; without one, the only open folder is used.
 * @param configurations the configurations that the scan reads, so that each is read once.
 * @returns `undefined` for none.
 * @throws vscode.CancellationError when the user dismisses the question.
 */
export async function projectFor(
  app: App,
  uri: vscode.Uri | undefined,
  configurations = new Configurations(),
): Promise<string | undefined> {
  const configuration = vscode.workspace.getConfiguration('inkling', uri ?? null);
  const project = await projectWithoutAsking(uri, configurations);
  if (configuration.get('askForProject') !== true) return project;
  return askForProject(app, project);
}

/**
 * The project from the settings, `inkling.jsonc`, or the workspace folder; `undefined` for none.
 * @throws UserError when a configuration can't be read.
 */
export async function projectWithoutAsking(
  uri: vscode.Uri | undefined,
  configurations = new Configurations(),
): Promise<string | undefined> {
  const configuration = vscode.workspace.getConfiguration('inkling', uri ?? null);
  const ofFolder = uri && (await configurations.rulesOf(uri)).configuration.config.project;
  return nonEmptyName(configuration.get('project')) ?? ofFolder ?? folderName(uri);
}

function nonEmptyName(value: unknown): string | undefined {
  const name = typeof value === 'string' ? value.trim() : '';
  return name === '' ? undefined : cutOff(name, maxNameLength);
}

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

const nothingKnown: Found = { names: [], exists: undefined };

/** Offers the existing projects, the typed name as a new one, and none. */
async function askForProject(app: App, suggested: string | undefined): Promise<string | undefined> {
  const { client } = app.connected();
  const picked = await pickProject({
    title: vscode.l10n.t('Project of the new report'),
    placeholder: vscode.l10n.t('Choose a project or type a new name'),
    ignoreFocusOut: true,
    // The typed name is offered at once, so that Enter accepts it however slow the service is.
    localPicks: (typed) => picksFor(nothingKnown, suggested, typed),
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
  const suggestions = suggested !== undefined && includesIgnoringCase(suggested, typed) ? [suggested] : [];
  const existing = [...new Set([...suggestions, ...names])].filter((name) => name !== typed);
  return [
    ...(typed === ''
      ? []
      : [
          {
            label: withoutBidiControls(typed),
            project: typed,
            alwaysShow: true,
            ...(exists === false && typed !== suggested && { description: vscode.l10n.t('new project') }),
          },
        ]),
    // The service found these names, so VS Code's own matching must not hide them.
    ...existing.map((name) => ({ label: withoutBidiControls(name), project: name, alwaysShow: true })),
    { label: vscode.l10n.t('No project'), project: null, alwaysShow: true },
  ];
}

function includesIgnoringCase(name: string, typed: string): boolean {
  return name.toLowerCase().includes(typed.toLowerCase());
}
