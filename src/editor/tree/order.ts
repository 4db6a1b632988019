import * as vscode from 'vscode';
import {
  type Direction,
  pageSizes,
  type ProjectListQuery,
  type ProjectSortKey,
  type ReportListQuery,
  type ReportSortKey,
} from '../../api/lists.ts';
import type { ListedReport } from '../../client/client.ts';
import type { AppBase } from '../app.ts';
import { registerCommands } from '../commands.ts';
import { setting, updateSetting } from '../settings.ts';

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

/** The orders of the lists, and how long a page is. */
export function registerSorting(app: AppBase): void {
  registerCommands(app, {
    'inkling.sortReports': sortReports,
    'inkling.sortProjects': sortProjects,
    'inkling.choosePageSize': choosePageSize,
  });
}

interface OrderPick<SortKey> extends vscode.QuickPickItem {
  sortBy: SortKey;
  sort: Direction;
}

async function sortReports(): Promise<void> {
  const newest = vscode.l10n.t('newest first');
  const oldest = vscode.l10n.t('oldest first');
  const picks: OrderPick<ReportSortKey>[] = [
    { label: vscode.l10n.t('Date created, {0}', newest), sortBy: 'id', sort: 'desc' },
    { label: vscode.l10n.t('Date created, {0}', oldest), sortBy: 'id', sort: 'asc' },
    { label: vscode.l10n.t('Date analysed, {0}', newest), sortBy: 'generated_at', sort: 'desc' },
    { label: vscode.l10n.t('Date analysed, {0}', oldest), sortBy: 'generated_at', sort: 'asc' },
    { label: vscode.l10n.t('Score, most like AI first'), sortBy: 'score', sort: 'desc' },
    { label: vscode.l10n.t('Score, most human first'), sortBy: 'score', sort: 'asc' },
  ];
  const current = { sortBy: setting('reports.sortBy'), sort: setting('reports.sort') };
  const picked = await pickOrder(vscode.l10n.t('Sort Reports By'), picks, current);
  if (!picked) return;
  await updateSetting('reports.sortBy', picked.sortBy);
  await updateSetting('reports.sort', picked.sort);
}

async function sortProjects(): Promise<void> {
  const picks: OrderPick<ProjectSortKey>[] = [
    {
      label: vscode.l10n.t('Date created, {0}', vscode.l10n.t('newest first')),
      sortBy: 'created_at',
      sort: 'desc',
    },
    {
      label: vscode.l10n.t('Date created, {0}', vscode.l10n.t('oldest first')),
      sortBy: 'created_at',
      sort: 'asc',
    },
    { label: vscode.l10n.t('Name, A to Z'), sortBy: 'project', sort: 'asc' },
    { label: vscode.l10n.t('Name, Z to A'), sortBy: 'project', sort: 'desc' },
  ];
  const current = { sortBy: setting('projects.sortBy'), sort: setting('projects.sort') };
  const picked = await pickOrder(vscode.l10n.t('Sort Projects By'), picks, current);
  if (!picked) return;
  await updateSetting('projects.sortBy', picked.sortBy);
  await updateSetting('projects.sort', picked.sort);
}

/** @returns the order that was picked; `undefined` when none was, or the one in use. */
async function pickOrder<SortKey>(
  title: string,
  picks: readonly OrderPick<SortKey>[],
  current: Pick<OrderPick<SortKey>, 'sortBy' | 'sort'>,
): Promise<OrderPick<SortKey> | undefined> {
  const isCurrent = ({ sortBy, sort }: OrderPick<SortKey>): boolean =>
    sortBy === current.sortBy && sort === current.sort;
  const picked = await vscode.window.showQuickPick(
    picks.map((pick) => ({ ...pick, ...(isCurrent(pick) && { description: vscode.l10n.t('now') }) })),
    { title },
  );
  return picked && !isCurrent(picked) ? picked : undefined;
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
