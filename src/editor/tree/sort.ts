import * as vscode from 'vscode';
import { pageSizes } from '../../api/lists.ts';
import type { App } from '../app.ts';
import { registerCommands } from '../commands.ts';
import { setting, updateSetting } from '../settings.ts';

/**
 * The entries of the *Sort By* menus, and the page size. VS Code checks menu entries of its own only, so the entry of
 * the order in use is a second command with the check mark in its title, which leaves things as they are.
 */
export function registerSorting(app: App): void {
  const stay = (): void => undefined;
  registerCommands(app, {
    'inkling.sortReportsById': () => updateSetting('reports.sortBy', 'id'),
    'inkling.sortReportsById.chosen': stay,
    'inkling.sortReportsByGeneratedAt': () => updateSetting('reports.sortBy', 'generated_at'),
    'inkling.sortReportsByGeneratedAt.chosen': stay,
    'inkling.sortReportsDescending': () => updateSetting('reports.sort', 'desc'),
    'inkling.sortReportsDescending.chosen': stay,
    'inkling.sortReportsAscending': () => updateSetting('reports.sort', 'asc'),
    'inkling.sortReportsAscending.chosen': stay,
    'inkling.sortProjectsByCreatedAt': () => updateSetting('projects.sortBy', 'created_at'),
    'inkling.sortProjectsByCreatedAt.chosen': stay,
    'inkling.sortProjectsByName': () => updateSetting('projects.sortBy', 'project'),
    'inkling.sortProjectsByName.chosen': stay,
    'inkling.sortProjectsDescending': () => updateSetting('projects.sort', 'desc'),
    'inkling.sortProjectsDescending.chosen': stay,
    'inkling.sortProjectsAscending': () => updateSetting('projects.sort', 'asc'),
    'inkling.sortProjectsAscending.chosen': stay,
    'inkling.choosePageSize': choosePageSize,
  });
}

async function choosePageSize(): Promise<void> {
  const current = setting('pageSize');
  const picked = await vscode.window.showQuickPick(
    pageSizes.map((size) => ({
      label: String(size),
      size,
      ...(size === current ? { description: vscode.l10n.t('now') } : {}),
    })),
    { title: vscode.l10n.t('How many to show on a page') },
  );
  if (picked) await updateSetting('pageSize', picked.size);
}
