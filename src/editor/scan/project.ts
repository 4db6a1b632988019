import * as vscode from 'vscode';
import { UserError } from '../userError.ts';
import type { App } from '../app.ts';

/** The longest name that a project can have, in UTF-16 code units (docs/api.md, Create a report). */
const longestName = 255;

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
  return name === '' ? undefined : name.slice(0, longestName);
}

function folderName(uri: vscode.Uri | undefined): string | undefined {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const folder =
    (uri && vscode.workspace.getWorkspaceFolder(uri)) ??
    (uri?.scheme === 'file' || folders.length > 1 ? undefined : folders[0]);
  return folder?.name.slice(0, longestName);
}

interface ProjectPick extends vscode.QuickPickItem {
  /** `undefined` for no project. */
  project: string | undefined;
}

/** Offers the projects there are, what is typed as a new one, and none. */
async function pickProject(app: App, suggested: string | undefined): Promise<string | undefined> {
  const picker = vscode.window.createQuickPick<ProjectPick>();
  picker.title = vscode.l10n.t('Project of the new report');
  picker.placeholder = vscode.l10n.t('Pick a project, or type the name of a new one');
  picker.ignoreFocusOut = true;
  let existing: string[] = [];
  const show = (): void => {
    picker.items = picksFor(existing, suggested, picker.value.trim());
  };
  picker.onDidChangeValue(show);
  picker.busy = true;
  void app.client
    .listProjects({ sort_by: 'created_at', sort: 'desc', per_page: 100 })
    .then(({ items }) => {
      existing = items.map(({ project }) => project);
      show();
    })
    // Without the list a name can still be typed; the scan that follows says what is wrong with the service.
    .catch((error: unknown) => {
      app.log.warn(`projects could not be listed: ${String(error)}`);
    })
    .finally(() => {
      picker.busy = false;
    });
  show();
  try {
    return await new Promise((resolve, reject) => {
      picker.onDidAccept(() => {
        const [pick] = picker.selectedItems;
        if (!pick) return;
        if ((pick.project?.length ?? 0) > longestName) {
          reject(new UserError(vscode.l10n.t('A project’s name has at most {0} characters.', longestName)));
        } else resolve(pick.project);
      });
      picker.onDidHide(() => {
        reject(new vscode.CancellationError());
      });
      picker.show();
    });
  } finally {
    picker.dispose();
  }
}

function picksFor(existing: readonly string[], suggested: string | undefined, typed: string): ProjectPick[] {
  const names = [...new Set([...(suggested === undefined ? [] : [suggested]), ...existing])];
  return [
    ...(typed !== '' && !names.includes(typed)
      ? [{ label: typed, description: vscode.l10n.t('new project'), project: typed }]
      : []),
    ...names.map((name) => ({ label: name, project: name })),
    { label: vscode.l10n.t('No project'), project: undefined, alwaysShow: true },
  ];
}
