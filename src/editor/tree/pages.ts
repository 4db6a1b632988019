import * as vscode from 'vscode';
import type { ReportListQuery } from '../../api/lists.ts';
import type { ListedReport, ListPage } from '../../client/client.ts';
import type { AppBase, Connected } from '../app.ts';
import type { Entry, ReportItem } from '../core/items.ts';
import type { FetchPage } from '../core/pagedList.ts';
import { nameOfService, type ScannedReports, type ServiceId } from '../core/reportRef.ts';
import { clientFor } from '../errors.ts';
import { isRefusal, type ReportFilter } from './filter.ts';
import {
  isNewestFirst,
  isSortedByScore,
  recordHostWithoutScore,
  projectOrder,
  reportOrder,
} from './order.ts';

/**
 * Pages of the account's reports in the selected order.
 * @param under the project above them, or `null` in the list of all reports.
 */
export function pagesOfReports(
  app: AppBase,
  { scan, project, verdict }: ReportFilter,
  under: string | null,
): FetchPage<Entry> {
  const toItem = (
    report: ListedReport,
    service: ServiceId,
    order: Pick<ReportItem, 'isByScore' | 'file'>,
  ): ReportItem => ({ kind: 'report', report, service, under, ...order });
  if (scan) {
    return async (_, signal) => {
      const reports = (await reportsOfScan(app, scan, signal)).filter(
        ({ result }) => verdict === null || result?.verdict === verdict,
      );
      return {
        items: reports.map((report) => toItem(report, scan.service, { isByScore: true })),
        next: null,
        total: reports.length,
      };
    };
  }
  return async (cursor, signal) => {
    const connected = app.connected();
    const { service } = connected;
    const host = nameOfService(service);
    const query = {
      ...reportOrder(host),
      ...(project === null ? {} : { project }),
      ...(verdict === null ? {} : { verdict }),
      ...(cursor === null ? {} : { cursor }),
    };
    const page = await listReports(connected, query, signal);
    // The service may have rejected the order meanwhile.
    const order = reportOrder(host);
    const files = isNewestFirst(order) ? app.files.wholeFilesOf(service) : undefined;
    const isByScore = order.sort_by === 'score';
    return {
      ...page,
      items: page.items.map((report) => toItem(report, service, { isByScore, file: files?.get(report.id) })),
    };
  };
}

/**
 * A page of reports. Only our service sorts by score. A service that rejects or ignores that order is asked for the
 * newest reports instead, and the user is told once.
 */
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
  recordHostWithoutScore(host);
  void vscode.window.showInformationMessage(
    vscode.l10n.t('{0} can’t sort reports by score. Showing newest first.', host),
  );
  const first = { ...query, ...reportOrder(host) };
  delete first.cursor; // the cursor belongs to the other order
  return client.listReports(first, { signal });
}

/** The most pages searched for a scan's reports; a page has a hundred reports. */
const maxPagesOfScan = 50;

/**
 * The remaining reports of a scan, highest score first. They are found by their ids among the newest reports, which
 * works with any service.
 */
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
      ...(project === undefined ? {} : { project }),
      ...(cursor === null ? {} : { cursor }),
    };
    const { items, next }: ListPage<ListedReport> = await client.listReports(query, { signal });
    const ofScan = items.filter(({ id }) => ids.has(id));
    found.push(...ofScan);
    // Reports that are missing were deleted, because a scan's reports are consecutive.
    if (next === null || (ofScan.length === 0 && found.length > 0)) break;
    cursor = next;
  }
  return found.sort((a, b) => (b.result?.score ?? -1) - (a.result?.score ?? -1));
}

/** A page of the account's projects in the selected order; with `search`, only those with that text in their names. */
export function pagesOfProjects(app: AppBase, search: string | null): FetchPage<Entry> {
  return async (cursor, signal) => {
    const query = {
      ...projectOrder(),
      ...(search === null ? {} : { search, search_by: 'project' as const }),
      ...(cursor === null ? {} : { cursor }),
    };
    const { service, client } = app.connected();
    const page = await client.listProjects(query, { signal });
    return { ...page, items: page.items.map((project) => ({ kind: 'project', project, service })) };
  };
}
