import type { ListedProject, ListedReport } from '../../client/client.ts';
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
  under: ListKey;
  /** Whether its list is sorted by score; the row then shows the score instead of the age. */
  isByScore?: boolean;
  /** The file, if the report is a scan of a whole file known on this machine and the list is sorted by newest first. */
  file?: string | undefined;
  /** The file's earlier reports, which are nested below its newest one. */
  earlier?: readonly ReportItem[];
}

export interface ProjectItem {
  kind: 'project';
  project: ListedProject;
  /** The service that lists it. */
  service: ServiceId;
}

/** An item of a list. */
export type Entry = ReportItem | ProjectItem;

/** A row above or below a list: for paging, for retrying a failed read, or for reports that can't be read. */
export interface PagingItem {
  kind: 'loadMore' | 'previousPage' | 'failed' | 'damaged';
  view: ViewId;
  list: ListKey;
  /** In words: the part of the list that is shown, the failure, or the number of unreadable reports. */
  text: string;
}

export type Item = Entry | PagingItem;

/** An id that is unique in a view and stable under sorting and refreshing. */
export function idOf(item: Item): string {
  if (item.kind === 'report')
    return `report:${item.under ?? ''}:${keyOfReport({ service: item.service, id: item.report.id })}`;
  if (item.kind === 'project') return `project:${item.service ?? ''}:${item.project.project}`;
  return `${item.kind}:${item.list ?? ''}`;
}

/**
 * Nests earlier reports of the same file and project below its newest one. Reports without a known file stay
 * separate, because a title does not identify a file.
 * @param entries as listed, each file's newest report first.
 */
export function nestEarlierReports(entries: readonly Entry[]): Entry[] {
  const rows = new Map<Entry | string, Entry>();
  for (const entry of entries) {
    const hasFile = entry.kind === 'report' && entry.file !== undefined;
    const key = hasFile ? JSON.stringify([entry.file, entry.report.project]) : entry;
    const newest = rows.get(key);
    if (hasFile && newest?.kind === 'report')
      rows.set(key, { ...newest, earlier: [...(newest.earlier ?? []), entry] });
    else rows.set(key, entry);
  }
  return [...rows.values()];
}

/** The items to delete: projects with all their reports, and single reports. */
export interface Selection {
  /** The service that stores them. */
  service: ServiceId;
  projects: readonly ListedProject[];
  reports: readonly Pick<ListedReport, 'id' | 'title'>[];
}

/** The projects and reports of one service among the rows, without reports whose project is selected too. */
export function selectionFrom(items: readonly Item[]): Selection | undefined {
  const entries = items.filter((item) => item.kind === 'report' || item.kind === 'project');
  const [first] = entries;
  if (!first) return undefined;
  const { service } = first;
  const ofService = entries.filter((item) => item.service === service);
  const projects = ofService.flatMap((item) => (item.kind === 'project' ? [item.project] : []));
  const names = new Set<ListKey>(projects.map(({ project }) => project));
  const reports = ofService.flatMap((item) =>
    item.kind === 'report' && !names.has(item.under) ? [item.report] : [],
  );
  return { service, projects, reports };
}
