import type { Detection } from '../../detector/detection.ts';
import type { Privacy, Result, ResultSummary } from '../../api/report.ts';
import type { Direction, ProjectSortKey, ReportSortKey } from '../../api/lists.ts';

/**
 * Where the service keeps things. Every call that reads or changes what an account owns names the account first:
 * nothing of one account can be reached through another, and a store can be split by account.
 */
export interface Store {
  /** The account that a key with this digest names, or `null`. */
  accountOfKey(digest: string): Promise<string | null>;
  /** The account of this name; made with `id` if there is none. */
  ensureAccount(name: string, id: string): Promise<string>;
  addKey(account: string, digest: string): Promise<void>;

  /** Stores a report, and its project if that name is new. All or nothing. */
  addReport(account: string, report: NewReport): Promise<void>;
  listReports(account: string, list: ReportList): Promise<Slice<StoredReportSummary>>;
  getReport(account: string, id: string): Promise<StoredReport | null>;
  /** Says whether there was one. */
  deleteReport(account: string, id: string): Promise<boolean>;

  listProjects(account: string, list: ProjectList): Promise<Slice<StoredProject>>;
  /** Deletes the project and all its reports, all or nothing. Says whether there was one. */
  deleteProject(account: string, project: string): Promise<boolean>;

  close(): Promise<void>;
}

export interface StoredReportSummary extends Omit<Detection, 'result'> {
  /** A UUIDv7; ids order as their reports were made. */
  id: string;
  /** Milliseconds since 1970: when the analysis finished. */
  generatedAt: number;
  title: string | null;
  project: string | null;
  privacy: Privacy;
  result: ResultSummary;
}

export interface StoredReport extends StoredReportSummary {
  result: Result;
  content: string;
}

export interface NewReport extends StoredReport {
  /** Of the report page; with privacy 2. */
  passwordHash: string | null;
}

export interface StoredProject {
  /** That of the report which first used the name: a UUIDv7, which holds when the project was made. */
  id: string;
  project: string;
  reports: number;
}

interface List<SortKey> {
  sortBy: SortKey;
  sort: Direction;
  from: ListStart;
  /** How many at most. */
  limit: number;
}

export interface ReportList extends List<ReportSortKey> {
  project: string | null;
}

export interface ProjectList extends List<ProjectSortKey> {
  /** A substring of the name under `foldCase`. */
  search: string | null;
}

/** Where in its order a list is read: behind so many items, or right behind or before a place. */
export type ListStart =
  { kind: 'offset'; offset: number } | { kind: 'after'; place: Place } | { kind: 'before'; place: Place };

/** A place in a list's order: that of the item with this sort key and id, whether it still exists or not. */
export interface Place {
  key: string | number;
  id: string;
}

/** A stretch of a list, always in the list's order. */
export interface Slice<Item> {
  items: { item: Item; place: Place }[];
  /** Whether there are more in the direction of reading. */
  more: boolean;
  /** How many the whole list holds. */
  total: number;
}

/** A store that can't be opened. `message` is a sentence for the user that names it and says what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
