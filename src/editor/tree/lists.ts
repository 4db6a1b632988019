import * as vscode from 'vscode';
import type {
  Direction,
  ProjectListQuery,
  ProjectSortKey,
  ReportListQuery,
  ReportSortKey,
} from '../../api/lists.ts';
import type { Verdict } from '../../api/report.ts';
import type { ListedReport, ListPage } from '../../client/client.ts';
import { ApiError } from '../../client/errors.ts';
import type { AppBase, Connected } from '../app.ts';
import type { Entry, ListKey, ReportItem } from '../core/items.ts';
import type { FetchPage } from '../core/pagedList.ts';
import { nameOfService, type ScannedReports, type ServiceId } from '../core/reportRef.ts';
import { clientFor } from '../errors.ts';
import { searchProjects } from '../projectPicker.ts';
import { setting } from '../settings.ts';
import { withoutBidiControls, verdictInWords } from '../words.ts';

/** What the two lists show: their filters, their order and their pages. */

/** Which reports are listed. `null` means no filter. */
export interface ReportFilter {
  /** Only the reports of one scan of many files. Never combined with a project. */
  scan: ScannedReports | null;
  project: string | null;
  verdict: Verdict | null;
}

export const allReports: ReportFilter = { scan: null, project: null, verdict: null };

/** A filter in words, for the view's title; '' for parts that don't filter. */
export interface FilterWords {
  /** Follows the count: "in sample". */
  place: string;
  /** A separate phrase: "Reads like AI". */
  kind: string;
}

export function filterInWords({ scan, project, verdict }: ReportFilter): FilterWords {
  const inProject = project === null ? '' : vscode.l10n.t('in {0}', withoutBidiControls(project));
  return {
    place: scan ? vscode.l10n.t('scanned together') : inProject,
    kind: verdict === null ? '' : verdictInWords({ verdict }),
  };
}

/** Hosts of services that turned out not to sort by score. They are tried again in the next window. */
const hostsWithoutScore = new Set<string>();

type ReportOrder = Required<Pick<ReportListQuery, 'sort_by' | 'sort'>>;

/** The order of reports that were scanned together. */
export const orderOfScan: ReportOrder = { sort_by: 'score', sort: 'desc' };

/** The user's order and page size for reports; newest first if the host (`null`: this machine) can't sort by score. */
export function reportOrder(host: string | null): ReportOrder & Required<Pick<ReportListQuery, 'per_page'>> {
  const per_page = setting('pageSize');
  const sort_by = setting('reports.sortBy');
  if (sort_by === 'score' && host !== null && hostsWithoutScore.has(host))
    return { sort_by: 'id', sort: 'desc', per_page };
  return { sort_by, sort: setting('reports.sort'), per_page };
}

/** The user's order and page size for projects. */
export function projectOrder(): Required<Pick<ProjectListQuery, 'sort_by' | 'sort' | 'per_page'>> {
  const [sort_by, sort] = [setting('projects.sortBy'), setting('projects.sort')];
  return { sort_by, sort, per_page: setting('pageSize') };
}

export interface Order {
  sort_by: ReportSortKey | ProjectSortKey;
  sort: Direction;
}

/** "newest first", for a view's title. */
export function orderInWords({ sort_by, sort }: Order): string {
  const isDescending = sort === 'desc';
  if (sort_by === 'score')
    return isDescending ? vscode.l10n.t('highest score first') : vscode.l10n.t('lowest score first');
  if (sort_by === 'project') return isDescending ? vscode.l10n.t('Z to A') : vscode.l10n.t('A to Z');
  return isDescending ? vscode.l10n.t('newest first') : vscode.l10n.t('oldest first');
}

/**
 * Whether a newly created report comes before another one. All others in the list are older.
 * @returns `undefined` if unknown: a field is missing, or both are equal and only the service can order them.
 */
export function precedes(
  report: Pick<ListedReport, 'generated_at' | 'result'>,
  other: Pick<ListedReport, 'generated_at' | 'result'>,
  { sort_by, sort }: ReportOrder,
): boolean | undefined {
  if (sort_by === 'id') return sort === 'desc';
  const [own, others] = [report, other].map(({ result, generated_at }) =>
    sort_by === 'score' ? (result?.score ?? null) : generated_at,
  );
  if (own == null || others == null || own === others) return undefined;
  return sort === 'desc' ? own > others : own < others;
}

