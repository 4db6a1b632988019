import * as vscode from 'vscode';
import { pageSizes, type ProjectListQuery, type ReportListQuery } from '../../api/lists.ts';
import { setting, updateSetting } from '../settings.ts';
import type { ViewId } from './items.ts';

/** The order and page size that the user chose for lists of reports. */
export function reportOrder(): Required<Pick<ReportListQuery, 'sort_by' | 'sort' | 'per_page'>> {
  return {
    sort_by: setting('reports.sortBy'),
    sort: setting('reports.sort'),
    per_page: setting('pageSize'),
  };
}

/** The same for the list of projects. */
export function projectOrder(): Required<Pick<ProjectListQuery, 'sort_by' | 'sort' | 'per_page'>> {
  return {
    sort_by: setting('projects.sortBy'),
    sort: setting('projects.sort'),
    per_page: setting('pageSize'),
  };
}

/** "25 of 132 · newest first", for the view's title. */
export function orderInWords(view: ViewId, shown: number, total: number | null): string {
  const count = total === null || total === shown ? String(shown) : vscode.l10n.t('{0} of {1}', shown, total);
  const byName = view === 'inkling.projects' && setting('projects.sortBy') === 'project';
  const descending = setting(view === 'inkling.projects' ? 'projects.sort' : 'reports.sort') === 'desc';
  if (byName) return `${count} · ${descending ? vscode.l10n.t('Z to A') : vscode.l10n.t('A to Z')}`;
  return `${count} · ${descending ? vscode.l10n.t('newest first') : vscode.l10n.t('oldest first')}`;
}

export async function choosePageSize(): Promise<void> {
  const current = setting('pageSize');
  const picked = await vscode.window.showQuickPick(
    pageSizes.map((size) => ({
      label: String(size),
      size,
      ...(size === current ? { description: vscode.l10n.t('now') } : {}),
    })),
    { title: vscode.l10n.t('How many to read at a time') },
  );
  if (picked) await updateSetting('pageSize', picked.size);
}
