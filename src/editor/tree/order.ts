import * as vscode from 'vscode';
import type { Direction, ProjectListQuery, ReportListQuery, ReportSortKey } from '../../api/lists.ts';
import type { ListedReport } from '../../client/client.ts';
import { setting } from '../settings.ts';

/** Services that turned out not to sort by score, by host. Asked again in the next window. */
const hostsWithoutScore = new Set<string>();

export function noteWithoutScore(host: string): void {
  hostsWithoutScore.add(host);
}

/**
 * The order and page size that the user chose for lists of reports, as far as the service can.
 * @param host of the service, or `null` for this machine.
 */
export function reportOrder(
  host: string | null,
): Required<Pick<ReportListQuery, 'sort_by' | 'sort' | 'per_page'>> {
  const per_page = setting('pageSize');
  const sort_by = setting('reports.sortBy');
  if (sort_by === 'score' && host !== null && hostsWithoutScore.has(host))
    return { sort_by: 'id', sort: 'desc', per_page };
  return { sort_by, sort: setting('reports.sort'), per_page };
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
export function reportOrderInWords(sortBy: ReportSortKey, sort: Direction): string {
  if (sortBy === 'score')
    return sort === 'desc' ? vscode.l10n.t('highest score first') : vscode.l10n.t('lowest score first');
  return sort === 'desc' ? vscode.l10n.t('newest first') : vscode.l10n.t('oldest first');
}

/** The same for the list of projects. */
export function projectOrderInWords(): string {
  const { sort_by, sort } = projectOrder();
  if (sort_by === 'project') return sort === 'desc' ? vscode.l10n.t('Z to A') : vscode.l10n.t('A to Z');
  return sort === 'desc' ? vscode.l10n.t('newest first') : vscode.l10n.t('oldest first');
}

/** Whether reports stand in the order of their scores; one without a score stands in none. */
export function isSortedByScore(
  reports: readonly Pick<ListedReport, 'result'>[],
  sort: Direction | undefined,
): boolean {
  const scores = reports.map(({ result }) => result?.score ?? Number.NaN);
  return scores.every((score, i) => {
    const before = scores[i - 1] ?? score;
    return sort === 'asc' ? before <= score : before >= score;
  });
}