/** @param file that was scanned, if it is known and was scanned as a whole. */
export function toReportItem(
  report: ListedReport,
  service: ServiceId,
  under: ListKey,
  { sort_by, sort }: ReportOrder,
  file?: string,
): ReportItem {
  const isByScore = sort_by === 'score';
  const isNewestFirst = !isByScore && sort === 'desc';
  return { kind: 'report', report, service, under, isByScore, file: isNewestFirst ? file : undefined };
}

/** Pages of the account's reports in the selected order, for the list of all or the one under a project. */
export function pagesOfReports(
  app: AppBase,
  { scan, project, verdict }: ReportFilter,
  under: ListKey,
): FetchPage<Entry> {
  if (scan)
    return async (_, signal) => {
      const items = (await reportsOfScan(app, scan, signal))
        .filter(({ result }) => verdict === null || result?.verdict === verdict)
        .map((report) => toReportItem(report, scan.service, under, orderOfScan));
      return { items, next: null, total: items.length, damaged: 0 };
    };
  return async (cursor, signal) => {
    const connected = app.connected();
    const { service } = connected;
    const host = nameOfService(service);
    const query = {
      ...reportOrder(host),
      ...(project !== null && { project }),
      ...(verdict !== null && { verdict }),
      ...(cursor !== null && { cursor }),
    };
    const page = await listReports(connected, query, signal);
    const files = app.files.wholeFilesOf(service);
    const order = reportOrder(host); // the service may have rejected the order meanwhile
    const items = page.items.map((report) =>
      toReportItem(report, service, under, order, files.get(report.id)),
    );
    return { ...page, items };
  };
}

/** A page of reports. A service that can't sort by score is asked for the newest, and the user is told once. */
async function listReports(
  { service, client }: Connected,
  query: Omit<ReportListQuery, 'page'>,
  signal: AbortSignal,
): Promise<ListPage<ListedReport>> {
  const host = nameOfService(service);
  if (host === null || query.sort_by !== 'score') return client.listReports(query, { signal });
  try {
    const page = await client.listReports(query, { signal });
    if (isSortedByScore(page.items, query.sort)) return page;
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  hostsWithoutScore.add(host);
  void vscode.window.showInformationMessage(
    vscode.l10n.t('{0} can’t sort reports by score. Showing newest first.', host),
  );
  const first = { ...query, ...reportOrder(host) };
  delete first.cursor; // the cursor belongs to the other order
  return client.listReports(first, { signal });
}

/** Whether the reports are sorted by score. A report without a score counts as out of order. */
function isSortedByScore(reports: readonly ListedReport[], sort: Direction | undefined): boolean {
  const scores = reports.map(({ result }) => result?.score ?? Number.NaN);
  return scores.every((score, i) => {
    const before = scores[i - 1] ?? score;
    return sort === 'asc' ? before <= score : before >= score;
  });
}

/** Whether the service rejected the request, so that a retry is pointless. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'invalid' || error.code === 'refused');
}

/** The most pages searched for a scan's reports; a page has a hundred reports. */
const maxPagesOfScan = 50;

/** The remaining reports of a scan, highest score first. Any service supports finding them by id among the newest. */
async function reportsOfScan(
  app: AppBase,
  { service, ids, project }: ScannedReports,
  signal: AbortSignal,
): Promise<ListedReport[]> {
  const client = clientFor(app, service);
  const found: ListedReport[] = [];
  const newest = { sort_by: 'id', sort: 'desc', per_page: 100 } as const;
  let cursor: string | null = null;
  for (let pages = 0; pages < maxPagesOfScan && found.length < ids.size; pages++) {
    const query = {
      ...newest,
      ...(project !== undefined && { project }),
      ...(cursor !== null && { cursor }),
    };
    const { items, next }: ListPage<ListedReport> = await client.listReports(query, { signal });
    const ofScan = items.filter(({ id }) => ids.has(id));
    found.push(...ofScan);
    // A scan's reports are consecutive, so any that are missing were deleted.
    if (next === null || (ofScan.length === 0 && found.length > 0)) break;
    cursor = next;
  }
  return found.sort((a, b) => (b.result?.score ?? -1) - (a.result?.score ?? -1));
}

/** Pages of the account's projects in the selected order. @param search a part of their names; empty for all. */
export function pagesOfProjects(app: AppBase, search: string): FetchPage<Entry> {
  return async (cursor, signal) => {
    const { service, client } = app.connected();
    const page = await searchProjects(client, search, projectOrder(), { cursor, signal });
    return { ...page, items: page.items.map((project) => ({ kind: 'project', project, service })) };
  };
}
