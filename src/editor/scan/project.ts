import * as vscode from 'vscode';
import { cutOff, maxNameLength } from '../../api/limits.ts';
import type { Client, ListedProject, ListPage } from '../../client/client.ts';
import type { App } from '../app.ts';
import { isCancelled } from '../progress.ts';
import { searchProjects, typingPause } from '../projectPicker.ts';
import { UserError } from '../userError.ts';
import { projectLabel } from '../words.ts';

/**
 * The project that a new report goes to: the one that the settings name, or the workspace folder's; or what the user
 * picks, where they want to be asked.
 * @param uri of the text; without one the only open folder counts.
 * @returns `undefined` for none.
 * @throws vscode.CancellationError when the user is asked and goes away.
 */
export async function projectFor(app: App, uri: vscode.Uri | undefined): Promise<string | undefined> {
  const configuration = vscode.workspace.getConfiguration('inkling', uri ?? null);
  const project = named(configuration.get('project')) ?? folderName(uri);
  if (configuration.get('askForProject') !== true) return project;
  return pickProject(app, project);
}

function named(value: unknown): string | undefined {
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

/** So many pages of 100 are looked through for a name that many others hold. */
const maxPages = 10;

interface ProjectPick extends vscode.QuickPickItem {
  /** `undefined` for no project. */
  project: string | undefined;
}

/** What the service says of the names that hold a text. */
interface Found {
  names: readonly string[];
  /** Whether there is a project of exactly this name; `undefined` where nobody can say. */
  isThere: boolean | undefined;
}

const nothingKnown: Found = { names: [], isThere: undefined };

/** Offers the projects there are, what is typed as a new one, and none. The service searches as the user types. */
async function pickProject(app: App, suggested: string | undefined): Promise<string | undefined> {
  const { client } = app.connected();
  const picker = vscode.window.createQuickPick<ProjectPick>();
  picker.title = vscode.l10n.t('Project of the new report');
  picker.placeholder = vscode.l10n.t('Pick a project, or type the name of a new one');
  picker.ignoreFocusOut = true;
  let reading = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const show = (typed: string, found: Found): void => {
    picker.items = picksFor(found, suggested, typed);
  };
  const read = async (typed: string): Promise<void> => {
    const { signal } = reading;
    picker.busy = true;
    try {
      show(typed, await projectsNamedLike(client, typed, signal));
    } catch (error) {
      // Without the list a name can still be typed; the scan that follows says what is wrong with the service.
      if (!isCancelled(error)) app.log.warn(`projects could not be listed: ${String(error)}`);
    } finally {
      if (!signal.aborted) picker.busy = false;
    }
  };
  picker.onDidChangeValue((value) => {
    const typed = value.trim();
    reading.abort();
    reading = new AbortController();
    clearTimeout(timer);
    // At once, so that Enter takes what was typed however slow the service is.
    show(typed, nothingKnown);
    timer = setTimeout(() => void read(typed), typingPause);
  });
  show('', nothingKnown);
  void read('');
  try {
    return await new Promise((resolve, reject) => {
      picker.onDidAccept(() => {
        const [pick] = picker.selectedItems;
        if (!pick) return;
        if ((pick.project?.length ?? 0) > maxNameLength) {
          reject(new UserError(vscode.l10n.t('A project’s name has at most {0} characters.', maxNameLength)));
        } else resolve(pick.project);
      });
      picker.onDidHide(() => {
        reject(new vscode.CancellationError());
      });
      picker.show();
    });
  } finally {
    clearTimeout(timer);
    reading.abort();
    picker.dispose();
  }
}

/** The newest projects whose names hold this text, and whether one is named exactly so, however many there are. */
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
    if (names.includes(typed)) return { names: first, isThere: true };
    if (next === null) return { names: first, isThere: false };
    cursor = next;
  }
  return { names: first ?? [], isThere: undefined };
}

function picksFor({ names, isThere }: Found, suggested: string | undefined, typed: string): ProjectPick[] {
  const suggestions = suggested !== undefined && holds(suggested, typed) ? [suggested] : [];
  const existing = [...new Set([...suggestions, ...names])].filter((name) => name !== typed);
  return [
    ...(typed === ''
      ? []
      : [
          {
            label: projectLabel(typed),
            project: typed,
            alwaysShow: true,
            ...(isThere === false && typed !== suggested && { description: vscode.l10n.t('new project') }),
          },
        ]),
    // The service has found them: VS Code's own matching must not hide them again.
    ...existing.map((name) => ({ label: projectLabel(name), project: name, alwaysShow: true })),
    { label: vscode.l10n.t('No project'), project: undefined, alwaysShow: true },
  ];
}

function holds(name: string, typed: string): boolean {
  return name.toLowerCase().includes(typed.toLowerCase());
}
