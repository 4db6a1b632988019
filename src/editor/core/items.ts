import type { ResultSummary } from '../../api/report.ts';
import type { FetchedReport, ListedProject, ListedReport, ScannedReport } from '../../client/client.ts';
import { keyOfReport, type ServiceId } from './reportRef.ts';

export type ViewId = 'inkling.reports' | 'inkling.projects';

/** The view's own list is `null`; the list under a project goes by the project's name. */
export type ListKey = string | null;

export interface ReportItem {
  kind: 'report';
  report: ListedReport;
  /** That lists it. */
  service: ServiceId;
  /** The project it is shown under, `null` in the list of all reports: one report can stand in both. */
  under: string | null;
  /** Whether its list is sorted by score: then the row shows that in place of the age. */
  isByScore?: boolean;
  /**
   * The file that it is a scan of, as a whole, where this machine knows it and the list is newest first: then the file's
   * earlier reports stand beneath its newest.
   */
  file?: string | undefined;
}

export interface ProjectItem {
  kind: 'project';
  project: ListedProject;
  /** That lists it. */
  service: ServiceId;
}

/** Stands below a list that goes on. */
export interface LoadMoreItem {
  kind: 'loadMore';
  view: ViewId;
  list: ListKey;
  /** How many items come before those that are shown. */
  offset: number;
  shown: number;
  total: number | null;
}

/** Stands above a list that was moved to a later page. */
export interface PreviousPageItem {
  kind: 'previousPage';
  view: ViewId;
  list: ListKey;
  /** How many items come before the page that is shown. */
  offset: number;
  shown: number;
  total: number | null;
}

/** Stands below what was read before, where a list could not be read. */
export interface FailedItem {
  kind: 'failed';
  view: ViewId;
  list: ListKey;
  message: string;
}

/** Stands below the rows of a list of which the service could not read some. */
export interface DamagedItem {
  kind: 'damaged';
  view: ViewId;
  list: ListKey;
  count: number;
}

/** What a list holds. */
export type Entry = ReportItem | ProjectItem;

/** What stands above or below a list to read on or again. */
export type PagingItem = LoadMoreItem | PreviousPageItem | FailedItem;

export type Item = Entry | PagingItem | DamagedItem;

/** An id that no two items of a view share and that survives sorting and refreshing. */
export function idOf(item: Item): string {
  switch (item.kind) {
    case 'report':
      return `report:${item.under ?? ''}:${keyOfReport({ service: item.service, id: item.report.id })}`;
    case 'project':
      return `project:${item.service ?? ''}:${item.project.project}`;
    case 'loadMore':
    case 'previousPage':
    case 'failed':
    case 'damaged':
      return `${item.kind}:${item.list ?? ''}`;
  }
}

/**
 * What is listed, with the earlier reports of the same file in the same project beneath its newest. Reports of which no
 * file is known stand alone: a title tells no file for sure.
 * @param entries as listed, each file's newest report first.
 */
export function withEarlierBeneath(entries: readonly Entry[]): Map<Entry, ReportItem[]> {
  const newest = new Map<string, ReportItem[]>();
  const listed = new Map<Entry, ReportItem[]>();
  for (const entry of entries) {
    const key =
      entry.kind === 'report' && entry.file !== undefined
        ? JSON.stringify([entry.file, entry.report.project])
        : undefined;
    const earlier = key === undefined ? undefined : newest.get(key);
    if (earlier && entry.kind === 'report') {
      earlier.push(entry);
      continue;
    }
    const beneath: ReportItem[] = [];
    listed.set(entry, beneath);
    if (key !== undefined) newest.set(key, beneath);
  }
  return listed;
}

/** What is to be deleted: the projects with all that they hold, and reports besides. */
export interface Selection {
  /** That keeps them. */
  service: ServiceId;
  projects: readonly ListedProject[];
  reports: readonly Pick<ListedReport, 'id' | 'title'>[];
}

/**
 * The reports and projects among rows that were selected. A report whose project was selected too goes with that one.
 * @returns `undefined` when there are none. All are of one service: a view lists no other's beside them.
 */
export function selectionAmong(items: readonly Item[]): Selection | undefined {
  const entries = items.filter((item) => item.kind === 'report' || item.kind === 'project');
  const [first] = entries;
  if (!first) return undefined;
  const { service } = first;
  const ofService = entries.filter((item) => item.service === service);
  const projects = ofService.flatMap((item) => (item.kind === 'project' ? [item.project] : []));
  const names = new Set(projects.map(({ project }) => project));
  const reports = ofService.flatMap((item) => (item.kind === 'report' ? [item] : []));
  return {
    service,
    projects,
    reports: reports.filter(({ under }) => under === null || !names.has(under)).map(({ report }) => report),
  };
}

/** A report as lists have it: without its text, sentences and evidence. */
export function listedFrom({ result, ...fetched }: FetchedReport): ListedReport {
  const listed: ListedReport & Partial<ScannedReport> = { ...fetched, result: null };
  delete listed.content;
  delete listed.fields;
  delete listed.isIdempotent;
  return { ...listed, result: result && summaryOf(result) };
}

function summaryOf({
  score,
  verdict,
  confidence,
  reasons,
  shares,
  false_alarms,
}: ResultSummary): ResultSummary {
  return { score, verdict, confidence, reasons, shares, ...(false_alarms && { false_alarms }) };
}
