import * as vscode from 'vscode';
import type { ProjectListQuery, ReportListQuery } from '../../api/lists.ts';
import { setting } from '../settings.ts';
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

/** "newest first", for the view's title. */
export function orderInWords(view: ViewId): string {
  const descending = setting(view === 'inkling.projects' ? 'projects.sort' : 'reports.sort') === 'desc';
  if (view === 'inkling.projects' && setting('projects.sortBy') === 'project')
    return descending ? vscode.l10n.t('Z to A') : vscode.l10n.t('A to Z');
  return descending ? vscode.l10n.t('newest first') : vscode.l10n.t('oldest first');
}
