import type { ResultSummary } from '../../api/report.ts';
import type { FetchedReport, ListedProject, ListedReport, ScannedReport } from '../../client/client.ts';
import { keyOfReport, type ServiceId } from './reportRef.ts';

export type ViewId = 'inkling.reports' | 'inkling.projects';

/** Identifies a list: `null` for the view's own list, otherwise the name of the project above it. */
export type ListKey = string | null;

export interface ReportItem {
  kind: 'report';
  report: ListedReport;
  /** The service that lists it. */
  service: ServiceId;
  /** The project above it; `null` in the list of all reports. A report can be in both lists. */
  under: string | null;
  /** Whether its list is sorted by score; the row then shows the score instead of the age. */
  isByScore?: boolean;
  /**
   * The file, if the report is a scan of a whole file known on this machine and the list is sorted by newest first.
   * The file's earlier reports are then nested below its newest one.
   */
  file?: string | undefined;
}

export interface ProjectItem {
  kind: 'project';
  project: ListedProject;
  /** The service that lists it. */
  service: ServiceId;
}

/** A row below a list that has more pages, or above one that shows a later page. */
export interface PagerItem {
  kind: 'loadMore' | 'previousPage';
  view: ViewId;
  list: ListKey;
  /** The number of items before the shown ones. */
  offset: number;
  shown: number;
  total: number | null;
}

/** A row below a list whose last read failed. */
export interface FailedItem {
  kind: 'failed';
  view: ViewId;
  list: ListKey;
  message: string;
}

/** A row below a list with reports that the service could not read. */
export interface DamagedItem {
  kind: 'damaged';
  view: ViewId;
  list: ListKey;
  count: number;
}

/** An item of a list. */
export type Entry = ReportItem | ProjectItem;

/** A row above or below a list for paging or retrying. */
export type PagingItem = PagerItem | FailedItem;

export type Item = Entry | PagingItem | DamagedItem;

/** An id that is unique in a view and stable under sorting and refreshing. */
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
 * Nests earlier reports of the same file and project below its newest one. Reports without a known file stay
 * separate, because a title does not identify a file.
 * @param entries as listed, each file's newest report first.
 */
export function groupEarlierReports(entries: readonly Entry[]): Map<Entry, ReportItem[]> {
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

/** The items to delete: projects with all their reports, and single reports. */
export interface Selection {
  /** The service that stores them. */
  service: ServiceId;
  projects: readonly ListedProject[];
  reports: readonly Pick<ListedReport, 'id' | 'title'>[];
}

/**
 * The reports and projects among the selected rows, all of one service because a view lists only one. A report is
 * left out if its project is selected too.
 * @returns `undefined` when there are none.
 */
export function selectionFrom(items: readonly Item[]): Selection | undefined {
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

/** A report in the form of lists: without its text, sentences and evidence. */
export function toListedReport({ result, ...fetched }: FetchedReport): ListedReport {
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
