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

/** Hosts of services that turned out not to sort by score. They are tried again in the next window. */
const hostsWithoutScore = new Set<string>();

export function recordHostWithoutScore(host: string): void {
  hostsWithoutScore.add(host);
}

/**
 * The order and page size that the user chose for lists of reports. Falls back to the newest first on a service
 * that can't sort by score.
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

/** Whether newer reports come before older ones. */
export function isNewestFirst({
  sort_by,
  sort,
}: Pick<ReturnType<typeof reportOrder>, 'sort_by' | 'sort'>): boolean {
  return sort_by !== 'score' && sort === 'desc';
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

/** Whether the reports are sorted by score. A report without a score counts as out of order. */
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

/** The fields of a report that decide its place in a list. */
type Ordered = Pick<ListedReport, 'generated_at' | 'result'>;

/**
 * Whether a newly created report comes before another one. All others in the list are older.
 * @returns `undefined` if unknown: a field is missing, or both are equal and only the service can order them.
 */
export function precedes(
  report: Ordered,
  other: Ordered,
  { sort_by, sort }: Pick<ReturnType<typeof reportOrder>, 'sort_by' | 'sort'>,
): boolean | undefined {
  if (sort_by === 'id') return sort === 'desc';
  const [own, others] =
    sort_by === 'score'
      ? [report.result?.score ?? null, other.result?.score ?? null]
      : [report.generated_at, other.generated_at];
  if (own === null || others === null || own === others) return undefined;
  return sort === 'desc' ? own > others : own < others;
}

/** Registers the commands that set the order and page size of the lists. */
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

/** Both directions of a sort key, descending first. */
function bothDirections<SortKey>(
  sortBy: SortKey,
  descending: string,
  ascending: string,
): OrderPick<SortKey>[] {
  return [
    { label: descending, sortBy, sort: 'desc' },
    { label: ascending, sortBy, sort: 'asc' },
  ];
}

function byDateCreated<SortKey>(sortBy: SortKey): OrderPick<SortKey>[] {
  return bothDirections(
    sortBy,
    vscode.l10n.t('Date created, {0}', vscode.l10n.t('newest first')),
    vscode.l10n.t('Date created, {0}', vscode.l10n.t('oldest first')),
  );
}

async function sortReports(): Promise<void> {
  await pickOrder(vscode.l10n.t('Sort Reports By'), 'reports', [
    ...byDateCreated<ReportSortKey>('id'),
    ...bothDirections<ReportSortKey>(
      'generated_at',
      vscode.l10n.t('Date analysed, {0}', vscode.l10n.t('newest first')),
      vscode.l10n.t('Date analysed, {0}', vscode.l10n.t('oldest first')),
    ),
    ...bothDirections<ReportSortKey>(
      'score',
      vscode.l10n.t('Score, most like AI first'),
      vscode.l10n.t('Score, most human first'),
    ),
  ]);
}

async function sortProjects(): Promise<void> {
  await pickOrder(vscode.l10n.t('Sort Projects By'), 'projects', [
    ...byDateCreated<ProjectSortKey>('created_at'),
    ...bothDirections<ProjectSortKey>(
      'project',
      vscode.l10n.t('Name, Z to A'),
      vscode.l10n.t('Name, A to Z'),
    ).reverse(),
  ]);
}

type SortKeyOf<List extends 'reports' | 'projects'> = List extends 'reports' ? ReportSortKey : ProjectSortKey;

/** Lets the user pick the order of a list, and saves it in the settings. */
async function pickOrder<List extends 'reports' | 'projects'>(
  title: string,
  list: List,
  picks: readonly OrderPick<SortKeyOf<List>>[],
): Promise<void> {
  const isCurrent = ({ sortBy, sort }: OrderPick<SortKeyOf<List>>): boolean =>
    sortBy === setting(`${list}.sortBy`) && sort === setting(`${list}.sort`);
  const picked = await vscode.window.showQuickPick(
    picks.map((pick) => ({ ...pick, ...(isCurrent(pick) && { description: vscode.l10n.t('now') }) })),
    { title },
  );
  if (!picked || isCurrent(picked)) return;
  await updateSetting(`${list}.sortBy`, picked.sortBy as never);
  await updateSetting(`${list}.sort`, picked.sort);
}

async function choosePageSize(): Promise<void> {
  const current = setting('pageSize');
  const picked = await vscode.window.showQuickPick(
    pageSizes.map((size) => ({
      label: String(size),
      size,
      ...(size === current ? { description: vscode.l10n.t('now') } : {}),
    })),
    { title: vscode.l10n.t('Items per page') },
  );
  if (picked) await updateSetting('pageSize', picked.size);
}
